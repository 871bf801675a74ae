import type {EpochMs} from '../../../contract/wire/common'
import type {Reading, Readings} from './reading'

export interface KeyReading {
  key: string
  reading: Reading
}

interface Span {
  since: EpochMs
  now: EpochMs
}

/** The value that arrived last, if that was since a moment. */
export function arrivalIn(readings: Readings, span: Span): KeyReading | null {
  let newest: KeyReading | null = null
  for (const [key, reading] of readings) {
    if (reading === null || !hasArrivedIn(reading, span)) continue
    if (newest === null || arrivedAt(reading) > arrivedAt(newest.reading)) newest = {key, reading}
  }
  return newest
}

/** Where the server doesn't tell, the device's time counts, unless it lies ahead: then its clock is wrong. */
export const arrivedAt = ({receivedAt, ts}: Reading): EpochMs => receivedAt ?? ts ?? 0

const hasArrivedIn = (reading: Reading, {since, now}: Span): boolean =>
  arrivedAt(reading) >= since && (reading.receivedAt !== null || arrivedAt(reading) <= now)
