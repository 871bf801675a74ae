import type {EpochMs} from '../../wire/common'
import {HOUR} from '../time/durations'
import {cachedOffsetsOf, offsetsOf} from '../time/localTime'
import {hourOf, localHour, WEEK_HOURS} from './hour'
import {type Header, SLOT_FIELDS, SLOT_SIZE, type UsualState} from './state'

/** The source of a band: the most particular one with enough data. */
export type UsualBasis = 'weekHour' | 'dayKindHour' | 'dayHour' | 'lastDays'

/** The usual values at a time, between `low` and `high`. For a counter all numbers are its rise per second. */
export interface UsualBand {
  kind: 'band'
  low: number
  high: number
  centre: number
  /** The usual difference of values from the centre; zero only for a series that never changed. */
  spread: number
  basis: UsualBasis
  /** The number of hours in the basis: for `weekHour` of Mondays 09–10 h the number of those Mondays. */
  hours: number
  /** The number of local days on which the series had learned values, whatever the basis. */
  days: number
  isCounter: boolean
}

/** Too little is known of the series, or of this hour of its weeks: this many more hours with values, and days, are missing. */
export interface StillLearning {
  kind: 'learning'
  hoursMissing: number
  daysMissing: number
}

type LearnedBasis = Exclude<UsualBasis, 'lastDays'>

/** The least days from which an hour must have been learned. */
const LEAST_OF_DAYS = 3
/** The least hours from which each basis must have been learned: four Mondays, eight working days, or three days. */
const BASES: readonly {basis: LearnedBasis; least: {workingDay: number; weekend: number}}[] = [
  {basis: 'weekHour', least: {workingDay: 4, weekend: 4}},
  {basis: 'dayKindHour', least: {workingDay: 8, weekend: 4}},
  {basis: 'dayHour', least: {workingDay: LEAST_OF_DAYS, weekend: LEAST_OF_DAYS}},
]
const LEAST_HOURS = 24
const LEAST_DAYS = 2
/** From this number of days on, whole weeks are known: an hour without values is one that usually has none. */
export const DAYS_OF_WHOLE_WEEKS = 14

/**
 * The spread is at least this share of that of the whole series, and of the centre. Without it a series that hardly
 * changes, or never does at some hour, would be unusual by its last digit.
 */
const LEAST_OF_WHOLE = 0.4
const LEAST_OF_CENTRE = 0.001

/** The spreads by which the band is wider than the usual lowest and highest value of an hour. */
const MARGIN = 1

/** The usual values in the hour of `at` in the state's zone. */
export function bandAt(state: UsualState, at: EpochMs): UsualBand | StillLearning {
  return bandOf(state, localHour(hourOf(at), offsetsOf(state.zone)).weekHour)
}

/** The usual values in each hour that a range touches, as far as they are known. */
export function hourlyBands(
  state: UsualState,
  {startTs, endTs}: {startTs: EpochMs; endTs: EpochMs},
): {start: EpochMs; band: UsualBand}[] {
  const found = []
  const offsetAt = cachedOffsetsOf(state.zone)
  for (let start = hourOf(startTs); start < endTs; start += HOUR) {
    const band = bandOf(state, localHour(start, offsetAt).weekHour)
    if (band.kind === 'band') found.push({start, band})
  }
  return found
}

/** Whether enough is known for a band. */
export const isLearned = ({hours, days}: Pick<Header, 'hours' | 'days'>): boolean =>
  hours >= LEAST_HOURS && days >= LEAST_DAYS

/** The usual values in an hour of the week. */
export function bandOf(state: UsualState, weekHour: number): UsualBand | StillLearning {
  const {hours, days, isCounter, spread: whole} = state.header
  if (!isLearned(state.header))
    return {
      kind: 'learning',
      hoursMissing: Math.max(0, LEAST_HOURS - hours),
      daysMissing: Math.max(0, LEAST_DAYS - days),
    }
  const {basis, places} = basisOf(state, weekHour)
  if (days >= DAYS_OF_WHOLE_WEEKS && isUnseen(state, weekHour, basis))
    return {kind: 'learning', hoursMissing: missingOf(state, weekHour), daysMissing: 0}
  const {low, high, centre, spread: own} = poolOf(state, places)
  const spread = Math.max(own, LEAST_OF_WHOLE * whole, LEAST_OF_CENTRE * Math.abs(centre))
  return {
    kind: 'band',
    low: low - MARGIN * spread,
    high: high + MARGIN * spread,
    centre,
    spread,
    basis,
    hours: countOf(state, places),
    days,
    isCounter: isCounter === 1,
  }
}

