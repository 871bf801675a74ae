import type {EpochMs} from '../../wire/common'
import {HOUR} from '../time/durations'
import {cachedOffsetsOf, offsetsOf} from '../time/localTime'
import {mixed} from './amount'
import {bandOf, DAYS_OF_WHOLE_WEEKS, type StillLearning, type UsualBand} from './band'
import {hourOf, type LocalHour, localHour, type UsualHour, WEEK_HOURS} from './hour'
import {emptyState, SLOT_FIELDS, SLOT_SIZE, type UsualState} from './state'

/** The number of weeks, about, for which an hour is remembered. */
const MEMORY = 8
/** The share of the range of its values that counts as the spread within an hour. */
const RANGE_SHARE = 0.25
/** The number of hours, about, for which the whole series is remembered. */
const WHOLE_MEMORY = 4 * WEEK_HOURS
/** The maximum distance in spreads of the band: farther values are learned as if they were at it. */
const FARTHEST = 5
/** The spread of values around a level that somebody has just accepted, as a share of the way to it. */
const SPREAD_OF_NEW = 0.1
/** The maximum of unusual hours learned in a row; no more are until values are back or somebody accepts them. */
const UNUSUAL_HOURS = 24

/** Whether a series is a counter is decided by about this many hours: the share in which it rises and falls. */
const COUNTER_HOURS = 48
const LEAST_RISING = 0.5
/** A counter may be reset more often before it is called none than a series may fall that is to be called one. */
const MAX_FALLING = {counter: 0.25, other: 0.05}

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
  const offsetAt = cachedOffsetsOf(state.zone)
  for (const hour of hours) {
    if (hour.ts < learned.header.learnedUntil || hour.count === 0) continue
    learnHour(learned, hour, localHour(hour.ts, offsetAt))
  }
  return learned
}

/**
 * "This is normal now": all hours of the week move by as much as the present values, whose mean is `level` (of a
 * counter their rise per second), differ from the usual ones.
 */
export function accept(state: UsualState, level: number, at: EpochMs): UsualState {
  const band = bandOf(state, localHour(hourOf(at), offsetsOf(state.zone)).weekHour)
  if (band.kind === 'learning') return state
  const shift = level - band.centre
  const spread = Math.max(state.header.spread, SPREAD_OF_NEW * Math.abs(shift))
  const header = {...state.header, centre: state.header.centre + shift, spread, outside: 0}
  const slots = state.slots.map((number, index) => (index % SLOT_SIZE === SLOT_FIELDS.spread ? number : number + shift))
  return {...state, header, slots}
}

function learnHour(learned: Learning, hour: UsualHour, {day, weekHour}: LocalHour) {
  decideCounter(learned, hour)
  const {header} = learned
  const amounts = header.isCounter === 1 ? rateOf(hour, header) : hour
  header.last = hour.last
  header.learnedUntil = hour.ts + HOUR
  if (amounts === null) return
  const band = bandOf(learned, weekHour)
  if (isDoubtful(learned, amounts, band)) return
  if (day !== header.lastDay) header.days++
  header.lastDay = day
  header.hours++
  learnSlot(learned, clipped(amounts, band), weekHour)
}

interface Amounts {
  mean: number
  low: number
  high: number
}

/**
 * Whether values have been unusual for so long that they are no longer learned. Once whole weeks are known, a new value
 * may be a fault rather than the first of its kind.
 */
function isDoubtful({header}: Learning, {mean}: Amounts, band: UsualBand | StillLearning): boolean {
  if (band.kind === 'learning' || band.days < DAYS_OF_WHOLE_WEEKS) return false
  const isOutside = mean < band.low || mean > band.high
  header.outside = isOutside ? header.outside + 1 : 0
  return header.outside > UNUSUAL_HOURS
}

/** A series that was always zero has no spread, and whatever it begins with is learned. */
function clipped(amounts: Amounts, band: UsualBand | StillLearning): Amounts {
  if (band.kind === 'learning' || band.spread === 0) return amounts
  const [least, most] = [band.centre - FARTHEST * band.spread, band.centre + FARTHEST * band.spread]
  const clip = (value: number) => Math.min(most, Math.max(least, value))
  return {mean: clip(amounts.mean), low: clip(amounts.low), high: clip(amounts.high)}
}

function learnSlot({header, weeks, slots}: Learning, {mean, low, high}: Amounts, weekHour: number) {
  const week = Math.min(MAX_WEEKS, (weeks[weekHour] ?? 0) + 1)
  weeks[weekHour] = week
  const placeOf = (field: keyof typeof SLOT_FIELDS) => weekHour * SLOT_SIZE + SLOT_FIELDS[field]
  const usual = week === 1 ? mean : (slots[placeOf('centre')] ?? mean)
  const apart = Math.abs(mean - usual) + (high - low) * RANGE_SHARE
  const rate = 1 / Math.min(week, MEMORY)
  const mix = (field: keyof typeof SLOT_FIELDS, value: number) => {
    slots[placeOf(field)] = mixed(slots[placeOf(field)] ?? 0, value, rate)
  }
  mix('low', low)
  mix('high', high)
  mix('centre', mean)
  mix('spread', apart)
  const wholeRate = 1 / Math.min(header.hours, WHOLE_MEMORY)
  header.spread = mixed(header.spread, Math.abs(mean - header.centre), wholeRate)
  header.centre = mixed(header.centre, mean, wholeRate)
}

/** The maximum that `weeks` can hold. */
const MAX_WEEKS = 255

/** The rise of a counter per second since the hour before. A value below the one before began at zero. */
function rateOf({ts, first, last, high}: UsualHour, before: Learning['header']): Amounts | null {
  if (Number.isNaN(before.last)) return null
  const isReset = last < before.last || last < first
  const rise = isReset ? Math.max(0, high - before.last) + Math.max(0, last) : last - before.last
  const rate = rise / ((ts + HOUR - before.learnedUntil) / 1000)
  return {mean: rate, low: rate, high: rate}
}

/** A series whose values rise in most hours and all but never fall is a counter. Earlier learning is void. */
function decideCounter(learned: Learning, {first, last, low, high}: UsualHour) {
  const {header} = learned
  const isMonotone = !(first < header.last) && low === first && high === last
  const isRising = isMonotone && last > (Number.isNaN(header.last) ? first : header.last)
  const rate = 1 / Math.min(header.hours + 1, COUNTER_HOURS)
  header.rising = mixed(header.rising, isRising ? 1 : 0, rate)
  header.falling = mixed(header.falling, isMonotone ? 0 : 1, rate)
  if (header.hours < COUNTER_HOURS) return
  const isCounter =
    header.rising > LEAST_RISING && header.falling < MAX_FALLING[header.isCounter === 1 ? 'counter' : 'other'] ? 1 : 0
  if (isCounter === header.isCounter) return
  const {header: empty, weeks, slots} = emptyState(learned.zone)
  const {learnedUntil, last: lastValue} = header
  Object.assign(learned, {header: {...empty, learnedUntil, last: lastValue, isCounter}, weeks, slots})
}
