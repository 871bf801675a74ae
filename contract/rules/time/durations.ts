import type {Milliseconds} from '../../wire/common'

export const MINUTE: Milliseconds = 60_000
export const HOUR = 60 * MINUTE
/** A day of 24 hours, which not every day of a calendar has. */
export const DAY = 24 * HOUR
