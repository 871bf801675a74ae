import {NAME_LENGTH} from '../../../contract/limits'
import type {ConsoleRecord, Description, Json} from './description'
import {typedText} from './draft'

/** What is searched for, and by which field the list is sorted: its name, with a minus before it for the other way round. */
export interface ListView {
  q: string
  sort: string
}

/** `prefix` tells the lists of one page apart in its address. */
export function listView({columns, sorts}: Description, search: string, prefix = ''): ListView {
  const parameters = new URLSearchParams(search)
  const sort = parameters.get(`${prefix}sort`) ?? ''
  return {
    q: (parameters.get(`${prefix}q`) ?? '').slice(0, NAME_LENGTH),
    sort: sorts.includes(fieldOf(sort)) ? sort : (columns[0] ?? ''),
  }
}

/** The view in an address that may say other things, too; what is so by default is left out. */
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

/** How a press on a column's header sorts. */
export const nextSort = (sort: string, name: string): string => (sort === name ? `-${name}` : name)

export const isDescending = (sort: string): boolean => sort.startsWith('-')
export const fieldOf = (sort: string): string => sort.replace(/^-/, '')

/** Records in order, each with the text that it is searched in, so that typing looks through ready texts. */
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
  keyed.sort((a, b) => compare(a.key, b.key, direction) || compare(a.record.id, b.record.id, 1))
  const sorted = keyed.map(({record}) => record)
  return {records: sorted, texts: sorted.map(record => searchedText(columns, record))}
}

export function foundRecords({records, texts}: SortedRecords, q: string): readonly ConsoleRecord[] {
  const wanted = folded(q.trim())
  return wanted === '' ? records : records.filter((_, at) => texts[at]?.includes(wanted))
}

/** Plain comparison of keys made once is an order of magnitude faster than a collator's of the texts. */
type SortKey = number | string | null

function sortKey(value: Json | undefined): SortKey {
  if (typeof value === 'number') return value
  const text = typedText(value)
  return text === '' ? null : folded(text).replace(/\d+/g, digits => digits.padStart(LONGEST_NUMBER, '0'))
}

const LONGEST_NUMBER = 15

/** Nothing comes last, whichever way round. */
function compare(a: SortKey, b: SortKey, direction: number): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return direction * (a < b ? -1 : 1)
}

const searchedText = (columns: readonly string[], {values}: ConsoleRecord): string =>
  folded(
    columns
      .map(name => values[name])
      .filter(value => typeof value === 'string')
      .join('\n'),
  )

/** Without case and accents. */
const folded = (text: string): string =>
  (ASCII.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase()

const ASCII = /^\p{ASCII}*$/u
