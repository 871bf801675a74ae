import type {Milliseconds} from '../wire/common'
import {HOUR, MINUTE} from './time/durations'

const PERIODS = [10 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR]
const MAX_PERIODS = 60

/** The length of the periods in which the alarms of a shift are counted: at most 60 for a shift of seven days. */
export const shiftPeriod = (length: Milliseconds): Milliseconds =>
  PERIODS.find(period => length / period <= MAX_PERIODS) ?? 4 * HOUR
