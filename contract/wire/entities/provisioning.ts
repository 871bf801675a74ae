import * as z from 'zod/mini'
import {NAME_LENGTH} from '../../limits'
import {id} from '../common'
import {accessToken} from '../people/accessToken'
import {addition, nothing} from '../route'
import {requiredLine} from '../text'

/**
 * A profile by which devices register themselves. They belong to the customer, or to none. `issued_by` is the email
 * of the admin; times are epoch ms.
 */
const provisioningProfile = z.object({
  _id: z.string(),
  name: z.string(),
  customer_id: z.nullable(z.string()),
  key: z.string(),
  issued_by: z.string(),
  issued_at: z.number(),
})
export type ProvisioningProfileWire = z.infer<typeof provisioningProfile>

const newProvisioningProfile = z.object({
  name: requiredLine(NAME_LENGTH),
  customer_id: z.optional(z.nullable(id)),
})
export type NewProvisioningProfile = z.infer<typeof newProvisioningProfile>

/** The only answer with the secret. The server stores a hash of it. */
export const issuedProvisioningProfile = z.extend(provisioningProfile, {secret: z.string()})

/** Newest first. */
export const listProvisioningProfiles = addition('GET', '/api/v0/provisioning/by-org/:id', {
  answer: z.array(provisioningProfile),
})
export const issueProvisioningProfile = addition('POST', '/api/v0/provisioning/by-org/:id', {
  body: newProvisioningProfile,
  answer: issuedProvisioningProfile,
  status: 201,
})
export const revokeProvisioningProfile = addition('DELETE', '/api/v0/provisioning/by-org/:id/profile/:profileId', {
  answer: nothing,
})

/**
 * `POST /api/v1/provision`, as in ThingsBoard: a device asks for credentials and names the profile that allows them.
 */
export const provisionSecret = z.object({provisionDeviceKey: z.string(), provisionDeviceSecret: z.string()})
export type ProvisionSecret = z.infer<typeof provisionSecret>

/** The rest of it. Without a name the device gets one; `token` is the one that it requests. */
export const provisionRequest = z.object({
  deviceName: z.optional(requiredLine(NAME_LENGTH)),
  credentialsType: z.optional(z.literal('ACCESS_TOKEN')),
  token: z.optional(accessToken),
  gateway: z.optional(z.boolean()),
})

export const provisionAnswer = z.union([
  z.object({credentialsValue: z.string(), credentialsType: z.literal('ACCESS_TOKEN'), status: z.literal('SUCCESS')}),
  z.object({errorMsg: z.string(), status: z.enum(['FAILURE', 'NOT_FOUND'])}),
])
export type ProvisionAnswer = z.infer<typeof provisionAnswer>
