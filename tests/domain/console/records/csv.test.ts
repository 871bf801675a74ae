import {parse} from 'papaparse'
import {describe, expect, it} from 'vitest'
import {listFileName, outcomesCsv, recordsCsv} from '../../../../src/domain/console/records/csv'
import {customers} from '../../../../src/domain/console/records/customers'
import {devices} from '../../../../src/domain/console/records/devices'
import {organisations} from '../../../../src/domain/console/records/organisations'
import {users} from '../../../../src/domain/console/records/users'
import {recordOf} from './examples'

const rowsOf = (csv: string) => parse<string[]>(csv.replace(/^\uFEFF/, '').trimEnd()).data

describe('a list as a file', () => {
  it('has a column for every field, times in ISO and nothing where there is nothing', () => {
    const device = recordOf(
      {name: 'Pump', type: null, additionalInfo: {a: [1, true]}, createdAt: 1_700_000_000_000, version: 3},
      {id: 'd1'},
    )
    const [labels = [], values = []] = rowsOf(recordsCsv(devices, [device]))
    expect(labels).toEqual(['ID', ...devices.fields.map(({label}) => label)])
    const said = labels.flatMap((label, at) => (values[at] === '' ? [] : [[label, values[at]]]))
    expect(said).toEqual([
      ['ID', 'd1'],
      ['Name', 'Pump'],
      ['Additional info', '{\n  "a": [\n    1,\n    true\n  ]\n}'],
      ['Created at', '2023-11-14T22:13:20.000Z'],
      ['Version', '3'],
    ])
  })

  it('begins with the mark of its encoding and ends its lines as RFC 4180 says', () => {
    expect(recordsCsv({...devices, fields: devices.fields.slice(0, 2)}, [recordOf({name: 'ä', type: 'b'})])).toBe(
      '\uFEFFID,Name,Type\r\nr1,ä,b\r\n',
    )
  })

  it.each(['=1+1', '+1', '-1', '@a', '\ta', '\ra'])('keeps %j a text', name => {
    expect(rowsOf(recordsCsv(devices, [recordOf({name})]))[1]?.[1]).toBe(`'${name}`)
  })

  it.each(['a,b', 'a"b', 'a\nb', ' a ', '<script>', 'a;b', 'x'.repeat(5000), '\u202Eabc'])('keeps %j whole', name => {
    expect(rowsOf(recordsCsv(devices, [recordOf({name})]))[1]?.[1]).toBe(name)
  })

  it('leaves a negative number a number', () => {
    expect(rowsOf(recordsCsv(devices, [recordOf({version: -1})]))[1]?.at(-1)).toBe('-1')
  })

  it('writes a time that no clock can show as it is', () => {
    expect(recordsCsv(devices, [recordOf({createdAt: 1e20})])).toContain('100000000000000000000')
  })

  it('has no passwords', () => {
    expect(recordsCsv(users, [recordOf({password: 'secret', email: 'a@b'})])).not.toMatch(/secret|password/i)
  })

  it('counts what belongs to an organisation where the server says so', () => {
    const organisation = (counts: Record<string, number>) => recordOf({title: 'A'}, {counts})
    const [labels = [], ...rows] = rowsOf(
      recordsCsv(organisations, [organisation({customers: 1, users: 2, devices: 3, assets: 4}), organisation({})]),
    )
    expect([labels, ...rows].map(row => row.slice(-4))).toEqual([
      ['Customers', 'Users', 'Devices', 'Assets'],
      ['1', '2', '3', '4'],
      ['', '', '', ''],
    ])
  })

  it.each([
    ['Harbour Works', 'Harbour Works-devices.csv'],
    ['a/b:c', 'a_b_c-devices.csv'],
    ['', 'devices.csv'],
  ])('of %j is called %j', (owner, name) => {
    expect(listFileName(devices, owner)).toBe(name)
  })
})

it('the outcomes say what became of each', () => {
  const records = ['done', '=bad', 'left'].map(email => recordOf({email}, {id: email}))
  const outcomes = new Map([
    ['done', {id: 'done', message: null}],
    ['=bad', {id: '=bad', message: '@no, never'}],
  ])
  expect(rowsOf(outcomesCsv(customers, records, outcomes))).toEqual([
    ['ID', 'Name', 'Outcome', 'Reason'],
    ['done', 'done', 'done', ''],
    ['=bad', "'=bad", 'failed', "'@no, never"],
    ['left', 'left', 'not begun', ''],
  ])
})
