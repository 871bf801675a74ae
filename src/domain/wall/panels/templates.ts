import {templatePanels, type WallTemplate} from '../../../../contract/rules/lists/wallTemplates'
import type {DeviceEntry} from '../../telemetry/devices/device'
import {fittedTo, type Shape} from '../layout/shape'
import {compositionFrom, type Panel} from './panels'

/** The editor knows the key that most devices send. */
export const panelsOfTemplate = (template: WallTemplate, key: string, shape: Shape = '16:9'): readonly Panel[] =>
  fittedTo(compositionFrom(templatePanels(template, key))?.panels ?? [], shape)

const known = new WeakMap<readonly DeviceEntry[], string>()

/** The key that a panel tells of: without one of its own that which most devices send. */
export function keyOf({key}: {key: string}, {devices}: {devices: readonly DeviceEntry[]}): string {
  if (key !== '') return key
  const commonest = known.get(devices) ?? commonestKey(devices)
  known.set(devices, commonest)
  return commonest
}

/** The key that the most devices send; empty when none has sent any. */
export function commonestKey(devices: readonly DeviceEntry[]): string {
  const counts = new Map<string, number>()
  for (const key of devices.flatMap(({keys}) => keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}