/** Whether the hour had values too seldom on any days, or never on days of its kind, so that others say nothing of it. */
const isUnseen = (state: UsualState, weekHour: number, basis: UsualBasis): boolean =>
  basis === 'lastDays' || countOf(state, PLACES.dayKindHour[weekHour] ?? []) === 0

const missingOf = (state: UsualState, weekHour: number): number =>
  Math.max(1, LEAST_OF_DAYS - countOf(state, PLACES.dayHour[weekHour] ?? []))

/** The first basis that enough is known of. */
function basisOf(state: UsualState, weekHour: number): {basis: UsualBasis; places: readonly number[]} {
  const kind = weekHour < WORKING_DAYS.length * 24 ? 'workingDay' : 'weekend'
  for (const {basis, least} of BASES) {
    const places = PLACES[basis][weekHour] ?? []
    if (countOf(state, places) >= least[kind]) return {basis, places}
  }
  return {basis: 'lastDays', places: ALL_HOURS}
}

function placesOf(basis: LearnedBasis, weekHour: number): readonly number[] {
  if (basis === 'weekHour') return [weekHour]
  const sameKind = weekHour < WORKING_DAYS.length * 24 ? WORKING_DAYS : WEEKEND
  const days = basis === 'dayKindHour' ? sameKind : [...WORKING_DAYS, ...WEEKEND]
  return days.map(day => day * 24 + (weekHour % 24))
}

const WORKING_DAYS = [0, 1, 2, 3, 4]
const WEEKEND = [5, 6]
const ALL_HOURS = Array.from({length: WEEK_HOURS}, (_, hour) => hour)
const PLACES = {
  weekHour: ALL_HOURS.map(hour => placesOf('weekHour', hour)),
  dayKindHour: ALL_HOURS.map(hour => placesOf('dayKindHour', hour)),
  dayHour: ALL_HOURS.map(hour => placesOf('dayHour', hour)),
}

const countOf = ({weeks}: UsualState, places: readonly number[]) =>
  places.reduce((sum, place) => sum + (weeks[place] ?? 0), 0)

/**
 * Pools slots: takes medians, each slot as often as it was learned, so that a fault in some of them does not count. The
 * spread includes how far the slots are apart.
 */
function poolOf({weeks, slots}: UsualState, places: readonly number[]): Pick<UsualBand, keyof typeof SLOT_FIELDS> {
  const learned = places.filter(place => (weeks[place] ?? 0) > 0)
  const [only = 0] = learned
  if (learned.length === 1) {
    const [low = 0, high = 0, centre = 0, spread = 0] = slots.subarray(only * SLOT_SIZE)
    return {low, high, centre, spread}
  }
  const numberAt = (place: number, field: keyof typeof SLOT_FIELDS) =>
    slots[place * SLOT_SIZE + SLOT_FIELDS[field]] ?? 0
  const median = (numberOf: (place: number) => number) =>
    weightedMedian(learned.map(place => ({number: numberOf(place), weight: weeks[place] ?? 0})))
  const low = median(place => numberAt(place, 'low'))
  const high = median(place => numberAt(place, 'high'))
  const centre = median(place => numberAt(place, 'centre'))
  const spread = median(place => Math.hypot(numberAt(place, 'spread'), numberAt(place, 'centre') - centre))
  return {low, high, centre, spread}
}

/** The mean of the two middle numbers where half of the weight is below. */
function weightedMedian(members: {number: number; weight: number}[]): number {
  members.sort((one, other) => one.number - other.number)
  let left = members.reduce((sum, {weight}) => sum + weight, 0) / 2
  let last = Number.NaN
  for (const {number, weight} of members) {
    if (left === 0) return (last + number) / 2
    left -= weight
    last = number
    if (left < 0) return last
  }
  return last
}
