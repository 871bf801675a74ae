import * as z from 'zod/mini'

/** `GET /api/v0/capabilities`: what a server offers beyond the specified calls. Any other answer means none of it. */
export const capabilities = z.object({
  /** Telemetry is pushed by socket.io. */
  live: z.optional(z.boolean()),
  /** Series are aggregated and thinned by the server. */
  aggregation: z.optional(z.boolean()),
  /** The latest values of many devices come in one call. */
  latest: z.optional(z.boolean()),
  /** The server computes the tile statistics. */
  statistics: z.optional(z.boolean()),
  /** Every stored point of a range comes as a CSV file. */
  csv: z.optional(z.boolean()),
  /** Lists can be searched, sorted and paged by the server. */
  paging: z.optional(z.boolean()),
  /** Many devices can be made in one call. */
  imports: z.optional(z.boolean()),
  /** Users who belong to no organisation are listed. */
  unassignedUsers: z.optional(z.boolean()),
  /** Who did what can be read. */
  audit: z.optional(z.boolean()),
})
export type Capabilities = z.infer<typeof capabilities>
