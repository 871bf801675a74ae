import {HEARTBEAT_FRESHNESS} from '../limits'
import type {EpochMs, Json, Milliseconds} from '../wire/common'
import {isRecord} from './json'

/** The attribute by which a device says that it is alive: JSON with `ts`, or the time itself. */
export const HEARTBEAT_ATTRIBUTE = 'heartbeat'

/** `ts` is the device's own time, `arrivedAt` the server's; null means that it isn't known. */
export interface Heartbeat {
  ts: EpochMs | null
  arrivedAt: EpochMs | null
}

/** `unknown` before a device is checked, and while the own link is down: the state may have changed. */
export type DeviceStatus = 'unknown' | 'active' | 'inactive'

/** Reads the attribute's value. Null when it holds no time. */
export function heartbeatFrom(value: Json | undefined, arrivedAt: EpochMs | null): Heartbeat | null {
  const ts = isRecord(value) ? value.ts : value
  return typeof ts === 'number' && Number.isFinite(ts) ? {ts, arrivedAt} : null
}

/** The time at which the device was alive: by its own clock, but never later than the heartbeat arrived. */
export function beatAt({ts, arrivedAt}: Heartbeat): EpochMs | null {
  if (ts === null || arrivedAt === null) return ts ?? arrivedAt
  return Math.min(ts, arrivedAt)
}

/** The device's clock ahead (negative: behind) of the heartbeat's arrival; null when unknown. */
export const clockErrorOf = ({ts, arrivedAt}: Heartbeat): Milliseconds | null =>
  ts === null || arrivedAt === null ? null : ts - arrivedAt

/**
 * Whether a device is alive at `now`. `heartbeat` is null when it has none, and undefined before it is checked.
 */
export function deviceStatus(heartbeat: Heartbeat | null | undefined, now: EpochMs): DeviceStatus {
  if (heartbeat === undefined) return 'unknown'
  const at = heartbeat === null ? null : beatAt(heartbeat)
  return at !== null && now - at < HEARTBEAT_FRESHNESS ? 'active' : 'inactive'
}

/** The time at which an active device turns inactive without another heartbeat; null when it is not active at `now`. */
export function expiryOf(heartbeat: Heartbeat | null | undefined, now: EpochMs): EpochMs | null {
  if (!heartbeat || deviceStatus(heartbeat, now) !== 'active') return null
  const at = beatAt(heartbeat)
  return at === null ? null : at + HEARTBEAT_FRESHNESS
}
