import type {EpochMs} from '../../../contract/wire/common'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import type {DeviceChanges} from '../../domain/telemetry/devices/deviceChanges'
import type {Severities} from '../../domain/telemetry/devices/severities'
import type {KeySettings} from '../../domain/telemetry/readings/keySettings'
import type {Overview} from '../../domain/telemetry/readings/overview'
import type {ReadingsByDevice} from '../../domain/telemetry/readings/reading'
import type {TelemetryReceived} from '../../domain/telemetry/readings/update'
import type {LinkChanged} from '../connectivity'
import type {KeySettingsReceived, ReadingsEvent} from './readings'

export type ClockEvent = {type: 'clock.ticked'; at: EpochMs} | {type: 'clock.jumped'; at: EpochMs}

export type OverviewOfPage = {type: 'overview.came'; overview: Overview}

export type DevicesChanged = {type: 'devices.changed'; changes: DeviceChanges}

/** The parent receives these. Pushed values are not among them: the screen selects those from this actor. */
export type DevicesNotification =
  | Extract<ClockEvent, {type: 'clock.ticked'}>
  | LinkChanged
  | {type: 'devices.loaded'; devices: readonly DeviceEntry[]}
  /** Some devices have more keys, or were added, changed or removed. Entries without changes stay the same objects. */
  | {type: 'keys.appeared'; devices: readonly DeviceEntry[]}
  /** Sent at once when values were read, and while they are pushed at most once a second or as asked. */
  | {type: 'readings.changed'; readings: ReadingsByDevice; at: EpochMs}
  /** The units, thresholds and headline keys of the devices. */
  | {type: 'keySettings.changed'; settings: KeySettings}
  /** The present severities of the values. */
  | {type: 'severities.changed'; severities: Severities}
  /** From now on no value is missed; some may have been missed before. */
  | {type: 'telemetry.resumed'}
  /** The additions of the server have changed, as they may after an upgrade. */
  | {type: 'offer.changed'}

export type DevicesEvent =
  | ClockEvent
  | LinkChanged
  | {type: 'link.found'}
  | {type: 'offer.changed'}
  | TelemetryReceived
  | OverviewOfPage
  | DevicesChanged
  | ReadingsEvent
  | KeySettingsReceived
  | {type: 'rows.shown'; deviceIds: readonly string[]}
  | {type: 'device.watched'; deviceId: string | null}
  | {type: 'retry.requested'}
