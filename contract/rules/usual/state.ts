import type {EpochMs} from '../../wire/common'
import {WEEK_HOURS} from './hour'

/** The learned state of a series. It is never changed: learning gives another one. */
export interface UsualState {
  /** The IANA name of the zone whose weeks it is learned by. */
  zone: string
  header: Readonly<Header>
  /** The number of hours learned for each hour of the week. */
  weeks: Readonly<Uint8Array>
  /** The `SLOT_FIELDS` of each hour of the week, one after the other. */
  slots: Readonly<Float64Array>
}

/** The numbers of the series as a whole, in the order in which they are stored. */
const HEADER_FIELDS = [
  'learnedUntil',
  'hours',
  'days',
  'lastDay',
  'centre',
  'spread',
  'last',
  'rising',
  'falling',
  'isCounter',
  'outside',
] as const
export type Header = Record<(typeof HEADER_FIELDS)[number], number>

/** The numbers of an hour: their usual lowest, highest and mean, and their usual distance from that mean. */
export const SLOT_FIELDS = {low: 0, high: 1, centre: 2, spread: 3} as const
export const SLOT_SIZE = 4

const NOTHING_LEARNED: Readonly<Header> = {
  learnedUntil: 0,
  hours: 0,
  days: 0,
  lastDay: Number.NEGATIVE_INFINITY,
  centre: 0,
  spread: 0,
  last: Number.NaN,
  rising: 0,
  falling: 0,
  isCounter: 0,
  outside: 0,
}

export const emptyState = (zone: string): UsualState => ({
  zone,
  header: NOTHING_LEARNED,
  weeks: new Uint8Array(WEEK_HOURS),
  slots: new Float64Array(WEEK_HOURS * SLOT_SIZE),
})

/** The end of the last hour that has been learned; 0 before the first. */
export const learnedUntil = ({header}: UsualState): EpochMs => header.learnedUntil

const VERSION = 1
const SLOTS_BYTES = WEEK_HOURS * (1 + SLOT_SIZE * 8)

/** The bytes to store, at most 6 kB: version, length of the zone, zone, header, weeks, slots, and a checksum. */
export function encodeState({zone, header, weeks, slots}: UsualState): Uint8Array {
  const name = new TextEncoder().encode(zone)
  const numbers = [...HEADER_FIELDS.map(field => header[field]), ...slots]
  const bytes = new Uint8Array(2 + name.length + numbers.length * 8 + weeks.length + 4)
  const view = new DataView(bytes.buffer)
  bytes.set([VERSION, name.length])
  bytes.set(name, 2)
  bytes.set(weeks, 2 + name.length)
  const start = 2 + name.length + weeks.length
  for (const [index, number] of numbers.entries()) view.setFloat64(start + index * 8, number)
  view.setUint32(bytes.length - 4, checksum(bytes))
  return bytes
}

/** Null for bytes of another version, and for damaged ones: learn from history instead. */
export function decodeState(bytes: Uint8Array): UsualState | null {
  const [version, nameLength = 0] = bytes
  const length = 2 + nameLength + HEADER_FIELDS.length * 8 + SLOTS_BYTES + 4
  if (version !== VERSION || bytes.length !== length) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  if (view.getUint32(length - 4) !== checksum(bytes)) return null
  const start = 2 + nameLength + WEEK_HOURS
  const number = (index: number) => view.getFloat64(start + index * 8)
  return {
    ...emptyState(new TextDecoder().decode(bytes.subarray(2, 2 + nameLength))),
    header: headerIn(view, start),
    weeks: bytes.slice(2 + nameLength, start),
    slots: Float64Array.from({length: WEEK_HOURS * SLOT_SIZE}, (_, index) => number(HEADER_FIELDS.length + index)),
  }
}

function headerIn(view: DataView, start: number): Header {
  const header = {...NOTHING_LEARNED}
  for (const [index, field] of HEADER_FIELDS.entries()) header[field] = view.getFloat64(start + index * 8)
  return header
}

/** The header fits into this many bytes, whatever the name of the zone. */
export const HEAD_BYTES = 2 + 255 + WEEK_HOURS + HEADER_FIELDS.length * 8

/** Reads the header of the whole series from the first bytes of a state; null for another version. */
export function decodeHeader(head: Uint8Array): Readonly<Header> | null {
  const [version, nameLength = 0] = head
  const start = 2 + nameLength + WEEK_HOURS
  if (version !== VERSION || head.length < start + HEADER_FIELDS.length * 8) return null
  return headerIn(new DataView(head.buffer, head.byteOffset, head.length), start)
}

/** FNV-1a of all bytes but the last four. */
function checksum(bytes: Uint8Array): number {
  let sum = 0x811c9dc5
  for (const byte of bytes.subarray(0, -4)) sum = Math.imul(sum ^ byte, 0x01000193)
  return sum >>> 0
}
