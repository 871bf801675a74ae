import {createHash} from 'node:crypto'
import type {Pool} from 'pg'
import {EVENT_THRESHOLD} from '../../contract/limits'
import {HOUR} from '../../contract/rules/durations'
import {int8Array} from './binaryArray'
import {type Pieces, piecesOf, type RolledUp, type Span} from './pieces'
import {numbersOf} from './points'
import {rollupsOf} from './rollUp'
import {RANGE, type Range, type SeriesRef} from './series'

const COLUMNS = [
  ...['ts', 'points', 'high', 'low', 'magnitude', 'first', 'last', 'lowest', 'highest'],
  ...['first_at', 'last_at', 'lowest_at', 'highest_at', 'events'],
].join(', ')

/** A point as a part, with its value where the columns of numbers are. */
const POINT = `ts, 1, value, 0, abs(value), value, value, value, value, 0, 0, 0, 0, (value > ${EVENT_THRESHOLD})::int4`

/** The first parameter of SQL that has some of its own. */
export const FURTHER = 4

interface Reading {
  /** SQL over the columns of parts and `place`, which is that of the range, from 1 on. */
  columns: string
  /** Parameters of `columns`, from that of number `FURTHER` on. */
  further?: readonly unknown[]
  /** Parts have the last value of the part before in the same range as `before`. */
  isBeforeRead?: boolean
}

/**
 * Reads the numbers of a series for each of some ranges, in the order of time, that has any: in parts none of which lies
 * in two ranges. These are pieces of time that are rolled up, and points where nothing is, or where a mark says that
 * points have come since.
 */
export async function readRanges<Columns extends object>(
  pool: Pool,
  series: SeriesRef,
  ranges: readonly Range[],
  reading: Reading,
): Promise<({place: number} & Columns)[]> {
  return readRangesOfMany<Columns>(pool, [series], ranges, reading)
}

/** Likewise for many series, which `series` tells by their places in the list. */
export async function readRangesOfMany<Columns extends object>(
  pool: Pool,
  series: readonly SeriesRef[],
  ranges: readonly Range[],
  {columns, further = [], isBeforeRead = false}: Reading,
): Promise<({series: number; place: number} & Columns)[]> {
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (series.length === 0 || first === undefined || last === undefined) return []
  const rolledUp = await findRolledUp(pool, series, {startTs: first.startTs, endTs: last.endTs})
  const {rollups, points} = piecesOfMany(ranges, rolledUp)
  const values: unknown[] = [...columnsOf(series), int8Array(ranges.map(({startTs}) => startTs)), ...further]
  const each = (spans: readonly SpanOfSeries[]) => {
    const places = values.push(spans.map(({series}) => series))
    const since = values.push(int8Array(spans.map(({span}) => span.since)))
    const until = values.push(int8Array(spans.map(({span}) => span.until)))
    return `unnest($${places}::int4[], $${since}::int8[], $${until}::int8[]) as span (series, since, until)`
  }
  const parts = [...rollups].map(
    ([minutes, spans]) => `select series, ${COLUMNS} from ${each(spans)} cross join lateral (
      select ${COLUMNS} from ${rollupsOf(minutes)}
      where ${OF_SERIES} and minutes = ${minutes} and ts >= since and ts < until and points > 0 offset 0
    ) as piece`,
  )
  if (points.length > 0) {
    parts.push(`select series, ${POINT} from ${each(points)} cross join lateral ${numbersOf(OF_SPAN)} as point`)
  }
  const before = isBeforeRead ? ', lag(last) over (partition by series, place order by ts) as before' : ''
  const text = `
    select series - 1 as series, place - 1 as place, ${columns} from (
      select *${before} from (
        select *, width_bucket(ts, $3::int8[]) as place
        from (${parts.join('\nunion all\n')}) as part (series, ${COLUMNS}) offset 0
      ) as part
    ) as part
    group by series, place order by series, place`
  return (await pool.query<{series: number; place: number} & Columns>({name: nameOf(text), text, values})).rows
}

/** There are few such texts, and planning one takes longer than some of them take to run. */
const nameOf = (text: string) => `ranges_${createHash('sha256').update(text).digest('base64url')}`

const columnsOf = (series: readonly SeriesRef[]) => [
  series.map(({deviceNumber}) => deviceNumber),
  series.map(({keyId}) => keyId),
]

const SERIES = {deviceNumber: '($1::int4[])[series]', keyId: '($2::int4[])[series]'}
const OF_SERIES = `device_number = ${SERIES.deviceNumber} and key_id = ${SERIES.keyId}`
const OF_SPAN = {...SERIES, startTs: 'since', endTs: '(until - 1)'}

/** A span of the series at a place in the list, from 1 on. */
interface SpanOfSeries {
  series: number
  span: Span
}

/** Most of many series are rolled up alike, so that their pieces are cut once. */
function piecesOfMany(ranges: readonly Range[], rolledUp: readonly RolledUp[][]) {
  const rollups = new Map<number, SpanOfSeries[]>()
  const points: SpanOfSeries[] = []
  const known = new Map<string, Pieces>()
  for (const [index, hours] of rolledUp.entries()) {
    const name = JSON.stringify(hours)
    const pieces = known.get(name) ?? piecesOf(ranges, hours)
    known.set(name, pieces)
    const own = (span: Span) => ({series: index + 1, span})
    points.push(...pieces.points.map(own))
    for (const [minutes, spans] of pieces.rollups) {
      const all = rollups.get(minutes) ?? []
      rollups.set(minutes, all)
      all.push(...spans.map(own))
    }
  }
  return {rollups, points}
}

/** What of each series is rolled up. */
async function findRolledUp(pool: Pool, series: readonly SeriesRef[], {startTs, endTs}: Range): Promise<RolledUp[][]> {
  const values = [...columnsOf(series), startTs, endTs]
  const {rows} = await pool.query<RolledUp & {series: number}>({name: 'rolled_up', text: FIND_ROLLED_UP, values})
  const found = series.map((): RolledUp[] => [])
  for (const {series, since, until, isParted, isKept} of rows) found[series - 1]?.push({since, until, isParted, isKept})
  return found
}

/** Neighbours that are alike are told together. A mark doesn't count where nothing but the rollup is left. */
const FIND_ROLLED_UP = `
  select series::int4 as series, hours.* from generate_subscripts($1::int4[], 1) as asked (series)
  cross join lateral (
    select min(ts)::float8 as since, (max(ts) + ${HOUR})::float8 as until, is_parted as "isParted", is_kept as "isKept" from (
      select ts, is_parted, is_kept, ts - ${HOUR} * row_number() over (partition by is_parted, is_kept order by ts) as run
      from ${rollupsOf(60)} as hour
      where ${OF_SERIES} and minutes = 60 and ts > ${RANGE.startTs} - ${HOUR} and ts <= ${RANGE.endTs}
        and (is_kept or not exists (select from telemetry_mark where ${OF_SERIES} and telemetry_mark.ts = hour.ts))
    ) as hour
    group by run, is_parted, is_kept
  ) as hours
  order by series, since`
