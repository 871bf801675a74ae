import {MAX_TS, MIN_TS, NAME_LENGTH, SHIFT_LENGTH} from '../../../contract/limits'
import {SEVERITIES, type Severity} from '../../../contract/rules/thresholds'
import {DAY, HOUR} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import {type Alarm, type AlarmKind, type AlarmState, compareAlarms, newerAlarm, shownSeverity} from '../alarm'
import {folded} from '../folded'
import {rawText, rawTimeFrom} from '../timeRange/timeRange'

/** The properties by which the alarms of the list can be grouped. */
export const GROUPINGS = ['device', 'place', 'customer'] as const
export type AlarmGrouping = (typeof GROUPINGS)[number]

/** The parts of the list, each a tab. */
export const TABS = ['attention', 'active', 'shelved', 'outOfService', 'all'] as const
export type AlarmTab = (typeof TABS)[number]

/** The states of each tab; of all others but normal ones. */
export const STATES_OF_TAB: Readonly<Record<AlarmTab, readonly AlarmState[]>> = {
  attention: ['unacknowledged', 'returnedUnacknowledged', 'latchedUnacknowledged'],
  active: ['unacknowledged', 'acknowledged', 'latchedUnacknowledged', 'latchedAcknowledged'],
  shelved: ['shelved'],
  outOfService: ['outOfService'],
  all: [
    ...(['unacknowledged', 'acknowledged', 'returnedUnacknowledged', 'latchedUnacknowledged'] as const),
    ...(['latchedAcknowledged', 'shelved', 'outOfService'] as const),
  ],
}

/** The lengths of time within which the listed alarms were raised. */
export const RAISED_WITHIN = {'1h': HOUR, '8h': 8 * HOUR, '24h': DAY} as const
export type RaisedWithin = keyof typeof RAISED_WITHIN

/** Null is an open end. */
export interface RaisedBetween {
  from: EpochMs | null
  to: EpochMs | null
}

export type RaisedFilter = RaisedWithin | 'handOver' | RaisedBetween

export interface AlarmFilter {
  tab: AlarmTab
  severity: Severity | null
  kind: AlarmKind | null
  /** A part of the name of a device, or of a key. */
  text: string
  /** Null means all within reach. */
  organisationId: string | null
  /** Limits the list to one device. */
  deviceId: string | null
  /** Limits the list to alarms that were raised in some time, whatever has become of them on the tab of all. */
  raised: RaisedFilter | null
  /** Null for one list without groups. */
  grouping: AlarmGrouping | null
}

export const EVERY_ALARM: AlarmFilter = {
  tab: 'attention',
  severity: null,
  kind: null,
  text: '',
  organisationId: null,
  deviceId: null,
  raised: null,
  grouping: null,
}

/** The states that the list of a filter shows. */
export const statesOf = ({tab, raised}: Pick<AlarmFilter, 'tab' | 'raised'>): readonly AlarmState[] =>
  tab === 'all' && raised !== null ? [...STATES_OF_TAB.all, 'normal'] : STATES_OF_TAB[tab]

/** The time of a filter, with a shift that began at `handedOverAt`, or eight hours ago if nobody has handed it over. */
export function raisedBetween(
  raised: RaisedFilter | null,
  {now, handedOverAt}: {now: EpochMs; handedOverAt: EpochMs | null},
): RaisedBetween | null {
  if (raised === null || typeof raised === 'object') return raised
  if (raised === 'handOver') return {from: handedOverAt ?? now - SHIFT_LENGTH, to: null}
  return {from: now - RAISED_WITHIN[raised], to: null}
}

export const KINDS: readonly AlarmKind[] = ['value', 'silence', 'unusual', 'screen']

/**
 * Reads `standing`, `severity`, `kind`, `q`, `organisation`, `device`, `group`, and `raised`, or `from` and `to` instead.
 * Invalid values are left out.
 */
export function filterFromSearch(search: string): AlarmFilter {
  const parameters = new URLSearchParams(search)
  return {
    tab: TABS.find(tab => tab === parameters.get('standing')) ?? EVERY_ALARM.tab,
    severity: SEVERITIES.find(severity => severity === parameters.get('severity')) ?? null,
    kind: KINDS.find(kind => kind === parameters.get('kind')) ?? null,
    text: parameters.get('q') ?? '',
    organisationId: parameters.get('organisation') || null,
    deviceId: parameters.get('device')?.slice(0, NAME_LENGTH) || null,
    raised: raisedFrom(parameters),
    grouping: GROUPINGS.find(grouping => grouping === parameters.get('group')) ?? null,
  }
}

export const RAISED: readonly (RaisedWithin | 'handOver')[] = ['1h', '8h', '24h', 'handOver']

