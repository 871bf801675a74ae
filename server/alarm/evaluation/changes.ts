import {isDeepStrictEqual} from 'node:util'
import {eq, sql} from 'drizzle-orm'
import type {PoolClient} from 'pg'
import {uuidv7} from 'uuidv7'
import {LATE_AFTER} from '../../../contract/limits'
import {isHistory} from '../../../contract/rules/series/newest'
import type {Threshold} from '../../../contract/rules/thresholds'
import type {EpochMs} from '../../../contract/wire/common'
import type {Database} from '../../database/connect'
import {drizzleOn, inTransaction} from '../../database/transaction'
import {namedDevice} from '../../device/repository'
import {type UnusualSeries, unusualOf} from '../../usual/repository'
import type {AlarmStore, Executor, OnChanged} from '../store'
import {adopt, holdsBy, NO_THRESHOLD} from './evaluation'
import {lockNewest, type Newest, type SeriesRef, seriesKey} from './newest'
import {type AlarmChange, type AlarmRow, Progress, type StoredAlarm} from './progress'
import {countRevision} from './revision'
import {type FindKeyIds, readThresholds, type WatchedSeries} from './thresholds'
import {alarmsOf} from './watching'

/** An entity whose thresholds are other ones. */
export interface ChangedRef {
  entityType: 'organisation' | 'customer' | 'device'
  entityId: string
}

/** Call it in the transaction of the change. It waits for those who are evaluating by the former thresholds. */
export async function noteChanges(executor: Executor, refs: readonly ChangedRef[], changedAt: EpochMs) {
  if (refs.length === 0) return
  await countRevision(executor)
  const rows = refs.map(({entityType, entityId}) => ({
    id: uuidv7(),
    entity_type: entityType,
    entity_id: entityId,
    changed_at: changedAt,
  }))
  await executor.execute(sql`
    insert into threshold_change
    select * from jsonb_populate_recordset(null::threshold_change, ${JSON.stringify(rows)}::jsonb)`)
}

export interface ChangesOptions {
  database: Pick<Database, 'db' | 'pool'>
  store: AlarmStore
  findKeyIds: FindKeyIds
  now: () => EpochMs
  onChanged: OnChanged
}

const DEVICES_AT_ONCE = 500

/**
 * Evaluates the alarms of an entity's devices again, for each noted change. Several servers may do so for the same
 * change, and only one of them finds work left. A change is forgotten when all is done, so that a restart takes it up
 * again.
 */
export function createFollowing({database: {db, pool}, store, findKeyIds, now, onChanged}: ChangesOptions) {
  async function followDevices(client: PoolClient, deviceNumbers: readonly number[]): Promise<AlarmChange[]> {
    const executor = drizzleOn(client)
    const devices = await readThresholds(executor, deviceNumbers, findKeyIds)
    const stored = await client.query<SeriesRef>(
      'select device_number as "deviceNumber", key_id as "keyId" from alarm where device_number = any($1::int4[])',
      [deviceNumbers],
    )
    const seriesOf = ({deviceNumber, keyId}: AlarmRow) => devices.get(deviceNumber)?.get(keyId)
    const watched = [...devices.values()].flatMap(series => [...series.values()])
    const newest = await lockNewest(executor, [...watched, ...stored.rows], {how: 'wait', now: now()})
    await store.begin(
      executor,
      watched.flatMap(series => begunFor(series, newest.get(seriesKey(series)))),
    )
    const locked = await store.lockWhere(executor, sql`alarm.device_number = any(${sql.param(deviceNumbers)}::int4[])`)
    const unusual = new Map((await unusualOf(client, deviceNumbers)).map(row => [seriesKey(row), row]))
    const changes = locked.flatMap(each => {
      const key = seriesKey(each.alarm)
      const known = {newest: newest.get(key), unusual: unusual.get(key), at: now()}
      return followed(each, seriesOf(each.alarm), known) ?? []
    })
    await store.write(executor, changes)
    return changes
  }

  /** They begin without a threshold, and then get theirs like any changed one. */
  function begunFor(series: WatchedSeries, newest: Newest | undefined) {
    const begun = alarmsOf(series, newest?.arrivedAt ?? now()).map(alarm => ({...alarm, threshold: NO_THRESHOLD}))
    return begun.filter(({kind}) => newest !== undefined || (kind === 'silence' && series.isExpected))
  }

  async function follow({id, entityType, entityId}: Change) {
    const found = await db
      .select({number: namedDevice.number})
      .from(namedDevice)
      .where(eq(OF_ENTITY[entityType], entityId))
      .orderBy(namedDevice.number)
    const numbers = found.map(({number}) => number)
    for (let from = 0; from < numbers.length; from += DEVICES_AT_ONCE) {
      const slice = numbers.slice(from, from + DEVICES_AT_ONCE)
      const followed = await inTransaction(pool, client => followDevices(client, slice))
      // The page of an alarm shows its threshold, also where nothing else has changed.
      onChanged(followed.map(({alarm}) => alarm.id))
    }
    await pool.query('delete from threshold_change where id = $1', [id])
  }

  return {
    /** Resolves when all noted changes are followed. */
    async followAll() {
      const {rows} = await pool.query<Change>(
        'select id, entity_type as "entityType", entity_id as "entityId" from threshold_change order by id',
      )
      for (const change of rows) await follow(change)
    },
  }
}

interface Change extends ChangedRef {
  id: string
}

const OF_ENTITY = {organisation: namedDevice.organisationId, customer: namedDevice.customerId, device: namedDevice.id}

/** Applies the present threshold, and evaluates the newest value by it. An old value raises nothing new. */
function followed(
  stored: StoredAlarm,
  series: WatchedSeries | undefined,
  {newest, unusual, at}: {newest: Newest | undefined; unusual: UnusualSeries | undefined; at: EpochMs},
): AlarmChange | undefined {
  const {kind, threshold: former} = stored.alarm
  // The rule of a screen is in its opening hours.
  if (kind === 'screen') return undefined
  const rule = series !== undefined && applies(series.threshold, kind) ? series : null
  if (isDeepStrictEqual(former, rule?.written ?? NO_THRESHOLD)) return undefined
  const progress = new Progress(stored)
  if (kind === 'silence') {
    const silentAt = rule === null ? null : (newest?.arrivedAt ?? at) + (rule.threshold.silentAfter ?? 0)
    const holds = progress.meaning().evaluated !== null && silentAt !== null && silentAt <= at
    adopt(progress, stored, rule, {at, holds})
    progress.expect(holds ? null : silentAt)
    return progress.change()
  }
  const isRecent =
    newest !== undefined &&
    at - newest.arrivedAt <= LATE_AFTER &&
    !isHistory({ts: newest.ts, receivedAt: newest.arrivedAt})
  if (kind === 'unusual') {
    adopt(progress, stored, rule, {at, holds: rule !== null && unusual !== undefined})
    if (rule?.threshold.unusual && unusual && isRecent)
      progress.setUnusual(rule.threshold.unusual.severity, unusual.value, at)
    return progress.change()
  }
  const value = newest?.value ?? null
  const holds = rule !== null && holdsBy(progress, rule.threshold, value)
  adopt(progress, stored, rule, {at, holds})
  if (rule !== null && value !== null && (holds || isRecent)) progress.evaluate(rule.threshold, value, at)
  return progress.change()
}

function applies({warning, critical, silentAfter, unusual}: Threshold, kind: StoredAlarm['alarm']['kind']): boolean {
  if (kind === 'unusual') return unusual !== undefined
  return kind === 'silence' ? silentAfter !== null : warning !== null || critical !== null
}
