import * as z from 'zod/mini'
import {NAME_LENGTH, RETENTION_DAYS} from '../../limits'
import {filterValue, listQuery} from '../list'
import {email, requiredLine} from '../text'
import {additionalInfo, entityCalls, lineOrNull} from './entity'

/** The numbers of entities that belong to an organisation. An addition to the specification. */
export const organisationCounts = z.object({
  customers: z.number(),
  users: z.number(),
  devices: z.number(),
  assets: z.number(),
})
export type OrganisationCounts = z.infer<typeof organisationCounts>

/**
 * A server always sends `_id` and `title`; other fields may be missing. `createdAt` is epoch ms. Values of devices
 * that are older than `retentionDays` are removed for good; null keeps them as long as the server does, which is never
 * exceeded.
 */
const organisation = z.object({
  _id: z.string(),
  title: z.string(),
  organisationProfileId: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  address: z.optional(z.nullable(z.string())),
  address2: z.optional(z.nullable(z.string())),
  city: z.optional(z.nullable(z.string())),
  state: z.optional(z.nullable(z.string())),
  country: z.optional(z.nullable(z.string())),
  region: z.optional(z.nullable(z.string())),
  zip: z.optional(z.nullable(z.string())),
  additional_info: z.optional(z.unknown()),
  retentionDays: z.optional(z.nullable(z.number())),
  createdAt: z.optional(z.nullable(z.number())),
  version: z.optional(z.nullable(z.number())),
  counts: z.optional(organisationCounts),
})
export type OrganisationWire = z.infer<typeof organisation>

const organisationFields = {
  organisationProfileId: lineOrNull,
  address: lineOrNull,
  address2: lineOrNull,
  city: lineOrNull,
  state: lineOrNull,
  country: lineOrNull,
  region: lineOrNull,
  zip: lineOrNull,
  additional_info: z.optional(additionalInfo),
  retentionDays: z.optional(
    z.nullable(
      z
        .int('must be a whole number of days')
        .check(z.minimum(1, 'must be at least 1'), z.maximum(RETENTION_DAYS, `must be at most ${RETENTION_DAYS}`)),
    ),
  ),
}

const newOrganisationBody = z.strictObject({
  title: requiredLine(NAME_LENGTH),
  email,
  phone: requiredLine(NAME_LENGTH),
  ...organisationFields,
})
export type NewOrganisationBody = z.infer<typeof newOrganisationBody>

const organisationChange = z.strictObject({
  title: z.optional(requiredLine(NAME_LENGTH)),
  email: z.optional(email),
  phone: z.optional(requiredLine(NAME_LENGTH)),
  ...organisationFields,
  version: z.optional(z.int()),
})
export type OrganisationChange = z.infer<typeof organisationChange>

export const organisationListQuery = z.extend(listQuery(['title', 'email', 'createdAt']), {
  city: filterValue,
  country: filterValue,
})

export const organisationCalls = entityCalls('organisation', {
  listedAt: '/api/v0/organisation',
  query: organisationListQuery,
  entity: organisation,
  newBody: newOrganisationBody,
  change: organisationChange,
})
