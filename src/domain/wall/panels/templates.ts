import type {Json} from '../../../../contract/wire/common'
import type {DeviceEntry} from '../../telemetry/devices/device'
import type {Entry} from './panel'
import {compositionFrom, type Panel} from './panels'

export const TEMPLATES = ['noc', 'plant', 'office'] as const
export type Template = (typeof TEMPLATES)[number]

const at = (kind: string, x: number, y: number, w: number, h: number, more: Entry = {}): Json => ({
  kind,
  x,
  y,
  w,
  h,
  ...more,
})

/** The tables show this key. The editor knows the key that most devices send. */
const ENTRIES: Readonly<Record<Template, (key: string) => Json[]>> = {
  noc: key => [
    at('tiles', 0, 0, 17, 12),
    at('clock', 17, 0, 7, 2),
    at('alarms', 17, 2, 7, 4),
    at('unusual', 17, 6, 7, 3, {count: 5}),
    at('top', 17, 9, 7, 3, {key, count: 5}),
  ],
  plant: key => [
    at('tiles', 0, 0, 16, 7, {grouping: 'label'}),
    at('indicators', 16, 0, 8, 7, {key}),
    at('alarms', 0, 7, 8, 5),
    at('top', 8, 7, 8, 5, {key, count: 5, end: 'highest'}),
    at('top', 16, 7, 8, 5, {key, count: 5, end: 'lowest'}),
  ],
  office: key => [
    at('clock', 0, 0, 8, 4),
    at('alarms', 0, 4, 8, 8),
    at('tiles', 8, 0, 16, 7, {tiles: 'device', order: 'name'}),
    at('availability', 8, 7, 8, 5, {count: 5}),
    at('comparison', 16, 7, 8, 5, {key, count: 5}),
  ],
}

export const panelsOfTemplate = (template: Template, key: string): readonly Panel[] =>
  compositionFrom(ENTRIES[template](key))?.panels ?? []

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
