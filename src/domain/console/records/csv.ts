import {unparse} from 'papaparse'
import {defused} from '../../../../contract/rules/csv'
import type {Json} from '../../../../contract/wire/common'
import {fileName} from '../../fileName'
import type {Outcome} from '../../outcome'
import {type ConsoleRecord, type Description, nameOf} from './description'
import {typedText} from './draft'

/** Without this mark, spreadsheets read UTF-8 as one of their own older encodings. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Writes by RFC 4180 a line of labels, and a line for each record with every readable field. Times are ISO in UTC. */
export function recordsCsv({fields, counted = []}: Description, records: readonly ConsoleRecord[]): string {
  const read = fields.filter(({kind}) => kind !== 'password')
  const labels = ['ID', ...read.map(({label}) => label), ...counted.map(([, label]) => label)]
  const rows = records.map(({id, values, counts}) => [
    id,
    ...read.map(({name, kind}) => cell(values[name], kind === 'time')),
    ...counted.map(([name]) => counts[name] ?? ''),
  ])
  return csv([labels, ...rows])
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

function cell(value: Json | undefined, isTime: boolean): string | number {
  if (typeof value !== 'number') return defused(typedText(value))
  return isTime ? isoTime(value) : value
}

/** A number that no date can hold is written as it is. */
function isoTime(value: number): string | number {
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? value : time.toISOString()
}

const csv = (rows: (string | number)[][]): string => `${BYTE_ORDER_MARK}${unparse(rows, {newline: '\r\n'})}\r\n`
