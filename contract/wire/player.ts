import * as z from 'zod/mini'
import {NAME_LENGTH, PAIRING_CODE_LENGTH} from '../limits'
import {id, json} from './common'
import {device} from './entities/device'
import {addition, nothing} from './route'
import {requiredLine} from './text'

const playerItem = z.object({
  assetId: z.string(),
  name: z.string(),
  url: z.string(),
  size: z.number(),
  sha256: z.string(),
  content_type: z.string(),
  /** The schedule as in the attribute: read it by `contract/rules/time/schedule`. */
  when: z.optional(json),
})

/** The emergency of a screen. Without an item it has no file: then there is nothing to show. */
const playerEmergency = z.object({
  id: z.string(),
  item: z.optional(playerItem),
  until: z.number(),
  /** The screen only says that it has the video. */
  drill: z.boolean(),
})

/**
 * `GET /api/v1/{accessToken}/playlist`: the videos for a screen, in this order. `revision` is the version of the
 * playlist attribute, 0 while there is none. `url` is signed for the device. A video without a file any more is left
 * out. With `revision`, the answer waits until there is another one, or about `timeout` milliseconds have passed. A change
 * of `fallback` does not end the wait: it is in the next answer.
 */
export const playerPlaylist = z.object({
  revision: z.number(),
  items: z.array(playerItem),
  /** The videos to show while the items leave nothing to show; missing where there are none. */
  fallback: z.optional(z.array(playerItem)),
  /** What to show now instead of anything else; missing where there is none. */
  emergency: z.optional(playerEmergency),
  /** The videos to fetch before an emergency needs them. */
  prepared: z.optional(z.array(playerItem)),
})
export type PlayerPlaylistWire = z.infer<typeof playerPlaylist>

/** `GET /api/v1/{accessToken}/attributes/updates`: changed shared attributes by key, or the keys of deleted ones. */
export const attributeUpdates = z.record(z.string(), z.unknown())

/**
 * The client attribute `player`, by which our player reports its state. `free` is in bytes, `clock_error` in
 * milliseconds (positive: the screen's clock is ahead). A device that doesn't write it is not our player.
 */
export const PLAYER_ATTRIBUTE = 'player'

/** The reasons why a player shows nothing. */
const playerDark = z.enum(['nothingAssigned', 'outsideHours', 'allBroken', 'fetching'])
export type PlayerDark = z.infer<typeof playerDark>

/** What a screen says of its emergency. `missing`: it has not got the video, or cannot play it. */
const reportedEmergency = z.object({id: z.string(), state: z.enum(['shown', 'ready', 'missing'])})
export type ReportedEmergency = z.infer<typeof reportedEmergency>

/** The optional fields are unknown to older players. */
export const playerReport = z.object({
  /** The revision that is being played; null before the first. */
  revision: z.nullable(z.number()),
  /** The revision that is being fetched; null when it is the one being played. */
  fetching: z.nullable(z.number()),
  ready: z.number(),
  files: z.number(),
  playing: z.nullable(z.string()),
  free: z.nullable(z.number()),
  clock_error: z.nullable(z.number()),
  /** The reasons why videos do not play or are not fetched, by their ids. */
  faults: z.record(z.string(), z.string()),
  zone: z.nullable(z.string()),
  /** The server's time since which `playing`, or the darkness, has lasted; null before the first of them. */
  since: z.optional(z.nullable(z.number())),
  /** The reason why nothing is shown; null while something is. */
  dark: z.optional(z.nullable(playerDark)),
  /** The id of the fallback video that is shown instead of nothing; null while none is. */
  fallback: z.optional(z.nullable(z.string())),
  /** Null where there is no emergency. */
  emergency: z.optional(z.nullable(reportedEmergency)),
  /** The codecs that the browser of the screen decodes: `contract/rules/media/codecs`. */
  decodes: z.optional(z.array(z.string())),
  /** The identity of the player, which tells apart two players of one device. It is random and opens nothing. */
  player: z.optional(z.string()),
})
export type PlayerReport = z.infer<typeof playerReport>

/** The part of a heartbeat by which our player names itself. */
export const playerHeartbeat = z.object({player: z.string()})

/** The telemetry key of a play that has ended: its `ts` is the start. `seconds` were shown; `whole`: up to its end. */
export const PLAYED_KEY = 'played'
export const played = z.object({
  assetId: z.string(),
  name: z.string(),
  seconds: z.number(),
  whole: z.boolean(),
  revision: z.number(),
})
export type PlayedWire = z.infer<typeof played>

/** `POST /api/v1/pairing`: a code that a person types in for a device, and a secret by which the player asks. */
export const pairing = z.object({code: z.string(), secret: z.string(), expires_at: z.number()})

/** `GET /api/v1/pairing/{secret}` waits until someone has typed the code in (200), or some time has passed (204). */
export const pairingAnswer = z.object({access_token: z.string(), device_name: z.string()})

const CODE = new RegExp(`^.{${PAIRING_CODE_LENGTH}}$`)

const code = z
  .pipe(
    z.string(),
    z.transform(typed => typed.trim().toUpperCase()),
  )
  .check(z.regex(CODE, `must have ${PAIRING_CODE_LENGTH} characters`))

/**
 * Gives the device's credentials to the player that shows the code. A device that is alive has a player: then the
 * answer is 409 without `replace`. With it, the device gets another access token, and the former player loses its
 * access.
 */
export const pairDevice = addition('POST', '/api/v0/device/:id/pairing', {
  body: z.strictObject({code, replace: z.optional(z.boolean())}),
  answer: nothing,
})

/** Creates a device and gives it to the player that shows the code. */
export const pairNewDevice = addition('POST', '/api/v0/device/pairing', {
  body: z.strictObject({code, name: requiredLine(NAME_LENGTH), organisation_id: id}),
  answer: device,
})
