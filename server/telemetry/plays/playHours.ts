import type {ClientBase} from 'pg'
import {HOUR} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import {int4Array, int8Array} from '../rollups/binaryArray'
import {PLAY_COUNTS, playPoints} from './playPoints'

/** An hour in which a device has reported plays. */
export interface PlayHour {
  deviceNumber: number
  hour: EpochMs
}

/** The hours of some plays, each once. */
export function hoursOf(plays: readonly {deviceNumber: number; ts: EpochMs}[]): PlayHour[] {
  const hours = new Map<string, PlayHour>()
  for (const {deviceNumber, ts} of plays) {
    const hour = Math.floor(ts / HOUR) * HOUR
    hours.set(`${deviceNumber} ${hour}`, {deviceNumber, hour})
  }
  return [...hours.values()]
}

/**
 * Counts the hours from their points, so that it does not matter whether plays come late, twice or in another version.
 * Call it in the transaction that has stored them: of two servers that do so for a device, the second one waits for the
 * first at the latest play of the device, and counts what both have stored.
 */
export async function countHours(client: ClientBase, hours: readonly PlayHour[]): Promise<void> {
  const values = [int4Array(hours.map(hour => hour.deviceNumber)), int8Array(hours.map(({hour}) => hour))]
  await client.query({name: 'count_plays', text: COUNT, values})
}

const COUNT = `
  with asked as (
    select * from unnest($1::int4[], $2::int8[]) as asked (device_number, hour)
  ), counted as (
    select device_number, hour, ${PLAY_COUNTS}
    from asked cross join ${playPoints({deviceNumber: 'asked.device_number', from: 'hour', to: `hour + ${HOUR}`})}
    group by 1, 2, 3
  ), gone as (
    delete from play_hour using asked
    where play_hour.device_number = asked.device_number and play_hour.hour = asked.hour
      and not exists (
        select from counted where counted.device_number = asked.device_number
          and counted.hour = asked.hour and counted.asset_id = play_hour.asset_id
      )
  )
  insert into play_hour (device_number, hour, asset_id, whole, broken_off, seconds, first, last)
  select * from counted
  on conflict (device_number, hour, asset_id) do update
    set whole = excluded.whole, broken_off = excluded.broken_off, seconds = excluded.seconds,
        first = excluded.first, last = excluded.last
    where (play_hour.whole, play_hour.broken_off, play_hour.seconds, play_hour.first, play_hour.last)
      is distinct from (excluded.whole, excluded.broken_off, excluded.seconds, excluded.first, excluded.last)`
