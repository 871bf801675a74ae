import {MAINTENANCE_RULE_LENGTH} from '../../contract/limits'
import type {MaintenancePlan} from '../../contract/rules/maintenance'
import {DAY} from '../../contract/rules/time/durations'
import {wallOf} from '../../contract/rules/time/wallTime'
import type {EpochMs} from '../../contract/wire/common'

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** A day of the week, from 0 for Monday; `ordinal` is its number in the month or year, from the end when negative. */
export interface RuleWeekday {
  weekday: number
  ordinal: number | null
}

/** A rule of RFC 5545 that names days. A list that is empty limits nothing. */
export interface Rule {
  frequency: Frequency
  interval: number
  count: number | null
  /** The last time on the wall, as if it were in UTC. */
  until: EpochMs | null
  /** The first day of the week, from 0 for Monday. */
  weekStart: number
  months: readonly number[]
  monthDays: readonly number[]
  yearDays: readonly number[]
  weeks: readonly number[]
  weekdays: readonly RuleWeekday[]
  positions: readonly number[]
}

/** A rule that can't be followed, with a sentence for the one who wrote it. */
export class UnusableRule extends Error {
  override name = 'UnusableRule'
}

/** The maxima by which a rule names a day within ten years. */
const MAX_INTERVAL: Readonly<Record<Frequency, number>> = {DAILY: 3660, WEEKLY: 520, MONTHLY: 120, YEARLY: 10}
/** The most days that one step of the rule has. */
const DAYS_IN: Readonly<Record<Frequency, number>> = {DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366}
const MAX_COUNT = 100_000
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const PARTS = [
  ...['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYDAY'],
  ...['BYSETPOS', 'BYHOUR', 'BYMINUTE', 'BYSECOND'],
]
const LINES: Readonly<Record<string, string>> = {
  EXDATE: 'EXDATE is not part of a rule. Leave it out, and end the maintenance of that day when it comes.',
  RDATE: 'RDATE is not part of a rule. Leave it out, and plan that day as maintenance of its own.',
  EXRULE: 'EXRULE is not part of a rule. Leave it out.',
  DTSTART: 'DTSTART is not part of a rule. Leave it out: the start is a field of its own.',
}

/**
 * Reads a rule as calendars write it, with `RRULE:` before it, blanks, or a semicolon at its end. Throws `UnusableRule`
 * for a part that would be ignored, that means nothing, or that repeats more often than daily.
 */
export function readRule({rrule, start, zone}: MaintenancePlan & {rrule: string}): Rule {
  const parts = partsOf(rrule)
  const frequency = frequencyOf(parts.get('FREQ'))
  requireTimeOfStart(parts, start)
  const numbers = (name: string, limits: NumberLimits) => numbersOf(name, parts.get(name), limits)
  const rule: Rule = {
    frequency,
    interval: wholeOf('INTERVAL', parts.get('INTERVAL') ?? '1', MAX_INTERVAL[frequency], ` with FREQ=${frequency}`),
    count: parts.has('COUNT') ? wholeOf('COUNT', parts.get('COUNT') ?? '', MAX_COUNT) : null,
    until: parts.has('UNTIL') ? wallUntil(parts.get('UNTIL') ?? '', zone) : null,
    weekStart: weekdayOf('WKST', parts.get('WKST') ?? 'MO'),
    months: numbers('BYMONTH', {max: 12, fromEnd: false}),
    monthDays: numbers('BYMONTHDAY', {max: 31, fromEnd: true}),
    yearDays: numbers('BYYEARDAY', {max: 366, fromEnd: true}),
    weeks: numbers('BYWEEKNO', {max: 53, fromEnd: true}),
    weekdays: weekdaysOf(parts, frequency),
    positions: numbers('BYSETPOS', {max: DAYS_IN[frequency], fromEnd: true}),
  }
  if (rule.count !== null && rule.until !== null)
    throw new UnusableRule('COUNT and UNTIL exclude each other. Leave one of them out.')
  if (rule.weeks.length > 0 && frequency !== 'YEARLY')
    throw new UnusableRule(`BYWEEKNO means nothing with FREQ=${frequency}: only FREQ=YEARLY has numbers of weeks.`)
  if (rule.positions.length > 0 && !hasDays(rule) && rule.months.length === 0)
    throw new UnusableRule('BYSETPOS means nothing alone: another part must say which days it chooses from.')
  return rule
}

/** Whether a part says which days of a month, year or week the rule names. */
export const hasDays = ({monthDays, yearDays, weeks, weekdays}: Omit<Rule, 'frequency'>): boolean =>
  [monthDays, yearDays, weeks, weekdays].some(list => list.length > 0)

