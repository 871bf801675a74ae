import * as z from 'zod/mini'
import {IMPORT_BATCH_LENGTH, MAX_TS, MIN_TS, NAME_LENGTH} from '../limits'
import {id} from './common'
import {additionalInfo, idOrNull, lineOrNull} from './entityFields'
import {listQuery} from './list'
import {accessToken, requiredLine} from './text'

/** A device as `GET /api/v0/device` lists it. Only `_id` and `name` are certain; `createdAt` is epoch ms. */
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
})
export type DeviceWire = z.infer<typeof device>

export const deviceListQuery = z.extend(listQuery(['name', 'type', 'label', 'createdAt']), {
  organisation_id: z.optional(id),
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

/** `POST /api/v0/device`: at least the name and the organisation. Without `createdAt` it is the server's time. */
export const newDeviceBody = z.strictObject({
  name: requiredLine(NAME_LENGTH),
  organisation_id: id,
  ...deviceFields,
  createdAt,
})
export type NewDeviceBody = z.infer<typeof newDeviceBody>

/**
 * `PUT /api/v0/device/{id}`: what is left out stays. `organisation_id` and `createdAt` may be sent as they are (400 when they
 * differ). With an older `version` than the server's nothing changes (409).
 */
export const deviceChange = z.strictObject({
  name: z.optional(requiredLine(NAME_LENGTH)),
  organisation_id: z.optional(id),
  ...deviceFields,
  createdAt,
  version: z.optional(z.int()),
})
export type DeviceChange = z.infer<typeof deviceChange>

/** `credentials_value` is the access token that a device sends with. */
export const deviceCredentials = z.object({
  credentials_id: z.optional(z.string()),
  credentials_type: z.optional(z.string()),
  credentials_value: z.string(),
  device_id: z.optional(z.string()),
  createdAt: z.optional(z.nullable(z.number())),
  version: z.optional(z.nullable(z.number())),
})
export type DeviceCredentialsWire = z.infer<typeof deviceCredentials>

/** `POST /api/v0/device/{id}/credentials` (409 when there are some, or the token is in use). */
export const credentialsBody = z.strictObject({
  credentials_type: z.literal('ACCESS_TOKEN'),
  credentials_value: accessToken,
})
export type CredentialsBody = z.infer<typeof credentialsBody>

/** `DELETE /api/v0/device/{id}/credentials`. With a token that is not the device's nothing is deleted (409). */
export const credentialsRemoval = z.optional(
  z.nullable(z.strictObject({credentials_type: z.optional(z.string()), credentials_value: z.optional(z.string())})),
)

/**
 * `POST /api/v0/device/import`, an addition: many devices of one organisation in one call. Each row stands or fails by itself;
 * `outcomes` has one item a row, in order. `access_token`: the credentials that the device gets; absent: none. `_id`: the id that
 * the device gets, chosen by the client, so that a row may be sent again: once made, it is not made again, and answered the same.
 */
export const deviceImportBody = z.strictObject({
  organisation_id: id,
  rows: z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(IMPORT_BATCH_LENGTH)),
})
export type DeviceImportBody = z.infer<typeof deviceImportBody>
const rowId = z.uuid('must be an id').check(z.toLowerCase())
export const deviceImportRow = z.strictObject({
  _id: z.optional(rowId),
  name: requiredLine(NAME_LENGTH),
  type: lineOrNull,
  label: lineOrNull,
  customer_id: z.optional(z.nullable(rowId)),
  access_token: z.optional(accessToken),
})
export type DeviceImportRow = z.infer<typeof deviceImportRow>
export const deviceImportOutcome = z.union([z.object({_id: z.string()}), z.object({message: z.string()})])
export type DeviceImportOutcome = z.infer<typeof deviceImportOutcome>
export const deviceImportAnswer = z.object({outcomes: z.array(deviceImportOutcome)})
