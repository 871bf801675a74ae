import type {UsualHour} from '../../../contract/rules/usual/hour'
import type {Database} from '../../../server/database/connect'

export const HOUR = 60 * 60_000
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY

/** Returns this many hours before `until`: warmer by day than by night, and a little different each time. */
export function hoursBefore(until: number, count: number, level = 20): UsualHour[] {
  return Array.from({length: count}, (_, index) => {
    const ts = until - (count - index) * HOUR
    const mean = level + (isWarm(ts) ? 3 : 0) + 0.3 * Math.sin(ts / HOUR / 7)
    return {ts, count: 64, mean, low: mean - 0.4, high: mean + 0.4, first: mean, last: mean}
  })
}

/** Depends on the hour of a time in UTC. */
export function isWarm(at: number): boolean {
  const hour = Math.floor(at / HOUR) % 24
  return hour > 6 && hour < 18
}

/** Stores hours as rolled up, and their last value as the latest one. */
export async function seedHours(
  {pool}: Pick<Database, 'pool'>,
  {deviceNumber, keyId}: {deviceNumber: number; keyId: number},
  hours: readonly UsualHour[],
): Promise<void> {
  await pool.query(
    `insert into telemetry_rollup (
       device_number, key_id, minutes, ts, points, is_parted, high, low, magnitude, first, last, lowest, highest,
       first_at, last_at, lowest_at, highest_at, events
     )
     select $1::int4, $2::int4, 60, ts, points, false, mean * points, 0, 0, mean, mean, low, high, 0, 0, 0, 0, 0
     from unnest($3::int8[], $4::int4[], $5::float8[], $6::float8[], $7::float8[]) as hour (ts, points, mean, low, high)`,
    [
      ...[deviceNumber, keyId],
      hours.map(({ts}) => ts),
      hours.map(({count}) => count),
      hours.map(({mean}) => mean),
      hours.map(({low}) => low),
      hours.map(({high}) => high),
    ],
  )
  const last = hours.at(-1)
  await pool.query(
    `insert into latest (device_number, key_id, ts, received_at, value, kind) values ($1, $2, $3, $3, $4, 0)
     on conflict (device_number, key_id) do update set ts = excluded.ts, value = excluded.value`,
    [deviceNumber, keyId, last?.ts, last?.mean],
  )
}
