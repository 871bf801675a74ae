import * as z from 'zod/mini'
import {addition} from '../route'

export const CONNECTION_STATES = ['connected', 'disconnected', 'unknown', 'never'] as const

/**
 * Whether the device is connected, and since when, in epoch ms. `unknown` since the last sign of life of its server;
 * `since` is null for a device that has `never` been connected.
 */
const deviceConnection = z.object({
  state: z.enum(CONNECTION_STATES),
  since: z.nullable(z.number()),
  by: z.literal('mqtt'),
})
export type DeviceConnectionWire = z.infer<typeof deviceConnection>

export const readConnection = addition('GET', '/api/v0/device/:id/connection', {answer: deviceConnection})
