import {SEVERITIES} from '../../../contract/rules/thresholds'
import type {DeviceEntry} from '../telemetry/devices/device'
import {
  type Counts,
  counted,
  type DeviceState,
  type DeviceStates,
  deviceStatesOf,
  uncounted,
} from '../telemetry/devices/deviceStates'
import {type Mark, type Marks, type MarksByDevice, worstMark} from '../telemetry/devices/marks'
import {MARKED_STATUSES, type MarkedStatus, statusOf} from '../telemetry/devices/worstFirst'
import type {FreshnessConditions} from '../telemetry/readings/freshness'
import type {ReadingsByDevice} from '../telemetry/readings/reading'
import type {SparklineId} from '../telemetry/series/sparkline'

/** Whether nothing is wrong, now or at the past moment that is shown. */
export const isNormal = (status: MarkedStatus): boolean => status === 'fresh' || status === 'replay'

/** The state of a device, and its series that are reported to the user. */
export interface Condition {
  deviceState: DeviceState
  marks: Marks
  /** The one that speaks for the device. */
  mark: Mark
}

export type Conditions = ReadonlyMap<string, Condition>

const NO_MARKS: Marks = new Map()

interface Evaluated {
  devices: readonly DeviceEntry[]
  readings: ReadingsByDevice
  marks: MarksByDevice
  conditions: Conditions
  deviceStates: DeviceStates
}

/** Evaluates the devices. Unchanged ones keep their condition, and without changes `conditions` itself returns. */
export function withEvaluated(
  {devices, readings, marks, conditions, deviceStates: before}: Evaluated,
  at: FreshnessConditions,
): Pick<Evaluated, 'deviceStates' | 'conditions'> {
  const deviceStates = deviceStatesOf(devices, readings, at, before)
  let isChanged = deviceStates.size !== conditions.size
  const evaluated = new Map<string, Condition>()
  for (const [id, deviceState] of deviceStates) {
    const [known, ofDevice] = [conditions.get(id), marks.get(id) ?? NO_MARKS]
    const isKnown = known?.deviceState === deviceState && known.marks === ofDevice
    evaluated.set(id, isKnown ? known : {deviceState, marks: ofDevice, mark: worstMark(ofDevice.values())})
    isChanged ||= !isKnown
  }
  return {deviceStates, conditions: isChanged ? evaluated : conditions}
}

export const statusOfDevice = (condition: Condition | undefined): MarkedStatus =>
  condition === undefined ? 'notRead' : statusOf(condition.mark.severity, condition.deviceState.status)

export type WallCounts = Counts<MarkedStatus>

export const NO_WALL_COUNTS: WallCounts = uncounted(MARKED_STATUSES)

export const countsOf = (devices: readonly DeviceEntry[], conditions: Conditions): WallCounts =>
  counted(
    devices.map(({id}) => statusOfDevice(conditions.get(id))),
    MARKED_STATUSES,
  )

export type SeriesMarks = ReadonlyMap<string, Pick<Condition, 'marks'>>

/** The worse, the lower: a value in an alarm is never among those without room while others are shown. */
export function alarmRank({deviceId, key}: SparklineId, conditions: SeriesMarks): number {
  const severity = conditions.get(deviceId)?.marks.get(key)?.severity ?? null
  return severity === null ? SEVERITIES.length : -SEVERITIES.indexOf(severity)
}
