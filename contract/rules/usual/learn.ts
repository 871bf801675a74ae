import type {EpochMs} from '../../wire/common'
import {HOUR} from '../time/durations'
import {bandOf} from './band'
import {localHours, type UsualHour, WEEK_HOURS} from './hour'
import {SLOT_FIELDS, SLOT_SIZE, type UsualState} from './state'

/** For about how many weeks an hour is remembered. */
const MEMORY = 8
/** For about how many hours the whole series is remembered. */
const WHOLE_MEMORY = 4 * WEEK_HOURS
/** In spreads: what is farther from the centre is learned as if it were so far. */
const FARTHEST = 3
/** So many unusual hours in a row are learned, and no more until values are back or somebody accepts them. */
const UNUSUAL_HOURS = 24
/** From then on whole weeks are known, and what is new may be a fault rather than the first of its kind. */
const DAYS_BEFORE_DOUBT = 14

/** By so many hours whether a series is a counter is decided. */
const COUNTER_HOURS = 48

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
  const placeOf = localHours(state.zone)
  for (const hour of hours) {
    if (hour.ts < learned.header.learnedUntil || hour.count === 0) continue
    const {day, weekHour} = placeOf(hour.ts)
    learnHour(learned, hour, day, weekHour)
  }
  return learned
}

/**
 * "This is normal now": all hours of the week move by as much as the values of now, whose mean is `level` (of a counter
 * their rise in a second), differ from what is usual now.
 */
export function accept(state: UsualState, level: number, at: EpochMs): UsualState {
  const band = bandOf(state, localHours(state.zone)(at).weekHour)
  if (band.kind === 'learning') return state
  const shift = level - band.centre
  const header = {...state.header, centre: state.header.centre + shift, outside: 0}
  const slots = state.slots.map((number, index) => (index % SLOT_SIZE === SLOT_FIELDS.spread ? number : number + shift))
  return {...state, header, slots}
}

function learnHour(learned: Learning, hour: UsualHour, day: number, weekHour: number) {
  const {header} = learned
  const amounts = header.isCounter === 1 ? rateOf(hour, header) : hour
  decideCounter(learned, hour)
  header.last = hour.last
  header.learnedUntil = hour.ts + HOUR
  if (amounts === null) return
  const band = bandOf(learned, weekHour)
  if (band.kind === 'band' && band.days >= DAYS_BEFORE_DOUBT) {
    const isOutside = amounts.mean < band.low || amounts.mean > band.high
    header.outside = isOutside ? header.outside + 1 : 0
    if (header.outside > UNUSUAL_HOURS) return
  }
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

function learnSlot({header, weeks, slots}: Learning, {mean, low, high}: Amounts, weekHour: number) {
  const [week, at] = [weeks[weekHour] ?? 0, weekHour * SLOT_SIZE]
  weeks[weekHour] = Math.min(255, week + 1)
  const rate = 1 / Math.min(week + 1, MEMORY)
  const centre = week === 0 ? mean : (slots[at + SLOT_FIELDS.centre] ?? 0)
  const reach =
    week < 3 ? Number.POSITIVE_INFINITY : FARTHEST * Math.max(slots[at + SLOT_FIELDS.spread] ?? 0, header.spread)
  const clipped = (value: number) => Math.min(centre + reach, Math.max(centre - reach, value))
  const far = Math.abs(clipped(mean) - centre) + (clipped(high) - clipped(low)) / 4
  const learnField = (field: keyof typeof SLOT_FIELDS, value: number) => {
    const before = slots[at + SLOT_FIELDS[field]] ?? 0
    slots[at + SLOT_FIELDS[field]] = before + rate * (value - before)
  }
  learnField('low', clipped(low))
  learnField('high', clipped(high))
  learnField('centre', clipped(mean))
  learnField('spread', far)
  const wholeRate = 1 / Math.min(header.hours, WHOLE_MEMORY)
  header.spread += wholeRate * (Math.abs(clipped(mean) - header.centre) - header.spread)
  header.centre += wholeRate * (clipped(mean) - header.centre)
}

/** By how much a counter rose in a second of the hour. A value that is less than the one before began at zero. */
function rateOf({first, last, low, high}: UsualHour, {last: before}: {last: number}): Amounts | null {
  if (Number.isNaN(before)) return null
  const isReset = last < before || first > last
  const rise = isReset ? Math.max(0, high - before) + Math.max(0, last - Math.min(low, 0)) : last - before
  const rate = rise / (HOUR / 1000)
  return {mean: rate, low: rate, high: rate}
}

/** A series whose values rise in most hours and all but never fall is a counter. What was learned before is void. */
function decideCounter({header, weeks, slots}: Learning, {first, last, low, high}: UsualHour) {
  const before = Number.isNaN(header.last) ? first : header.last
  const isMonotone = first >= before && low === first && high === last
  const rate = 1 / Math.min(header.hours + 1, COUNTER_HOURS)
  header.rising += rate * ((isMonotone && last > before ? 1 : 0) - header.rising)
  header.falling += rate * ((isMonotone ? 0 : 1) - header.falling)
  const isCounter = header.falling < (header.isCounter === 1 ? 0.25 : 0.05) && header.rising > 0.5 ? 1 : 0
  if (header.hours < COUNTER_HOURS || isCounter === header.isCounter) return
  Object.assign(header, {
    isCounter,
    hours: 0,
    days: 0,
    lastDay: Number.NEGATIVE_INFINITY,
    centre: 0,
    spread: 0,
    outside: 0,
  })
  weeks.fill(0)
  slots.fill(0)
}
