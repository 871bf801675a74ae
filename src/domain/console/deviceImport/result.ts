import {unparse} from 'papaparse'
import {defused} from '../../../../contract/rules/csv'
import {fileName} from '../../fileName'
import type {CheckedRow} from './check'
import {isDone, type RowOutcomes} from './outcome'
import {headerOf, type Sheet} from './sheet'
import {texts} from './texts'

export interface Result {
  sheet: Sheet
  outcomes: RowOutcomes
  /** The lines of the rows whose answer was lost. */
  unsureLines: ReadonlySet<number>
}

/** Names the result of devices.csv devices-result.csv. */
export const resultName = (name: string): string => fileName(`${name.replace(/\.[^.]*$/, '')}-result.csv`)

/** Writes the header line of the result: the columns of the file, followed by those of the outcome. */
export function resultHeaders({headers}: Sheet): string {
  const own = headers.map((_, at) => headerOf({headers}, at))
  return `\uFEFF${lines([[...own, 'Outcome', 'Reason', 'Device ID']])}`
}

/** Writes a line with the outcome of each row. */
export function resultLines(rows: readonly CheckedRow[], result: Result): string {
  const width = result.sheet.headers.length
  return lines(
    rows.map(row => {
      const own = Array.from({length: width}, (_, at) => row.cells[at] ?? '')
      return [...own, ...outcomeOf(row, result)]
    }),
  )
}

function outcomeOf({line, problems}: CheckedRow, {outcomes, unsureLines}: Result): string[] {
  if (problems.length > 0) return ['not imported', problems.join(' '), '']
  const outcome = outcomes.get(line)
  if (outcome !== undefined) {
    return [isDone(outcome) ? 'imported' : 'failed', outcome.message ?? '', outcome.deviceId ?? '']
  }
  return unsureLines.has(line) ? ['unknown', texts.unknown, ''] : ['not begun', '', '']
}

const lines = (rows: readonly (readonly string[])[]): string =>
  `${unparse(
    rows.map(row => row.map(defused)),
    {newline: '\r\n'},
  )}\r\n`
