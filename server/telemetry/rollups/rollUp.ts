import type {ClientBase} from 'pg'
import {EVENT_THRESHOLD} from '../../../contract/limits'
import {HOUR, MINUTE} from '../../../contract/rules/time/durations'
import {pointsOf} from '../read/points'
import type {PassedOver, Piece} from './steps'

/** Whole hours of a series. */
export type Hours = Piece

/** The minutes of the pieces of time that are rolled up, each a part of the one before. */
export const ROLLED_UP = [60, 15, 5, 1] as const

/** The partition of the rollups of this many minutes. */
export const rollupsOf = (minutes: number): string => `telemetry_rollup_${minutes}`

/** SQL of when the last hour that is rolled up ends, as `since`, for the series of `asked`; 0 without any. */
export const AFTER_ROLLED_UP = `(
  select coalesce(max(ts) + ${HOUR}, 0) as since from ${rollupsOf(60)} as rollup
  where rollup.device_number = asked.device_number and rollup.key_id = asked.key_id and minutes = 60
)`

/** An hour with fewer numbers is read as fast by its points as by its parts. */
export const POINTS_FOR_PARTS = 300

/** Hours with larger numbers are not rolled up, because sums of them overflow. */
export const HUGE = 1e290

/** The reason why such an hour is passed over. */
export const TOO_LARGE = 'its numbers are too large to be added up'

/**
 * Rolls up hours, also those that are rolled up already. Hours with only texts have no points. Returns the hours that
 * are too large to be rolled up.
 */
export async function rollUp(client: ClientBase, hours: readonly Hours[]): Promise<PassedOver[]> {
  const values = [
    hours.map(({deviceNumber}) => deviceNumber),
    hours.map(({keyId}) => keyId),
    hours.map(({from}) => from),
    hours.map(({until}) => until),
  ]
  await client.query({name: 'unroll', text: UNROLL, values})
  const {rows} = await client.query<Hours>({name: 'roll_up', text: ROLL_UP, values})
  return rows.map(hour => ({...hour, because: TOO_LARGE}))
}

const ASKED = 'unnest($1::int4[], $2::int4[], $3::int8[], $4::int8[]) as asked (device_number, key_id, since, until)'

const UNROLL = `
  delete from telemetry_rollup using ${ASKED} cross join unnest('{${ROLLED_UP}}'::int2[]) as width
  where telemetry_rollup.device_number = asked.device_number and telemetry_rollup.key_id = asked.key_id
    and minutes = width and ts >= since and ts < until`

/**
 * SQL of the digits of a value that four times the magnitude has, the sum of all absolute values. These are added
 * without an error, and the rest of the values is too little to lose a digit of the sum.
 */
export const highDigits = (value: string, magnitude: string): string =>
  `((${value} + 4 * ${magnitude}) - 4 * ${magnitude})`

const HIGH = highDigits('value', 'magnitude')

/** The columns of a rollup for the points of each piece of this many minutes. */
const rolledUp = (minutes: number) => `
  select device_number, key_id, ${minutes}, start, count(value), bool_or(is_dense),
    coalesce(sum(${HIGH}), 0), coalesce(sum(value - ${HIGH}), 0),
    coalesce(max(magnitude), 0),
    coalesce(max(value) filter (where before_ts is null or before_ts < start), 0),
    coalesce(max(value) filter (where after_ts is null or after_ts >= start + ${minutes * MINUTE}), 0),
    coalesce(max(lowest), 0), coalesce(max(highest), 0),
    coalesce(min(ts) filter (where value is not null) - start, 0),
    coalesce(max(ts) filter (where value is not null) - start, 0),
    coalesce(min(ts) filter (where value = lowest) - start, 0),
    coalesce(min(ts) filter (where value = highest) - start, 0),
    count(*) filter (
      where value > ${EVENT_THRESHOLD} and not coalesce(before_ts >= start and before > ${EVENT_THRESHOLD}, false)
    )
  from (
    select *, sum(abs(value)) over whole as magnitude, min(value) over whole as lowest, max(value) over whole as highest
    from (
      select *, ts - ts % ${minutes * MINUTE} as start from weighed
      where not is_huge${minutes < 60 ? ' and is_dense and value is not null' : ''}
    ) as placed
    window whole as (partition by device_number, key_id, start)
  ) as sized
  group by device_number, key_id, start`

/** The texts of a series and its numbers are looked at apart, so that numbers have numbers before and after them. */
const ROLL_UP = `
  with point as (
    select device_number, key_id, ts, value, ts - ts % ${HOUR} as hour,
      lag(ts) over in_time as before_ts, lag(value) over in_time as before, lead(ts) over in_time as after_ts
    from ${ASKED}
    cross join lateral ${pointsOf({
      deviceNumber: 'asked.device_number',
      keyId: 'asked.key_id',
      startTs: 'since',
      endTs: 'until - 1',
    })} as stored
    window in_time as (partition by device_number, key_id, value is null order by ts)
  ), weighed as materialized (
    select *, count(value) over whole >= ${POINTS_FOR_PARTS} as is_dense,
      coalesce(max(abs(value)) over whole > ${HUGE}, false) as is_huge
    from point window whole as (partition by device_number, key_id, hour)
  ), rolled_up as (
    insert into telemetry_rollup (
      device_number, key_id, minutes, ts, points, is_parted, high, low, magnitude, first, last, lowest, highest,
      first_at, last_at, lowest_at, highest_at, events
    )
    ${ROLLED_UP.map(rolledUp).join(' union all ')}
  )
  select distinct device_number as "deviceNumber", key_id as "keyId", hour::float8 as "from", (hour + ${HOUR})::float8 as until
  from weighed where is_huge`
