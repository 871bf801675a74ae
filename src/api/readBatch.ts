import type {ZodMiniType} from 'zod/mini'

/** An item that can't be read is left out, so that it doesn't cost the others. */
export function readBatch<Wire, Read>(batch: unknown, schema: ZodMiniType<Wire>, readOf: (wire: Wire) => Read): Read[] {
  if (!Array.isArray(batch)) return []
  return batch.flatMap(item => {
    const {success, data} = schema.safeParse(item)
    return success ? [readOf(data)] : []
  })
}
