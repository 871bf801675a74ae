import type {EpochMs, Milliseconds} from '../../wire/common'
import {DAY, HOUR, MINUTE} from '../time/durations'
import {mixed, rateBetween, scoreOf} from './amount'
import {bandAt} from './band'
import {hourOf} from './hour'
import type {UsualState} from './state'

export type UsualVerdict = 'learning' | 'usual' | 'unusual'

/** The state of evaluating a series between two values; numbers alone, so that it may be stored as JSON. */
export interface UsualJudging {
  /** The last value that was evaluated. */
  at: EpochMs
  value: number
  /** The mean of the last scores. A score is how far a value is from the centre, in spreads. */
  short: number
  /** The long run of these means: their own mean, their variance, and how many there were. */
  long: number
  variance: number
  count: number
  /** The time since which the series is unusual; null while it is not. */
  since: EpochMs | null
  /** The number of notifications, each of which halves with each `FORGETTING`. */
  tellings: number
}

export const NOTHING_EVALUATED: UsualJudging = {
  at: Number.MIN_SAFE_INTEGER,
  value: 0,
  short: 0,
  long: 0,
  variance: 0,
  count: 0,
  since: null,
  tellings: 0,
}

export interface UsualJudgement {
  judging: UsualJudging
  verdict: UsualVerdict
  /** Whether this value notifies somebody: it is the first of an episode. */
  isNotified: boolean
}

/** The short mean goes over about this time, and over at least this many scores. */
const SHORT: Milliseconds = 20 * MINUTE
const LEAST_SHORT = 4
/** The long run goes over about so long, in which a score counts for an hour at most. */
const LONG: Milliseconds = 14 * DAY
const LONGEST_SCORE = HOUR
/** Fewer scores make no long run. */
const LEAST_SCORES = 10
/**
 * The distance between the short mean and its long run at which values become unusual, in standard deviations of the
 * long run: the smallest whole number at which the demo's devices, which have no fault, notify at most 0.3 times per
 * series and week.
 */
export const UNUSUAL = 5
/** The share of that distance within which values are usual again. */
const BACK = 0.5
/** A deviation is no smaller. */
const LEAST_DEVIATION = 0.3
/** No value counts for more, so that after a single one the short mean soon forgets it. */
const HIGHEST_SCORE = 50
/** Each notification adds `UNUSUAL` to the threshold of the next, and half of that is forgotten after this time. */
const FORGETTING: Milliseconds = 4 * DAY

/**
 * Evaluates a value as it arrives. `at` is its arrival, or the time of its device if that was checked against the
 * arrival. A value that is not later than the last is ignored, and a late value must not be given. The same values at
 * the same times with the same states always give the same results. A series is unusual from a value outside the band
 * on whose recent scores are higher than the series' own long run of them, which is not learned in the meantime.
 */
export function judge(
  state: UsualState,
  judging: UsualJudging,
  value: number,
  at: EpochMs,
  unusual = UNUSUAL,
): UsualJudgement {
  if (at <= judging.at || !Number.isFinite(value)) return {judging, verdict: verdictOf(judging), isNotified: false}
  const band = cachedBand(state, at)
  if (band.kind === 'learning') return nothingYet(seen(judging, value, at))
  const amount = band.isCounter ? rateSince(judging, {at, value}) : value
  if (amount === null) return {judging: seen(judging, value, at), verdict: verdictOf(judging), isNotified: false}
  const isOutside = amount < band.low || amount > band.high
  const next = scored(judging, {at, value, score: scoreOf(band, amount, HIGHEST_SCORE), isOutside}, unusual)
  return {judging: next, verdict: verdictOf(next), isNotified: next.since !== null && judging.since === null}
}

/** The state after a value without a score: notifications are forgotten all the same. */
const seen = (judging: UsualJudging, value: number, at: EpochMs): UsualJudging => ({
  ...judging,
  at,
  value,
  tellings: rememberedAt(judging, at),
})

const rememberedAt = ({tellings, at: before}: UsualJudging, at: EpochMs): number =>
  tellings * 0.5 ** ((at - before) / FORGETTING)

const nothingYet = (judging: UsualJudging): UsualJudgement => ({
  judging: {...judging, since: null},
  verdict: 'learning',
  isNotified: false,
})

const verdictOf = ({count, since}: UsualJudging): UsualVerdict =>
  count < LEAST_SCORES ? 'learning' : since === null ? 'usual' : 'unusual'

interface Scored {
  at: EpochMs
  value: number
  score: number
  isOutside: boolean
}

function scored(judging: UsualJudging, {at, value, score, isOutside}: Scored, unusual: number): UsualJudging {
  const count = judging.count + 1
  const passed = at - judging.at
  const short = mixed(judging.short, score, Math.max(1 / count, Math.min(1 / LEAST_SHORT, passed / SHORT)))
  const far = (short - judging.long) / Math.max(LEAST_DEVIATION, Math.sqrt(judging.variance))
  const tellings = rememberedAt(judging, at)
  const isFar = judging.since === null ? isOutside && far > unusual * (1 + tellings) : far > unusual * BACK
  const isUnusual = isFar && count > LEAST_SCORES
  const rate = judging.since === null ? Math.max(1 / count, Math.min(passed, LONGEST_SCORE) / LONG) : 0
  const long = mixed(judging.long, short, rate)
  return {
    at,
    value,
    short,
    long,
    variance: mixed(judging.variance, (short - long) ** 2, rate),
    count,
    since: isUnusual ? (judging.since ?? at) : null,
    tellings: isUnusual && judging.since === null ? tellings + 1 : tellings,
  }
}

/** The first value has none to rise from. */
const rateSince = (judging: UsualJudging, now: Pick<UsualJudging, 'at' | 'value'>): number | null =>
  judging.at === NOTHING_EVALUATED.at ? null : rateBetween(judging, now)

/** Finding the hour of the week takes longer than all else, so each state caches the last requested band. */
const cached = new WeakMap<UsualState, {hour: EpochMs; band: ReturnType<typeof bandAt>}>()

function cachedBand(state: UsualState, at: EpochMs): ReturnType<typeof bandAt> {
  const hour = hourOf(at)
  const last = cached.get(state)
  if (last?.hour === hour) return last.band
  const band = bandAt(state, hour)
  cached.set(state, {hour, band})
  return band
}
