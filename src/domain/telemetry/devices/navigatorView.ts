import {SEVERITIES, type Severity} from '../../../../contract/rules/thresholds'
import type {Freshness} from '../readings/freshness'

/** The states of a device: the freshness of the newest of its values. */
export const STATUSES = [
  'fresh',
  'late',
  'linkDown',
  'never',
  'notRead',
  'replay',
] as const satisfies readonly Freshness[]
export const SORTS = ['name', 'worst', 'unusual', 'seen'] as const
export const GROUPINGS = ['none', 'type', 'label', 'customer', 'status'] as const

export type Sort = (typeof SORTS)[number]
export type Grouping = (typeof GROUPINGS)[number]

/** The filters that hold any number of values. A device passes when it has one of them, or when there is none. */
export interface ChosenValues {
  statuses: readonly Freshness[]
  /** The severities of the most urgent alarms. */
  severities: readonly Severity[]
  /** An empty text selects devices without a type. */
  types: readonly string[]
  /** An empty text selects devices without a label. */
  labels: readonly string[]
}

/** The contents and the settings of the list of devices. */
export interface NavigatorView extends ChosenValues {
  q: string
  sort: Sort
  group: Grouping
  /** The folded groups and devices, by their ids. */
  closed: readonly string[]
  /** Whether devices besides the selected one show their keys. */
  hasKeys: boolean
}

export const DEFAULT_NAVIGATOR: NavigatorView = {
  q: '',
  statuses: [],
  severities: [],
  types: [],
  labels: [],
  sort: 'name',
  group: 'none',
  closed: [],
  hasKeys: true,
}

export const NO_FILTERS = {
  q: '',
  statuses: [],
  severities: [],
  types: [],
  labels: [],
} as const satisfies Partial<NavigatorView>

export const isFiltered = ({q, statuses, severities, types, labels}: NavigatorView): boolean =>
  q.trim() !== '' || statuses.length + severities.length + types.length + labels.length > 0

/** Whether the passing of time may change which devices are listed, or their order. */
export const isByStatus = ({statuses, severities, sort, group}: NavigatorView): boolean =>
  statuses.length + severities.length > 0 || sort !== 'name' || group === 'status'

/** Reads `q`, `status`, `severity`, `type`, `label`, `sort`, `group`, `closed` and `keys`. Invalid values become defaults. */
export function navigatorFrom(parameters: URLSearchParams): NavigatorView {
  const all = (name: string) => [...new Set(parameters.getAll(name))]
  return {
    q: (parameters.get('q') ?? '').slice(0, LONGEST_SEARCH),
    statuses: all('status').flatMap(text => STATUSES.find(status => status === text) ?? []),
    severities: all('severity').flatMap(text => SEVERITIES.find(severity => severity === text) ?? []),
    types: all('type'),
    labels: all('label'),
    sort: SORTS.find(sort => sort === parameters.get('sort')) ?? DEFAULT_NAVIGATOR.sort,
    group: GROUPINGS.find(group => group === parameters.get('group')) ?? DEFAULT_NAVIGATOR.group,
    closed: all('closed'),
    hasKeys: parameters.get('keys') !== '0',
  }
}

export const LONGEST_SEARCH = 300

/** Writes the parameters that differ from the defaults. */
export function writeNavigator(view: NavigatorView, parameters: URLSearchParams): void {
  if (view.q !== '') parameters.set('q', view.q)
  for (const status of view.statuses) parameters.append('status', status)
  for (const severity of view.severities) parameters.append('severity', severity)
  for (const type of view.types) parameters.append('type', type)
  for (const label of view.labels) parameters.append('label', label)
  if (view.sort !== DEFAULT_NAVIGATOR.sort) parameters.set('sort', view.sort)
  if (view.group !== DEFAULT_NAVIGATOR.group) parameters.set('group', view.group)
  for (const id of view.closed) parameters.append('closed', id)
  if (!view.hasKeys) parameters.set('keys', '0')
}

export function isSameNavigator(one: NavigatorView, other: NavigatorView): boolean {
  return one === other || written(one) === written(other)
}

function written(view: NavigatorView): string {
  const parameters = new URLSearchParams()
  writeNavigator(view, parameters)
  return parameters.toString()
}

/** The list with the value put in, or taken out when it is in it. */
export const toggled = <T>(values: readonly T[], value: T): T[] =>
  values.includes(value) ? values.filter(other => other !== value) : [...values, value]

/** Returns a filter with the value switched over. A value that the filter doesn't know changes nothing. */
export function withToggled(view: NavigatorView, field: keyof ChosenValues, value: string): NavigatorView {
  const known = KNOWN_VALUES[field]
  if (known !== undefined && !known.includes(value)) return view
  return {...view, [field]: toggled<string>(view[field], value)}
}

const KNOWN_VALUES: Partial<Record<keyof ChosenValues, readonly string[]>> = {
  statuses: STATUSES,
  severities: SEVERITIES,
}
