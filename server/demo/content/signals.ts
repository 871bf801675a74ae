import {DAY, MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'

/** A number over time. The same time always gives the same number, so that live values continue the history. */
export type Signal = (ts: EpochMs) => number

/** A daily wave from `middle` - `swing` to `middle` + `swing`, highest at `peakHour` (UTC). */
export const daily = (middle: number, swing: number, peakHour = 14): Signal => {
  const peak = peakHour * 60 * MINUTE
  return ts => middle + swing * Math.cos((2 * Math.PI * (ts - peak)) / DAY)
}

/** Noise from -size to size that changes every second. */
export const grain =
  (seed: number, size: number): Signal =>
  ts =>
    size * random(seed, Math.floor(ts / 1000))

/** A smooth random curve from -size to size that changes its direction about once in a `period`. */
export const drift = (seed: number, size: number, period: Milliseconds = 20 * MINUTE): Signal => {
  return ts => {
    const step = Math.floor(ts / period)
    const way = (ts - step * period) / period
    const eased = way * way * (3 - 2 * way)
    return size * (random(seed, step) * (1 - eased) + random(seed, step + 1) * eased)
  }
}

/** `height` during about one in `rarity` intervals of `length`, otherwise 0. */
export const bursts = (seed: number, height: number, length: Milliseconds, rarity: number): Signal => {
  return ts => (isChosen(seed, ts, length, rarity) ? height : 0)
}

/** Whether the interval of `length` that contains `ts` is one of the about one in `rarity` chosen ones. */
export const isChosen = (seed: number, ts: EpochMs, length: Milliseconds, rarity: number): boolean =>
  random(seed + 77, Math.floor(ts / length)) > 1 - 2 / rarity

export const sum =
  (...signals: readonly Signal[]): Signal =>
  ts =>
    signals.reduce((total, signal) => total + signal(ts), 0)

export const within =
  (low: number, high: number, signal: Signal): Signal =>
  ts =>
    Math.min(high, Math.max(low, signal(ts)))

/** An evenly distributed number from -1 to 1 that depends only on the two arguments. */
export function random(seed: number, step: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(step | 0, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2_147_483_648 - 1
}
