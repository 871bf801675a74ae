import type {Severity, Threshold} from '../../../../contract/rules/thresholds'
import {DAY} from '../../../../contract/rules/time/durations'
import type {EpochMs} from '../../../../contract/wire/common'
import type {Series} from '../../telemetry/series/series'
import type {SeriesQuestion} from '../../telemetry/series/seriesAnswer'
import type {TimeRange} from '../../timeRange/timeRange'

/** A device to look at, of those for which the threshold would hold. */
export interface PreviewDevice {
  id: string
  name: string
}

/** The devices of a threshold that have values of its key; the first of them are looked at. */
export interface DevicesOfKey {
  looked: readonly PreviewDevice[]
  /** The number of devices in all. */
  total: number
}

/** More would be a burden for the server each time that somebody types. */
export const MAX_LOOKED = 20

/** Takes the first of the devices to look at. `unknown` more may have the key. */
export const devicesOfKey = (devices: readonly PreviewDevice[], unknown = 0): DevicesOfKey => ({
  looked: devices.slice(0, MAX_LOOKED),
  total: devices.length + unknown,
})

/** The alarms that a threshold would have raised on the devices looked at. */
export interface Trial {
  raised: readonly Raised[]
  /** False when only the newest of the points were evaluated. */
  isWhole: boolean
}

export interface Raised {
  device: PreviewDevice
  kind: 'value' | 'silence'
  severity: Severity
  raisedAt: EpochMs
  endedAt: EpochMs | null
}

export interface TrialQuestion {
  devices: readonly PreviewDevice[]
  key: string
  threshold: Threshold | null
}

/** The series of a key over its last day. */
export interface Day {
  series: Series
  range: TimeRange
}

export const lastDay = (now: EpochMs): TimeRange => ({start: now - DAY, end: now})
export const lastWeek = (now: EpochMs): TimeRange => ({start: now - 7 * DAY, end: now})

/** Asks for points as they are stored, whose peaks survive where they are thinned. */
export const dayQuestion = (deviceId: string, key: string, range: TimeRange, zone: string): SeriesQuestion => ({
  deviceId,
  key,
  ...range,
  aggregation: 'none',
  windowMinutes: 1,
  zone,
})
