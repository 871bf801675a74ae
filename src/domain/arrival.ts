import type {EpochMs} from '../../contract/common'
import type {Reading, Readings} from './reading'

export interface KeyReading {
  key: string
  reading: Reading
}

/** The value that arrived last, if that was at `since` or later. Where the server doesn't tell arrivals, the device's time counts. */
export function arrivalSince(readings: Readings, since: EpochMs): KeyReading | null {
  let newest: KeyReading | null = null
  for (const [key, reading] of readings) {
    if (timeOf(reading) < since) continue
    if (newest === null || timeOf(reading) > timeOf(newest.reading)) newest = {key, reading}
  }
  return newest
}

const timeOf = ({receivedAt, ts}: Reading): EpochMs => receivedAt ?? ts ?? 0
