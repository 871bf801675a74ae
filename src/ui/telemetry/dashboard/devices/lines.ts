import type {DeviceEntry} from '../../../../domain/telemetry/devices/device'
import type {Arrangement, DeviceGroup} from '../../../../domain/telemetry/devices/navigator'
import type {Grouping} from '../../../../domain/telemetry/devices/navigatorView'

/** The list is flat, so a device with hundreds of keys costs no more than its lines in view. */
export type Line =
  | {kind: 'group'; id: string; group: DeviceGroup; isOpen: boolean}
  | {kind: 'device'; id: string; device: DeviceEntry; isOpen: boolean}
  | {kind: 'key'; id: string; device: DeviceEntry; key: string}
  | {kind: 'noKeys'; id: string; device: DeviceEntry}

interface Folds {
  group: Grouping
  closed: readonly string[]
  /** The only device that shows its keys; undefined when all do, null when none does. */
  onlyOpen: string | null | undefined
}

export function linesOf({groups}: Arrangement, {group: grouping, closed, onlyOpen}: Folds): Line[] {
  const lines: Line[] = []
  const shut = new Set(closed)
  for (const group of groups) {
    const isOpen = grouping === 'none' || !shut.has(group.id)
    if (grouping !== 'none') lines.push({kind: 'group', id: `group ${group.id}`, group, isOpen})
    if (isOpen)
      for (const device of group.devices)
        addDevice(lines, device, onlyOpen === undefined ? !shut.has(device.id) : onlyOpen === device.id)
  }
  return lines
}

function addDevice(lines: Line[], device: DeviceEntry, isOpen: boolean) {
  lines.push({kind: 'device', id: deviceLineId(device.id), device, isOpen})
  if (!isOpen) return
  if (device.keys.length === 0) lines.push({kind: 'noKeys', id: `${device.id}/noKeys`, device})
  for (const key of device.keys) lines.push({kind: 'key', id: keyLineId(device.id, key), device, key})
}

export const deviceLineId = (deviceId: string): string => `${deviceId}/device`
export const keyLineId = (deviceId: string, key: string): string => `${deviceId} ${key}`

/** The heights of lines in pixels. */
export type LineHeights = Readonly<Record<Line['kind'], number>>

/** Returns the start of each line, in pixels from the top of the list. */
export function startsOf(lines: readonly Line[], heights: LineHeights): number[] {
  let start = 0
  return lines.map(({kind}) => {
    const own = start
    start += heights[kind]
    return own
  })
}

/** The index of the selected line, else that of its device, or of the first line when neither is listed. */
export function lineAt(lines: readonly Line[], deviceId: string | null, key: string | null): number {
  const at = deviceId === null || key === null ? -1 : indexOfLine(lines, keyLineId(deviceId, key))
  return at === -1 ? deviceAt(lines, deviceId) : at
}

/** The index of the device's line, or of the first line when it isn't listed. */
export const deviceAt = (lines: readonly Line[], deviceId: string | null): number =>
  deviceId === null ? 0 : Math.max(0, indexOfLine(lines, deviceLineId(deviceId)))

export const indexOfLine = (lines: readonly Line[], id: string | null): number =>
  id === null ? -1 : lines.findIndex(line => line.id === id)

/** The index of the line that a key press leads to; undefined for keys that the list doesn't use. */
export function lineReached(pressed: string, from: number, lines: readonly Line[], page: number): number | undefined {
  switch (pressed) {
    case 'ArrowDown':
      return nearest(lines, from + 1, 1) ?? from
    case 'ArrowUp':
      return nearest(lines, from - 1, -1) ?? from
    case 'PageDown':
      return nearest(lines, Math.min(lines.length - 1, from + page), -1) ?? from
    case 'PageUp':
      return nearest(lines, Math.max(0, from - page), 1) ?? from
    case 'Home':
      return 0
    case 'End':
      return nearest(lines, lines.length - 1, -1) ?? from
    default:
      return undefined
  }
}

function nearest(lines: readonly Line[], from: number, step: 1 | -1): number | undefined {
  for (let at = from; at >= 0 && at < lines.length; at += step) if (lines[at]?.kind !== 'noKeys') return at
  return undefined
}

/** The fold that ArrowRight opens and ArrowLeft shuts; null when there is nothing to do. */
export function foldToToggle(pressed: string, line: Line): string | null {
  if (line.kind !== 'group' && line.kind !== 'device') return null
  if (pressed !== (line.isOpen ? 'ArrowLeft' : 'ArrowRight')) return null
  return line.kind === 'group' ? line.group.id : line.device.id
}
