import * as z from 'zod/mini'

/** What every entity of the console has, whatever its kind. `counts`: how many of what belongs to it, an addition. */
export const record = z.looseObject({
  _id: z.string(),
  version: z.optional(z.nullable(z.number())),
  counts: z.optional(z.record(z.string(), z.number())),
})
export type RecordWire = z.infer<typeof record>
