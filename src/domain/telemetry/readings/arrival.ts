import type {EpochMs} from '../../../../contract/wire/common'
import type {Reading, Readings} from './reading'

export interface KeyReading {
  key: string
  reading: Reading
}

export interface Span {
  since: EpochMs
  now: EpochMs
}

/** Finds the value that arrived last within a span of time; null when none did. */
export function arrivalIn(readings: Readings, span: Span): KeyReading | null {
  let newest: KeyReading | null = null
  for (const [key, reading] of readings) {
    if (reading === null || !hasArrivedIn(reading, span)) continue
    if (newest === null || isLater(reading, newest.reading)) newest = {key, reading}
  }
  return newest
}

/** Null when nothing tells the time. */
export const arrivedAt = ({receivedAt, ts}: Reading): EpochMs | null => receivedAt ?? ts

const isLater = (one: Reading, other: Reading): boolean =>
  (arrivedAt(one) ?? Number.NEGATIVE_INFINITY) > (arrivedAt(other) ?? Number.NEGATIVE_INFINITY)

/** The device's own time counts where the arrival is unknown, unless it lies ahead. */
export function hasArrivedIn(reading: Reading, {since, now}: Span): boolean {
  const at = arrivedAt(reading)
  return at !== null && at >= since && (reading.receivedAt !== null || at <= now)
}
