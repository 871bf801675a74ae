import type {ConsoleRecord, Description, Json} from './description'
import {typedText} from './draft'

/** What is searched for, and by which field the list is sorted: its name, with a minus before it for the other way round. */
export interface ListView {
  q: string
  sort: string
}

export const listView = ({columns}: Description, search: string): ListView => {
  const parameters = new URLSearchParams(search)
  const sort = parameters.get('sort') ?? ''
  const known = columns.includes(sort.replace(/^-/, ''))
  return {q: parameters.get('q') ?? '', sort: known ? sort : (columns[0] ?? '')}
}

/** The view in an address that may say other things, too; what is so by default is left out. */
export function searchFromListView({columns}: Description, {q, sort}: ListView, search: string): string {
  const parameters = new URLSearchParams(search)
  set(parameters, 'q', q)
  set(parameters, 'sort', sort === columns[0] ? '' : sort)
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

function set(parameters: URLSearchParams, name: string, value: string): void {
  if (value === '') parameters.delete(name)
  else parameters.set(name, value)
}

/** Rows as a list that has them all shows them. */
export function visibleRecords(
  {columns}: Description,
  records: readonly ConsoleRecord[],
  {q, sort}: ListView,
): readonly ConsoleRecord[] {
  const wanted = q.trim().toLowerCase()
  const found = wanted === '' ? records : records.filter(record => textOf(columns, record).includes(wanted))
  const direction = sort.startsWith('-') ? -1 : 1
  const name = sort.replace(/^-/, '')
  return [...found].sort((a, b) => direction * compare(a.values[name], b.values[name]) || compare(a.id, b.id))
}

function textOf(columns: readonly string[], {values}: ConsoleRecord): string {
  return columns
    .map(name => typedText(values[name]))
    .join('\n')
    .toLowerCase()
}

/** Nothing comes last. */
function compare(a: Json | undefined, b: Json | undefined): number {
  const [left, right] = [typedText(a), typedText(b)]
  if (left === '' || right === '') return left === right ? 0 : left === '' ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return ORDER.compare(left, right)
}

const ORDER = new Intl.Collator('en', {numeric: true, sensitivity: 'base'})
