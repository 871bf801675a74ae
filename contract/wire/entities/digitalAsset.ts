import * as z from 'zod/mini'
import {DURATION_MAX, MAX_TS, MIN_TS, NAME_LENGTH} from '../../limits'
import {id} from '../common'
import {addition, nothing, route} from '../route'
import {requiredLine} from '../text'

/**
 * The fields beside `file` in the form of an upload. The specified ones are `label` and
 * `type`. `organisation_id` is the caller's own where it is left out; `parent_id` is the video of a thumbnail. `id` is
 * of the client's making, so that an upload whose answer was lost can be sent again. `duration` is in milliseconds.
 */
export const uploadFields = z.object({
  label: z._default(z.enum(['video_asset', 'thumbnail']), 'video_asset'),
  type: z._default(z.literal('digital_asset'), 'digital_asset'),
  id: z.optional(id),
  organisation_id: z.optional(id),
  parent_id: z.optional(id),
  duration: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(DURATION_MAX))),
})
export type UploadFields = z.infer<typeof uploadFields>

export const uploadAnswer = z.object({assetId: z.string(), originalName: z.string()})
export type UploadAnswer = z.infer<typeof uploadAnswer>

/**
 * What the container of a video tells. `width` and `height` are in pixels, as the video is shown, so turned where it says
 * so; `codec` is that of RFC 6381, such as `avc1.640028`. Null is not known.
 */
const videoFacts = z.object({
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  codec: z.nullable(z.string()),
  has_sound: z.nullable(z.boolean()),
})
export type VideoFactsWire = z.infer<typeof videoFacts>

/**
 * A file of an organisation, an addition. `size` is in bytes, `duration` in milliseconds, `sha256` in hex.
 * `thumbnail_url` is signed like a `file-url`. A file without a video's type can't be played. `facts` are missing until
 * they have been read.
 */
const digitalAsset = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.number(),
  size: z.number(),
  content_type: z.string(),
  sha256: z.string(),
  duration: z.nullable(z.number()),
  facts: z.optional(videoFacts),
  thumbnail_url: z.nullable(z.string()),
})
export type DigitalAssetWire = z.infer<typeof digitalAsset>

/** The videos of an organisation, with the part of its quota in use, in bytes. A `quota` of null is no limit. */
const digitalAssetList = z.object({
  items: z.array(digitalAsset),
  used: z.number(),
  quota: z.nullable(z.number()),
  /** The largest file that is taken, in bytes. */
  file_limit: z.number(),
})

/** The metadata of an upload by tus: the fields of the form, with the file's name. */
export const resumableFields = z.extend(uploadFields, {filename: requiredLine(NAME_LENGTH)})

const queryTime = z.coerce.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS))

/** `to` is not included. */
const playsQuery = z.object({
  organisation_id: z.optional(id),
  device_id: z.optional(id),
  asset_id: z.optional(id),
  from: queryTime,
  to: queryTime,
})
export type PlaysQuery = z.infer<typeof playsQuery>

/** The plays of a video on a screen in the range: whole, or broken off. `seconds` are those shown in all. */
const plays = z.object({
  device_id: z.string(),
  device_name: z.string(),
  asset_id: z.string(),
  /** The present name, or the player's name for it when the video is deleted. */
  asset_name: z.nullable(z.string()),
  whole: z.number(),
  broken_off: z.number(),
  seconds: z.number(),
  first: z.number(),
  last: z.number(),
})

/** The body is a form. */
export const uploadDigitalAsset = route('POST', '/api/v0/digitalAssets/upload', {answer: uploadAnswer, status: 201})
/** The address is signed, and works without a session until it expires. */
export const readFileUrl = route('GET', '/api/v0/digitalAssets/:id/file-url', {answer: z.object({url: z.string()})})
export const deleteDigitalAsset = route('DELETE', '/api/v0/digitalAssets/:id', {answer: nothing})
/** The videos of an organisation, newest first. An addition to the specification, like those below. */
export const listDigitalAssets = addition('GET', '/api/v0/digitalAssets', {
  query: z.object({organisation_id: z.optional(id)}),
  answer: digitalAssetList,
})
/** Lists the plays that screens have reported. */
export const listPlays = addition('GET', '/api/v0/digitalAssets/plays', {query: playsQuery, answer: z.array(plays)})
/** The same as a CSV text, a line for each play. */
export const readPlaysCsv = addition('GET', '/api/v0/digitalAssets/plays.csv', {query: playsQuery, answer: z.string()})

/** A deleted video that can be restored, by an id of its own. `deleted_at` and `restorable_until` are epoch ms. */
const deletedVideo = z.object({
  _id: z.string(),
  name: z.string(),
  size: z.number(),
  deleted_at: z.number(),
  restorable_until: z.number(),
})

/** The lists that have the video again, and those that were changed since and stay as they are. */
const restoredVideo = z.object({
  asset_id: z.string(),
  playlists: z.number(),
  assignments: z.number(),
  changed_since: z.number(),
})
export type RestoredVideoWire = z.infer<typeof restoredVideo>

const DELETED = '/api/v0/digitalAssets/deleted/by-org/:id'
const deletedParams = z.object({id, videoId: id})
/** The deleted videos of an organisation that can be restored, the last first. */
export const listDeletedVideos = addition('GET', DELETED, {answer: z.array(deletedVideo)})
/** Restores the asset, its file and thumbnail, and its entries in lists that nobody has changed since. */
export const restoreDeletedVideo = addition('POST', `${DELETED}/video/:videoId`, {
  params: deletedParams,
  answer: restoredVideo,
})
/** Removes a deleted video for good, before its time is over. */
export const purgeDeletedVideo = addition('DELETE', `${DELETED}/video/:videoId`, {
  params: deletedParams,
  answer: nothing,
})
