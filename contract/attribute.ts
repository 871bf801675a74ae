import * as z from 'zod/mini'

export const ENTITY_TYPES = ['device', 'asset', 'customer', 'user', 'organisation'] as const
export const entityType = z.enum(ENTITY_TYPES)
export type EntityType = z.infer<typeof entityType>

/** 0 client (written by the device), 1 server, 2 shared. */
export const ATTRIBUTE_SCOPES = {client: 0, server: 1, shared: 2} as const
export const attributeScope = z.literal([0, 1, 2])
export type AttributeScope = z.infer<typeof attributeScope>

/** One attribute; exactly one of the typed values is set. `lastUpdateTs` is the arrival on the server, epoch ms. */
export const attribute = z.object({
  id: z.string(),
  entityId: z.string(),
  attributeType: attributeScope,
  attributeKey: z.string(),
  bool_v: z.optional(z.nullable(z.boolean())),
  str_v: z.optional(z.nullable(z.string())),
  long_v: z.optional(z.nullable(z.number())),
  dbl_v: z.optional(z.nullable(z.number())),
  json_v: z.optional(z.unknown()),
  lastUpdateTs: z.number(),
  organisation_id: z.optional(z.nullable(z.string())),
  version: z.optional(z.number()),
})
export type AttributeWire = z.infer<typeof attribute>
