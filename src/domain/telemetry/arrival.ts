import type {EpochMs} from '../../../contract/wire/common'
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
    if (newest === null || arrivedAt(reading) > arrivedAt(newest.reading)) newest = {key, reading}
  }
  return newest
}

export const arrivedAt = ({receivedAt, ts}: Reading): EpochMs => receivedAt ?? ts ?? 0

/** The device's own time counts where the arrival is unknown, unless it lies ahead. */
export const hasArrivedIn = (reading: Reading, {since, now}: Span): boolean =>
  arrivedAt(reading) >= since && (reading.receivedAt !== null || arrivedAt(reading) <= now)
