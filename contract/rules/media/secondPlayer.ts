import {HEARTBEAT_FRESHNESS} from '../../limits'
import type {EpochMs, Json} from '../../wire/common'
import {isRecord} from '../json'

/**
 * The client attribute in which the server notes when it last refused a second player of a device. A player names its
 * identity as `player` in the query of what it posts. While a later one of the same device is alive, it is refused (409).
 */
export const SECOND_PLAYER_ATTRIBUTE = 'second_player'

/** When the server last refused a second player of a device; null where it never has. */
export function secondPlayerFrom(value: Json | undefined): EpochMs | null {
  const ts = isRecord(value) ? value.ts : null
  return typeof ts === 'number' && Number.isFinite(ts) ? ts : null
}

/** A second player tries again with each of its reports, so that it has gone after as long as a silent device is taken for dead. */
export const isSecondPlayerThere = (refusedAt: EpochMs | null | undefined, now: EpochMs): refusedAt is EpochMs =>
  typeof refusedAt === 'number' && now - refusedAt < HEARTBEAT_FRESHNESS
