import {NAME_LENGTH} from '../../../../contract/limits'
import {folded} from '../../folded'
import type {ConsoleRecord, Description} from './description'
import {compareKeys, sortKey} from './order'

/** The search text, and the name of the field to sort by, with a minus before it for descending order. */
export interface ListView {
  q: string
  sort: string
}

export const isSameView = (one: ListView, other: ListView): boolean => one.q === other.q && one.sort === other.sort

/** `prefix` keeps the parameters of several lists on one page apart. */
export function listView({columns, sorts}: Description, search: string, prefix = ''): ListView {
  const parameters = new URLSearchParams(search)
  const sort = parameters.get(`${prefix}sort`) ?? ''
  return {
    q: (parameters.get(`${prefix}q`) ?? '').slice(0, NAME_LENGTH),
    sort: sorts.includes(fieldOf(sort)) ? sort : (columns[0] ?? ''),
  }
}

/** Writes the view into an address and keeps its other parameters. Defaults are left out. */
export function searchFromListView({columns}: Description, {q, sort}: ListView, search: string, prefix = ''): string {
  const parameters = new URLSearchParams(search)
  set(parameters, `${prefix}q`, q)
  set(parameters, `${prefix}sort`, sort === columns[0] ? '' : sort)
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

function set(parameters: URLSearchParams, name: string, value: string): void {
  if (value === '') parameters.delete(name)
  else parameters.set(name, value)
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
  const keyed = records.map(record => ({record, key: sortKey(record.values[name])}))
  keyed.sort((a, b) => compareKeys(a.key, b.key, direction) || compareKeys(a.record.id, b.record.id, 1))
  const sorted = keyed.map(({record}) => record)
  return {records: sorted, texts: sorted.map(record => searchedText(columns, record))}
}

export function foundRecords({records, texts}: SortedRecords, q: string): readonly ConsoleRecord[] {
  const wanted = folded(q.trim())
  return wanted === '' ? records : records.filter((_, at) => texts[at]?.includes(wanted))
}

const searchedText = (columns: readonly string[], {values}: ConsoleRecord): string =>
  folded(
    columns
      .map(name => values[name])
      .filter(value => typeof value === 'string')
      .join('\n'),
  )
