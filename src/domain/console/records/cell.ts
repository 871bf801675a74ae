import {MAX_TS, MIN_TS} from '../../../../contract/limits'
import type {Formats} from '../../format/formats'
import {type Column, columnValue} from './columns'
import type {ConsoleRecord} from './description'
import {typedText} from './draft'

/**
 * A value on one line of a list. `exact` is a time to the second with its zone. A set flag shows its label, an unset flag nothing.
 */
export interface Cell {
  text: string
  exact: string
}

export function cellOf(column: Column, record: ConsoleRecord, formats: Formats): Cell {
  const value = columnValue(column, record)
  if (column.kind === 'flag') return plain(value === true ? column.label : '')
  if (typeof value !== 'number') return plain(typedText(value))
  return column.kind === 'time' ? timeCell(value, formats) : plain(formats.exact(value))
}

const plain = (text: string): Cell => ({text, exact: text})

function timeCell(at: number, {dateTime, zoneName}: Formats): Cell {
  if (!(at >= MIN_TS && at <= MAX_TS)) return plain(String(at))
  return {text: dateTime(at, 'minute'), exact: `${dateTime(at)}, ${zoneName(at)}`}
}

/** The second line of a row in a narrow list. Times are left out, because they mean nothing without a label. */
export const summaryOf = (columns: readonly Column[], record: ConsoleRecord, formats: Formats): string =>
  columns
    .slice(1)
    .filter(({kind}) => kind !== 'time')
    .map(column => ({column, text: cellOf(column, record, formats).text}))
    .filter(({text}) => text !== '')
    .map(({column: {kind, label}, text}) => (kind === 'count' ? `${label}: ${text}` : text))
    .join(' · ')
