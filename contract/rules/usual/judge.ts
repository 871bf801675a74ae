import type {EpochMs, Milliseconds} from '../../wire/common'
import {HOUR} from '../time/durations'
import {bandAt} from './band'
import {hourOf} from './hour'
import type {UsualState} from './state'

export type UsualVerdict = 'learning' | 'usual' | 'unusual'

/** What judging remembers of a series between two values; numbers alone, so that it may be stored as JSON. */
export interface UsualJudging {
  /** Of the value that was judged last. */
  at: EpochMs
  value: number
  /** The mean of the last scores, and of how many the next is the mean. */
  short: number
  /** The long run of the short means: their mean, how far they usually are from it, and how many there were. */
  centre: number
  spread: number
  count: number
  /** Since when it is unusual; null while it is not. */
  since: EpochMs | null
  /** Until when nothing more is told. */
  quietUntil: EpochMs
}

export const NOTHING_JUDGED: UsualJudging = {
  at: Number.MIN_SAFE_INTEGER,
  value: 0,
  short: 0,
  centre: 0,
  spread: 0,
  count: 0,
  since: null,
  quietUntil: Number.MIN_SAFE_INTEGER,
}

export interface UsualJudgement {
  judging: UsualJudging
  verdict: UsualVerdict
  /** Whether this value is the one by which somebody is to be told: the first of an episode. */
  isTold: boolean
}

/** How many scores the short mean goes over, about. */
const SHORT = 3
/** How many values the long run goes over, about. */
const LONG = 2000
/** How far the short mean is from its long run where values become unusual, and below which they are back; in spreads. */
const UNUSUAL = 4
const BACK = 2
/** What the spread of the short means is at least. */
const LEAST_SPREAD = 0.3
/** How long nothing is told again after an episode was. */
const HOLD_OFF: Milliseconds = 24 * HOUR

/**
 * Judges a value as it arrives. `at` is when it arrived, or the time of its device if that was checked against the
 * arrival: what comes late, twice or out of order, and each `at` that is not later than the last, is not judged. The
 * same values at the same times with the same states always give the same judgements.
 */
export function judge(state: UsualState, judging: UsualJudging, value: number, at: EpochMs): UsualJudgement {
  if (at <= judging.at || !Number.isFinite(value)) return {judging, verdict: verdictOf(judging), isTold: false}
  const seen = {...judging, at, value}
  const band = bandAt(state, hourOf(at))
  if (band.kind === 'learning') return {judging: {...seen, since: null}, verdict: 'learning', isTold: false}
  const amount = band.isCounter ? rateBetween(judging, value, at) : value
  if (amount === null) return {judging: seen, verdict: verdictOf(judging), isTold: false}
  const score = Math.min(10, Math.abs(amount - band.centre) / (band.spread || Number.MIN_VALUE))
  const short = judging.short + (score - judging.short) / SHORT
  const far = (short - judging.centre) / Math.max(LEAST_SPREAD, judging.spread)
  const rate = 1 / Math.min(judging.count + 1, LONG)
  const isUnusual = judging.count > 0 && far > (judging.since === null ? UNUSUAL : BACK)
  const isTold = isUnusual && judging.since === null && at >= judging.quietUntil
  const next: UsualJudging = {
    ...seen,
    short,
    centre: judging.centre + rate * (short - judging.centre),
    spread: judging.spread + rate * (Math.abs(short - judging.centre) - judging.spread),
    count: judging.count + 1,
    since: isUnusual ? (judging.since ?? at) : null,
    quietUntil: isTold ? at + HOLD_OFF : judging.quietUntil,
  }
  return {judging: next, verdict: verdictOf(next), isTold}
}

const verdictOf = ({count, since}: UsualJudging): UsualVerdict =>
  count === 0 ? 'learning' : since === null ? 'usual' : 'unusual'

function rateBetween({at: before, value: last}: UsualJudging, value: number, at: EpochMs): number | null {
  return value < last || before < 0 ? null : (value - last) / ((at - before) / 1000)
}
