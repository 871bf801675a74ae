import {NAME_LENGTH} from '../../../../../contract/limits'
import {isFound} from '../../../../../contract/rules/lists/listFilter'
import type {Json} from '../../../../../contract/wire/common'
import type {ConsoleRecord} from '../description'
import {type Column, STATUS} from './columns'

/**
 * Keeps the records whose field has the value. A time keeps the records since then and is written as ISO; a flag is
 * 'true' or 'false'.
 */
export interface Filter {
  name: string
  value: string
}

/** Reads a filter written as `name:value`; null when no column can be filtered so. */
export function readFilter(text: string, columns: readonly Column[]): Filter | null {
  const [name = ''] = text.split(':', 1)
  const column = columns.find(column => column.name === name)
  const value = text.slice(name.length + 1).trim()
  return column?.isFilterable === true && isValue(column, value) ? {name, value} : null
}

export const filterText = ({name, value}: Filter): string => `${name}:${value}`

/** A list has one filter of each column, so a new one takes the place of the former. */
export const withFilter = (filters: readonly Filter[], filter: Filter): readonly Filter[] =>
  filters.some(({name}) => name === filter.name)
    ? filters.map(one => (one.name === filter.name ? filter : one))
    : [...filters, filter]

export const withoutFilter = (filters: readonly Filter[], name: string): readonly Filter[] =>
  filters.filter(filter => filter.name !== name)

/** Tells whether a column of this kind can be filtered by the value. */
export function isValue({kind, options}: Column, value: string): boolean {
  if (value === '' || value.length > NAME_LENGTH || CONTROL.test(value)) return false
  if (kind === 'time') return ISO_TIME.test(value) && !Number.isNaN(Date.parse(value))
  if (kind === 'flag' || kind === 'state') return value === 'true' || value === 'false'
  return kind !== 'status' || options.includes(value)
}

const CONTROL = /\p{Cc}/u
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

export function passes(filters: readonly Filter[], {values}: ConsoleRecord): boolean {
  return filters.every(({name, value}) => name === STATUS || isFound(scalar(values[name]), value))
}

const scalar = (value: Json | undefined): string | number | boolean | null =>
  value === undefined || typeof value === 'object' ? null : value

/** The different values of a column among the records, most frequent first. */
export function offeredValues(name: string, records: readonly ConsoleRecord[]): readonly string[] {
  const found = new Map<string, number>()
  for (const {values} of records) {
    const value = values[name]
    if (typeof value === 'string' && value.trim() !== '') found.set(value, (found.get(value) ?? 0) + 1)
  }
  const byCount = [...found].sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1))
  return byCount.slice(0, MAX_OFFERED).map(([value]) => value)
}

const MAX_OFFERED = 50