function raisedFrom(parameters: URLSearchParams): RaisedFilter | null {
  const named = RAISED.find(raised => raised === parameters.get('raised'))
  if (named !== undefined) return named
  const [from, to] = ['from', 'to'].map(name => timeFrom(parameters.get(name) ?? ''))
  return from == null && to == null ? null : {from: from ?? null, to: to ?? null}
}

function timeFrom(text: string): EpochMs | null {
  const time = rawTimeFrom(text)
  return typeof time === 'number' ? time : null
}

/** Writes the search part of the address with its question mark. It is empty when nothing is filtered. */
export function searchFromFilter(filter: AlarmFilter): string {
  const {tab, severity, kind, text, organisationId, deviceId, raised, grouping} = filter
  const parameters = new URLSearchParams()
  if (tab !== EVERY_ALARM.tab) parameters.set('standing', tab)
  if (severity !== null) parameters.set('severity', severity)
  if (kind !== null) parameters.set('kind', kind)
  if (text !== '') parameters.set('q', text)
  if (organisationId !== null) parameters.set('organisation', organisationId)
  if (deviceId !== null) parameters.set('device', deviceId)
  if (typeof raised === 'string') parameters.set('raised', raised)
  if (raised !== null && typeof raised === 'object') {
    if (raised.from !== null) parameters.set('from', rawText(raised.from))
    if (raised.to !== null) parameters.set('to', rawText(raised.to))
  }
  if (grouping !== null) parameters.set('group', grouping)
  const search = parameters.toString()
  return search && `?${search}`
}

/** The alarm that the address shows beside the list. */
export const peekFromSearch = (search: string): string | null =>
  new URLSearchParams(search).get('peek')?.slice(0, NAME_LENGTH) || null

/** Writes the list's address: its filter, and the alarm that is open beside it. */
export function searchFromList(filter: AlarmFilter, peek: string | null): string {
  const parameters = new URLSearchParams(searchFromFilter(filter))
  if (peek !== null) parameters.set('peek', peek)
  const search = parameters.toString()
  return search && `?${search}`
}

export const isSameFilter = (one: AlarmFilter, other: AlarmFilter): boolean =>
  searchFromFilter(one) === searchFromFilter(other)

function isFound(alarm: Alarm, filter: AlarmFilter, between: RaisedBetween | null): boolean {
  const {severity, kind, organisationId, deviceId} = filter
  return (
    statesOf(filter).includes(alarm.state) &&
    wasRaised(alarm, between) &&
    (severity === null || shownSeverity(alarm) === severity) &&
    (kind === null || alarm.kind === kind) &&
    (organisationId === null || alarm.organisationId === organisationId) &&
    (deviceId === null || alarm.deviceId === deviceId)
  )
}

function wasRaised({occurrence}: Alarm, between: RaisedBetween | null): boolean {
  if (between === null) return true
  const at = occurrence?.raisedAt ?? Number.NaN
  return at >= (between.from ?? MIN_TS) && at <= (between.to ?? MAX_TS)
}

const hasText = ({deviceName, key}: Alarm, text: string): boolean =>
  folded(`${deviceName} ${key}`).includes(folded(text.trim()))

/**
 * The alarms of the pages that are loaded so far. `next` is null when there are no more. `raised` is the time in which
 * they were raised, as it was when they were read, where the filter has one.
 */
export interface Listed {
  alarms: readonly Alarm[]
  next: string | null
  raised?: RaisedBetween | null
}

/**
 * Applies changes of alarms. One that the filter no longer finds leaves the list, and one that sorts behind all that is
 * loaded comes with its page.
 */
export function withChanges(listed: Listed, changes: readonly Alarm[], filter: AlarmFilter): Listed {
  const {alarms, next, raised = null} = listed
  const known = new Map(alarms.map(alarm => [alarm.id, alarm]))
  const last = alarms.at(-1)
  for (const changed of changes) {
    const before = known.get(changed.id)
    const newer = before === undefined ? changed : newerAlarm(before, changed)
    // An alarm that is over has no occurrence, but it was raised in the time of the filter.
    const alarm =
      raised !== null && newer.occurrence === null ? {...newer, occurrence: before?.occurrence ?? null} : newer
    const isBehind = next !== null && last !== undefined && compareAlarms(alarm, last) > 0
    const isListed = before !== undefined || (hasText(alarm, filter.text) && !isBehind)
    if (isListed && isFound(alarm, filter, raised)) known.set(alarm.id, alarm)
    else known.delete(alarm.id)
  }
  return {...listed, alarms: [...known.values()].sort(compareAlarms)}
}

/** Adds a further page. An alarm may have moved to it in the meantime, or have been updated since. */
export function withPage({alarms, raised}: Listed, page: Listed): Listed {
  const known = new Map(alarms.map(alarm => [alarm.id, alarm]))
  for (const alarm of page.alarms) known.set(alarm.id, newerAlarm(known.get(alarm.id) ?? alarm, alarm))
  return {...(raised && {raised}), alarms: [...known.values()].sort(compareAlarms), next: page.next}
}
