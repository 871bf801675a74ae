import * as z from 'zod/mini'
import {NAME_LENGTH} from '../../limits'
import {temperatureUnit} from '../common'
import {route} from '../route'
import {line} from '../text'

export const CUSTOMER_TYPES = ['private', 'business'] as const
export const customerType = z.enum(CUSTOMER_TYPES)
export type CustomerType = z.infer<typeof customerType>

/** Other servers may leave fields out. */
const profile = z.object({
  name: z.optional(z.nullable(z.string())),
  surname: z.optional(z.nullable(z.string())),
  addressLine1: z.optional(z.nullable(z.string())),
  addressLine2: z.optional(z.nullable(z.string())),
  postcode: z.optional(z.nullable(z.string())),
  city: z.optional(z.nullable(z.string())),
  customer_type: z.optional(z.nullable(customerType)),
  temperature_unit: z.optional(z.nullable(temperatureUnit)),
  isCompleted: z.optional(z.nullable(z.boolean())),
})

const fields = {
  name: line(NAME_LENGTH),
  surname: line(NAME_LENGTH),
  addressLine1: line(NAME_LENGTH),
  addressLine2: line(NAME_LENGTH),
  postcode: line(NAME_LENGTH),
  city: line(NAME_LENGTH),
  customer_type: customerType,
  temperature_unit: temperatureUnit,
  isCompleted: z.boolean(),
}

/** A missing text is stored as an empty one. */
export const profileBody = z.strictObject({
  name: z._default(fields.name, ''),
  surname: z._default(fields.surname, ''),
  addressLine1: z._default(fields.addressLine1, ''),
  addressLine2: z._default(fields.addressLine2, ''),
  postcode: z._default(fields.postcode, ''),
  city: z._default(fields.city, ''),
  customer_type: z._default(customerType, 'private'),
  temperature_unit: z._default(temperatureUnit, 'celsius'),
  isCompleted: z._default(z.boolean(), false),
})
export type ProfileBody = z.infer<typeof profileBody>

/** A missing field keeps its value. */
const profileChange = z.partial(z.strictObject(fields))
export type ProfileChange = z.infer<typeof profileChange>

/** 404 when the user has no profile. */
export const readOwnProfile = route('GET', '/api/v0/users/profile', {answer: profile})
/** The same at the other path of the specification. */
export const readOwnProfileAtSlash = route('GET', '/api/v0/users/profile/', {answer: profile})
/** 409 when the user has a profile. */
export const createOwnProfile = route('POST', '/api/v0/users/profile', {
  body: profileBody,
  answer: profile,
  status: 201,
})
/** 404 when the user has no profile. */
export const changeOwnProfile = route('PUT', '/api/v0/users/profile', {body: profileChange, answer: profile})
