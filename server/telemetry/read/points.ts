import {MAX_TS, MIN_TS} from '../../../contract/limits'
import {DAY, MINUTE} from '../../../contract/rules/time/durations'

/** SQL of a series and a range, both ends included. It may refer to columns of the query that joins the points. */
export interface PointsRange {
  deviceNumber: string
  keyId: string
  startTs: string
  endTs: string
}

/** Without it, points come in any order. */
interface Cut {
  order: 'asc' | 'desc'
  limit: string
}

/** The parts of points that are read. */
interface Shape {
  columns: string
  /** A condition for rows. Blocks hold numbers only. */
  condition: string
  /** SQL of the arrays of a block from which a point takes more than its time and its number. */
  further: (subscript: string) => string
  /** SQL of the columns that come of these. */
  typed: string
}

const NUMBERS: Shape = {columns: 'ts, value', condition: 'and value is not null', further: () => '', typed: ''}
const POINTS: Shape = {
  columns: 'ts, value, kind, text',
  condition: '',
  further: subscript => `, kinds[${subscript}]`,
  typed: ', coalesce(point.kind, block.kind), null',
}

/** SQL of the points of a series as `ts`, `value`, `kind` and `text`. */
export const pointsOf = (range: PointsRange, cut?: Cut): string => within(range, POINTS, cut)

/** SQL of the numbers of a series as `ts` and `value`. Numbers in rows are read from the index alone. */
export const numbersOf = (range: PointsRange, cut?: Cut): string => within(range, NUMBERS, cut)

/** SQL of the newest point until `endTs`. */
export const newestPointOf = (range: Omit<PointsRange, 'startTs'>): string =>
  outermost({...range, startTs: `${MIN_TS}`}, POINTS, NEWEST)

/** SQL of the newest number in a range. */
export const newestNumberOf = (range: PointsRange): string => outermost(range, NUMBERS, NEWEST)

/** SQL of the first point from `startTs` on. */
export const firstPointOf = (range: Omit<PointsRange, 'endTs'>): string =>
  outermost({...range, endTs: `${MAX_TS}`}, POINTS, FIRST)

/** SQL of the first number in a range. */
export const firstNumberOf = (range: PointsRange): string => outermost(range, NUMBERS, FIRST)

/** SQL of how many points of a block are not after a time. */
const pointsUntil = (ts: string) =>
  `(case when at is null then greatest(0, least(points, (${ts} - block.ts - first_at + step) / step))
     else width_bucket(greatest(-1, least(${DAY}, ${ts} - block.ts))::int4, at) end)::int4`

const timeOf = (at: string, place: string) => `block.ts + coalesce(${at}, first_at + (${place} - 1) * step)`

/** The times in a block for which there are rows. */
const OVERRIDDEN = `array(
  select stored.ts from telemetry as stored
  where stored.device_number = block.device_number and stored.key_id = block.key_id
    and stored.ts >= block.ts and stored.ts < block.ts + minutes * ${MINUTE}
) as overridden`

const ofSeries = ({deviceNumber, keyId}: PointsRange) => `device_number = ${deviceNumber} and key_id = ${keyId}`

/** The blocks that have points in the range. The first condition finds them in the index. */
const blocksOf = (range: PointsRange) => `telemetry_block as block
  where ${ofSeries(range)} and block.ts > ${range.startTs} - ${DAY} and block.ts <= ${range.endTs}
    and block.ts + last_at >= ${range.startTs} and block.ts + first_at <= ${range.endTs}`

const rowsOf = (range: PointsRange, {columns, condition}: Shape) => `select ${columns} from telemetry
  where ${ofSeries(range)} and ts between ${range.startTs} and ${range.endTs} ${condition}`

/**
 * Only the requested points of a block are unpacked, and not those that a row replaces. `offset 0` lets PostgreSQL hash
 * the times of such rows, which may be as many as the points.
 */
function within(range: PointsRange, shape: Shape, cut: Cut | undefined): string {
  const cutBy = (...columns: string[]) =>
    cut === undefined ? '' : `order by ${columns.map(column => `${column} ${cut.order}`)} limit ${cut.limit}`
  const ts = timeOf('point.at', '(since + place)')
  const taken = 'since + 1:until'
  return `(
    (${rowsOf(range, shape)} ${cutBy('telemetry.ts')})
    union all
    (
      select ${shape.columns.replaceAll(/\w+/g, 'point.$&')} from (
        select *, ${pointsUntil(`${range.startTs} - 1`)} as since, ${pointsUntil(range.endTs)} as until, ${OVERRIDDEN}
        from ${blocksOf(range)}
      ) as block
      cross join lateral (
        select ${ts}, number${shape.typed}, place
        from unnest(at[${taken}], numbers[${taken}]${shape.further(taken)})
          with ordinality as point (at, number${shape === POINTS ? ', kind' : ''}, place)
        where ${ts} not in (select unnest(overridden))
        offset 0
      ) as point (${shape.columns}, place)
      ${cutBy('block.ts', 'place')}
    )
    ${cutBy('ts')}
  )`
}

/** An end of a range. */
interface End {
  order: 'asc' | 'desc'
  isBeyond: '<' | '>'
  nearest: 'min' | 'max'
  /** SQL of the first place in a block that may be the nearest to the end, and of the last one. */
  places: (range: PointsRange) => [string, string]
  /** The range without the part to which a row is nearer. */
  beyond: (range: PointsRange, row: string) => PointsRange
}

const NEWEST: End = {
  order: 'desc',
  isBeyond: '>',
  nearest: 'max',
  places: ({endTs}) => ['1', pointsUntil(endTs)],
  beyond: (range, row) => ({...range, startTs: `greatest(${range.startTs}, ${row})`}),
}

const FIRST: End = {
  order: 'asc',
  isBeyond: '<',
  nearest: 'min',
  places: ({startTs}) => [`1 + ${pointsUntil(`${startTs} - 1`)}`, 'points'],
  beyond: (range, row) => ({...range, endTs: `least(${range.endTs}, ${row})`}),
}

/**
 * Blocks are only looked at where they may have a point nearer to the end than the rows have. The place of that is
 * computed, unless rows replace points of the block. `offset 0` has PostgreSQL compute it once.
 */
function outermost(range: PointsRange, shape: Shape, {order, isBeyond, nearest, places, beyond}: End): string {
  const row = '(select stored.ts from stored)'
  const ts = timeOf('at[place]', 'place')
  const kind = shape === POINTS ? ', coalesce(kinds[place], kind), null' : ''
  const [from, to] = places(range)
  return `(
    with stored as materialized (${rowsOf(range, shape)} order by telemetry.ts ${order} limit 1)
    select * from (
      select * from stored
      union all
      (
        select ${ts}, numbers[place]${kind} from (
          select *, case when overridden = '{}' then ${nearest === 'max' ? '"to"' : '"from"'} else (
            select ${nearest}("from" + place - 1) from unnest(at["from":"to"], numbers["from":"to"])
              with ordinality as point (at, number, place)
            where ${timeOf('point.at', '("from" + place - 1)')} not in (select unnest(overridden))
          ) end::int4 as place
          from (
            select *, ${from} as "from", ${to} as "to", ${OVERRIDDEN} from ${blocksOf(beyond(range, row))}
            order by block.ts ${order} offset 0
          ) as block
          order by block.ts ${order} offset 0
        ) as block
        where place is not null and ${ts} between ${range.startTs} and ${range.endTs}
          and (${row} is null or ${ts} ${isBeyond} ${row})
        limit 1
      )
    ) as point
    order by ts ${order} limit 1
  )`
}
