import {DURATION_MAX} from '../../../contract/limits'
import {PLAYED_KEY} from '../../../contract/wire/player'
import {KIND} from '../ingest/value'

/**
 * A point is a play when it is of the form `played` in the contract. Devices may send anything under the key: a value
 * without a video, or one that lasts longer than a video may, is no play.
 */
const IS_PLAY = `
  play->>'assetId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and play @? 'strict $ ? (
    @.name.type() == "string" && @.seconds >= 0 && @.seconds <= ${DURATION_MAX / 1000}
    && @.whole.type() == "boolean" && @.revision.type() == "number")'`

export interface PlayBounds {
  deviceNumber: string
  /** `to` is not included. */
  from: string
  to: string
}

/**
 * SQL of the plays of a device, as JSON in `play` and as a text. Its parameters are SQL as well, and may be columns of
 * the query before it. `offset 0` keeps the range in the index, and the JSON from being parsed again for each of its
 * parts.
 */
export const playPoints = ({deviceNumber, from, to}: PlayBounds): string => `
  lateral (
    select ts, text, text::jsonb as play from telemetry
    where device_number = ${deviceNumber} and key_id = ${PLAYED_KEY_ID} and kind = ${KIND.json}
      and ts >= ${from} and ts < ${to}
    offset 0
  ) as point where ${IS_PLAY}`

export const PLAYED_KEY_ID = `(select id from telemetry_key where name = '${PLAYED_KEY}')`

/** The counts of a video's plays. */
export const PLAY_COUNTS = `
  (play->>'assetId')::uuid as asset_id, count(*) filter (where play->'whole' = 'true')::int as whole,
  count(*) filter (where play->'whole' = 'false')::int as broken_off,
  sum((play->'seconds')::float8) as seconds, min(ts) as first, max(ts) as last`