function partsOf(rrule: string): ReadonlyMap<string, string> {
  if (rrule.length > MAINTENANCE_RULE_LENGTH)
    throw new UnusableRule(`A rule has at most ${MAINTENANCE_RULE_LENGTH} characters.`)
  const [line] = rrule.toUpperCase().match(/EXDATE|RDATE|EXRULE|DTSTART/) ?? []
  if (line !== undefined) throw new UnusableRule(LINES[line] ?? '')
  const parts = new Map<string, string>()
  const texts = rrule.replace(/^\s*RRULE:/i, '').split(';')
  if (texts.length > 1 && texts.at(-1)?.trim() === '') texts.pop()
  for (const text of texts) {
    const [, name = '', value = ''] = /^\s*([A-Z]+)\s*=\s*([\w,+-][\w,+\- ]*)$/i.exec(text) ?? []
    const key = name.toUpperCase()
    if (!PARTS.includes(key)) throw notUnderstood(text.trim())
    if (parts.has(key)) throw new UnusableRule(`${key} stands twice in the rule. Leave one of them out.`)
    parts.set(key, value.replaceAll(' ', '').toUpperCase())
  }
  return parts
}

const notUnderstood = (text: string) => new UnusableRule(`"${text}" is not understood in the rule.`)

function frequencyOf(text: string | undefined): Frequency {
  switch (text) {
    case 'DAILY':
    case 'WEEKLY':
    case 'MONTHLY':
    case 'YEARLY':
      return text
    default:
      throw new UnusableRule('A rule repeats daily, weekly, monthly or yearly: FREQ must be one of these.')
  }
}

/** Calendars write the time of the start into the rule; another time, or several, would be ignored. */
function requireTimeOfStart(parts: ReadonlyMap<string, string>, start: string): void {
  const [hour, minute] = start.slice('2026-11-30T'.length).split(':').map(Number)
  const times = {BYHOUR: hour, BYMINUTE: minute, BYSECOND: 0}
  for (const [name, time] of Object.entries(times)) {
    const value = parts.get(name)
    if (value?.includes(','))
      throw new UnusableRule(`"${name}=${value}" repeats more often than daily, which no maintenance does.`)
    if (value !== undefined && (!/^\d{1,2}$/.test(value) || Number(value) !== time))
      throw new UnusableRule(`"${name}=${value}" is not the time of the start. Leave it out: the start says the time.`)
  }
}

function wholeOf(name: string, text: string, max: number, where = ''): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > max)
    throw new UnusableRule(`"${name}=${text}" is not possible: it must be a whole number from 1 to ${max}${where}.`)
  return value
}

interface NumberLimits {
  max: number
  /** Whether -1 is the last one. */
  fromEnd: boolean
}

function numbersOf(name: string, text: string | undefined, {max, fromEnd}: NumberLimits): readonly number[] {
  if (text === undefined) return []
  return text.split(',').map(item => {
    const value = /^[+-]?\d{1,3}$/.test(item) ? Number(item) : 0
    if (value === 0 || Math.abs(value) > max || (value < 0 && !fromEnd))
      throw new UnusableRule(
        `"${item}" is not possible in ${name}: it must be from 1 to ${max}${fromEnd ? `, or from -${max} to -1` : ''}.`,
      )
    return value
  })
}

function weekdaysOf(parts: ReadonlyMap<string, string>, frequency: Frequency): readonly RuleWeekday[] {
  const items = parts.get('BYDAY')?.split(',') ?? []
  const max = frequency === 'YEARLY' && !parts.has('BYMONTH') ? 53 : 5
  return items.map(item => {
    const [, ordinal = '', weekday = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(item) ?? []
    const found = {weekday: weekdayOf('BYDAY', weekday, item), ordinal: ordinal === '' ? null : Number(ordinal)}
    if (found.ordinal === null) return found
    if (frequency === 'DAILY' || frequency === 'WEEKLY' || parts.has('BYWEEKNO'))
      throw new UnusableRule(`"${item}" means nothing within a week. Leave the number out: "${weekday}".`)
    if (found.ordinal === 0 || Math.abs(found.ordinal) > max)
      throw new UnusableRule(
        `"${item}" is not possible in BYDAY: its number must be from 1 to ${max}, or from -${max} to -1.`,
      )
    return found
  })
}

function weekdayOf(name: string, text: string, item = text): number {
  const found = WEEKDAYS.indexOf(text)
  if (found === -1)
    throw new UnusableRule(`"${item}" is not possible in ${name}: a day is one of ${WEEKDAYS.join(', ')}.`)
  return found
}

/** A day counts to its end; a time in UTC is converted to the clocks of the zone. */
function wallUntil(text: string, zone: string): EpochMs {
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(text) ?? []
  const written = `${year}-${month}-${day}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}`
  const at = Date.parse(`${written}Z`)
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(written))
    throw new UnusableRule(`"UNTIL=${text}" is not possible: it must be a day such as 20261231, or a time of it.`)
  if (hour === undefined) return at + DAY - 1
  return utc === 'Z' ? wallOf(at, zone) : at
}
