import * as z from 'zod/mini'
import {LIVE_DEVICES_PER_MESSAGE} from '../limits'
import {id} from './common'
import {latestAnswer} from './telemetry'

/** What one device's commit brought: `received_at` (arrival on the server, epoch ms) and its points, oldest first. */
export const liveTelemetry = z.object({
  device_id: z.string(),
  received_at: z.number(),
  points: z.array(z.extend(latestAnswer, {key: z.string(), ts: z.number()})),
})
export type LiveTelemetry = z.infer<typeof liveTelemetry>

/** `continues`: adds to the devices of the message before, whose answer has come, where a list is too long for one message. */
export const subscribeBody = z.object({
  device_ids: z.array(id).check(z.maxLength(LIVE_DEVICES_PER_MESSAGE)),
  continues: z.optional(z.boolean()),
})
export type SubscribeBody = z.infer<typeof subscribeBody>
/** `refused`: the ids that do not exist or are out of the caller's reach; the rest is subscribed. */
export const subscribeAnswer = z.union([z.object({refused: z.array(z.string())}), z.object({message: z.string()})])
export type SubscribeAnswer = z.infer<typeof subscribeAnswer>

export interface ServerToClientEvents {
  telemetry: (batch: LiveTelemetry[]) => void
  /** The session has ended (log out elsewhere, password changed); the socket closes right after. */
  sessionEnded: () => void
}

/** `subscribe` replaces the socket's former set of devices, unless it continues one. */
export interface ClientToServerEvents {
  subscribe: (body: SubscribeBody, acknowledge: (answer: SubscribeAnswer) => void) => void
}
