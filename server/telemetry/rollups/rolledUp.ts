import type {Pool} from 'pg'
import {HOUR} from '../../../contract/rules/time/durations'
import {exactlyOne} from '../../database/rows'
import {findExtent, RANGE, type Range, type SeriesRef} from '../read/series'
import type {RolledUp, Span} from './pieces'
import {rollupsOf} from './rollUp'

/** A series, and what of it is rolled up in a range that was asked for, in the order of time. */
export interface RolledUpSeries extends SeriesRef {
  hours: readonly RolledUp[]
  /** The hours with rollups but without values; undefined when there are none. */
  rollupsOnly: Span | undefined
}

export async function findRolledUp(pool: Pool, series: SeriesRef, range: Range): Promise<RolledUpSeries> {
  return exactlyOne(await findRolledUpOfMany(pool, [series], range))
}

/** Returns the series in their order. */
export async function findRolledUpOfMany<Series extends SeriesRef>(
  pool: Pool,
  series: readonly Series[],
  {startTs, endTs}: Range,
): Promise<(Series & RolledUpSeries)[]> {
  const values = [series.map(({deviceNumber}) => deviceNumber), series.map(({keyId}) => keyId), startTs, endTs]
  const {rows} = await pool.query<RolledUp & {place: number}>({name: 'rolled_up', text: ROLLED_UP_HOURS, values})
  const hours = series.map((): RolledUp[] => [])
  for (const {place, since, until, isParted, isKept} of rows) hours[place - 1]?.push({since, until, isParted, isKept})
  return series.map((one, index) => ({...one, hours: hours[index] ?? [], rollupsOnly: storedOf(hours[index] ?? [])}))
}

function storedOf(hours: readonly RolledUp[]): Span | undefined {
  const stored = hours.filter(({isKept}) => isKept)
  const [first, last] = [stored[0], stored.at(-1)]
  return first && last && {since: first.since, until: last.until}
}

/** The number of whole hours in a range with enough numbers for rolling up their parts, as far as is known. */
export function denseHours({hours}: RolledUpSeries, {startTs, endTs}: Range): number {
  const [from, to] = [Math.ceil(startTs / HOUR), Math.floor((endTs + 1) / HOUR)]
  let count = 0
  for (const {since, until, isParted, isKept} of hours)
    if (isParted && !isKept) count += Math.max(0, Math.min(until / HOUR, to) - Math.max(since / HOUR, from))
  return count
}

/** Finds the times between which a range has numbers, or rollups of such that were removed; undefined without any. */
export async function findExtentWithStored(
  pool: Pool,
  series: RolledUpSeries,
  range: Range,
): Promise<Range | undefined> {
  const stored = await findExtent(pool, series, range)
  const {rollupsOnly} = series
  if (rollupsOnly === undefined) return stored
  return {
    startTs: Math.max(range.startTs, Math.min(rollupsOnly.since, stored?.startTs ?? rollupsOnly.since)),
    endTs: Math.min(range.endTs, Math.max(rollupsOnly.until - 1, stored?.endTs ?? 0)),
  }
}

const OF_SERIES = 'device_number = asked.device_number and key_id = asked.key_id'
const HOURS = `range_agg(int8range(ts, ts + ${HOUR}))`
const ROLLUPS = `(
  select ts, is_parted, is_kept and points > 0 as is_kept from ${rollupsOf(60)}
  where ${OF_SERIES} and minutes = 60 and ts > ${RANGE.startTs} - ${HOUR} and ts <= ${RANGE.endTs}
) as hour`

/**
 * Equal neighbours are returned as one. A marked hour doesn't count as rolled up, unless only its rollup is left.
 * Nothing is left of an hour without numbers. Hours are joined one by one only where some between them differ, as that
 * takes longer than reading them.
 */
const ROLLED_UP_HOURS = `
  select place::int4, lower(span)::float8 as since, upper(span)::float8 as until, is_parted as "isParted", is_kept as "isKept"
  from unnest((select $1::int4[]), (select $2::int4[])) with ordinality as asked (device_number, key_id, place)
  cross join lateral (
    select is_parted, is_kept, min(ts) as first, max(ts) as last, count(*) as count from ${ROLLUPS} group by is_parted, is_kept
  ) as alike
  cross join lateral (
    select case when last - first = (count - 1) * ${HOUR} then int8multirange(int8range(first, last + ${HOUR})) else (
      select ${HOURS} from ${ROLLUPS} where (is_parted, is_kept) = (alike.is_parted, alike.is_kept)
    ) end as hours
  ) as joined
  cross join lateral unnest(case when is_kept then hours else hours - coalesce((
    select ${HOURS} from telemetry_mark where ${OF_SERIES} and ts > ${RANGE.startTs} - ${HOUR} and ts <= ${RANGE.endTs}
  ), '{}') end) as span
  order by place, since`
