import type {EpochMs} from '../../wire/common'
import {HOUR} from '../time/durations'
import {bandOf} from './band'
import {hourOf, type LocalHour, localHour, type UsualHour, WEEK_HOURS} from './hour'
import {emptyState, SLOT_FIELDS, SLOT_SIZE, type UsualState} from './state'

/** For about how many weeks an hour is remembered. */
const MEMORY = 8
/** How much of the range of its values counts as the spread within an hour. */
const RANGE_SHARE = 0.25
/** For about how many hours the whole series is remembered. */
const WHOLE_MEMORY = 4 * WEEK_HOURS
/** In spreads: what is farther from the centre is learned as if it were so far, once an hour has been there so often. */
const FARTHEST = 5
const WEEKS_BEFORE_CLIPPING = 3
/** So many unusual hours in a row are learned, and no more until values are back or somebody accepts them. */
const UNUSUAL_HOURS = 24
/** From then on whole weeks are known, and what is new may be a fault rather than the first of its kind. */
const DAYS_BEFORE_DOUBT = 14

/** Whether a series is a counter is decided by about so many hours: the share of those in which it rises and falls. */
const COUNTER_HOURS = 48
const LEAST_RISING = 0.5
/** A counter may be reset more often before it is called none than a series may fall that is to be called one. */
const MOST_FALLING = {counter: 0.25, other: 0.05}

type Learning = {-readonly [Field in keyof UsualState]: UsualState[Field]} & {
  header: Record<keyof UsualState['header'], number>
  weeks: Uint8Array
  slots: Float64Array
}

/**
 * Learns hours that are over, in the order of time. Hours before `learnedUntil` are passed over, so that learning may
 * be repeated, and gives the same in any number of pieces.
 */
export function learn(state: UsualState, hours: readonly UsualHour[]): UsualState {
  const learned: Learning = {
    ...state,
    header: {...state.header},
    weeks: state.weeks.slice(),
    slots: state.slots.slice(),
  }
  for (const hour of hours) {
    if (hour.ts < learned.header.learnedUntil || hour.count === 0) continue
    learnHour(learned, hour, localHour(hour.ts, state.zone))
  }
  return learned
}

/**
 * "This is normal now": all hours of the week move by as much as the values of now, whose mean is `level` (of a counter
 * their rise in a second), differ from what is usual now.
 */
export function accept(state: UsualState, level: number, at: EpochMs): UsualState {
  const band = bandOf(state, localHour(hourOf(at), state.zone).weekHour)
  if (band.kind === 'learning') return state
  const shift = level - band.centre
  const header = {...state.header, centre: state.header.centre + shift, outside: 0}
  const slots = state.slots.map((number, index) => (index % SLOT_SIZE === SLOT_FIELDS.spread ? number : number + shift))
  return {...state, header, slots}
}

function learnHour(learned: Learning, hour: UsualHour, {day, weekHour}: LocalHour) {
  decideCounter(learned, hour)
  const {header} = learned
  const amounts = header.isCounter === 1 ? rateOf(hour, header) : hour
  header.last = hour.last
  header.learnedUntil = hour.ts + HOUR
  if (amounts === null || isDoubtful(learned, amounts, weekHour)) return
  if (day !== header.lastDay) header.days++
  header.lastDay = day
  header.hours++
  learnSlot(learned, amounts, weekHour)
}

interface Amounts {
  mean: number
  low: number
  high: number
}

/** Whether values have been unusual for so long that they are learned no more. */
function isDoubtful(learned: Learning, {mean}: Amounts, weekHour: number): boolean {
  if (learned.header.days < DAYS_BEFORE_DOUBT) return false
  const band = bandOf(learned, weekHour)
  if (band.kind === 'learning') return false
  const isOutside = mean < band.low || mean > band.high
  learned.header.outside = isOutside ? learned.header.outside + 1 : 0
  return learned.header.outside > UNUSUAL_HOURS
}

function learnSlot({header, weeks, slots}: Learning, {mean, low, high}: Amounts, weekHour: number) {
  const week = weeks[weekHour] ?? 0
  weeks[weekHour] = Math.min(MOST_WEEKS, week + 1)
  const slot = slots.subarray(weekHour * SLOT_SIZE, (weekHour + 1) * SLOT_SIZE)
  const usual = week === 0 ? mean : (slot[SLOT_FIELDS.centre] ?? mean)
  const spread = Math.max(slot[SLOT_FIELDS.spread] ?? 0, header.spread)
  const reach = week < WEEKS_BEFORE_CLIPPING || spread === 0 ? Number.POSITIVE_INFINITY : FARTHEST * spread
  const clipped = (value: number) => Math.min(usual + reach, Math.max(usual - reach, value))
  const seen = {low: clipped(low), high: clipped(high), centre: clipped(mean)}
  const apart = Math.abs(seen.centre - usual) + (seen.high - seen.low) * RANGE_SHARE
  const rate = 1 / Math.min(week + 1, MEMORY)
  slot.set([seen.low, seen.high, seen.centre, apart].map((value, field) => mixed(slot[field] ?? 0, value, rate)))
  const wholeRate = 1 / Math.min(header.hours, WHOLE_MEMORY)
  header.spread = mixed(header.spread, Math.abs(seen.centre - header.centre), wholeRate)
  header.centre = mixed(header.centre, seen.centre, wholeRate)
}

/** Never more than what `weeks` can hold. */
const MOST_WEEKS = 255

const mixed = (before: number, value: number, rate: number): number => before + rate * (value - before)

/** By how much a counter rose in a second since the hour before. A value below the one before began at zero. */
function rateOf({ts, first, last, high}: UsualHour, before: Learning['header']): Amounts | null {
  if (Number.isNaN(before.last)) return null
  const isReset = last < before.last || last < first
  const rise = isReset ? Math.max(0, high - before.last) + Math.max(0, last) : last - before.last
  const rate = rise / ((ts + HOUR - before.learnedUntil) / 1000)
  return {mean: rate, low: rate, high: rate}
}

/** A series whose values rise in most hours and all but never fall is a counter. What was learned before is void. */
function decideCounter(learned: Learning, {first, last, low, high}: UsualHour) {
  const {header} = learned
  const isMonotone = !(first < header.last) && low === first && high === last
  const isRising = isMonotone && last > (Number.isNaN(header.last) ? first : header.last)
  const rate = 1 / Math.min(header.hours + 1, COUNTER_HOURS)
  header.rising = mixed(header.rising, isRising ? 1 : 0, rate)
  header.falling = mixed(header.falling, isMonotone ? 0 : 1, rate)
  if (header.hours < COUNTER_HOURS) return
  const isCounter =
    header.rising > LEAST_RISING && header.falling < MOST_FALLING[header.isCounter === 1 ? 'counter' : 'other'] ? 1 : 0
  if (isCounter === header.isCounter) return
  const {header: empty, weeks, slots} = emptyState(learned.zone)
  const {learnedUntil, last: lastValue} = header
  Object.assign(learned, {header: {...empty, learnedUntil, last: lastValue, isCounter}, weeks, slots})
}
