import type {DeviceEntry} from '../../../../domain/telemetry/device'

/** The list is flat, so a device with hundreds of keys costs no more than what is in view. */
export type Line =
  | {kind: 'device'; device: DeviceEntry; deviceAt: number}
  | {kind: 'key'; device: DeviceEntry; deviceAt: number; key: string}
  | {kind: 'noKeys'; device: DeviceEntry; deviceAt: number}

export function linesOf(devices: readonly DeviceEntry[]): Line[] {
  const lines: Line[] = []
  devices.forEach((device, deviceAt) => {
    lines.push({kind: 'device', device, deviceAt})
    if (device.keys.length === 0) lines.push({kind: 'noKeys', device, deviceAt})
    for (const key of device.keys) lines.push({kind: 'key', device, deviceAt, key})
  })
  return lines
}

/** The heights in pixels must be those of Devices.module.css. */
const LINE_HEIGHTS: Record<Line['kind'], number> = {device: 56, key: 30, noKeys: 30}
export const lineHeight = (line: Line | undefined): number => LINE_HEIGHTS[line?.kind ?? 'key']

export const lineId = (line: Line): string =>
  line.kind === 'key' ? `${line.device.id} ${line.key}` : `${line.device.id}/${line.kind}`

/** The index of the selected line, or of the first line when none is selected. */
export function lineAt(lines: readonly Line[], deviceId: string | null, key: string | null): number {
  const found = lines.findIndex(
    line =>
      line.device.id === deviceId && (key === null ? line.kind === 'device' : line.kind === 'key' && line.key === key),
  )
  return Math.max(0, found)
}

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
