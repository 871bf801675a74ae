import * as z from 'zod/mini'

export const CONNECTION_STATES = ['connected', 'disconnected', 'unknown', 'never'] as const

/**
 * `GET /api/v0/device/{id}/connection`: whether the device is connected, and since when, in epoch ms. `unknown` since
 * the time at which its server was last heard of; `since` is null for a device that has `never` been connected.
 */
export const deviceConnection = z.object({
  state: z.enum(CONNECTION_STATES),
  since: z.nullable(z.number()),
  by: z.literal('mqtt'),
})
export type DeviceConnectionWire = z.infer<typeof deviceConnection>
