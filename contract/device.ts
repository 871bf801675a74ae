import * as z from 'zod/mini'

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

export const deviceListQuery = z.object({organisation_id: z.optional(z.uuid())})
