import * as z from 'zod/mini'
import {LATE_AFTER} from '../limits'
import {AUTHORITIES} from './people/user'

/**
 * `/config.json`, which the client reads when it starts, so that a built client can be configured without a rebuild.
 */
export const clientConfig = z.object({
  /** The origin of the API. An empty text means the origin of the client. */
  apiBase: z._default(z.string(), ''),
  /** The ids of the organisations that see another dashboard than the telemetry dashboard. */
  dashboards: z._default(
    /** `overview` names those whose users have an overview as well. */
    z.object({media: z.array(z.string()), wall: z.array(z.string()), overview: z.optional(z.array(z.string()))}),
    {media: [], wall: []},
  ),
  /** A value is late when it arrived longer ago than this, in milliseconds. */
  lateAfter: z._default(z.number().check(z.positive()), LATE_AFTER),
  /** A template with `{z}`, `{x}` and `{y}` of the images of maps, and the attribution that maps show for them. */
  mapTiles: z.optional(z.object({url: z.string(), attribution: z.string()})),
  /** The accounts of the demo, which the sign-in offers. Only a server with demo data sends them. */
  demo: z.optional(
    z.object({password: z.string(), accounts: z.array(z.object({email: z.string(), authority: z.enum(AUTHORITIES)}))}),
  ),
})
export type ClientConfig = z.infer<typeof clientConfig>

/** The dashboard that the client showed last: `media` or `wall`. It decides the order of loading and nothing else. */
export const DASHBOARD_COOKIE = 'dashboard'
