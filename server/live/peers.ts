import * as z from 'zod/mini'
import {liveAttribute, liveTelemetry} from '../../contract/wire/telemetry/live'
import {liveUnusual} from '../../contract/wire/telemetry/usual'
import type {Metric} from '../http/metrics/metrics'
import type {Client} from './takeovers'

export const news = z.union([
  z.object({telemetry: z.array(liveTelemetry)}),
  z.object({attributes: z.array(liveAttribute)}),
  z.object({unusual: z.array(liveUnusual)}),
  z.object({changedAlarms: z.readonly(z.array(z.string()))}),
  z.object({endedSession: z.string()}),
  z.object({changedUser: z.string()}),
  z.object({changedDevices: z.array(z.string())}),
  z.object({changedKeySettings: z.string()}),
  z.object({changedMaintenance: z.string()}),
  z.object({changedTokens: z.array(z.string())}),
  z.object({command: z.object({deviceId: z.string(), number: z.number()})}),
])
export type PeerEvent = z.infer<typeof news>

export interface PeerListener {
  onEvent(news: PeerEvent): void
  /** Called when events may have been missed. */
  onGap(): void
  /** Resolves when the sessions of the clients have ended here, and what they leave is stored. */
  onTakeOver(clients: readonly Client[]): Promise<void>
}

/** The other servers on the same database. */
export interface Peers {
  /** Returns at once. Events are not stored: a server that can't be reached now never gets it. */
  publish(news: PeerEvent): void
  /** Telemetry comes only of devices that are watched. */
  watch(deviceId: string): void
  unwatch(deviceId: string): void
  /** Resolves when the others send what is watched by now. */
  untilConfirmed(): Promise<void>
  /**
   * Ends the sessions of a client at the others. Resolves when they have ended and what they leave is stored, or after
   * a while. `onOrdered` is called before a takeover by any server to which the client has come later.
   */
  takeOver(client: Client, onOrdered: () => void): Promise<void>
  listen(listener: PeerListener): void
  metrics: readonly Metric[]
  close(): void
}

/** For a server without others on its database. */
export const noPeers: Peers = {
  publish() {},
  watch() {},
  unwatch() {},
  async untilConfirmed() {},
  async takeOver(_client, onOrdered) {
    onOrdered()
  },
  listen() {},
  metrics: [],
  close() {},
}
