import {unparse} from 'papaparse'
import {BYTE_ORDER_MARK, defused} from '../../../../../contract/rules/csv'
import type {Outcome} from '../../../failure'
import {fileName} from '../../../fileName'
import {type ConsoleRecord, type Description, nameOf} from '../description'
import {typedText} from '../draft'
import {type CellWorld, cellOf} from './cell'
import {type Column, columnValue} from './columns'

/**
 * Writes by RFC 4180 a line of labels, and a line for each record with its id and the given columns. Times are ISO in
 * UTC. Where a column names another record, that record's id follows.
 */
export function recordsCsv(columns: readonly Column[], records: readonly ConsoleRecord[], world: CellWorld): string {
  const labels = ['ID', ...columns.flatMap(({label, names}) => (names === null ? [label] : [label, `${label} ID`]))]
  const rows = records.map(record => [record.id, ...columns.flatMap(column => cells(column, record, world))])
  return csv([labels, ...rows])
}

function cells(column: Column, record: ConsoleRecord, world: CellWorld): (string | number)[] {
  const {text} = cellOf(column, record, world)
  switch (column.kind) {
    case 'id': {
      const id = typedText(columnValue(column, record))
      return column.names === null ? [defused(id)] : [defused(world.names.get(id) ?? ''), defused(id)]
    }
    case 'count': {
      const value = columnValue(column, record)
      return [typeof value === 'number' ? value : defused(text)]
    }
    case 'time':
    case 'lastSeen': {
      const value = columnValue(column, record)
      return [typeof value === 'number' ? isoTime(value) : defused(text)]
    }
    default:
      return [defused(text)]
  }
}

/** A number that no date can hold is written as it is. */
function isoTime(value: number): string | number {
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? value : time.toISOString()
}

/** Writes what became of each record of an action on many. A record without an outcome was not started. */
export function outcomesCsv(
  description: Description,
  records: readonly ConsoleRecord[],
  outcomes: ReadonlyMap<string, Outcome>,
): string {
  const rows = records.map(record => {
    const outcome = outcomes.get(record.id)
    const word = outcome === undefined ? 'not begun' : outcome.message === null ? 'done' : 'failed'
    return [record.id, defused(nameOf(description, record)), word, defused(outcome?.message ?? '')]
  })
  return csv([['ID', 'Name', 'Outcome', 'Reason'], ...rows])
}

/**
 * Names the file organisation-devices.csv. The first word is the organisation's title, and is left out when it has
 * none.
 */
export function listFileName({plural}: Description, owner: string): string {
  const name = plural.toLowerCase()
  return fileName(owner === '' ? `${name}.csv` : `${owner}-${name}.csv`)
}

/** Writes lines of cells, whose texts must be defused, as a file that spreadsheets read as UTF-8. */
export const csv = (rows: (string | number)[][]): string => `${BYTE_ORDER_MARK}${unparse(rows, {newline: '\r\n'})}\r\n`
