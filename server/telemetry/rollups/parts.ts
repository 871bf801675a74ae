import {createHash} from 'node:crypto'
import type {Pool} from 'pg'
import {EVENT_THRESHOLD} from '../../../contract/limits'
import {numbersOf} from '../read/points'
import type {Range} from '../read/series'
import {int8Array} from './binaryArray'
import {type Pieces, piecesOf, type Span} from './pieces'
import type {RolledUpSeries} from './rolledUp'
import {highDigits, rollupsOf} from './rollUp'

/** The columns of parts, each for one point, and for the points of a span that lie in the same range. */
const COLUMNS = {
  ts: ['ts', 'ts'],
  points: ['1', 'points'],
  high: ['value', 'high'],
  low: ['0', 'low'],
  magnitude: ['abs(value)', 'magnitude'],
  first: ['value', 'numbers[1]'],
  last: ['value', 'numbers[points]'],
  lowest: ['value', 'lowest'],
  highest: ['value', 'highest'],
  first_at: ['0', '0'],
  last_at: ['0', 'times[points] - ts'],
  lowest_at: ['0', 'times[array_position(numbers, lowest)] - ts'],
  highest_at: ['0', 'times[array_position(numbers, highest)] - ts'],
  events: [`(value > ${EVENT_THRESHOLD})::int4`, 'events'],
} as const

/** SQL of the first and the last number of a range, for which its parts need not be sorted. */
export const ENDS = '(min(array[ts, first]))[2] as first, (max(array[ts, last]))[2] as last'

/** The first parameter of SQL that has some of its own. */
export const FURTHER = 4

export interface Reading {
  /** SQL over the columns of parts and `place`, which is that of the range, from 1 on. */
  columns: string
  /** Parameters of `columns`, from that of number `FURTHER` on. */
  further?: readonly unknown[]
  /** Parts have the last value of the part before in the same range as `before`. */
  isBeforeRead?: boolean
  /** Each point is a part, so that `columns` may change its number before it is added to others. */
  isOfPoints?: boolean
}

/**
 * Reads the numbers of a series for each of some ranges, in the order of time, that has any: in parts, each within one
 * range. These are pieces of time that are rolled up, and points where nothing is, or where a mark says that points
 * have come since.
 */
export async function readRanges<Columns extends object>(
  pool: Pool,
  series: RolledUpSeries,
  ranges: readonly Range[],
  reading: Reading,
): Promise<({place: number} & Columns)[]> {
  return readRangesOfMany<Columns>(pool, [series], ranges, reading)
}

/** Reads many series likewise; `series` is their position in the list. */
export async function readRangesOfMany<Columns extends object>(
  pool: Pool,
  series: readonly RolledUpSeries[],
  ranges: readonly Range[],
  {columns, further = [], isBeforeRead = false, isOfPoints = false}: Reading,
): Promise<({series: number; place: number} & Columns)[]> {
  if (series.length === 0 || ranges.length === 0) return []
  const {rollups, points} = piecesOfMany(ranges, series)
  const values: unknown[] = [
    series.map(({deviceNumber}) => deviceNumber),
    series.map(({keyId}) => keyId),
    int8Array(ranges.map(({startTs}) => startTs)),
    ...further,
  ]
  // The length of a sub-select's array isn't planned for, so that PostgreSQL keeps a plan.
  const each = (spans: readonly SpanOfSeries[]) => {
    const places = values.push(spans.map(({series}) => series))
    const since = values.push(int8Array(spans.map(({span}) => span.since)))
    const until = values.push(int8Array(spans.map(({span}) => span.until)))
    return `unnest((select $${places}::int4[]), (select $${since}::int8[]), (select $${until}::int8[])) as span (series, since, until)`
  }
  const named = namedIn(columns)
  const read = named.join(', ')
  const parts = [...rollups].map(
    ([minutes, spans]) => `select series, ${read} from ${each(spans)} cross join lateral (
      select ${read} from ${rollupsOf(minutes)}
      where ${OF_SERIES} and minutes = ${minutes} and ts >= since and ts < until and points > 0 offset 0
    ) as piece`,
  )
  if (points.length > 0) {
    const [point, shape] = isOfPoints ? [NUMBERS, 0] : [GATHERED, 1]
    const shaped = named.map(column => COLUMNS[column][shape]).join(', ')
    parts.push(`select series, ${shaped} from ${each(points)} cross join lateral ${point}`)
  }
  const before = isBeforeRead ? ', lag(last) over (partition by series, place order by ts) as before' : ''
  const text = `
    select series - 1 as series, place - 1 as place, ${columns} from (
      select *${before} from (
        select *, ${PLACE} as place
        from (${parts.join('\nunion all\n')}) as part (series, ${read}) offset 0
      ) as part
    ) as part
    group by series, place order by series, place`
  return (await pool.query<{series: number; place: number} & Columns>({name: nameOf(text), text, values})).rows
}

/** Rows of few columns are faster to join and to sort. The time is read in any case, as it identifies the range. */
const namedIn = (columns: string) =>
  (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).filter(
    column => column === 'ts' || new RegExp(`\\b${column}\\b`).test(columns),
  )

/** There are few such texts, and planning one takes longer than some of them take to run. */
const nameOf = (text: string) => `ranges_${createHash('sha256').update(text).digest('base64url')}`

const SERIES = {deviceNumber: '($1::int4[])[series]', keyId: '($2::int4[])[series]'}
const OF_SERIES = `device_number = ${SERIES.deviceNumber} and key_id = ${SERIES.keyId}`
const PLACE = 'width_bucket(ts, $3::int8[])'
const NUMBERS = `${numbersOf({...SERIES, startTs: 'since', endTs: '(until - 1)'})} as point`

const HIGH = highDigits('value', 'magnitude')

/** The points of a span, by the ranges they lie in. PostgreSQL computes only the columns that are read. */
const GATHERED = `(
  select min(ts) as ts, count(*)::int4 as points,
    sum(${HIGH}) as high, sum(value - ${HIGH}) as low, max(magnitude) as magnitude,
    min(value) as lowest, max(value) as highest,
    array_agg(value order by ts) as numbers, array_agg(ts order by ts) as times,
    (count(*) filter (where value > ${EVENT_THRESHOLD} and coalesce(before, 0) <= ${EVENT_THRESHOLD}))::int4 as events
  from (
    select *, lag(value) over (partition by place order by ts) as before, sum(abs(value)) over (partition by place) as magnitude
    from (select ts, value, ${PLACE} as place from ${NUMBERS}) as point
  ) as point
  group by place
) as gathered`

/** A span of the series at a place in the list, from 1 on. */
interface SpanOfSeries {
  series: number
  span: Span
}

/** Most of many series are rolled up alike, so that their pieces are cut once. */
function piecesOfMany(ranges: readonly Range[], series: readonly RolledUpSeries[]) {
  const rollups = new Map<number, SpanOfSeries[]>()
  const points: SpanOfSeries[] = []
  const known = new Map<string, Pieces>()
  for (const [index, {hours}] of series.entries()) {
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
