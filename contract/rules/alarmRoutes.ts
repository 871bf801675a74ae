import {NAME_LENGTH, SEVERITIES} from '../limits'
import type {EpochMs, Json, Milliseconds} from '../wire/common'
import {type RouteTarget, TARGET_LIMITS} from '../wire/target'
import {trimmed} from '../wire/text'
import {isZoneOrOffset} from '../wire/zone'
import {isMissing, isRecord} from './json'
import {type TargetFault, targetsFrom, type WrongTarget} from './targets'
import type {Severity} from './thresholds'
import {DAY, MINUTE} from './time/durations'
import {isDue, minuteFrom, nextChange, type Schedule, scheduleFrom} from './time/schedule'

/**
 * The server attribute of an organisation with its alarm routes: a list that says which recipients are notified of
 * which alarms. Customers can't read it, because it holds the secrets of webhooks.
 */
export const ALARM_ROUTES_ATTRIBUTE = 'alarmRoutes'

export const ALARM_ROUTES_LIMIT = 50
export const ROUTE_EMAILS_LIMIT = TARGET_LIMITS.email
export const ROUTE_ROTAS_LIMIT = TARGET_LIMITS.others
export const ROUTE_ESCALATIONS_LIMIT = 5

export type RoutedKind = 'value' | 'silence' | 'unusual' | 'screen'

/** Further recipients, notified when nobody has acknowledged an alarm for this long. */
export interface Escalation {
  after: Milliseconds
  targets: readonly RouteTarget[]
}

/** The hours and days in which people are notified. Alarms that are still active when these begin are sent then. */
export interface RouteHours {
  schedule: Schedule
  zone: string
}

/** A filter of null accepts every alarm. */
export interface AlarmRoute {
  name: string
  targets: readonly RouteTarget[]
  severities: readonly Severity[] | null
  kinds: readonly RoutedKind[] | null
  labels: readonly string[] | null
  types: readonly string[] | null
  hours: RouteHours | null
  escalations: readonly Escalation[]
  /** The time after which an unacknowledged alarm is notified again. */
  repeat: Milliseconds | null
}

/** The part of a route that can't be applied. `many`: there are more routes, targets or escalations than are read. */
export type RouteFault =
  | TargetFault
  | 'name'
  | 'nobody'
  | 'severities'
  | 'kinds'
  | 'labels'
  | 'types'
  | 'hours'
  | 'escalations'
  | 'repeat'

/** A part of a route that can't be applied. `wrong` is the target that it is about, if any, and `step` is 0 for the first. */
export interface FoundFault {
  route: string
  fault: RouteFault
  wrong?: WrongTarget & {step: number}
}

/** The content of an attribute, which anybody may have written. */
export interface StoredRoutes {
  routes: readonly AlarmRoute[]
  faults: readonly FoundFault[]
}

/** The properties of an alarm that decide its routes. */
export interface RoutedAlarm {
  severity: Severity
  kind: RoutedKind
  label: string | null
  type: string | null
}

/**
 * Reads the value of the attribute. `after` and `repeat` are in minutes there. A part that can't be read is a fault and
 * does not restrict: rather too many are notified than too few. A route without a name, or with that of another one, is
 * named by its place.
 */
export function alarmRoutesFrom(json: Json | undefined): StoredRoutes {
  const faults: FoundFault[] = []
  if (json === undefined || json === null) return {routes: [], faults}
  if (!Array.isArray(json)) return {routes: [], faults: [{route: '', fault: 'shape'}]}
  const names = new Set<string>()
  const routes = json.slice(0, ALARM_ROUTES_LIMIT).flatMap((value, index) => {
    const place = `#${index + 1}`
    if (!isRecord(value)) {
      faults.push({route: place, fault: 'shape'})
      return []
    }
    const named = textFrom(value.name, NAME_LENGTH)
    const name = named === null || names.has(named) ? place : named
    names.add(name)
    const fail: Fail = (fault, wrong) => void faults.push({route: name, fault, ...(wrong && {wrong})})
    if (name !== named) fail('name')
    const route = routeFrom(name, value, fail)
    return route.targets.length > 0 || route.escalations.length > 0 ? [route] : []
  })
  if (json.length > ALARM_ROUTES_LIMIT) faults.push({route: `#${ALARM_ROUTES_LIMIT + 1}`, fault: 'many'})
  return {routes, faults}
}

/** Whether a route notifies of an alarm at all, whatever the hour. */
export const isRouted = ({severities, kinds, labels, types}: AlarmRoute, alarm: RoutedAlarm): boolean =>
  passes(severities, alarm.severity) &&
  passes(kinds, alarm.kind) &&
  passes(labels, alarm.label) &&
  passes(types, alarm.type)

