import * as z from 'zod/mini'

/** Only `_id` and `email` are certain; `createdAt` is epoch ms. */
export const customer = z.object({
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
})
export type CustomerWire = z.infer<typeof customer>
