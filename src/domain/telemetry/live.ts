import type {TelemetryUpdate} from './update'

/** What one socket tells. `closed` or `rejected` comes at most once and last. */
export interface LiveSocketHandlers {
  opened(): void
  telemetry(updates: readonly TelemetryUpdate[]): void
  /** Connected no more, or never connected. */
  closed(): void
  /** The handshake was refused for the access token. */
  rejected(): void
  /** The server ended the session itself (logged out elsewhere, password changed). */
  sessionEnded(): void
}

export interface LiveSocket {
  /** Replaces the set of devices. Resolves with the ids that are not served, rejects when the server can't answer. */
  subscribe(deviceIds: readonly string[]): Promise<readonly string[]>
  close(): void
}

/** Opens one socket; never reopens it. */
export type OpenLiveSocket = (handlers: LiveSocketHandlers) => LiveSocket
