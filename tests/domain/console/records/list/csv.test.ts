import {parse} from 'papaparse'
import {describe, expect, it} from 'vitest'
import {customers} from '../../../../../src/domain/console/records/customers'
import {devices} from '../../../../../src/domain/console/records/devices'
import {chosenColumns, columnsOf} from '../../../../../src/domain/console/records/list/columns'
import {listFileName, outcomesCsv, recordsCsv} from '../../../../../src/domain/console/records/list/csv'
import {organisations} from '../../../../../src/domain/console/records/organisations'
import {users} from '../../../../../src/domain/console/records/users'
import {READ_AT, recordOf, worldIn} from '../examples'

const WORLD = worldIn('UTC')
const NAME_AND_TYPE = chosenColumns(columnsOf(devices), ['type'])
const rowsOf = (csv: string) => parse<string[]>(csv.replace(/^\uFEFF/, '').trimEnd()).data

describe('a list as a file', () => {
  it('has the shown columns in their order, times in ISO and nothing where there is nothing', () => {
    const device = recordOf(
      {name: 'Pump', type: null, additionalInfo: {a: [1, true]}, createdAt: 1_700_000_000_000, version: 3},
      {id: 'd1'},
    )
    const columns = chosenColumns(columnsOf(devices), ['createdAt', 'type', 'version'])
    expect(rowsOf(recordsCsv(columns, [device], WORLD))).toEqual([
      ['ID', 'Name', 'Created at', 'Type', 'Version'],
      ['d1', 'Pump', '2023-11-14T22:13:20.000Z', '', '3'],
    ])
  })

  it('has the name and the id of a record that is referred to, as far as they are known', () => {
    const columns = chosenColumns(columnsOf(devices), ['customerId', 'status', 'lastSeen'])
    const seen = recordOf({name: 'Pump', customerId: 'c1'}, {id: 'd1', lastSeen: READ_AT})
    const unknown = recordOf({name: 'Fan', customerId: 'c2'}, {id: 'd2', lastSeen: null})
    const world = worldIn('UTC', {names: new Map([['c1', '=Cargo']])})
    expect(rowsOf(recordsCsv(columns, [seen, unknown], world))).toEqual([
      ['ID', 'Name', 'Customer', 'Customer ID', 'Status', 'Last seen'],
      ['d1', 'Pump', "'=Cargo", 'c1', 'fresh', '2026-03-04T12:00:00.000Z'],
      ['d2', 'Fan', '', 'c2', 'never', 'never'],
    ])
  })

  it('begins with the mark of its encoding and ends its lines as RFC 4180 says', () => {
    expect(recordsCsv(NAME_AND_TYPE, [recordOf({name: 'ä', type: 'b'})], WORLD)).toBe(
      '\uFEFFID,Name,Type\r\nr1,ä,b\r\n',
    )
  })

  it.each(['=1+1', '+1', '-1', '@a', '\ta', '\ra'])('keeps %j a text', name => {
    expect(rowsOf(recordsCsv(NAME_AND_TYPE, [recordOf({name})], WORLD))[1]?.[1]).toBe(`'${name}`)
  })

  it.each(['a,b', 'a"b', 'a\nb', ' a ', '<script>', 'a;b', 'x'.repeat(5000), '\u202Eabc'])('keeps %j whole', name => {
    expect(rowsOf(recordsCsv(NAME_AND_TYPE, [recordOf({name})], WORLD))[1]?.[1]).toBe(name)
  })

  it('leaves a negative number a number', () => {
    expect(
      rowsOf(recordsCsv(chosenColumns(columnsOf(devices), ['version']), [recordOf({version: -1})], WORLD))[1]?.at(-1),
    ).toBe('-1')
  })

  it('writes a time that no clock can show as it is', () => {
    expect(recordsCsv(columnsOf(devices), [recordOf({createdAt: 1e20})], WORLD)).toContain('100000000000000000000')
  })

  it('has no passwords', () => {
    expect(recordsCsv(columnsOf(users), [recordOf({password: 'secret', email: 'a@b'})], WORLD)).not.toMatch(
      /secret|password/i,
    )
  })

  it('counts what belongs to an organisation where the server says so', () => {
    const organisation = (counts: Record<string, number>) => recordOf({title: 'A'}, {counts})
    const [labels = [], ...rows] = rowsOf(
      recordsCsv(
        chosenColumns(columnsOf(organisations), null),
        [organisation({customers: 1, users: 2, devices: 3, assets: 4}), organisation({})],
        WORLD,
      ),
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
