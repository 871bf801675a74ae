import {sql} from 'drizzle-orm'
import type {Pool, PoolClient} from 'pg'
import {SILENCE_SEVERITY} from '../../contract/rules/thresholds'
import type {EpochMs} from '../../contract/wire/common'
import {drizzleOn, inTransaction} from '../database/transaction'
import {HEARTBEAT_KEY, heartbeatAt, holdNewest, type Newest, type SeriesRef, seriesKey} from './heard'
import {keptThreshold} from './judging'
import {type AlarmChange, type KeptAlarm, progressOf} from './progress'
import type {AlarmStore} from './store'

export interface DueOptions {
  pool: Pool
  store: AlarmStore
  now: () => EpochMs
  onChanged: (changes: readonly AlarmChange[]) => void
}

const ALARMS_AT_ONCE = 10_000

/**
 * Tells alarms the times for which they have asked, and looks at series that may be silent. Several servers do so; what one
 * has locked is skipped by the others. `settledAt` is since when values could be heard: no silence is judged before its
 * whole time has passed since then.
 */
export function createDue({pool, store, now, onChanged}: DueOptions) {
  async function tell(client: PoolClient, at: EpochMs, settledAt: EpochMs) {
    const executor = drizzleOn(client)
    const {rows: due} = await client.query<Due>({
      name: 'due_alarms',
      text: DUE,
      values: [at, settledAt, ALARMS_AT_ONCE],
    })
    if (due.length === 0) return {changes: [], isMore: false}
    const silent = due.filter(({kind}) => kind === 'silence')
    const newest = silent.length === 0 ? NOTHING : await holdNewest(client, silent, 'skip locked')
    const free = due.filter(each => each.kind === 'value' || !each.hasValues || newest.has(seriesKey(each)))
    const locked = await store.lockWhere(
      executor,
      sql`alarm.id = any(${sql.param(free.map(({id}) => id))}::uuid[]) and due_at <= ${at}`,
      'skip locked',
    )
    const changes = locked.flatMap(kept => told(kept, newest.get(seriesKey(kept.alarm)), at, settledAt) ?? [])
    await store.write(executor, changes)
    return {changes, isMore: due.length === ALARMS_AT_ONCE}
  }

  return {
    /** Resolves when nothing is due any more. */
    async pass(settledAt: EpochMs) {
      const at = now()
      await pool.query({name: 'heard_alarms', text: HEARD, values: [at]})
      for (let isMore = true; isMore; ) {
        const done = await inTransaction(pool, client => tell(client, at, settledAt))
        onChanged(done.changes)
        // What others have locked is due to them.
        isMore = done.isMore && done.changes.length > 0
      }
    },
  }
}

interface Due extends SeriesRef {
  id: string
  kind: KeptAlarm['alarm']['kind']
  hasValues: boolean
}

const NOTHING: ReadonlyMap<string, Newest> = new Map()

function told(kept: KeptAlarm, newest: Newest | undefined, at: EpochMs, settledAt: EpochMs): AlarmChange | undefined {
  const progress = progressOf(kept)
  progress.pass(at)
  const {condition} = progress.meaning()
  if (kept.alarm.kind === 'value' || condition === 'active') return progress.change()
  const silentAfter = keptThreshold(kept)?.silentAfter ?? null
  if (silentAfter === null) {
    progress.expect(null)
    return progress.change()
  }
  // A series that was never heard of is expected since its alarm was begun.
  const silentAt = Math.max(newest?.heardAt ?? kept.alarm.changedAt, settledAt) + silentAfter
  if (silentAt <= at) progress.hear(SILENCE_SEVERITY, silentAt)
  else progress.hear(null, at)
  progress.expect(silentAt)
  return progress.change()
}

const SILENT_AFTER = `(1000 * (alarm.threshold ->> 'silentAfter')::float8)`
const HAS_NO_SHELF = `alarm.state #>> '{context,shelf}' is null`

/** Series at rest that were heard of meanwhile are looked at again when they may be silent next. Most are. */
const HEARD = `
  with heard as (
    select alarm.id, ${SILENT_AFTER} + greatest(
      latest.received_at,
      case when alarm.key_id = ${HEARTBEAT_KEY} then ${heartbeatAt('alarm.device_id')} end
    ) as silent_at
    from alarm left join latest using (device_number, key_id)
    where due_at <= $1 and alarm.kind = 'silence' and is_resting and ${HAS_NO_SHELF}
    order by alarm.id for update of alarm skip locked
  )
  update alarm set due_at = silent_at from heard where alarm.id = heard.id and silent_at > $1`

const DUE = `
  select id, device_number as "deviceNumber", key_id as "keyId", kind, exists (
    select from latest where latest.device_number = alarm.device_number and latest.key_id = alarm.key_id
  ) as "hasValues"
  from alarm
  where due_at <= $1 and (kind = 'value' or not is_resting or not ${HAS_NO_SHELF} or $2 + ${SILENT_AFTER} <= $1)
  order by due_at limit $3`