/** The targets of each step of a route. */
export const targetsByStep = ({targets, escalations}: AlarmRoute): readonly (readonly RouteTarget[])[] => [
  targets,
  ...escalations.map(escalation => escalation.targets),
]

/**
 * The targets of a step: 0 notifies first, 1 is the first escalation. Empty when the route has no such step any more.
 */
export const targetsOf = (route: AlarmRoute | undefined, step: number): readonly RouteTarget[] =>
  (route && targetsByStep(route)[step]) ?? []

/**
 * The earliest time from `at` on at which a route notifies people. Null when that is never, or in more than a week:
 * then the hours make no sense.
 */
export function openingOf(hours: RouteHours | null, at: EpochMs): EpochMs | null {
  if (hours === null || isDue(hours.schedule, at, hours.zone)) return at
  const opening = nextChange(hours.schedule, at, hours.zone)
  return opening !== null && opening <= at + LONGEST_WAIT ? opening : null
}

const LONGEST_WAIT = 8 * DAY

const passes = (requested: readonly string[] | null, value: string | null) =>
  requested === null || (value !== null && requested.includes(value))

type Fail = (fault: RouteFault, wrong?: FoundFault['wrong']) => void

function routeFrom(name: string, value: Record<string, Json>, fail: Fail): AlarmRoute {
  const targets = targetsFrom(value, failIn(fail, 0))
  const escalations = escalationsFrom(value.escalations, fail)
  if (targets.length === 0 && escalations.length === 0) fail('nobody')
  return {
    name,
    targets,
    escalations,
    severities: choicesFrom(value.severities, SEVERITIES, () => fail('severities')),
    kinds: choicesFrom(value.kinds, ['value', 'silence', 'unusual', 'screen'], () => fail('kinds')),
    labels: textsFrom(value.labels, () => fail('labels')),
    types: textsFrom(value.types, () => fail('types')),
    hours: hoursFrom(value.hours, () => fail('hours')),
    repeat: isMissing(value.repeat) ? null : minutesFrom(value.repeat, () => fail('repeat')),
  }
}

const failIn = (fail: Fail, step: number) => (fault: TargetFault, wrong?: WrongTarget) =>
  fail(fault, wrong && {...wrong, step})

function escalationsFrom(value: Json | undefined, fail: Fail): Escalation[] {
  if (isMissing(value)) return []
  if (!Array.isArray(value)) {
    fail('escalations')
    return []
  }
  if (value.length > ROUTE_ESCALATIONS_LIMIT) fail('many')
  return value.slice(0, ROUTE_ESCALATIONS_LIMIT).flatMap((escalation, index) => {
    const after = isRecord(escalation) ? minutesFrom(escalation.after, () => {}) : null
    const targets = isRecord(escalation) ? targetsFrom(escalation, failIn(fail, index + 1)) : []
    if (after !== null && targets.length > 0) return [{after, targets}]
    fail('escalations')
    return []
  })
}

function hoursFrom(value: Json | undefined, fail: () => void): RouteHours | null {
  if (isMissing(value)) return null
  const {from, until, zone, ...days} = isRecord(value) ? value : {}
  const isWhole = [from, until].every(time => isMissing(time) || minuteFrom(time) !== null)
  const schedule = scheduleFrom({...days, from: from ?? null, until: until ?? null})
  const named = textFrom(zone)
  const hasDays = schedule !== null && schedule.days?.length !== 0
  if (isWhole && hasDays && named !== null && isZoneOrOffset(named)) return {schedule, zone: named}
  fail()
  return null
}

function minutesFrom(value: Json | undefined, fail: () => void): Milliseconds | null {
  if (typeof value === 'number' && value >= 1 && value <= MAX_MINUTES) return Math.round(value * MINUTE)
  fail()
  return null
}

/** A month. */
const MAX_MINUTES = 31 * 24 * 60

function choicesFrom<Choice extends string>(
  value: Json | undefined,
  choices: readonly Choice[],
  fail: () => void,
): readonly Choice[] | null {
  const texts = textsFrom(value, fail)
  if (texts === null) return null
  const chosen = choices.filter(choice => texts.includes(choice))
  if (chosen.length < new Set(texts).size) fail()
  return chosen.length === 0 ? null : chosen
}

/** Null for an empty list, too, and for none. */
function textsFrom(value: Json | undefined, fail: () => void): readonly string[] | null {
  if (isMissing(value)) return null
  const texts = Array.isArray(value) ? value.flatMap(item => textFrom(item) ?? []) : []
  if (!Array.isArray(value) || texts.length < value.length) fail()
  return texts.length === 0 ? null : texts
}

const TEXT_LENGTH = 2000

const textFrom = (value: Json | undefined, longest = TEXT_LENGTH): string | null =>
  typeof value === 'string' && trimmed(value) !== '' && value.length <= longest ? trimmed(value) : null
