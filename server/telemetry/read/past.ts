import type {Pool} from 'pg'
import {ANSWER_TEXT_BYTES, CLOCKS_SET_SINCE, HISTORY_POINTS} from '../../../contract/limits'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {type StoredValue, shortened} from '../ingest/value'
import {firstPointOf, newestPointOf, pointsOf} from './points'

/** A point of one of many series. */
export interface PastPoint extends StoredValue {
  deviceNumber: number
  key: string
  ts: EpochMs
}

/** Every series that the devices have, and a part of its points. */
const pointsOfEach = (points: string, typed = 'point.kind, point.text') => `
  select series.device_number as "deviceNumber", name as key, point.ts::float8 as ts, point.value, ${typed}
  from latest as series join telemetry_key on id = key_id
  cross join lateral (
    select ${points}
  ) as point
  where series.device_number = any($1)`

const SERIES = {deviceNumber: 'series.device_number', keyId: 'series.key_id'}

const LATEST_AT = pointsOfEach(`* from ${newestPointOf({...SERIES, endTs: '$2::int8'})} as newest`, shortened('point'))

/** The newest point of each key at a moment. */
export async function latestAt(
  pool: Pool,
  deviceNumbers: readonly number[],
  at: EpochMs,
  limit: number,
): Promise<PastPoint[]> {
  const {rows} = await pool.query<PastPoint>(`${LATEST_AT} limit $3`, [deviceNumbers, at, limit])
  return rows
}

/** The range after `from`, until `to`. */
export interface Piece {
  from: EpochMs
  to: EpochMs
  step: Milliseconds
}

const STEP = '(ts - $2::int8 - 1) / $4::int8'
const BEFORE = 'over (order by ts rows between unbounded preceding and 1 preceding)'
const HISTORY = `select * from (select *, coalesce(sum(octet_length(text)) ${BEFORE}, 0)::float8 as before from (${pointsOfEach(
  `distinct on (${STEP}) * from ${pointsOf({...SERIES, startTs: '($2::int8 + 1)', endTs: '$3::int8'})} as stored
    order by ${STEP}, ts desc`,
)} order by point.ts limit $5) as piece) as weighed where before <= $6 order by ts`

/**
 * The newest point of each key in each step, oldest first. When there are more than `limit`, they end with the last
 * complete time; at least one time is included, so that a caller who goes on from `until` makes progress.
 */
export async function history(
  pool: Pool,
  deviceNumbers: readonly number[],
  {from, to, step}: Piece,
  limit = HISTORY_POINTS,
): Promise<{points: PastPoint[]; until: EpochMs}> {
  const {rows} = await pool.query<Weighed>(HISTORY, [deviceNumbers, from, to, step, limit + 1, ANSWER_TEXT_BYTES])
  const end = endOf(rows, limit)
  const [oldest, beyond] = [rows[0], rows[end]]
  const points = rows.slice(0, end).map(({before: _, ...point}) => point)
  if (oldest === undefined || beyond === undefined) return {points, until: to}
  const until = Math.max(oldest.ts, beyond.ts - 1)
  return {points: points.filter(({ts}) => ts <= until), until}
}

/** A point with the bytes of the texts before it. */
interface Weighed extends PastPoint {
  before: number
}

/** The place of the first point that would be too much. */
function endOf(points: readonly Weighed[], limit: number): number {
  const heavy = points.findIndex(({before, text}) => before + Buffer.byteLength(text ?? '') > ANSWER_TEXT_BYTES)
  return heavy === -1 ? limit : Math.min(heavy, limit)
}

/** The time of the oldest point of the devices that a clock which is set can have given. */
export async function oldestOf(pool: Pool, deviceNumbers: readonly number[]): Promise<EpochMs | null> {
  const {rows} = await pool.query<{oldest: EpochMs | null}>(
    `select min(point.ts)::float8 as oldest from latest as series
     cross join lateral ${firstPointOf({...SERIES, startTs: `${CLOCKS_SET_SINCE}`})} as point
     where series.device_number = any($1)`,
    [deviceNumbers],
  )
  return rows[0]?.oldest ?? null
}
