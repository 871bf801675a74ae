import * as z from 'zod/mini'
import {NAME_LENGTH} from '../../limits'
import {id} from '../common'
import {addition, nothing} from '../route'
import {requiredLine} from '../text'
import {authority} from './user'

/** A key that may write may read as well. */
export const API_KEY_SCOPES = ['read', 'write'] as const
const apiKeyScope = z.enum(API_KEY_SCOPES)
export type ApiKeyScope = z.infer<typeof apiKeyScope>

/** The prefix of every key, by which people and scanners of source code recognise one. */
export const API_KEY_PREFIX = 'pwk_'

/**
 * A key by which a program calls the API with the header `Authorization: Bearer pwk_…`, with the rights of
 * `authority` and the reach of its organisation or its customer. One of a SYS_ADMIN belongs to the system. `issued_by`
 * is the email of the admin. Times are epoch ms; `last_used_at` is up to ten minutes late, and null before the key was
 * used.
 */
const apiKey = z.object({
  _id: z.string(),
  name: z.string(),
  authority,
  customer_id: z.nullable(z.string()),
  scope: apiKeyScope,
  issued_by: z.string(),
  issued_at: z.number(),
  expires_at: z.number(),
  last_used_at: z.nullable(z.number()),
})
export type ApiKeyWire = z.infer<typeof apiKey>

/** A key of the system, with the rights of a SYS_ADMIN. It expires within 366 days. */
const newSystemApiKey = z.object({
  name: requiredLine(NAME_LENGTH),
  scope: apiKeyScope,
  expires_at: z.number().check(z.int()),
})
export type NewSystemApiKey = z.infer<typeof newSystemApiKey>

const OF_CUSTOMERS: ReadonlySet<string> = new Set(['CUSTOMER_ADMIN', 'CUSTOMER_USER'])

/** Only a key with the rights of a customer's user names a customer. */
const newApiKey = z
  .extend(newSystemApiKey, {
    authority: z.enum(['ORGANISATION_ADMIN', 'CUSTOMER_ADMIN', 'CUSTOMER_USER']),
    customer_id: z.optional(z.nullable(id)),
  })
  .check(
    z.refine(({authority, customer_id = null}) => OF_CUSTOMERS.has(authority) === (customer_id !== null), {
      path: ['customer_id'],
      error: 'must name a customer if the key has the rights of a user of a customer, and nothing otherwise',
    }),
  )
export type NewApiKey = z.infer<typeof newApiKey>

/** The only answer with the key itself. The server stores a hash of it. */
export const issuedApiKey = z.extend(apiKey, {key: z.string()})

/** The keys that are not revoked, newest first. */
export const listApiKeys = addition('GET', '/api/v0/api-key/by-org/:id', {answer: z.array(apiKey)})
export const issueApiKey = addition('POST', '/api/v0/api-key/by-org/:id', {
  body: newApiKey,
  answer: issuedApiKey,
  status: 201,
})
export const revokeApiKey = addition('DELETE', '/api/v0/api-key/by-org/:id/key/:keyId', {answer: nothing})
export const listSystemApiKeys = addition('GET', '/api/v0/api-key/system', {answer: z.array(apiKey)})
export const issueSystemApiKey = addition('POST', '/api/v0/api-key/system', {
  body: newSystemApiKey,
  answer: issuedApiKey,
  status: 201,
})
export const revokeSystemApiKey = addition('POST', '/api/v0/api-key/system/revocation', {
  body: z.object({id}),
  answer: nothing,
})
