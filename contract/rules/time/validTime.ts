import {MAX_TS, MIN_TS} from '../../limits'

/** Whether a number is a time in epoch ms that the server stores and the client shows. */
export const isValidTime = (at: number): boolean => Number.isInteger(at) && at >= MIN_TS && at <= MAX_TS
