import * as z from 'zod/mini'
import {LATE_AFTER} from '../limits'

/** `/config.json`, read when the client starts, so that a built client can be pointed elsewhere without a rebuild. */
export const clientConfig = z.object({
  /** Origin of the API; empty means the client's own. */
  apiBase: z._default(z.string(), ''),
  /** Organisations with a dashboard of their own; everyone else gets the telemetry dashboard. */
  dashboards: z._default(z.object({media: z.array(z.string()), wall: z.array(z.string())}), {media: [], wall: []}),
  /** Milliseconds after its arrival at which a value is late. */
  lateAfter: z._default(z.number().check(z.positive()), LATE_AFTER),
})
export type ClientConfig = z.infer<typeof clientConfig>
