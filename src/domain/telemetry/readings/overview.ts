import type {EpochMs} from '../../../../contract/wire/common'
import {type DeviceEntry, withKeys} from '../devices/device'
import {evaluatedReadings, NO_SEVERITIES, type Severities} from '../devices/severities'
import type {KeySettings} from './keySettings'
import {type Latest, withAnswer} from './latest'
import type {ReadingsByDevice} from './reading'
import {keysOf} from './update'

/** The devices with their latest values, units and thresholds, of one answer, which came at `at`. */
export interface Overview {
  devices: readonly DeviceEntry[]
  readings: ReadingsByDevice
  settings: KeySettings
  at: EpochMs
}

/** Joins the answer with the values that were `pushed` since it was requested. */
export function withOverview(
  pushed: ReadingsByDevice,
  {devices, readings, settings, at}: Overview,
): Latest & KeySettings & {severities: Severities} {
  const known = {devices: withKeys(devices, keysOf(pushed)), readings: pushed}
  const answered = keysOf(readings)
  const keys = new Map(devices.map(({id}) => [id, answered.get(id) ?? []]))
  const evaluated = {...withAnswer(known, {readings, keys}, at), ...settings, severities: NO_SEVERITIES}
  return {...evaluated, severities: evaluatedReadings(evaluated, evaluated.readings.keys())}
}
