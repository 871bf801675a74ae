import {CLOCK_TOLERANCE} from '../../../contract/limits'
import {
  beatAt,
  clockErrorOf,
  type DeviceStatus,
  deviceStatus,
  expiryOf,
  type Heartbeat,
} from '../../../contract/rules/deviceStatus'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'

export type Heartbeats = ReadonlyMap<string, Heartbeat | null>
export type Statuses = ReadonlyMap<string, DeviceStatus>

export interface Evaluated {
  statuses: Statuses
  /** The first moment at which an active device turns inactive if it isn't seen again; null without one. */
  expiry: EpochMs | null
}

/** Evaluates all devices at `now`. The map stays the same object when no status has changed. */
export function evaluated(heartbeats: Heartbeats, now: EpochMs, known: Statuses): Evaluated {
  let expiry: EpochMs | null = null
  let isChanged = known.size !== heartbeats.size
  const statuses = new Map<string, DeviceStatus>()
  for (const [id, heartbeat] of heartbeats) {
    const status = deviceStatus(heartbeat, now)
    const expires = expiryOf(heartbeat, now)
    if (expires !== null && (expiry === null || expires < expiry)) expiry = expires
    if (known.get(id) !== status) isChanged = true
    statuses.set(id, status)
  }
  return {statuses: isChanged ? statuses : known, expiry}
}

/** Why a device has its status. Times are on the server's clock. */
export type StatusReason =
  | {kind: 'notChecked'}
  | {kind: 'linkDown'; asOf: EpochMs}
  | {kind: 'noHeartbeat'}
  | {kind: 'received'; at: EpochMs}
  | {kind: 'silent'; at: EpochMs}
  /** Its own time says that it has been silent for long, but its heartbeat has just arrived. */
  | {kind: 'clock'; error: Milliseconds}

export function statusReason(
  heartbeat: Heartbeat | null | undefined,
  asOf: EpochMs | null,
  now: EpochMs,
): StatusReason {
  if (asOf !== null) return {kind: 'linkDown', asOf}
  if (heartbeat === undefined) return {kind: 'notChecked'}
  const at = heartbeat && beatAt(heartbeat)
  if (heartbeat === null || at === null) return {kind: 'noHeartbeat'}
  if (deviceStatus(heartbeat, now) === 'active') return {kind: 'received', at}
  const error = clockErrorOf(heartbeat)
  const hasJustArrived = deviceStatus({...heartbeat, ts: null}, now) === 'active'
  return error !== null && hasJustArrived && Math.abs(error) > CLOCK_TOLERANCE
    ? {kind: 'clock', error}
    : {kind: 'silent', at}
}
