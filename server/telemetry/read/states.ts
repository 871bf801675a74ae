import type {Pool} from 'pg'
import {LATE_AFTER} from '../../../contract/limits'
import {STATE_INTERVALS} from '../../../contract/rules/series/states'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {OtherValuesWire, StateRunsWire} from '../../../contract/wire/telemetry/telemetry'
import {exactlyOne} from '../../database/rows'
import {KIND, type StoredValue, toPointValue} from '../ingest/value'
import {pointsOf} from './points'
import {type AnswerLimits, RANGE, type Range, rangeValues, type SeriesRef} from './series'

interface Row extends Omit<StoredValue, 'value'> {
  from: EpochMs
  to: EpochMs
  total: number
  holds: Milliseconds
}

/** Applies `stateRuns` of the contract. Only changes leave the database, however many texts there are. */
export async function stateRuns(
  pool: Pool,
  series: SeriesRef,
  range: Range,
  {limit, textBytes}: AnswerLimits,
): Promise<StateRunsWire> {
  const {rows} = await pool.query<Row>(
    `with point as (
       select ts, kind, text, ts - lag(ts) over by_time as step,
         (kind, text) is distinct from (lag(kind) over by_time, lag(text) over by_time) as "isOther"
       from telemetry where device_number = $1 and key_id = $2 and ts between $3 and $4 and value is null
       window by_time as (order by ts)
     ), usual as (
       select greatest($5::int8, $6 * percentile_disc(0.75) within group (order by step)) as holds, max(ts) as last_ts
       from point
     ), first as (
       select * from point, usual where step is null or step > holds or "isOther"
     ), run as (
     select ts, ts::float8 as "from", kind, text, holds::float8 as holds, count(*) over ()::float8 as total,
       (case
         when lead(ts) over by_time is null then last_ts
         when lead(step) over by_time > holds then lead(ts) over by_time - lead(step) over by_time
         else lead(ts) over by_time
       end)::float8 as "to"
     from first window by_time as (order by ts)
     order by ts desc limit $7
     ), weighed as (
       select *, sum(octet_length(text)) over (order by ts desc) as taken from run
     )
     select "from", "to", kind, text, holds, total from weighed where taken <= $8 order by ts desc`,
    [...rangeValues(series, range), LATE_AFTER, STATE_INTERVALS, limit, textBytes],
  )
  const runs = rows.reverse().map(({from, to, kind, text}) => {
    const {str_v, json_v} = toPointValue({value: null, kind, text})
    return {from, to, str_v, json_v}
  })
  return {runs, total: rows[0]?.total ?? 0, holds: rows[0]?.holds ?? LATE_AFTER}
}

/** The kinds of more numbers are not counted. The index has no kinds, so that each number would be read from its table. */
const COUNTED_KINDS = 10_000

/** Counts what a range has beside its numbers, which are so many. */
export async function otherValues(
  pool: Pool,
  series: SeriesRef,
  range: Range,
  numbers: number,
): Promise<OtherValuesWire> {
  const {rows} = await pool.query<OtherValuesWire>(
    numbers <= COUNTED_KINDS ? OTHERS : TEXTS,
    rangeValues(series, range),
  )
  return exactlyOne(rows)
}

const TEXT_COLUMNS = `
  count(*) filter (where value is null)::float8 as texts, max(ts) filter (where value is null)::float8 as newest`
const OTHERS = `
  select ${TEXT_COLUMNS}, count(*) filter (where kind = ${KIND.bool})::float8 as booleans from ${pointsOf(RANGE)} as point`
/** Texts are never packed, so that all are rows, whose index says which they are. */
const TEXTS = `
  select ${TEXT_COLUMNS} from telemetry where device_number = $1 and key_id = $2 and ts between $3 and $4`
