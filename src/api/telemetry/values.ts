import type {LatestWire, PointWire} from '../../../contract/wire/telemetry'
import type {Reading, TelemetryValue} from '../../domain/telemetry/reading'
import type {ServerClock} from '../serverClock'

type TypedValue = Omit<PointWire, 'ts'>

/** Whichever typed field is set; json is shown as its text. */
export function telemetryValue({dbl_v, long_v, int_v, bool_v, str_v, json_v, value}: TypedValue): TelemetryValue {
  const plain = bool_v ?? long_v ?? int_v ?? dbl_v ?? value ?? str_v
  if (plain !== undefined && plain !== null) return plain
  return json_v === undefined || json_v === null ? null : JSON.stringify(json_v)
}

/** Null when the key has no value. */
export function readingFrom(latest: LatestWire, clock: ServerClock): Reading | null {
  const value = telemetryValue(latest)
  if (value === null) return null
  const receivedAt = latest.received_at ?? null
  return {value, ts: latest.ts ?? null, receivedAt: receivedAt === null ? null : clock.toClient(receivedAt)}
}
