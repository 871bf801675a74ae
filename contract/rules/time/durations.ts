import type {Milliseconds} from '../../wire/common'

export const SECOND: Milliseconds = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
/** A day of 24 hours, which not every day of a calendar has. */
export const DAY = 24 * HOUR
