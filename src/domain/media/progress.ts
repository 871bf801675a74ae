import type {EpochMs} from '../../../contract/wire/common'

/** The progress of a transfer, in bytes. */
export interface Progress {
  bytes: number
  of: number
  /** Null until it is known how fast it goes. */
  perSecond: number | null
  /** When the bytes were counted; null while nothing moves. */
  at: EpochMs | null
}

export const nothingOf = (of: number): Progress => ({bytes: 0, of, perSecond: null, at: null})

/** The newest seconds count the most, but a single moment must not make the time left jump. */
const MEMORY_SECONDS = 4

export function withBytes(progress: Progress, {bytes, at}: {bytes: number; at: EpochMs}): Progress {
  const counted = Math.min(bytes, progress.of)
  const seconds = progress.at === null ? 0 : (at - progress.at) / 1000
  // The first count may be that of an upload that goes on, which says nothing about the speed.
  if (seconds <= 0 || counted < progress.bytes) return {...progress, bytes: counted, at}
  const speed = (counted - progress.bytes) / seconds
  const weight = 1 - Math.exp(-seconds / MEMORY_SECONDS)
  const perSecond = progress.perSecond === null ? speed : progress.perSecond + weight * (speed - progress.perSecond)
  return {...progress, bytes: counted, at, perSecond}
}

export const stopped = (progress: Progress): Progress => ({...progress, perSecond: null, at: null})

export const isAllSent = ({bytes, of}: Progress): boolean => bytes >= of

/** Null while it is unknown. */
export const secondsLeft = ({bytes, of, perSecond}: Progress): number | null =>
  perSecond === null || perSecond <= 0 ? null : (of - bytes) / perSecond

/** In whole percent, rounded down, so that 100 % means all. */
export const percentOf = ({bytes, of}: Pick<Progress, 'bytes' | 'of'>): number =>
  of === 0 ? 0 : Math.floor((100 * bytes) / of)
