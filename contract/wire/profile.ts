import * as z from 'zod/mini'
import {NAME_LENGTH} from '../limits'
import {temperatureUnit} from './temperatureUnit'
import {line} from './text'

export const CUSTOMER_TYPES = ['private', 'business'] as const
export const customerType = z.enum(CUSTOMER_TYPES)
export type CustomerType = z.infer<typeof customerType>

/** `GET /api/v0/users/profile`; 404 when the user has none. A foreign server may leave fields out. */
export const profile = z.object({
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

const text = z._default(line(NAME_LENGTH), '')

/** `POST` (409 when there is one) and `PUT` (404 when there is none): the whole profile, what is left out is empty. */
export const profileBody = z.strictObject({
  name: text,
  surname: text,
  addressLine1: text,
  addressLine2: text,
  postcode: text,
  city: text,
  customer_type: z._default(customerType, 'private'),
  temperature_unit: z._default(temperatureUnit, 'celsius'),
  isCompleted: z._default(z.boolean(), false),
})
export type ProfileBody = z.infer<typeof profileBody>
