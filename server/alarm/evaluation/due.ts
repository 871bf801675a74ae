import {sql} from 'drizzle-orm'
import type {PoolClient} from 'pg'
import {SILENCE_SEVERITY} from '../../../contract/rules/thresholds'
import type {EpochMs} from '../../../contract/wire/common'
import type {Database} from '../../database/connect'
import {exactlyOne} from '../../database/rows'
import {drizzleOn, inTransaction} from '../../database/transaction'
import type {AlarmStore, Enqueue, OnChanged} from '../store'
import {storedThreshold} from './evaluation'
import {HAS_VALUES, lockNewest, type Newest, seriesKey} from './newest'
import {type AlarmChange, Progress, type StoredAlarm, shownIn} from './progress'
import {expectedPatterns, expectSooner, IS_AWAITING_SILENCE, isSettled, lookAtSilent, postponeArrived} from './silences'

export interface DueOptions {
  database: Pick<Database, 'db' | 'pool'>
  store: AlarmStore
  enqueue: Enqueue
  onChanged: OnChanged
}

/** Few enough that the ingest can wait for their locks. */
const ALARMS_AT_ONCE = 2500
/** One core can't look at thousands of silent series as fast as it has to. */
const AT_THE_SAME_TIME = 2

/**
 * Passes time to the alarms that wait for it, and checks series that may be silent. Servers skip what another one has
 * locked. Values could arrive since `settledAt`: no series is silent before its whole time has passed since then.
 */
export function createDue({database: {db, pool}, store, enqueue, onChanged}: DueOptions) {
  /** Works on some alarms in each transaction, until there are no more of them. */
  async function untilDone(doSome: (client: PoolClient) => Promise<Done>) {
    for (let isMore = true; isMore; ) {
      const {count, changed} = await inTransaction(pool, doSome)
      onChanged(changed)
      isMore = count === ALARMS_AT_ONCE
    }
  }

  async function lookAtAll(at: EpochMs, settledAt: EpochMs) {
    await postponeArrived(db, at)
    const patterns = await expectedPatterns(db, {at, settledAt})
    if (patterns.length === 0) return
    const lookAtSome = async (client: PoolClient): Promise<Done> => {
      const executor = drizzleOn(client)
      const {count, entries} = await lookAtSilent(executor, patterns, {at, settledAt, limit: ALARMS_AT_ONCE})
      if (entries.length > 0) await enqueue(executor, [{entries}])
      return {count, changed: entries.map(({alarmId}) => alarmId)}
    }
    await Promise.all(Array.from({length: AT_THE_SAME_TIME}, () => untilDone(lookAtSome)))
  }

  async function notifySome(client: PoolClient, at: EpochMs, settledAt: EpochMs): Promise<Done> {
    const executor = drizzleOn(client)
    const {rows: due} = await executor.execute<Due>(sql`
      select id, device_number as "deviceNumber", key_id as "keyId", kind,
        ${HAS_VALUES} as "hasValues"
      from alarm where due_at <= ${at} and (
        not ${IS_AWAITING_SILENCE} or not ${HAS_VALUES} and ${isSettled({at, settledAt})}
      ) order by due_at limit ${ALARMS_AT_ONCE}`)
    if (due.length === 0) return NOTHING
    const silent = due.filter(({kind}) => kind === 'silence')
    const newest = await lockNewest(executor, silent, {how: 'skip locked', now: at})
    const free = due.filter(each => each.kind !== 'silence' || !each.hasValues || newest.has(seriesKey(each)))
    const locked = await store.lockWhere(
      executor,
      sql`alarm.id = any(${sql.param(free.map(({id}) => id))}::uuid[]) and due_at <= ${at}`,
      'skip locked',
    )
    const changes = locked.flatMap(
      stored => dueChange(stored, newest.get(seriesKey(stored.alarm)), at, settledAt) ?? [],
    )
    await store.write(executor, changes)
    // Alarms that other servers have locked are theirs to evaluate.
    return {count: changes.length === 0 ? 0 : due.length, changed: shownIn(changes)}
  }

  async function beginAnew(alarmIds: readonly string[], at: EpochMs) {
    await inTransaction(pool, async client => {
      const executor = drizzleOn(client)
      const locked = await store.lockWhere(executor, sql`alarm.id = any(${sql.param(alarmIds)}::uuid[])`)
      const changes = locked.flatMap(stored => {
        const progress = new Progress(stored)
        progress.setClock(at)
        return progress.change() ?? []
      })
      await store.write(executor, changes)
    })
  }

  return {
    /** Whether anything is due or a change of thresholds is not followed yet. One question, as each second asks. */
    async isAnythingToDo(at: EpochMs): Promise<boolean> {
      const {rows} = await db.execute<{isAny: boolean}>(sql`
        select exists (select from alarm where due_at <= ${at}) or exists (select from threshold_change) as "isAny"`)
      return exactlyOne(rows).isAny
    },
    /**
     * Each wait begins again when the clock was set, wherever its end would be by the present clock. Whether the clock
     * was set while no server ran is `unknown`: then only the waits since a future time begin again.
     */
    async setClock(at: EpochMs, how: 'set' | 'unknown') {
      await expectSooner(db, at)
      const isConcerned = how === 'set' ? sql`true` : sql`${WAITING_SINCE} > ${at}`
      const {rows} = await db.execute<{id: string}>(sql`
        select id from alarm where due_at is not null and not ${IS_AWAITING_SILENCE} and ${isConcerned} order by id`)
      const ids = rows.map(({id}) => id)
      for (let from = 0; from < ids.length; from += ALARMS_AT_ONCE) {
        await beginAnew(ids.slice(from, from + ALARMS_AT_ONCE), at)
      }
    },
    /** Resolves when nothing is due any more. */
    async pass(at: EpochMs, settledAt: EpochMs) {
      await lookAtAll(at, settledAt)
      await untilDone(client => notifySome(client, at, settledAt))
    },
  }
}

/** A shelf or a delay, whichever began last. */
const WAITING_SINCE = sql`greatest((state #>> '{context,since}')::float8, (state #>> '{context,shelf,since}')::float8)`

interface Done {
  count: number
  /** The alarms that look different now. */
  changed: readonly string[]
}

const NOTHING: Done = {count: 0, changed: []}

type Due = {
  id: string
  deviceNumber: number
  keyId: number
  kind: StoredAlarm['alarm']['kind']
  hasValues: boolean
}

function dueChange(
  stored: StoredAlarm,
  newest: Newest | undefined,
  at: EpochMs,
  settledAt: EpochMs,
): AlarmChange | undefined {
  const progress = new Progress(stored)
  progress.pass(at)
  const {condition} = progress.meaning()
  if (stored.alarm.kind !== 'silence' || condition === 'active') return progress.change()
  const silentAfter = storedThreshold(stored)?.silentAfter ?? null
  if (silentAfter === null) {
    progress.expect(null)
    return progress.change()
  }
  // A series without any value is expected from the beginning of its alarm.
  const silentAt = Math.max(newest?.arrivedAt ?? stored.alarm.changedAt, settledAt) + silentAfter
  if (silentAt <= at) progress.setSilence(SILENCE_SEVERITY, silentAt)
  else progress.setSilence(null, at)
  progress.expect(silentAt)
  return progress.change()
}
