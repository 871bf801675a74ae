import * as z from 'zod/mini'
import {LIVE_DEVICES_PER_MESSAGE} from '../../limits'
import type {AlarmWire} from '../alarm'
import {id} from '../common'
import {attribute, attributeScope} from '../entities/attribute'
import {device} from '../entities/device'
import type {LiveStatistics, WatchStatisticsBody} from './liveStatistics'
import {latestAnswer} from './telemetry'
import type {LiveUnusual} from './usual'

/** New points of one device, oldest first. `received_at` is the time of their arrival on the server, epoch ms. */
export const liveTelemetry = z.object({
  device_id: z.string(),
  received_at: z.number(),
  points: z.array(z.extend(latestAnswer, {key: z.string(), ts: z.number()})),
})
export type LiveTelemetry = z.infer<typeof liveTelemetry>

/** An attribute of a watched device that was written, or deleted. `at` is the server's time, epoch ms. */
export const liveAttribute = z.union([
  z.object({written: attribute}),
  z.object({
    deleted: z.object({entityId: z.string(), attributeType: attributeScope, attributeKey: z.string(), at: z.number()}),
  }),
])
export type LiveAttribute = z.infer<typeof liveAttribute>

/**
 * `continues` adds to the devices of the previous message, for lists that are too long for one message. Send it only
 * after the answer to the previous message has come. With `is_paced`, which all messages of a list must agree on,
 * values come four times a second at most, of each key the newest, and never more of them wait than there are keys.
 */
export const subscribeBody = z.object({
  device_ids: z.array(id).check(z.maxLength(LIVE_DEVICES_PER_MESSAGE)),
  continues: z.optional(z.boolean()),
  is_paced: z.optional(z.boolean()),
})
export type SubscribeBody = z.infer<typeof subscribeBody>
/**
 * An addition: subscribes all devices that a list with this `organisation_id` returns, up to the limit of a socket, and
 * follows them: devices created or moved into reach later are added.
 */
export const subscribeReachBody = z.object({organisation_id: z.optional(id), is_paced: z.optional(z.boolean())})
export type SubscribeReachBody = z.infer<typeof subscribeReachBody>
/** `refused` holds the ids that do not exist or are out of the caller's reach. All other devices are subscribed. */
export const subscribeAnswer = z.union([z.object({refused: z.array(z.string())}), z.object({message: z.string()})])
export type SubscribeAnswer = z.infer<typeof subscribeAnswer>

/**
 * Devices that were created, changed, moved or removed: the visible ones in their present state, and the ids of those
 * that the socket's user could see before and no longer can.
 */
export const liveDevices = z.object({devices: z.array(device), gone: z.array(z.string())})
export type LiveDevices = z.infer<typeof liveDevices>

export interface ServerToClientEvents {
  telemetry: (batch: LiveTelemetry[]) => void
  /** An addition: attributes of devices, oldest first. */
  attributes: (batch: LiveAttribute[]) => void
  /** An addition: changed alarms within reach, oldest first. Sent to sockets that watch alarms. */
  alarms: (batch: AlarmWire[]) => void
  /**
   * Sent to them, too, when devices were removed or moved, since alarms may then have left the reach or entered it, and
   * when maintenance of devices begins, ends or is planned otherwise.
   */
  alarmsMoved: () => void
  /** Series of watched devices that are unusual now, or are so no longer, oldest first. */
  unusual: (batch: LiveUnusual[]) => void
  /** Sent to sockets that subscribe all within reach. */
  devices: (news: LiveDevices) => void
  /** Sent to them, too: units or thresholds of an organisation or a customer have changed. */
  keySettingsChanged: () => void
  /** An addition: a series that the socket watches, every ten minutes of its time zone. */
  statistics: (news: LiveStatistics) => void
  /** Sent when the session has ended, for example by a log out in another tab. The server then closes the socket. */
  sessionEnded: () => void
}

/** A subscription replaces the socket's former devices, unless its body has `continues`. */
export interface ClientToServerEvents {
  subscribe: (body: SubscribeBody, acknowledge: (answer: SubscribeAnswer) => void) => void
  /** `refused` is empty. */
  subscribeReach: (body: SubscribeReachBody, acknowledge: (answer: SubscribeAnswer) => void) => void
  /** Subscribes the alarms within the user's reach. */
  watchAlarms: (acknowledge: (answer: Record<string, never> | {message: string}) => void) => void
  /** Subscribes the statistics of these series. `refused` holds the devices that the socket may not see. */
  watchStatistics: (body: WatchStatisticsBody, acknowledge: (answer: SubscribeAnswer) => void) => void
}
