import type {EpochMs} from '../../../contract/wire/common'

/** One play of a video that has ended. */
export interface Play {
  assetId: string
  name: string
  startedAt: EpochMs
  /** The length that was shown. */
  seconds: number
  /** Whether it was shown up to its end. */
  isWhole: boolean
  revision: number
}

/** A day of plays of ten seconds each. A screen that is longer without its server forgets the oldest. */
export const PLAYS_STORED = 8640

export const withPlay = (plays: readonly Play[], play: Play): Play[] => [...plays, play].slice(-PLAYS_STORED)
