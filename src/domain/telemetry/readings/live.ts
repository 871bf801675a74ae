import type {EpochMs, Json} from '../../../../contract/wire/common'
import type {AttributeScope} from '../../../../contract/wire/entities/attribute'
import type {Alarm, AlarmReader} from '../../alarm'
import type {DeviceChanges} from '../devices/deviceChanges'
import type {PushedStatistics, StatisticsOf, StatisticsReader} from '../series/seriesStatistics'
import type {UnusualChange} from '../usual'
import type {TelemetryUpdate} from './update'

/** Whether each value is pushed at once, or the newest of each key from time to time, which is enough from afar. */
export type Pace = 'atOnce' | 'steady'

/** These devices, or all that are listed within reach: of an organisation, or of any. */
export type Watched = readonly string[] | {organisationId: string | null}

/** The requested statistics, and how they are read. */
export interface StatisticsWatch extends StatisticsOf {
  read: StatisticsReader
}

/** The reports of one socket. One of `closed`, `rejected` and `crowded` is called at most once, as the last of all. */
export interface LiveSocketHandlers {
  opened(): void
  telemetry(updates: readonly TelemetryUpdate[]): void
  attributes(changes: readonly AttributeUpdate[]): void
  /** Alarms that have changed, on a socket that watches them. */
  alarms(changed: readonly Alarm[]): void
  /** Devices were removed or moved, and with them alarms may have left the reach or come into it. */
  alarmsMoved(): void
  /** Series of watched devices are unusual now, or are so no longer. */
  unusual(changes: readonly UnusualChange[]): void
  /** Statistics of a series that the socket watches. */
  statistics(pushed: PushedStatistics): void
  /** Devices within reach have changed, on a socket that subscribes all of them. */
  devices(changes: DeviceChanges): void
  /** Other units or thresholds hold for keys, by the word of an organisation or a customer. */
  keySettingsChanged(): void
  /** The connection ended, or could not be made. */
  closed(): void
  /** The server refused the access token when the socket was opened. */
  rejected(): void
  /** The server takes no further connection of this session or network. */
  crowded(): void
  /** The server ended the session itself, because of a sign-out elsewhere or a changed password. */
  sessionEnded(): void
}

export interface LiveSocket {
  /**
   * Replaces the set of devices. Resolves with the ids that the server refuses, and rejects when it can't answer. All
   * within reach are taken by a server with additions.
   */
  subscribe(watched: Watched, pace: Pace): Promise<readonly string[]>
  /** Asks for changes of all alarms within reach, from a server with additions. Rejects when it can't answer. */
  watchAlarms(read: AlarmReader): Promise<void>
  /**
   * Replaces the series whose statistics are pushed, on a server with additions. It is not waited for
   * whether the server does so: anyone who gets none asks for them.
   */
  watchStatistics(watch: StatisticsWatch | null): void
  close(): void
}

/** Opens one socket, which never opens again once it has closed. */
export type OpenLiveSocket = (handlers: LiveSocketHandlers) => LiveSocket

/** An attribute of a device that was written, or deleted: then it has no `value`. `at` is on the server's clock. */
export interface AttributeUpdate {
  deviceId: string
  scope: AttributeScope
  key: string
  value: Json | undefined
  /** Null when the server counts no versions. */
  version: number | null
  at: EpochMs
}
