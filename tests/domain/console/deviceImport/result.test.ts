import {parse} from 'papaparse'
import {describe, expect, it} from 'vitest'
import type {CheckedRow, NewDevice} from '../../../../src/domain/console/deviceImport/check'
import {type RowOutcome, withFound} from '../../../../src/domain/console/deviceImport/outcome'
import {resultHeaders, resultLines, resultName} from '../../../../src/domain/console/deviceImport/result'
import type {ConsoleRecord} from '../../../../src/domain/console/records/description'

const DEVICE = {id: 'n1', name: 'Pump', type: null, label: null, customerId: null, accessToken: null}
const row = (line: number, cells: string[], problems: string[] = []): CheckedRow => ({
  line,
  cells,
  device: DEVICE,
  problems,
  warnings: [],
})

describe('the result of an import', () => {
  it('has the columns of the file, and what became of each row', () => {
    const rows = [
      row(2, ['Pump', 'a']),
      row(3, ['Fan'], ['Name is wrong.', 'Type is wrong.']),
      row(4, ['Belt', 'b']),
      row(5, ['Half', 'c']),
      row(6, ['Lost', 'd']),
      row(7, ['Later', 'e', 'surplus']),
    ]
    const outcomes = new Map<number, RowOutcome>([
      [2, {line: 2, deviceId: 'd2', message: null}],
      [4, {line: 4, deviceId: null, message: 'is in use already'}],
      [5, {line: 5, deviceId: 'd5', message: 'No token'}],
    ])
    const result = {sheet: {headers: ['name', ''], rows}, outcomes, unsureLines: new Set([6])}
    const text =
      resultHeaders(result.sheet) + resultLines(rows.slice(0, 2), result) + resultLines(rows.slice(2), result)
    expect(parse(text, {skipEmptyLines: true}).data).toEqual([
      ['name', 'Column 2', 'Outcome', 'Reason', 'Device ID'],
      ['Pump', 'a', 'created', '', 'd2'],
      ['Fan', '', 'left out', 'Name is wrong. Type is wrong.', ''],
      ['Belt', 'b', 'failed', 'is in use already', ''],
      ['Half', 'c', 'failed', 'No token', 'd5'],
      ['Lost', 'd', 'unclear', 'No answer came. The device may be there or not.', ''],
      ['Later', 'e', 'not started', '', ''],
    ])
  })

  it('runs no formula in a spreadsheet', () => {
    const rows = [row(2, ['=1+1', '@x, "y"'])]
    const result = {sheet: {headers: ['-name', 'b'], rows}, outcomes: new Map(), unsureLines: new Set<number>()}
    expect(resultHeaders(result.sheet) + resultLines(rows, result)).toBe(
      '\uFEFF\'-name,b,Outcome,Reason,Device ID\r\n\'=1+1,"\'@x, ""y""",not started,,\r\n',
    )
  })

  it.each([
    ['devices.csv', 'devices-result.csv'],
    ['a/b:c.v2.txt', 'a_b_c.v2-result.csv'],
    ['devices', 'devices-result.csv'],
  ])('%s becomes %s', (name, expected) => {
    expect(resultName(name)).toBe(expected)
  })
})

describe('telling which rows were made although no answer came', () => {
  const found = (id: string, values: Record<string, string | null>): ConsoleRecord => ({
    id,
    version: 1,
    values,
    counts: {},
  })

  const queued = (line: number, device: Partial<NewDevice>) => ({line, device: {...DEVICE, ...device}, deviceId: null})

  it('takes new devices of the same values, one for each lost row', () => {
    const rows = [
      queued(2, {name: 'Pump'}),
      queued(3, {name: 'Pump'}),
      queued(4, {name: 'Pump'}),
      queued(5, {name: 'Fan', type: 'a', label: 'b', customerId: 'c1'}),
      queued(6, {name: 'Fan', type: 'a', label: 'b'}),
      {...queued(7, {name: 'Half'}), deviceId: 'd7'},
      queued(8, {name: 'Pump'}),
    ]
    const devices = [
      found('old', {name: 'Pump'}),
      found('d1', {name: 'Pump', type: null, label: ''}),
      found('d2', {name: 'Pump'}),
      found('d3', {name: 'Fan', type: 'a', label: 'b', customerId: 'c1'}),
      found('d4', {name: 'Fan', type: 'A', label: 'b'}),
    ]
    const lost = {lines: new Set([2, 4, 5, 6, 8]), knownIds: new Set(['old'])}
    expect(withFound(rows, devices, lost)).toEqual(
      ['d1', null, 'd2', 'd3', null, 'd7', null].map((deviceId, at) => ({...rows[at], deviceId})),
    )
  })
})
