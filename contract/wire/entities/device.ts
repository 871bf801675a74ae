import * as z from 'zod/mini'
import {IMPORT_BATCH_LENGTH, LATE_AFTER, MAX_TS, MIN_TS, NAME_LENGTH} from '../../limits'
import {id} from '../common'
import {filterValue, listQuery} from '../list'
import {accessToken} from '../people/accessToken'
import {addition, nothing, route} from '../route'
import {requiredLine} from '../text'
import {additionalInfo, entityCalls, idOrNull, lineOrNull} from './entity'

/**
 * A server always sends `_id` and `name`; other fields may be missing. `createdAt` is epoch ms. `last_seen` is the
 * server's time of the last arrival of a value, and null when there was none. It is sent by a list that is asked for
 * it.
 */
export const device = z.object({
  _id: z.string(),
  name: z.string(),
  type: z.optional(z.nullable(z.string())),
  label: z.optional(z.nullable(z.string())),
  additional_info: z.optional(z.unknown()),
  device_data: z.optional(z.unknown()),
  organisation_id: z.optional(z.nullable(z.string())),
  customer_id: z.optional(z.nullable(z.string())),
  firmware_id: z.optional(z.nullable(z.string())),
  software_id: z.optional(z.nullable(z.string())),
  external_id: z.optional(z.nullable(z.string())),
  device_profile_id: z.optional(z.nullable(z.string())),
  createdAt: z.optional(z.nullable(z.number())),
  version: z.optional(z.nullable(z.number())),
  last_seen: z.optional(z.nullable(z.number())),
})
export type DeviceWire = z.infer<typeof device>

/** The status of a device at the time of the request: a late one was last seen longer ago than `late_after`. */
export const DEVICE_STATUSES = ['fresh', 'late', 'never'] as const
const deviceStatus = z.enum(DEVICE_STATUSES)
export type DeviceStatus = z.infer<typeof deviceStatus>

/** A duration in milliseconds. */
const lateAfter = z.coerce.number().check(z.int(), z.positive(), z.maximum(MAX_TS))

/**
 * An addition: a list can be sorted by `lastSeen`, and says `last_seen` when it is asked for it. It can be filtered by
 * `status`, and `late_after` has a default.
 */
export const deviceListQuery = z.extend(listQuery(['name', 'type', 'label', 'createdAt', 'lastSeen']), {
  organisation_id: z.optional(id),
  type: filterValue,
  label: filterValue,
  customer_id: filterValue,
  with: z.optional(z.literal('last_seen')),
  status: z.optional(deviceStatus),
  late_after: z.optional(lateAfter),
})

/** `newest` is the device seen last, and null when none ever was. */
const deviceStatusCounts = z.object({
  fresh: z.number(),
  late: z.number(),
  never: z.number(),
  newest: z.nullable(z.object({device_id: z.string(), name: z.string(), last_seen: z.number()})),
})
export type DeviceStatusCountsWire = z.infer<typeof deviceStatusCounts>
/** Counts the devices of an organisation by status. */
export const countDevicesByStatus = addition('GET', '/api/v0/device/by-org/:id/status', {
  query: z.object({late_after: z._default(lateAfter, LATE_AFTER)}),
  answer: deviceStatusCounts,
})

const createdAt = z.optional(z.nullable(z.int().check(z.minimum(MIN_TS), z.maximum(MAX_TS))))

const deviceFields = {
  type: lineOrNull,
  label: lineOrNull,
  additional_info: z.optional(additionalInfo),
  device_data: z.optional(additionalInfo),
  customer_id: idOrNull,
  firmware_id: idOrNull,
  software_id: idOrNull,
  external_id: idOrNull,
  device_profile_id: idOrNull,
}

/** Without `createdAt` (epoch ms), the server takes its own time. */
const newDeviceBody = z.strictObject({
  name: requiredLine(NAME_LENGTH),
  organisation_id: id,
  ...deviceFields,
  createdAt,
})
export type NewDeviceBody = z.infer<typeof newDeviceBody>

/** `organisation_id` and `createdAt` may be sent but not changed (400). */
const deviceChange = z.strictObject({
  name: z.optional(requiredLine(NAME_LENGTH)),
  organisation_id: z.optional(id),
  ...deviceFields,
  createdAt,
  version: z.optional(z.int()),
})
export type DeviceChange = z.infer<typeof deviceChange>

export const deviceCalls = entityCalls('device', {
  listedAt: '/api/v0/device',
  query: deviceListQuery,
  entity: device,
  newBody: newDeviceBody,
  change: deviceChange,
})

/**
 * `credentials_value` is the access token by which the device sends telemetry. It counts until `expires_at`, and the
 * former one until `former_until`. Both are epoch milliseconds, and missing when nothing ends.
 */
