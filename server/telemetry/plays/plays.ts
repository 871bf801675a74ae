import type {Pool} from 'pg'
import {HOUR} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import {type PlayedWire, played} from '../../../contract/wire/player'
import {PLAY_COUNTS, PLAYED_KEY_ID, playPoints} from './playPoints'

/** `to` is not included. */
export interface PlayRange {
  from: EpochMs
  to: EpochMs
  /** Undefined for all videos. */
  assetId: string | undefined
}

/** The plays of a video on a device. `name` is the device's last name for the video. */
export interface PlaySum {
  deviceNumber: number
  assetId: string
  name: string
  whole: number
  brokenOff: number
  seconds: number
  first: EpochMs
  last: EpochMs
}

export interface Play extends PlayedWire {
  deviceNumber: number
  /** The time at which it began. */
  ts: EpochMs
}

/** Few enough devices that a month of theirs is summed within the time that a statement has. */
const DEVICES_PER_STATEMENT = 500

/** Adds up the whole hours of the range, and the plays before the first and after the last of them. */
export async function sumPlays(pool: Pool, deviceNumbers: readonly number[], range: PlayRange): Promise<PlaySum[]> {
  const {from, to, assetId} = range
  const firstHour = Math.min(Math.ceil(from / HOUR) * HOUR, to)
  const hoursEnd = Math.max(Math.floor(to / HOUR) * HOUR, firstHour)
  const sums: PlaySum[] = []
  for (let at = 0; at < deviceNumbers.length; at += DEVICES_PER_STATEMENT) {
    const some = deviceNumbers.slice(at, at + DEVICES_PER_STATEMENT)
    const {rows} = await pool.query<PlaySum>(SUMS, [some, from, firstHour, hoursEnd, to, assetId])
    sums.push(...rows)
  }
  return sums
}

const SUMS = `
  select sums.*, text::jsonb->>'name' as name
  from (
    select device_number as "deviceNumber", asset_id as "assetId",
      sum(whole)::float8 as whole, sum(broken_off)::float8 as "brokenOff", sum(seconds) as seconds,
      min(first)::float8 as first, max(last)::float8 as last
    from (
      select device_number, asset_id, whole, broken_off, seconds, first, last from play_hour
      where device_number = any($1) and hour >= $3 and hour < $4
      union all
      select device_number, ${PLAY_COUNTS}
      from unnest($1::int4[]) as asked (device_number)
      cross join (values ($2::int8, $3::int8), ($4::int8, $5::int8)) as edge (start_ts, end_ts)
      cross join ${playPoints({deviceNumber: 'asked.device_number', from: 'start_ts', to: 'end_ts'})}
      group by device_number, play->>'assetId'
    ) as parts
    where $6::uuid is null or asset_id = $6
    group by 1, 2
  ) as sums
  join telemetry on device_number = "deviceNumber" and key_id = ${PLAYED_KEY_ID} and ts = last::bigint`

const PLAYS_PER_PAGE = 5000

/**
 * Yields the plays of one device after the other, oldest first, in pages. Each page has its own statement, so memory
 * and statement time do not grow with the range.
 */
export async function* pagesOfPlays(
  pool: Pool,
  deviceNumbers: readonly number[],
  range: PlayRange,
): AsyncGenerator<Play[]> {
  for (const deviceNumber of deviceNumbers) {
    let {from} = range
    for (;;) {
      const {rows} = await pool.query<{ts: EpochMs; text: string}>(PAGE, [deviceNumber, from, range.to, range.assetId])
      yield rows.map(({ts, text}) => ({...played.parse(JSON.parse(text)), deviceNumber, ts}))
      const last = rows.at(-1)
      if (last === undefined || rows.length < PLAYS_PER_PAGE) break
      from = last.ts + 1
    }
  }
}

const PAGE = `
  select ts::float8 as ts, text from ${playPoints({deviceNumber: '$1', from: '$2', to: '$3'})}
    and ($4::text is null or play->>'assetId' = $4)
  order by ts limit ${PLAYS_PER_PAGE}`
