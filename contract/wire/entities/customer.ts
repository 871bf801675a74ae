import * as z from 'zod/mini'
import {id} from '../common'
import {filterValue, listQuery} from '../list'
import {email} from '../text'
import {entityCalls, lineOrNull} from './entity'

/** The numbers of entities that belong to a customer. An addition to the specification. */
export const customerCounts = z.object({users: z.number(), devices: z.number(), assets: z.number()})
export type CustomerCounts = z.infer<typeof customerCounts>

/** A server always sends `_id` and `email`; other fields may be missing. `createdAt` is epoch ms. */
const customer = z.object({
  _id: z.string(),
  email: z.string(),
  title: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  address: z.optional(z.nullable(z.string())),
  address2: z.optional(z.nullable(z.string())),
  city: z.optional(z.nullable(z.string())),
  state: z.optional(z.nullable(z.string())),
  zip: z.optional(z.nullable(z.string())),
  country: z.optional(z.nullable(z.string())),
  organisation_id: z.optional(z.nullable(z.string())),
  externalId: z.optional(z.nullable(z.string())),
  isPublic: z.optional(z.nullable(z.boolean())),
  createdAt: z.optional(z.nullable(z.number())),
  version: z.optional(z.nullable(z.number())),
  counts: z.optional(customerCounts),
})
export type CustomerWire = z.infer<typeof customer>

const customerFields = {
  title: lineOrNull,
  phone: lineOrNull,
  address: lineOrNull,
  address2: lineOrNull,
  city: lineOrNull,
  state: lineOrNull,
  zip: lineOrNull,
  country: lineOrNull,
  externalId: lineOrNull,
  isPublic: z.optional(z.boolean()),
}

const newCustomerBody = z.strictObject({email, organisation_id: id, ...customerFields})
export type NewCustomerBody = z.infer<typeof newCustomerBody>

const customerChange = z.strictObject({
  email: z.optional(email),
  ...customerFields,
  version: z.optional(z.int()),
})
export type CustomerChange = z.infer<typeof customerChange>

/** An addition: a list has counts when it is asked for them. */
export const customerListQuery = z.extend(listQuery(['title', 'email', 'createdAt']), {
  city: filterValue,
  country: filterValue,
  with: z.optional(z.literal('counts')),
})

export const customerCalls = entityCalls('customer', {
  listedAt: '/api/v0/customer/by-org/:id',
  query: customerListQuery,
  entity: customer,
  newBody: newCustomerBody,
  change: customerChange,
})
