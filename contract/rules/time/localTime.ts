import type {EpochMs, Milliseconds} from '../../wire/common'
import {isZoneOrOffset} from '../../wire/zone'
import {HOUR} from './durations'

/**
 * Whether this is an IANA time zone that this browser or server knows, such as 'Europe/Berlin'. Offsets such as '+02:00'
 * are known to some of them only, and have no daylight saving.
 */
export const isZone = (name: string): boolean => /^[A-Za-z]/.test(name) && isZoneOrOffset(name)

/** The offset of a zone's clocks from UTC at a time; positive when they are ahead. */
export type OffsetAt = (at: EpochMs) => Milliseconds

/**
 * Returns a function that gives how far the clocks of `zone` are ahead of UTC. Do not replace it by `tzOffset` of
 * date-fns, which loses the sign of offsets such as -00:44:30.
 */
export function offsetsOf(zone: string): OffsetAt {
  const format = formatOf(zone)
  return at => {
    const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(format.format(at)) ?? []
    const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
    return (sign === '-' ? -size : size) * 1000
  }
}

/** Making one takes as long as finding thirty offsets. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** Each takes some kilobytes, and the name of a zone can be written in many ways. */
const MAX_FORMATS = 100

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone)
  if (cached !== undefined) return cached
  const format = new Intl.DateTimeFormat('en-US', {timeZone: zone, timeZoneName: 'longOffset'})
  if (formats.size >= MAX_FORMATS) formats.clear()
  formats.set(zone, format)
  return format
}

const OFFSET = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/

/** Short enough that the clocks of a zone are changed at most once within it. */
const SLOT: Milliseconds = 6 * HOUR
/** A year of them. */
const MAX_SLOTS = 1500

/**
 * For many times: looking up an offset takes microseconds, so the returned function caches the offsets of slots in
 * which they do not change.
 */
export function cachedOffsetsOf(zone: string): OffsetAt {
  const offsetAt = offsetsOf(zone)
  const cached = new Map<EpochMs, Milliseconds>()
  let slot = {start: Number.NaN, offset: 0, isWhole: false}
  function offsetAtStart(start: EpochMs): Milliseconds {
    const offset = cached.get(start) ?? offsetAt(start)
    if (cached.size >= MAX_SLOTS) cached.clear()
    cached.set(start, offset)
    return offset
  }
  return at => {
    const start = Math.floor(at / SLOT) * SLOT
    if (start !== slot.start) {
      const offset = offsetAtStart(start)
      slot = {start, offset, isWhole: offsetAtStart(start + SLOT) === offset}
    }
    return slot.isWhole ? slot.offset : offsetAt(at)
  }
}

/** Returns a function that writes a time in `zone` with its offset, such as 2026-06-17T14:00:00.000+02:00. */
export function localTimes(zone: string): (at: EpochMs) => string {
  const cachedOffset = cachedOffsetsOf(zone)
  return at => {
    const offset = cachedOffset(at)
    return new Date(at + offset).toISOString().replace('Z', offsetText(offset))
  }
}

function offsetText(offset: Milliseconds): string {
  if (offset === 0) return 'Z'
  const [hours, minutes, seconds] = new Date(Math.abs(offset)).toISOString().slice(11, 19).split(':')
  return `${offset < 0 ? '-' : '+'}${hours}:${minutes}${seconds === '00' ? '' : `:${seconds}`}`
}
