import type {Pool} from 'pg'
import type {EpochMs} from '../../contract/wire/common'
import {PLAYED_KEY, type PlayedWire, played} from '../../contract/wire/player'
import {KIND} from './value'

/** `to` is not included. */
export interface PlayRange {
  from: EpochMs
  to: EpochMs
  /** Undefined for all videos. */
  assetId: string | undefined
}

/** How often a device has played a video. `name` is what the device called it last. */
export interface PlaySum {
  deviceNumber: number
  assetId: string
  name: string | null
  whole: number
  brokenOff: number
  seconds: number
  first: EpochMs
  last: EpochMs
}

export interface Play extends PlayedWire {
  deviceNumber: number
  /** When it began. */
  ts: EpochMs
}

/**
 * The plays of `$1`, one device or several. Devices may send anything under the key: only what names a video counts.
 * `offset 0` keeps the JSON from being parsed anew for each of its parts.
 */
const PLAYS = `
  from telemetry cross join lateral (
    select case when kind = ${KIND.json} then text::jsonb end as play offset 0
  ) as read
  where key_id = (select id from telemetry_key where name = '${PLAYED_KEY}') and ts >= $2 and ts < $3
    and jsonb_typeof(play->'assetId') = 'string' and ($4::text is null or play->>'assetId' = $4)`

/** So many devices that a month of theirs is summed within the time that a statement has. */
const DEVICES_PER_STATEMENT = 5

export async function sumPlays(pool: Pool, deviceNumbers: readonly number[], range: PlayRange): Promise<PlaySum[]> {
  const sums: PlaySum[] = []
  for (let at = 0; at < deviceNumbers.length; at += DEVICES_PER_STATEMENT) {
    const some = deviceNumbers.slice(at, at + DEVICES_PER_STATEMENT)
    const {rows} = await pool.query<PlaySum>(SUMS, [some, range.from, range.to, range.assetId])
    sums.push(...rows)
  }
  return sums
}

const SUMS = `
  select "deviceNumber", "assetId", whole, "brokenOff", seconds, first, last,
    text::jsonb->>'name' as name
  from (
    select device_number as "deviceNumber", key_id, play->>'assetId' as "assetId",
      count(*) filter (where play->'whole' = 'true')::float8 as whole,
      count(*) filter (where play->'whole' is distinct from 'true')::float8 as "brokenOff",
      coalesce(sum((play->>'seconds')::float8) filter (where jsonb_typeof(play->'seconds') = 'number'), 0) as seconds,
      min(ts)::float8 as first, max(ts)::float8 as last
    ${PLAYS} and device_number = any($1)
    group by 1, 2, 3
  ) as sums
  join telemetry on device_number = "deviceNumber" and telemetry.key_id = sums.key_id and ts = last::bigint`

const PLAYS_PER_PAGE = 5000

/**
 * Yields the plays of one device after the other, oldest first, in pages. Each page has its own statement, so memory and
 * statement time do not grow with the range.
 */
export async function* pagesOfPlays(
  pool: Pool,
  deviceNumbers: readonly number[],
  range: PlayRange,
): AsyncGenerator<Play[]> {
  for (const deviceNumber of deviceNumbers) {
    let {from} = range
    for (;;) {
      const {rows} = await pool.query<{ts: EpochMs; text: string}>(
        `select ts::float8 as ts, text ${PLAYS} and device_number = $1 order by ts limit ${PLAYS_PER_PAGE}`,
        [deviceNumber, from, range.to, range.assetId],
      )
      yield rows.flatMap(({ts, text}) => {
        const {data} = played.safeParse(JSON.parse(text))
        return data === undefined ? [] : [{...data, deviceNumber, ts}]
      })
      const last = rows.at(-1)
      if (last === undefined || rows.length < PLAYS_PER_PAGE) break
      from = last.ts + 1
    }
  }
}
