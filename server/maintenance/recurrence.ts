import type {MaintenancePlan} from '../../contract/rules/maintenance'
import {DAY, MINUTE} from '../../contract/rules/time/durations'
import {instantOf, wallOf} from '../../contract/rules/time/wallTime'
import {weekdayOf} from '../../contract/rules/time/weekday'
import type {EpochMs} from '../../contract/wire/common'
import {type Frequency, hasDays, type Rule, type RuleWeekday, readRule, UnusableRule} from './rule'

export interface Occurrence {
  startsAt: EpochMs
  endsAt: EpochMs
}

/** The limit for the work of a call: it looks at no day further ahead. */
const YEARS_AHEAD = 40
const DAYS_AHEAD = Math.ceil(YEARS_AHEAD * 365.25)

/**
 * The next occurrences that end after `after`, in order. A rule repeats the time on the wall, whatever the clocks of the
 * zone do; how long an occurrence lasts does not depend on them. Each day is looked at once at most, so a call takes
 * some milliseconds for whatever rule. Throws `UnusableRule`.
 */
export function occurrencesOf(plan: MaintenancePlan, after: EpochMs, limit: number): Occurrence[] {
  const {start, zone, minutes, rrule} = plan
  const length = minutes * MINUTE
  const first = Date.parse(`${start}Z`)
  const firstDay = Math.floor(first / DAY)
  // The clocks of a zone are changed by less than a day.
  const fromDay = Math.max(firstDay, Math.floor((wallOf(after, zone) - length) / DAY) - 1)
  const rule = rrule === null ? null : readRule({...plan, rrule})
  const days = rule === null ? [firstDay] : daysOf(rule, {first, fromDay})
  const found: Occurrence[] = []
  for (const day of days) {
    const startsAt = instantOf(day * DAY + (first - firstDay * DAY), zone)
    if (startsAt + length > after) found.push({startsAt, endsAt: startsAt + length})
    if (found.length === limit) break
  }
  const isEndless = rule !== null && rule.count === null && rule.until === null
  if (found.length === 0 && isEndless)
    throw new UnusableRule(`The rule names no day within the next ${YEARS_AHEAD} years.`)
  return found
}

/** The days that a rule names, from `fromDay` on. Those before it are looked at only to be counted. */
function* daysOf(rule: Rule, {first, fromDay}: {first: EpochMs; fromDay: Day}): Generator<Day> {
  const {interval, count, until, positions} = rule
  const firstDay = Math.floor(first / DAY)
  const lastDay = until === null ? Number.POSITIVE_INFINITY : Math.floor((until - (first - firstDay * DAY)) / DAY)
  const endDay = fromDay + DAYS_AHEAD
  const isNamed = namedBy(rule, firstDay)
  const {of, begin} = stepsOf(rule)
  const origin = of(firstDay)
  const skipped = count === null ? Math.floor((of(fromDay) - origin) / interval) : 0
  let left = count ?? Number.POSITIVE_INFINITY
  for (let step = origin + skipped * interval; begin(step) <= endDay; step += interval) {
    const days: Day[] = []
    for (let day = begin(step), end = begin(step + 1); day < end; day++) if (isNamed(day)) days.push(day)
    for (const day of chosenOf(days, positions)) {
      if (day < firstDay) continue
      if (day > lastDay || left === 0) return
      left -= 1
      if (day >= fromDay) yield day
    }
    if (begin(step) > lastDay || left === 0) return
  }
}

function chosenOf(days: readonly Day[], positions: readonly number[]): readonly Day[] {
  if (positions.length === 0) return days
  const isChosen = (at: number) => positions.includes(at + 1) || positions.includes(at - days.length)
  return days.filter((_, at) => isChosen(at))
}

interface Steps {
  /** The number of the step that a day is in. */
  of: (day: Day) => number
  /** The first day of a step. */
  begin: (step: number) => Day
}

/** The unit of a rule: days, weeks, months or years. */
function stepsOf({frequency, weekStart}: Pick<Rule, 'frequency' | 'weekStart'>): Steps {
  // The first Monday is day 4.
  const shift = 4 + weekStart
  const steps: Record<Frequency, Steps> = {
    DAILY: {of: day => day, begin: step => step},
    WEEKLY: {of: day => Math.floor((day - shift) / 7), begin: step => step * 7 + shift},
    MONTHLY: {of: day => yearOf(day) * 12 + monthOf(day) - 1, begin: step => dayOf(Math.floor(step / 12), step % 12)},
    YEARLY: {of: yearOf, begin: year => dayOf(year, 0)},
  }
  return steps[frequency]
}

