import {TZDate} from '@date-fns/tz'
import {format} from 'date-fns'
import {type Column, columnValue} from './columns'
import type {ConsoleRecord} from './description'
import {typedText} from './draft'

/**
 * A value on one line of a list. `exact` is the ISO time of a time. A set flag shows its label, an unset flag nothing.
 */
export interface Cell {
  text: string
  exact: string
}

export function cellOf(column: Column, record: ConsoleRecord, zone: string): Cell {
  const value = columnValue(column, record)
  if (column.kind === 'flag') return plain(value === true ? column.label : '')
  if (typeof value !== 'number') return plain(typedText(value))
  return column.kind === 'time' ? timeCell(value, zone) : plain(String(value))
}

const plain = (text: string): Cell => ({text, exact: text})

function timeCell(value: number, zone: string): Cell {
  const time = new TZDate(value, zone)
  if (Number.isNaN(time.getTime())) return plain(String(value))
  return {text: format(time, 'd MMM yyyy, HH:mm'), exact: new Date(value).toISOString()}
}

/** The second line of a row in a narrow list. Times are left out, because they mean nothing without a label. */
export const summaryOf = (columns: readonly Column[], record: ConsoleRecord, zone: string): string =>
  columns
    .slice(1)
    .filter(({kind}) => kind !== 'time')
    .map(column => ({column, text: cellOf(column, record, zone).text}))
    .filter(({text}) => text !== '')
    .map(({column: {kind, label}, text}) => (kind === 'count' ? `${label}: ${text}` : text))
    .join(' · ')
