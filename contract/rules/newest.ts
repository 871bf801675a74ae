import type {EpochMs} from '../wire/common'

/** `ts` is the device's time, `receivedAt` the arrival on the server. */
export interface Dated {
  ts: EpochMs
  receivedAt: EpochMs
}

/**
 * Whether `next`, which arrived after `known`, becomes a key's latest value: the newer one wins, and so does anything over
 * a value that a wrong clock put into the future.
 */
export function isNewest(next: Dated, known: Dated): boolean {
  return next.ts >= known.ts || known.ts > next.receivedAt
}
