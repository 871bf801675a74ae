import {plainValue} from '../../../contract/rules/typedValue'
import type {LatestWire} from '../../../contract/wire/telemetry'
import type {Reading} from '../../domain/telemetry/reading'

/** Returns null when the key has no value. */
export function readingFrom(latest: LatestWire): Reading | null {
  const value = plainValue(latest)
  if (value === null) return null
  return {value, ts: latest.ts ?? null, receivedAt: latest.received_at ?? null}
}
