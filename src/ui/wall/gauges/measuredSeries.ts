import type {ShownUnit} from '../../../../contract/rules/format/shownUnit'
import {type Limit, limitsOf} from '../../../domain/telemetry/limits'
import {namedOf} from '../../../domain/telemetry/readings/keySettings'
import type {SparklineId} from '../../../domain/telemetry/series/sparkline'
import type {WallSnapshot} from '../../../machines/wall/wall'
import {unitOf} from '../../telemetry/unitOf'

/** The latest number of a series, null where it is none, with its limits and the unit that it is shown in. */
export function measuredSeries(
  {context: {board}, children}: WallSnapshot,
  {deviceId, key}: SparklineId,
): {value: number | null; limits: readonly Limit[]; unit: ShownUnit} {
  const devices = children.devices?.getSnapshot()
  const value = board.readings.get(deviceId)?.get(key)?.value
  return {
    value: typeof value === 'number' && Number.isFinite(value) ? value : null,
    limits: limitsOf(devices === undefined ? null : namedOf(devices.context.thresholds, deviceId, key)),
    unit: devices === undefined ? null : unitOf(devices, deviceId, key),
  }
}
