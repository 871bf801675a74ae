import type {Metric} from '../http/metrics/metrics'
import type {Client} from './takeovers'

export interface PeerListener {
  onChange(name: string, content: unknown): void
  /** Called when changes may have been missed. */
  onGap(): void
  /** Resolves when the sessions of the clients have ended here, and what they leave is stored. */
  onTakeOver(clients: readonly Client[]): Promise<void>
}

/** The other servers on the same database. */
export interface Peers {
  /**
   * Returns at once. Changes are not stored: a server that can't be reached now never gets it. Of `watched`, a server
   * gets only the items of devices that it watches.
   */
  publish(name: string, content: unknown, watched?: readonly {device_id: string}[]): void
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
