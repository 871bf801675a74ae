import {describe, expect, it} from 'vitest'
import type {CheckedRow, Warning} from '../../../../src/domain/console/deviceImport/check'
import {resultsOf, rowsOf} from '../../../../src/domain/console/deviceImport/filter'
import type {RowOutcome} from '../../../../src/domain/console/deviceImport/outcome'

const warning = (kind: Warning['kind']): Warning => ({kind, text: kind})
const row = (line: number, findings: Partial<CheckedRow> = {}): CheckedRow => ({
  line,
  cells: [],
  device: {id: `n${line}`, name: `Pump ${line}`, type: null, label: null, customerId: null, accessToken: null},
  problems: [],
  warnings: [],
  ...findings,
})
const linesOf = (groups: Readonly<Record<string, readonly CheckedRow[]>>) =>
  Object.fromEntries(Object.entries(groups).map(([name, rows]) => [name, rows.map(({line}) => line)]))

describe('the rows of an import', () => {
  it('are grouped by what was found, and by their warnings if they can be imported', () => {
    const rows = [
      row(2),
      row(3, {problems: ['Name must not be empty.'], warnings: [warning('known')]}),
      row(4, {warnings: [warning('known')]}),
      row(5, {warnings: [warning('known'), warning('repeated')]}),
    ]
    expect(linesOf(rowsOf(rows))).toEqual({
      all: [2, 3, 4, 5],
      good: [2, 4, 5],
      wrong: [3],
      known: [4, 5],
      repeated: [5],
    })
  })

  it('are grouped by what became of them', () => {
    const rows = [row(2), row(3), row(4), row(5), row(6, {problems: ['Name must not be empty.']}), row(7)]
    const outcomes = new Map<number, RowOutcome>([
      [2, {line: 2, deviceId: 'd2', message: null}],
      [3, {line: 3, deviceId: null, message: 'is in use already'}],
      [7, {line: 7, deviceId: 'd7', message: 'The device was made without its access token.'}],
    ])
    expect(linesOf(resultsOf(rows, {outcomes, unsureLines: new Set([4])}))).toEqual({
      all: [2, 3, 4, 5, 6, 7],
      created: [2],
      failed: [3, 7],
      unclear: [4],
      notStarted: [5],
      leftOut: [6],
    })
  })
})
