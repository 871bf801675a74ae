import {type SQL, sql} from 'drizzle-orm'
import {SHIFT_ROWS} from '../../contract/limits'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {AlarmInShiftWire, AlarmsInShiftWire} from '../../contract/wire/shift'
import type {Viewer} from '../access/viewer'
import type {Database} from '../database/connect'
import {exactlyOne} from '../database/rows'
import {alarm, alarmOccurrence} from '../database/schema/alarm'
import {type AlarmRepository, amongReached} from './repository'

/** Both ends are inclusive. */
interface AskedShift {
  startTs: EpochMs
  endTs: EpochMs
  period: Milliseconds
}

export type AlarmsInShift = (viewer: Viewer, organisationId: string, asked: AskedShift) => Promise<AlarmsInShiftWire>

export interface AlarmsInShiftOptions {
  database: Pick<Database, 'db'>
  alarms: Pick<AlarmRepository, 'read'>
}

/** An alarm that was raised as often in a shift flaps. */
const FLAPPING = 3

interface Counted {
  alarm: string
  raised: number
  lasted: number
}

interface Found
  extends Omit<AlarmsInShiftWire, 'raised' | 'longest' | 'flapping' | 'unusual'>,
    Record<string, unknown> {
  warning: number
  critical: number
  longest: Counted[]
  flapping: Counted[]
  unusual: Counted[]
}

/** Reads what the alarms of an organisation did in a shift, by one statement. */
export function createAlarmsInShift({database: {db}, alarms}: AlarmsInShiftOptions): AlarmsInShift {
  return async (viewer, organisationId, asked) => {
    const reached = amongReached(db, viewer, organisationId)
    const {rows} = await db.execute<Found>(question(reached, asked))
    const {warning, critical, longest, flapping, unusual, ...counted} = exactlyOne(rows)
    const named = [...new Set([...longest, ...flapping, ...unusual].map(found => found.alarm))]
    const known = new Map((await alarms.read(named)).map(found => [found._id, found]))
    const inShift = (found: readonly Counted[]): AlarmInShiftWire[] =>
      found.flatMap(({alarm: id, ...rest}) => {
        const alarm = known.get(id)
        return alarm === undefined ? [] : [{alarm, ...rest}]
      })
    return {
      ...counted,
      raised: {warning, critical},
      longest: inShift(longest),
      flapping: inShift(flapping),
      unusual: inShift(unusual),
    }
  }
}

/**
 * The occurrences of a shift are those raised in it, and of each alarm the last one raised before. An alarm whose last
 * change was before the shift has none of these, unless it is still open.
 */
const question = (reached: SQL, {startTs, endTs, period}: AskedShift): SQL => sql`
  with reached as materialized (
    select id, kind, changed_at >= ${startTs} or occurrence_id is not null as goes_on from ${alarm} where ${reached}
  ), occurrence as materialized (
    select kind, found.* from reached
    join ${alarmOccurrence} as found on found.alarm_id = reached.id
    where raised_at between ${startTs} and ${endTs}
    union all
    select kind, former.* from reached cross join lateral (
      select * from ${alarmOccurrence} as found where alarm_id = reached.id and raised_at < ${startTs}
      order by found.id desc limit 1
    ) as former
    where goes_on and greatest(coalesce(ended_at, ${endTs}), acknowledged_at) >= ${startTs}
  ), counted as materialized (
    select alarm_id, kind, count(*) filter (where raised_at >= ${startTs})::int as raised,
      sum(greatest(0, least(coalesce(ended_at, ${endTs}), ${endTs}) - greatest(raised_at, ${startTs})))::float8 as lasted
    from occurrence group by 1, 2
  )
  select
    count(*) filter (where raised_at >= ${startTs} and severity = 'warning')::int as warning,
    count(*) filter (where raised_at >= ${startTs} and severity = 'critical')::int as critical,
    count(*) filter (where ended_at between ${startTs} and ${endTs})::int as ended,
    count(*) filter (where coalesce(returned_at, ended_at, ${endTs}) >= ${endTs})::int as active,
    (
      select count(*)::int from (
        select distinct on (alarm_id) acknowledged_at, ended_by from occurrence order by alarm_id, id desc
      ) as newest
      where coalesce(acknowledged_at, ${endTs}) >= ${endTs}
        and coalesce(ended_by, 'returned') = 'returned'
    ) as unacknowledged,
    ${listed(sql`
      select acknowledged_by as by, count(*)::int as count from occurrence
      where acknowledged_at between ${startTs} and ${endTs} group by 1 order by 2 desc, 1 limit ${SHIFT_ROWS}`)} as acknowledged,
    ${listed(sql`
      select (raised_at / ${period}::bigint * ${period}::bigint)::float8 as start_ts,
        count(*) filter (where severity = 'warning')::int as warning,
        count(*) filter (where severity = 'critical')::int as critical
      from occurrence where raised_at >= ${startTs} group by 1 order by 1`)} as periods,
    ${listed(of(sql`kind <> 'unusual'`, sql`lasted desc`))} as longest,
    ${listed(of(sql`raised >= ${FLAPPING}`, sql`raised desc`))} as flapping,
    ${listed(of(sql`kind = 'unusual'`, sql`lasted desc`))} as unusual
  from occurrence`

const of = (condition: SQL, order: SQL): SQL => sql`
  select alarm_id as alarm, raised, lasted from counted where ${condition} order by ${order}, alarm_id limit ${SHIFT_ROWS}`

const listed = (query: SQL): SQL => sql`(select coalesce(json_agg(row), '[]') from (${query}) as row)`