/** Returns whether a rule names a day. The parts that it leaves out are as on its first day. */
function namedBy(rule: Rule, firstDay: Day): (day: Day) => boolean {
  const {months, monthDays, yearDays, weeks, weekdays, weekStart} = withDefaults(rule, firstDay)
  const spanOf = rule.frequency === 'MONTHLY' || rule.months.length > 0 ? inMonth : inYear
  const byWeekday = Array.from({length: 7}, (_, weekday) => ordinalsOf(weekdays, weekday))
  const isOneOf = (day: Day, ordinals: Ordinals) =>
    ordinals === 'every' || (ordinals !== 'none' && isAt(ordinals, sevenths(spanOf(day))))
  const limits: readonly ((day: Day) => boolean)[] = [
    ...(weekdays.length > 0 ? [(day: Day) => isOneOf(day, byWeekday[weekdayOf(day)] ?? 'none')] : []),
    ...(months.length > 0 ? [(day: Day) => months.includes(monthOf(day))] : []),
    ...(monthDays.length > 0 ? [(day: Day) => isAt(monthDays, inMonth(day))] : []),
    ...(yearDays.length > 0 ? [(day: Day) => isAt(yearDays, inYear(day))] : []),
    ...(weeks.length > 0 ? [(day: Day) => isAt(weeks, weekOf(day, weekStart))] : []),
  ]
  return day => limits.every(allows => allows(day))
}

/** The selected ones of a weekday, within the month or year. */
type Ordinals = 'every' | 'none' | readonly number[]

function ordinalsOf(weekdays: readonly RuleWeekday[], weekday: number): Ordinals {
  const found = weekdays.filter(item => item.weekday === weekday)
  if (found.length === 0) return 'none'
  const ordinals = found.flatMap(({ordinal}) => ordinal ?? [])
  return ordinals.length < found.length ? 'every' : ordinals
}

const isAt = (list: readonly number[], {at, of}: Place): boolean => list.includes(at) || list.includes(at - of - 1)

function withDefaults(rule: Rule, firstDay: Day): Rule {
  const sameWeekday = [{weekday: weekdayOf(firstDay), ordinal: null}]
  const {weeks, monthDays, yearDays, weekdays} = rule
  const isWeekAlone = weeks.length > 0 && monthDays.length + yearDays.length + weekdays.length === 0
  if (isWeekAlone) return {...rule, weekdays: sameWeekday}
  if (hasDays(rule)) return rule
  const sameDay = [inMonth(firstDay).at]
  switch (rule.frequency) {
    case 'DAILY':
      return rule
    case 'WEEKLY':
      return {...rule, weekdays: sameWeekday}
    case 'MONTHLY':
      return {...rule, monthDays: sameDay}
    case 'YEARLY':
      return {...rule, monthDays: sameDay, months: rule.months.length > 0 ? rule.months : [monthOf(firstDay)]}
    default:
      return rule.frequency satisfies never
  }
}

/** Counted from 1970-01-01, a Thursday. */
type Day = number

/** The number of something, from 1 on, and how many there are. */
interface Place {
  at: number
  of: number
}

const yearOf = (day: Day): number => new Date(day * DAY).getUTCFullYear()
const monthOf = (day: Day): number => new Date(day * DAY).getUTCMonth() + 1
/** `month` is counted from 0. */
const dayOf = (year: number, month: number): Day => Date.UTC(year, month) / DAY

function inMonth(day: Day): Place {
  const date = new Date(day * DAY)
  const begin = day - date.getUTCDate() + 1
  return {at: date.getUTCDate(), of: dayOf(date.getUTCFullYear(), date.getUTCMonth() + 1) - begin}
}

function inYear(day: Day): Place {
  const year = yearOf(day)
  const begin = newYear(year)
  return {at: day - begin + 1, of: newYear(year + 1) - begin}
}

/** Counts the leap years since 1970, because making a date takes ten times as long. */
const newYear = (year: number): Day =>
  365 * (year - 1970) +
  Math.floor((year - 1969) / 4) -
  Math.floor((year - 1901) / 100) +
  Math.floor((year - 1601) / 400)

/** The number of a weekday among the same weekdays. */
const sevenths = ({at, of}: Place): Place => {
  const rest = Math.floor((of - at) / 7)
  const number = Math.floor((at - 1) / 7) + 1
  return {at: number, of: number + rest}
}

/** The week of a day, in the year that has most of its days. */
function weekOf(day: Day, weekStart: number): Place {
  const begin = day - ((weekdayOf(day) - weekStart + 7) % 7)
  const year = yearOf(begin + 3)
  const firstWeek = (of: number) => {
    const fourth = newYear(of) + 3
    return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7)
  }
  return {at: (begin - firstWeek(year)) / 7 + 1, of: (firstWeek(year + 1) - firstWeek(year)) / 7}
}
