import {describe, expect, it} from 'vitest'
import type {Json} from '../../../../contract/wire/common'
import {createRowCheck, type Existing} from '../../../../src/domain/console/deviceImport/check'
import {guessedMapping, type Mapping, UNMAPPED} from '../../../../src/domain/console/deviceImport/columns'
import type {ConsoleRecord} from '../../../../src/domain/console/records/description'

const record = (id: string, values: Record<string, Json>): ConsoleRecord => ({id, version: 1, values, counts: {}})

const EXISTING: Existing = {
  customers: [
    record('c1', {email: 'a@works.test', title: 'Acme'}),
    record('c2', {email: 'b@works.test', title: 'Twins'}),
    record('c3', {email: 'c@works.test', title: 'twins'}),
    record('c4', {email: 'd@works.test'}),
  ],
  devices: [record('d1', {name: 'Old pump'})],
  takesBatches: true,
}

const MAPPING: Mapping = {name: 0, type: 1, label: 2, customer: 3, accessToken: 4}
const TOKEN = 'k7-Vq2.wYd9~mB_x4Rtz'

function check(rows: string[][], mapping = MAPPING) {
  const checkRow = createRowCheck({width: 5, mapping, existing: EXISTING, newId: countedIds()})
  return rows.map((cells, at) => checkRow({line: at + 2, cells}))
}

function countedIds() {
  let count = 0
  return () => `n${++count}`
}

const problems = (...rows: string[][]) => check(rows).map(row => row.problems)
const warnings = (...rows: string[][]) => check(rows).map(row => row.warnings)

describe('a row of an import', () => {
  it('makes a device, trimmed, of what its columns hold', () => {
    expect(check([[' Pump ', ' motor', '', 'Acme', TOKEN]])).toEqual([
      {
        line: 2,
        cells: [' Pump ', ' motor', '', 'Acme', TOKEN],
        device: {id: 'n1', name: 'Pump', type: 'motor', label: null, customerId: 'c1', accessToken: TOKEN},
        problems: [],
        warnings: [],
      },
    ])
  })

  it('gives each device an id of its own', () => {
    expect(check([['Pump'], ['Pump']]).map(({device}) => device.id)).toEqual(['n1', 'n2'])
  })

  it('takes nothing from columns that are not mapped', () => {
    const [row] = check([['Pump', 'motor', 'left', 'nobody', 'x']], {...UNMAPPED, name: 0})
    expect([row?.device, row?.problems]).toEqual([
      {id: 'n1', name: 'Pump', type: null, label: null, customerId: null, accessToken: null},
      [],
    ])
  })

  it.each([
    [['', 'motor'], ['Name must not be empty.']],
    [['x'.repeat(256)], ['Name must have at most 255 characters.']],
    [['two\nlines'], ['Name must not hold control characters.']],
    [
      ['Pump', 'x'.repeat(256), 'y'.repeat(256)],
      ['Type must have at most 255 characters.', 'Label must have at most 255 characters.'],
    ],
    [['Pump', '', '', '', 'short'], ['Access token must have at least 20 characters.']],
    [['Pump', '', '', '', 'x'.repeat(256)], ['Access token must have at most 255 characters.']],
    [['Pump', '', '', '', `${TOKEN} ä`], ['Access token may hold letters, digits, and . _ ~ - only.']],
    [['Pump', '', '', 'Nobody'], ['There is no customer “Nobody” in the organisation.']],
    [['Pump', '', '', 'Twins'], ['2 customers are called “Twins”. Use the email or the ID.']],
    [['Pump', '', '', '', '', 'more'], ['Has 6 columns where the headers are 5.']],
  ])('is refused as the server would refuse it: %j', (cells, expected) => {
    expect(problems(cells)).toEqual([expected])
  })

  it.each([
    ['c1', 'c1'],
    ['A@WORKS.test', 'c1'],
    [' acme ', 'c1'],
    ['D@works.test', 'c4'],
  ])('finds its customer by id, email or title: %s', (text, customerId) => {
    expect(check([['Pump', '', '', text]])[0]?.device.customerId).toBe(customerId)
  })

  it('may have more cells than headers as long as they are empty', () => {
    expect(problems(['Pump', '', '', '', '', '', ' '])).toEqual([[]])
  })

  it('keeps formulas, markup and marks for right-to-left for what they are', () => {
    expect(problems(['=1+1'], ['<script>'], ['\u202Epump'])).toEqual([[], [], []])
  })
})

describe('rows together', () => {
  it('may not share an access token', () => {
    expect(problems(['A', '', '', '', TOKEN], ['B', '', '', '', TOKEN])).toEqual([
      [],
      ['Line 2 has this access token, too.'],
    ])
  })

  it('may have a token that a refused row has', () => {
    expect(problems(['', '', '', '', TOKEN], ['B', '', '', '', TOKEN])).toEqual([['Name must not be empty.'], []])
  })

  it('are warned of names that are there already or come again', () => {
    expect(warnings(['old PUMP'], ['New'], ['new '], ['New'])).toEqual([
      [{kind: 'known', text: 'There is a device of this name already.'}],
      [],
      [{kind: 'repeated', text: 'Line 3 has this name, too.'}],
      [{kind: 'repeated', text: 'Line 3 has this name, too.'}],
    ])
  })
})

describe('guessing the columns', () => {
  it.each([
    [['Name', 'Type', 'Label', 'Customer', 'Access token'], MAPPING],
    [['name', 'type', 'label', 'customer_id', 'access_token'], MAPPING],
    [['Device Name', 'x', 'TOKEN'], {...UNMAPPED, name: 0, accessToken: 2}],
    [['ID', 'Created at', 'Label', 'Name'], {...UNMAPPED, label: 2, name: 3}],
    [['Customer', 'Customer ID', 'name'], {...UNMAPPED, name: 2, customer: 1}],
    [['', ''], UNMAPPED],
  ])('%j', (headers, mapping) => {
    expect(guessedMapping({headers})).toEqual(mapping)
  })
})
