import {NAME_LENGTH} from '../../../contract/limits'
import {SEVERITIES, type Severity} from '../../../contract/rules/thresholds'
import {type Alarm, type AlarmKind, type AlarmState, compareAlarms, newerAlarm, shownSeverity} from '../alarm'
import {folded} from '../folded'

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
  grouping: null,
}

export const KINDS: readonly AlarmKind[] = ['value', 'silence', 'unusual']

/** Reads `standing`, `severity`, `kind`, `q`, `organisation`, `device` and `group`. Invalid values are left out. */
export function filterFromSearch(search: string): AlarmFilter {
  const parameters = new URLSearchParams(search)
  return {
    tab: TABS.find(tab => tab === parameters.get('standing')) ?? EVERY_ALARM.tab,
    severity: SEVERITIES.find(severity => severity === parameters.get('severity')) ?? null,
    kind: KINDS.find(kind => kind === parameters.get('kind')) ?? null,
    text: parameters.get('q') ?? '',
    organisationId: parameters.get('organisation') || null,
    deviceId: parameters.get('device')?.slice(0, NAME_LENGTH) || null,
    grouping: GROUPINGS.find(grouping => grouping === parameters.get('group')) ?? null,
  }
}

/** Writes the search part of the address with its question mark. It is empty when nothing is filtered. */
export function searchFromFilter({tab, severity, kind, text, organisationId, deviceId, grouping}: AlarmFilter): string {
  const parameters = new URLSearchParams()
  if (tab !== EVERY_ALARM.tab) parameters.set('standing', tab)
  if (severity !== null) parameters.set('severity', severity)
  if (kind !== null) parameters.set('kind', kind)
  if (text !== '') parameters.set('q', text)
  if (organisationId !== null) parameters.set('organisation', organisationId)
  if (deviceId !== null) parameters.set('device', deviceId)
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

function isFound(alarm: Alarm, {tab, severity, kind, organisationId, deviceId}: AlarmFilter): boolean {
  return (
    STATES_OF_TAB[tab].includes(alarm.state) &&
    (severity === null || shownSeverity(alarm) === severity) &&
    (kind === null || alarm.kind === kind) &&
    (organisationId === null || alarm.organisationId === organisationId) &&
    (deviceId === null || alarm.deviceId === deviceId)
  )
}

const hasText = ({deviceName, key}: Alarm, text: string): boolean =>
  folded(`${deviceName} ${key}`).includes(folded(text.trim()))

/** The alarms of the pages that are loaded so far. `next` is null when there are no more. */
export interface Listed {
  alarms: readonly Alarm[]
  next: string | null
}

/**
 * Applies changes of alarms. One that the filter no longer finds leaves the list, and one that sorts behind all that is
 * loaded comes with its page.
 */
export function withChanges({alarms, next}: Listed, changes: readonly Alarm[], filter: AlarmFilter): Listed {
  const known = new Map(alarms.map(alarm => [alarm.id, alarm]))
  const last = alarms.at(-1)
  for (const changed of changes) {
    const before = known.get(changed.id)
    const alarm = before === undefined ? changed : newerAlarm(before, changed)
    const isBehind = next !== null && last !== undefined && compareAlarms(alarm, last) > 0
    const isListed = before !== undefined || (hasText(alarm, filter.text) && !isBehind)
    if (isListed && isFound(alarm, filter)) known.set(alarm.id, alarm)
    else known.delete(alarm.id)
  }
  return {alarms: [...known.values()].sort(compareAlarms), next}
}

/** Adds a further page. An alarm may have moved to it in the meantime, or have been updated since. */
export function withPage({alarms}: Listed, page: Listed): Listed {
  const known = new Map(alarms.map(alarm => [alarm.id, alarm]))
  for (const alarm of page.alarms) known.set(alarm.id, newerAlarm(known.get(alarm.id) ?? alarm, alarm))
  return {alarms: [...known.values()].sort(compareAlarms), next: page.next}
}
