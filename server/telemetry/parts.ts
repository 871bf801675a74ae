import type {Pool} from 'pg'
import {EVENT_THRESHOLD} from '../../contract/limits'
import {HOUR, MINUTE} from '../../contract/rules/durations'
import type {EpochMs} from '../../contract/wire/common'
import {numbersOf, type PointsRange} from './points'
import {ROLLED_UP} from './rollUp'
import {RANGE, type Range, type SeriesRef} from './series'

/** The starts of those pieces of each length that must not be taken whole, because a bucket begins within them. */
type Splits = readonly (readonly EpochMs[])[]

const splitsAt = (edges: readonly EpochMs[]): Splits =>
  ROLLED_UP.map(minutes => {
    const width = minutes * MINUTE
    return [...new Set(edges.filter(edge => edge % width !== 0).map(edge => edge - (edge % width)))]
  })

const COLUMNS = [
  ...['ts', 'points', 'high', 'low', 'magnitude', 'first', 'last', 'lowest', 'highest'],
  ...['first_at', 'last_at', 'lowest_at', 'highest_at', 'events'],
].join(', ')

/** A point as a part, with its value where the columns of numbers are. */
const POINT = `ts, 1, value, 0, abs(value), value, value, value, value, 0, 0, 0, 0, (value > ${EVENT_THRESHOLD})::int4`

/**
 * SQL of the numbers of a series in parts, none of which lies in two buckets: pieces of time that are rolled up, and points
 * where nothing is, or where a mark says that points have come since. `splits` is SQL of the starts of split pieces of each
 * length, undefined where there are none.
 */
function partsOf({deviceNumber, keyId, startTs, endTs}: PointsRange, splits: readonly (string | undefined)[]): string {
  const ofSeries = `device_number = ${deviceNumber} and key_id = ${keyId}`
  const starts = (split: string) => `unnest(${split}) as split (ts)`
  const hourOf = (ts: string) => `hour.ts = ${ts} - ${ts} % ${HOUR} and is_parted`
  /** The pieces of longer ones that are split, without those that are split themselves. Neighbours are read at once. */
  const within = (place: number, whole: string): string => {
    const [width = 0, minutes = 0] = ROLLED_UP.slice(place)
    const split = splits[place + 1]
    return `select piece.* from (
        select min(ts) as since, max(ts) + ${width * MINUTE} as until from (
          select ts, ts - ${width * MINUTE} * row_number() over (order by ts) as run from ${starts(whole)}
        ) as split group by run
      ) as run
      cross join lateral (
        select ${COLUMNS} from telemetry_rollup
        where ${ofSeries} and minutes = ${minutes} and ts >= since and ts < until
          and ts between ${startTs} and ${endTs} - ${minutes * MINUTE - 1}
      ) as piece
      join hour on ${hourOf('piece.ts')}
      ${split === undefined ? '' : `where not exists (select from ${starts(split)} where split.ts = piece.ts)`}`
  }
  const [hours, minutes] = [splits[0], splits.at(-1)]
  const opened = [
    `select ts + ${HOUR}, coalesce(lead(ts) over (order by ts), ${endTs} + 1) from hour`,
    `select ${startTs}, coalesce((select min(ts) from hour), ${endTs} + 1)`,
    hours && `select ts, ts + ${HOUR} from hour where is_split and not is_parted`,
    minutes && `select split.ts, split.ts + ${MINUTE} from ${starts(minutes)} join hour on ${hourOf('split.ts')}`,
  ]
  const parts = [
    `select ${COLUMNS} from hour where points > 0 and not is_split`,
    ...splits.slice(0, -1).map((split, place) => split && within(place, split)),
    `select ${POINT} from opened cross join lateral ${numbersOf({
      ...{deviceNumber, keyId},
      ...{startTs: `greatest(since, ${startTs})`, endTs: `least(until - 1, ${endTs})`},
    })} as point
    where since < until`,
  ]
  return `(
    with hour as materialized (
      select rollup.*, ${hours ? `ts in (select ts from ${starts(hours)})` : 'false'} as is_split
      from telemetry_rollup as rollup
      where ${ofSeries} and minutes = 60 and ts > ${startTs} - ${HOUR} and ts <= ${endTs} - ${HOUR - 1}
        and not exists (select from telemetry_mark where ${ofSeries} and telemetry_mark.ts = rollup.ts)
    ), opened (since, until) as (
      ${allOf(opened)}
    )
    ${allOf(parts)}
  )`
}

const allOf = (queries: readonly (string | undefined)[]) =>
  queries.filter(query => query !== undefined).join('\nunion all\n')

/**
 * Reads the numbers of a series for each of some ranges, in the order of time, that has any. `columns` is SQL over the
 * columns of parts; `before` is the last value of the part before in the same range, and further parameters start at $7.
 */
export async function readRanges<Columns extends object>(
  pool: Pool,
  {deviceNumber, keyId}: SeriesRef,
  ranges: readonly Range[],
  columns: string,
  further: readonly unknown[] = [],
): Promise<({place: number} & Columns)[]> {
  const [starts, ends] = [ranges.map(({startTs}) => startTs), ranges.map(({endTs}) => endTs)]
  const values: unknown[] = [deviceNumber, keyId, starts[0], ends.at(-1), starts, ends, ...further]
  // The last range ends with the points, for the most part, where nothing is rolled up yet.
  const splits = splitsAt([...starts, ...ends.slice(0, -1).map(end => end + 1)]).map(split =>
    split.length === 0 ? undefined : `$${values.push(split)}::int8[]`,
  )
  const text = `
    select place - 1 as place, ${columns} from (
       select part.*, lag(last) over (partition by place order by ts) as before
       from (select *, width_bucket(ts, $5::int8[]) as place from ${partsOf(RANGE, splits)} as part offset 0) as part
       where ts <= ($6::int8[])[place]
     ) as part
     group by place order by place`
  return (await pool.query<{place: number} & Columns>(text, values)).rows
}