export const deviceCredentials = z.object({
  credentials_id: z.optional(z.string()),
  credentials_type: z.optional(z.string()),
  credentials_value: z.string(),
  device_id: z.optional(z.string()),
  createdAt: z.optional(z.nullable(z.number())),
  version: z.optional(z.nullable(z.number())),
  expires_at: z.optional(z.number()),
  former_until: z.optional(z.number()),
})
export type DeviceCredentialsWire = z.infer<typeof deviceCredentials>

const credentialsBody = z.strictObject({
  credentials_type: z.literal('ACCESS_TOKEN'),
  credentials_value: accessToken,
})
export type CredentialsBody = z.infer<typeof credentialsBody>

const endsAt = z.number().check(z.int())

/**
 * The token that the device has counts until `former_until`, or no longer, and the new one until `expires_at`. All
 * times are epoch milliseconds and at most ten years ahead.
 */
const credentialsRotation = z.strictObject({
  credentials_value: accessToken,
  former_until: z.nullable(endsAt),
  expires_at: z.nullable(endsAt),
})
export type CredentialsRotation = z.infer<typeof credentialsRotation>

const credentialsRemoval = z.optional(
  z.nullable(z.strictObject({credentials_type: z.optional(z.string()), credentials_value: z.optional(z.string())})),
)

export const readCredentials = route('GET', '/api/v0/device/:id/credentials', {answer: deviceCredentials})
/**
 * Refused with 409 when the device has credentials, or another device within reach has this token. A token of a device
 * out of reach is refused as if it were too easy to guess.
 */
export const createCredentials = route('POST', '/api/v0/device/:id/credentials', {
  body: credentialsBody,
  answer: deviceCredentials,
  status: 201,
})
/** Refused with 409 when a token is given that is not the device's. */
export const deleteCredentials = route('DELETE', '/api/v0/device/:id/credentials', {
  body: credentialsRemoval,
  answer: nothing,
})
/**
 * Gives a device a new token: 404 without credentials, 409 for a token that is in use. An addition to the specified
 * calls, like the two below.
 */
export const rotateCredentials = addition('POST', '/api/v0/device/:id/credentials/rotation', {
  body: credentialsRotation,
  answer: deviceCredentials,
})
/** Null lets the token count for ever. */
export const setCredentialsExpiry = addition('PUT', '/api/v0/device/:id/credentials/expiry', {
  body: z.strictObject({expires_at: z.nullable(endsAt)}),
  answer: deviceCredentials,
})
/** Ends the former token at once; 404 when there is none. */
export const endFormerCredentials = addition('DELETE', '/api/v0/device/:id/credentials/former', {answer: nothing})

/**
 * Creates many devices of one organisation in one call. It is an addition to the specification. A failed row does not
 * affect the others; `outcomes` has one item for each row, in order. A device gets credentials only when its row has an
 * `access_token`. The client may choose the `_id`: then a row that is sent again creates no second device and gets the
 * same answer. No answer reveals the ids and tokens of devices out of reach.
 */
const deviceImportBody = z.strictObject({
  organisation_id: id,
  rows: z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(IMPORT_BATCH_LENGTH)),
})
export type DeviceImportBody = z.infer<typeof deviceImportBody>
/** The message for an id that another device has, too, whether that one is within reach or not. */
export const NO_NEW_ID = 'must be a new id'
export const deviceImportRow = z.strictObject({
  _id: z.optional(z.uuid(NO_NEW_ID).check(z.toLowerCase())),
  name: requiredLine(NAME_LENGTH),
  type: lineOrNull,
  label: lineOrNull,
  customer_id: z.optional(z.nullable(z.uuid('must be an id').check(z.toLowerCase()))),
  access_token: z.optional(accessToken),
})
export type DeviceImportRow = z.infer<typeof deviceImportRow>
export const deviceImportOutcome = z.union([z.object({_id: z.string()}), z.object({message: z.string()})])
export type DeviceImportOutcome = z.infer<typeof deviceImportOutcome>
export const deviceImportAnswer = z.object({outcomes: z.array(deviceImportOutcome)})
export const importDevices = addition('POST', '/api/v0/device/import', {
  body: deviceImportBody,
  answer: deviceImportAnswer,
})

const claimBody = z.strictObject({name: requiredLine(NAME_LENGTH), secret: z._default(z.string(), '')})
export type ClaimBody = z.infer<typeof claimBody>
/**
 * Gives a device of the caller's organisation that belongs to no customer to the caller's. The device has to have said
 * the same secret within its time; a device without one has said an empty text. An addition to the specification.
 */
export const claimDevice = addition('POST', '/api/v0/device/claim', {body: claimBody, answer: device})
