import * as z from 'zod/mini'
import {LIVE_SUBSCRIPTION_DEVICES} from './limits'
import {latestAnswer} from './telemetry'

/** What one device's commit brought: `received_at` (arrival on the server, epoch ms) and its points, oldest first. */
export const liveTelemetry = z.object({
  device_id: z.string(),
  received_at: z.number(),
  points: z.array(z.extend(latestAnswer, {key: z.string(), ts: z.number()})),
})
export type LiveTelemetry = z.infer<typeof liveTelemetry>

export const subscribeBody = z.object({device_ids: z.array(z.uuid()).check(z.maxLength(LIVE_SUBSCRIPTION_DEVICES))})
/** `refused`: the ids that do not exist or are out of the caller's reach; the rest is subscribed. */
export const subscribeAnswer = z.union([z.object({refused: z.array(z.string())}), z.object({message: z.string()})])
export type SubscribeAnswer = z.infer<typeof subscribeAnswer>

export interface ServerToClientEvents {
  telemetry: (batch: LiveTelemetry[]) => void
  /** The session has ended (log out elsewhere, password changed); the socket closes right after. */
  sessionEnded: () => void
}

/** `subscribe` replaces the socket's former set of devices. */
export interface ClientToServerEvents {
  subscribe: (body: {device_ids: string[]}, acknowledge: (answer: SubscribeAnswer) => void) => void
}
