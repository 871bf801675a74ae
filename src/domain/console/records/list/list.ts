import {NAME_LENGTH} from '../../../../../contract/limits'
import {folded} from '../../../folded'
import type {ConsoleRecord, Description} from '../description'
import {type Column, columnsOf} from './columns'
import {type Filter, filterText, passes, readFilter} from './filters'
import {compareKeys, sortKey} from './order'

export const LIST_DENSITIES = ['comfortable', 'compact'] as const
export type ListDensity = (typeof LIST_DENSITIES)[number]

/** The view of a list, as written in its address. */
export interface ListView {
  /** The search text. */
  q: string
  /** The name of the field to sort by, with a minus before it for descending order. */
  sort: string
  filters: readonly Filter[]
  /** The shown columns in their order; null for the usual ones. */
  columns: readonly string[] | null
  /** Null for the density that the user prefers everywhere. */
  density: ListDensity | null
  /** The id of the record that is shown beside the list. */
  peek: string | null
}

export const usualView = (description: Description): ListView => ({
  q: '',
  sort: description.columns[0] ?? '',
  filters: [],
  columns: null,
  density: null,
  peek: null,
})

/** Whether both are shown by the same rows in the same order. */
export const isSameQuestion = (one: ListView, other: ListView): boolean =>
  one.q === other.q && one.sort === other.sort && isSameText(one.filters, other.filters)

export const isSameView = (one: ListView, other: ListView): boolean =>
  isSameQuestion(one, other) &&
  isSameText(one.columns, other.columns) &&
  one.density === other.density &&
  one.peek === other.peek

const isSameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A view, with all parts of the source that mean nothing here. */
export interface ReadView {
  view: ListView
  ignored: readonly string[]
}

/** Reads the view in an address. `prefix` keeps the parameters of several lists on one page apart. */
export function readListView(description: Description, search: string, prefix = ''): ReadView {
  const parameters = new URLSearchParams(search)
  const one = (name: string) => parameters.get(`${prefix}${name}`) ?? ''
  const columns = columnsOf(description)
  const ignored: string[] = []
  const known = <T>(text: string, value: T | null | undefined): T | null => {
    if (value === null || value === undefined) if (text !== '') ignored.push(text)
    return value ?? null
  }
  const sort = one('sort')
  return {
    view: {
      q: one('q').slice(0, NAME_LENGTH),
      sort: known(sort, sortOf(columns, sort)) ?? description.columns[0] ?? '',
      filters: parameters.getAll(`${prefix}filter`).flatMap(text => known(text, readFilter(text, columns)) ?? []),
      columns: namesIn(one('columns'), columns, known),
      density: known(
        one('density'),
        LIST_DENSITIES.find(density => density === one('density')),
      ),
      peek: one('peek').slice(0, NAME_LENGTH) || null,
    },
    ignored,
  }
}

/** The order, if the list has it. */
export const sortOf = (columns: readonly Column[], sort: string): string | null =>
  columns.some(({name, isSortable}) => isSortable && name === fieldOf(sort)) ? sort : null

type Known = (text: string, value: string | null | undefined) => string | null

function namesIn(text: string, columns: readonly Column[], known: Known): readonly string[] | null {
  if (text === '') return null
  const names = text.split(',').flatMap(name => known(name, columns.find(column => column.name === name)?.name) ?? [])
  return [...new Set(names)]
}

/** Writes the view into an address and keeps its other parameters. Defaults are left out. */
export function searchFromListView(
  {columns}: Description,
  {q, sort, filters, columns: chosen, density, peek}: ListView,
  search: string,
  prefix = '',
): string {
  const parameters = new URLSearchParams(search)
  const set = (name: string, ...values: readonly string[]) => {
    const [first = '', ...rest] = values
    // `set` keeps the place of a parameter that is there already.
    if (first === '') parameters.delete(`${prefix}${name}`)
    else parameters.set(`${prefix}${name}`, first)
    for (const value of rest) parameters.append(`${prefix}${name}`, value)
  }
  set('q', q)
  set('sort', sort === columns[0] ? '' : sort)
  set('filter', ...filters.map(filterText))
  set('columns', chosen === null ? '' : chosen.join(',') || (columns[0] ?? ''))
  set('density', density ?? '')
  set('peek', peek ?? '')
  set('view')
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** The order after a click on the header of a column. */
export const nextSort = (sort: string, name: string): string => (sort === name ? `-${name}` : name)

export const isDescending = (sort: string): boolean => sort.startsWith('-')
export const fieldOf = (sort: string): string => sort.replace(/^-/, '')

/** Sorted records, each with its folded search text, so that typing stays fast in long lists. */
export interface SortedRecords {
  records: readonly ConsoleRecord[]
  texts: readonly string[]
}

export const NO_RECORDS: SortedRecords = {records: [], texts: []}

export function sortedRecords(
  {columns}: Pick<Description, 'columns'>,
  records: readonly ConsoleRecord[],
  sort: string,
): SortedRecords {
  const direction = isDescending(sort) ? -1 : 1
  const name = fieldOf(sort)
  const sortedValue = ({values, lastSeen}: ConsoleRecord) => (name === 'lastSeen' ? lastSeen : values[name])
  const keyed = records.map(record => ({record, key: sortKey(sortedValue(record))}))
  keyed.sort((a, b) => compareKeys(a.key, b.key, direction) || compareKeys(a.record.id, b.record.id, 1))
  const sorted = keyed.map(({record}) => record)
  return {records: sorted, texts: sorted.map(record => searchedText(columns, record))}
}

export function foundRecords(
  {records, texts}: SortedRecords,
  {q, filters}: Pick<ListView, 'q' | 'filters'>,
): readonly ConsoleRecord[] {
  const requested = folded(q.trim())
  if (requested === '' && filters.length === 0) return records
  return records.filter((record, at) => texts[at]?.includes(requested) && passes(filters, record))
}

const searchedText = (columns: readonly string[], {values}: ConsoleRecord): string =>
  folded(
    columns
      .map(name => values[name])
      .filter(value => typeof value === 'string')
      .join('\n'),
  )
