import {plainValue} from '../../../contract/rules/typedValue'
import type {LatestWire} from '../../../contract/wire/telemetry'
import type {Reading} from '../../domain/telemetry/reading'
import type {ServerClock} from '../serverClock'

/** Null when the key has no value. */
export function readingFrom(latest: LatestWire, clock: ServerClock): Reading | null {
  const value = plainValue(latest)
  if (value === null) return null
  const receivedAt = latest.received_at ?? null
  return {value, ts: latest.ts ?? null, receivedAt: receivedAt === null ? null : clock.toClient(receivedAt)}
}
