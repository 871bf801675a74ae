import type {EpochMs} from '../../wire/common'
import {hourOf, localHours, WEEK_HOURS} from './hour'
import {SLOT_FIELDS, SLOT_SIZE, type UsualState} from './state'

/** What a band is learned from: the most particular that enough is known of. */
export type UsualBasis = 'weekHour' | 'dayKindHour' | 'dayHour' | 'lastDays'

/** What is usual at a time: values between `low` and `high`. Of a counter all numbers are its rise in a second. */
export interface UsualBand {
  kind: 'band'
  low: number
  high: number
  centre: number
  /** By how much values usually differ from the centre; never nothing but for a series that never changed. */
  spread: number
  basis: UsualBasis
  /** How many hours the basis was learned from: for `weekHour` of Mondays 09–10 h the number of those Mondays. */
  hours: number
  /** On how many local days the series had values that were learned, whatever the basis. */
  days: number
  isCounter: boolean
}

/** Too little is known: so many more hours with values, and days, are missing. */
export interface StillLearning {
  kind: 'learning'
  hoursMissing: number
  daysMissing: number
}

/** Of how much a basis must have been learned: hours of its slots. */
const LEAST_HOURS: readonly (readonly [UsualBasis, number])[] = [
  ['weekHour', 3],
  ['dayKindHour', 3],
  ['dayHour', 3],
  ['lastDays', 24],
]
const LEAST_DAYS = 2

/** Of the spread of the whole series, so that an hour in which nothing ever happened does not make all unusual. */
const LEAST_SPREAD = 0.4

/** Beyond the usual lowest and highest value of an hour, in spreads. */
const MARGIN = 1

/** What is usual in the hour of `at` in the state's zone. */
export function bandAt(state: UsualState, at: EpochMs): UsualBand | StillLearning {
  return bandOf(state, localHours(state.zone)(hourOf(at)).weekHour)
}

export function bandOf(state: UsualState, weekHour: number): UsualBand | StillLearning {
  const {hours, days, isCounter} = state.header
  const missing = LEAST_HOURS.at(-1)?.[1] ?? 0
  if (hours < missing || days < LEAST_DAYS)
    return {kind: 'learning', hoursMissing: Math.max(0, missing - hours), daysMissing: Math.max(0, LEAST_DAYS - days)}
  for (const [basis, least] of LEAST_HOURS) {
    const pool = poolOf(state, slotsOf(basis, weekHour))
    if (pool.hours < least) continue
    const spread = Math.max(pool.spread, LEAST_SPREAD * state.header.spread)
    const [low, high] = [pool.low - MARGIN * spread, pool.high + MARGIN * spread]
    return {kind: 'band', ...pool, low, high, spread, basis, days, isCounter: isCounter === 1}
  }
  return {kind: 'learning', hoursMissing: missing, daysMissing: 0}
}

function slotsOf(basis: UsualBasis, weekHour: number): readonly number[] {
  const hour = weekHour % 24
  const days = {
    weekHour: [Math.floor(weekHour / 24)],
    dayKindHour: weekHour < 120 ? WORKING_DAYS : WEEKEND,
    dayHour: [...WORKING_DAYS, ...WEEKEND],
    lastDays: [],
  }[basis]
  return basis === 'lastDays' ? ALL_HOURS : days.map(day => day * 24 + hour)
}

const WORKING_DAYS = [0, 1, 2, 3, 4]
const WEEKEND = [5, 6]
const ALL_HOURS = Array.from({length: WEEK_HOURS}, (_, hour) => hour)

/** What slots have together, each as often as it was learned. The spread holds how far the slots are apart, too. */
function poolOf({weeks, slots}: UsualState, places: readonly number[]) {
  let [hours, low, high, centre] = [0, 0, 0, 0]
  for (const place of places) {
    const [weight, at] = [weeks[place] ?? 0, place * SLOT_SIZE]
    hours += weight
    low += weight * (slots[at + SLOT_FIELDS.low] ?? 0)
    high += weight * (slots[at + SLOT_FIELDS.high] ?? 0)
    centre += weight * (slots[at + SLOT_FIELDS.centre] ?? 0)
  }
  centre /= hours
  let spread = 0
  for (const place of places) {
    const [weight, at] = [weeks[place] ?? 0, place * SLOT_SIZE]
    const apart = Math.abs((slots[at + SLOT_FIELDS.centre] ?? 0) - centre)
    spread += weight * Math.hypot(slots[at + SLOT_FIELDS.spread] ?? 0, apart)
  }
  return {hours, low: low / hours, high: high / hours, centre, spread: spread / hours}
}
