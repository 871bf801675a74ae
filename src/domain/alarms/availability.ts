import type {AVAILABILITY_GROUPS} from '../../../contract/limits'
import {type Availability, budgetLeft, percentOf} from '../../../contract/rules/availability'
import {csvText} from '../../../contract/rules/csv'
import {DAY, HOUR, MINUTE} from '../../../contract/rules/time/durations'
import {localTimes} from '../../../contract/rules/time/localTime'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {ageOf} from '../format/age'
import type {TimeRange} from '../timeRange/timeRange'

export type AvailabilityGroup = (typeof AVAILABILITY_GROUPS)[number]

/** `goal` is in percent. `days` are those of the report. */
export interface AvailabilityRow {
  id: string | null
  name: string | null
  label: string | null
  customer: string | null
  devices: number
  goal: number | null
  amounts: Availability
  days: readonly Availability[]
}

/** In percent; `labels` have goals of their own. */
export interface AvailabilityGoals {
  goal: number | null
  labels: Readonly<Record<string, number>>
  version: number
}

/** The rows are the worst first. `leftOff` were too many. */
export interface AvailabilityReport {
  days: readonly EpochMs[]
  total: Pick<AvailabilityRow, 'devices' | 'amounts' | 'days'>
  rows: readonly AvailabilityRow[]
  leftOff: number
  goals: AvailabilityGoals
  labels: readonly string[]
  mayChange: boolean
}

/** The longest range that can be asked for. A range that is too long is cut at its beginning. */
const LONGEST: Milliseconds = 31 * DAY
export const availabilityRange = ({start, end}: TimeRange): TimeRange => ({start: Math.max(start, end - LONGEST), end})

/** Writes '1 d 4 h', '2 h 10 min', '3 min' or '5 s', rounded down. */
export function lengthOf(time: Milliseconds): string {
  const [days, hours] = [Math.floor(time / DAY), Math.floor(time / HOUR)]
  if (days > 0) return `${days} d ${hours % 24} h`
  return hours > 0 ? `${hours} h ${Math.floor((time % HOUR) / MINUTE)} min` : ageOf(0, time)
}

/** Whether a goal is met; null when there is none, or nothing is known. */
export function isMet(amounts: Availability, goal: number | null): boolean | null {
  const left = goal === null ? null : budgetLeft(amounts, goal)
  return left === null ? null : left >= 0
}

/** Texts as they are typed; empty for no goal. */
export interface GoalsDraft {
  goal: string
  labels: Readonly<Record<string, string>>
}

/** `all` is the field of the organisation, and `labels` are the labels with a wrong goal. */
export interface GoalsProblems {
  goal?: true
  labels?: readonly string[]
}

export function goalsDraft({goals: {goal, labels: own}, labels}: AvailabilityReport): GoalsDraft {
  const typed = (percent: number | null | undefined) => (percent == null ? '' : String(percent))
  const names = [...new Set([...labels, ...Object.keys(own)])].sort()
  return {
    goal: typed(goal),
    labels: Object.fromEntries(names.map(label => [label, typed(Object.hasOwn(own, label) ? own[label] : null)])),
  }
}

/** Undefined for a text that is no percentage; null for an empty one. Commas count as points. */
function percentFrom(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const percent = Number(text.trim().replace(/\s*%$/, '').replace(',', '.'))
  return percent >= 0 && percent <= 100 ? percent : undefined
}

export function goalsProblems({goal, labels}: GoalsDraft): GoalsProblems {
  const wrong = Object.keys(labels).filter(label => percentFrom(labels[label] ?? '') === undefined)
  return {
    ...(percentFrom(goal) === undefined && {goal: true as const}),
    ...(wrong.length > 0 && {labels: wrong}),
  }
}

export const goalsOf = ({goal, labels}: GoalsDraft, version: number): AvailabilityGoals => ({
  goal: percentFrom(goal) ?? null,
  labels: Object.fromEntries(
    Object.entries(labels).flatMap(([label, typed]) => {
      const percent = percentFrom(typed)
      return percent == null ? [] : [[label, percent]]
    }),
  ),
  version,
})

const HEAD = ['name', 'label', 'customer', 'devices', 'availability_percent', 'goal_percent', 'left_seconds']
const AMOUNTS = ['available_seconds', 'judged_seconds', 'maintenance_seconds', 'not_known_seconds']

/** One line a row, with the percentage and the seconds of each day. A percentage that is not known stays empty. */
export function availabilityCsv({rows, days}: AvailabilityReport, zone: string): string {
  const dateOf = localTimes(zone)
  const headOf = (date: string) => [date, ...AMOUNTS.map(amount => `${date} ${amount}`)]
  const head = [...HEAD, ...AMOUNTS, ...days.flatMap(day => headOf(dateOf(day).slice(0, 10)))]
  const text = (value: number | null) => (value === null ? '' : String(value))
  const seconds = (length: Milliseconds | null) => text(length === null ? null : Math.round(length / 1000))
  const secondsOf = ({available, evaluated, maintenance, unknown}: Availability) =>
    [available, evaluated, maintenance, unknown].map(seconds)
  const lines = rows.map(({name, label, customer, devices, goal, amounts, days}) => [
    ...[name ?? '', label ?? '', customer ?? ''].map(csvText),
    ...[String(devices), text(percentOf(amounts)), text(goal)],
    seconds(goal === null ? null : budgetLeft(amounts, goal)),
    ...secondsOf(amounts),
    ...days.flatMap(day => [text(percentOf(day)), ...secondsOf(day)]),
  ])
  return [head, ...lines].map(fields => `${fields.join(',')}\r\n`).join('')
}
