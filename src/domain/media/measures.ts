import {afterNumber, type Numbers} from '../../../contract/rules/format/numbers'
import type {Milliseconds} from '../../../contract/wire/common'

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** Writes '1.25 MiB', in the unit that leaves the fewest digits. */
export function bytesText(bytes: number, {number}: Pick<Numbers, 'number'>): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(1, bytes)) / 10), UNITS.length - 1)
  const inUnit = bytes / 1024 ** power
  return `${number(Number(inUnit.toPrecision(inUnit < 1000 ? 3 : 4)))}${afterNumber(UNITS[power])}`
}

/** Writes '0:08', '12:05' or '1:02:03'. */
export function durationText(duration: Milliseconds): string {
  const seconds = Math.round(duration / 1000)
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return hours === 0 ? `${minutes}:${twoDigits(rest)}` : `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}`
}
