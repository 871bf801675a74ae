import {unparse} from 'papaparse'
import {BYTE_ORDER_MARK, defused} from '../../../../contract/rules/csv'
import {fileName} from '../../fileName'
import type {CheckedRow} from './check'
import {type Results, type RowResult, resultOf} from './outcome'
import {headerOf, type Sheet} from './sheet'
import {texts} from './texts'

export interface Result extends Results {
  sheet: Sheet
}

/** Names the result of devices.csv devices-result.csv. */
export const resultName = (name: string): string => fileName(`${name.replace(/\.[^.]*$/, '')}-result.csv`)

/** Writes the header line of the result: the columns of the file, followed by those of the outcome. */
export function resultHeaders({headers}: Sheet): string {
  const own = headers.map((_, at) => headerOf({headers}, at))
  const {outcome, reason, deviceId} = texts.result
  return `${BYTE_ORDER_MARK}${lines([[...own, outcome, reason, deviceId]])}`
}

/** Writes a line with the outcome of each row. */
export function resultLines(rows: readonly CheckedRow[], result: Result): string {
  const width = result.sheet.headers.length
  return lines(
    rows.map(row => {
      const own = Array.from({length: width}, (_, at) => row.cells[at] ?? '')
      const deviceId = result.outcomes.get(row.line)?.deviceId ?? ''
      return [...own, resultWord(resultOf(row, result)), reasonOf(row, result), deviceId]
    }),
  )
}

export const resultWord = (result: RowResult): string => texts.results[result]

/** Says why a row is not imported, or not as a whole. */
export function reasonOf(row: CheckedRow, results: Results): string {
  switch (resultOf(row, results)) {
    case 'leftOut':
      return row.problems.join(' ')
    case 'unclear':
      return texts.unknown
    default:
      return results.outcomes.get(row.line)?.message ?? ''
  }
}

const lines = (rows: readonly (readonly string[])[]): string =>
  `${unparse(
    rows.map(row => row.map(defused)),
    {newline: '\r\n'},
  )}\r\n`
