import {describe, expect, it} from 'vitest'
import type {Json} from '../../../../../contract/wire/common'
import {assetListQuery} from '../../../../../contract/wire/entities/asset'
import {customerListQuery} from '../../../../../contract/wire/entities/customer'
import {deviceListQuery} from '../../../../../contract/wire/entities/device'
import {organisationListQuery} from '../../../../../contract/wire/entities/organisation'
import {customers} from '../../../../../src/domain/console/records/customers'
import {assets} from '../../../../../src/domain/console/records/descriptions'
import {devices} from '../../../../../src/domain/console/records/devices'
import {
  foundRecords,
  type ListView,
  nextSort,
  readListView,
  searchFromListView,
  sortedRecords,
  usualView,
} from '../../../../../src/domain/console/records/list/list'
import {organisations} from '../../../../../src/domain/console/records/organisations'
import {users} from '../../../../../src/domain/console/records/users'
import {recordOf} from '../examples'

const SINCE = {name: 'createdAt', value: '2026-03-04T00:00:00.000Z'}
const WRITTEN = '?filter=type%3Aa&filter=createdAt%3A2026-03-04T00%3A00%3A00.000Z&columns=name%2Ctype&peek=d1'

const view = (changed: Partial<ListView>): ListView => ({...usualView(devices), ...changed})

describe('the view in the address', () => {
  it.each<[string, Partial<ListView>, readonly string[]]>([
    ['', {}, []],
    ['?q=pump&sort=-createdAt', {q: 'pump', sort: '-createdAt'}, []],
    ['?sort=-lastSeen', {sort: '-lastSeen'}, []],
    ['?sort=password', {}, ['password']],
    ['?sort=--name', {}, ['--name']],
    ['?sort=', {}, []],
    [`?q=${'a'.repeat(300)}`, {q: 'a'.repeat(255)}, []],
    [
      '?filter=type:a:b&filter=label:%20x',
      {
        filters: [
          {name: 'type', value: 'a:b'},
          {name: 'label', value: 'x'},
        ],
      },
      [],
    ],
    ['?filter=type:', {}, ['type:']],
    ['?filter=name:x', {}, ['name:x']],
    ['?filter=createdAt:yesterday', {}, ['createdAt:yesterday']],
    ['?filter=createdAt:2026-03-04T00:00:00.000Z', {filters: [SINCE]}, []],
    ['?columns=createdAt,nothing,type,type', {columns: ['createdAt', 'type']}, ['nothing']],
    ['?density=compact', {density: 'compact'}, []],
    ['?density=tiny', {}, ['tiny']],
    ['?peek=d1', {peek: 'd1'}, []],
  ])('%s reads %o and leaves out %o', (search, changed, ignored) => {
    expect(readListView(devices, search)).toEqual({view: view(changed), ignored})
  })

  it('can’t be sorted by what a server that pages does not sort by', () => {
    expect(readListView(customers, '?sort=phone').view.sort).toBe('email')
  })

  it.each<[Partial<ListView>, string, string]>([
    [{}, '', ''],
    [{q: 'a b&c', sort: '-type'}, '', '?q=a+b%26c&sort=-type'],
    [
      {},
      '?tab=devices&q=old&sort=type&filter=type%3Aa&columns=type&peek=x&density=compact&view=%7B%7D',
      '?tab=devices',
    ],
    [{q: 'x', sort: 'type'}, '?tab=devices', '?tab=devices&q=x&sort=type'],
    [{filters: [{name: 'type', value: 'a'}, SINCE], columns: ['name', 'type'], peek: 'd1'}, '', WRITTEN],
    [{columns: []}, '', '?columns=name'],
  ])('%o is written over %j as %j', (changed, search, written) => {
    expect(searchFromListView(devices, view(changed), search)).toBe(written)
  })

  it('is the same when it is read again', () => {
    const full = view({
      q: 'ä',
      sort: '-type',
      filters: [{name: 'label', value: '<b>:,&'}, SINCE],
      columns: ['name', 'createdAt', 'status'],
      density: 'compact',
      peek: 'd 1',
    })
    expect(readListView(devices, searchFromListView(devices, full, ''))).toEqual({view: full, ignored: []})
  })

  it('tells two lists of one page apart', () => {
    const usual = usualView(customers)
    const search = searchFromListView(customers, {...usual, q: 'b', sort: 'title'}, '?q=a', 'customer.')
    expect(search).toBe('?q=a&customer.q=b&customer.sort=title')
    expect(readListView(customers, search, 'customer.').view).toEqual({...usual, q: 'b', sort: 'title'})
  })
})

describe('sorts', () => {
  it.each([
    ['organisations', organisations, organisationListQuery],
    ['customers', customers, customerListQuery],
    ['devices', devices, deviceListQuery],
    ['assets', assets, assetListQuery],
  ])('of %s are those of the contract', (_, {sorts}, query) => {
    const refused = sorts.flatMap(sort => [sort, `-${sort}`]).filter(sort => !query.safeParse({sort}).success)
    expect(refused).toEqual([])
  })

  it.each([organisations, customers, users, devices, assets])('of $plural begin with the name', description => {
    expect([description.columns[0], description.sorts[0]]).toEqual([description.nameField, description.nameField])
  })

  it('turn round at the second press', () => {
    expect(['', 'name', '-name'].map(sort => nextSort(sort, 'name'))).toEqual(['name', '-name', 'name'])
  })
})

describe('a whole list', () => {
  const namesSorted = (values: readonly Json[], sort: string) =>
    sortedRecords(
      devices,
      values.map((value, at) => recordOf({name: value, createdAt: value}, {id: String(at)})),
      sort,
    ).records.map(({values}) => values.name)

  it.each<[string, readonly Json[], readonly Json[]]>([
    ['name', ['Pump 10', 'pump 9', 'Älter', 'Zoo', 'alt'], ['alt', 'Älter', 'pump 9', 'Pump 10', 'Zoo']],
    ['-name', ['b', 'a', 'c'], ['c', 'b', 'a']],
    ['createdAt', [10, 9, 100], [9, 10, 100]],
    ['-createdAt', [10, 9, 100], [100, 10, 9]],
  ])('is sorted by %s', (sort, values, sorted) => {
    expect(namesSorted(values, sort)).toEqual(sorted)
  })

  it.each(['name', '-name'])('has nothing last, sorted by %s', sort => {
    expect(namesSorted([null, '', 'a'], sort)).toEqual(['a', null, ''])
  })

  it('keeps equals in the order of their ids', () => {
    const same = ['c', 'a', 'b'].map(id => recordOf({name: 'same'}, {id}))
    expect(sortedRecords(devices, same, '-name').records.map(({id}) => id)).toEqual(['a', 'b', 'c'])
  })

  const pump = recordOf({name: 'Pumpe Süd', type: 'sensor', label: null}, {id: '1'})
  const fan = recordOf({name: 'Fan', type: 'PUMP', label: 'x'}, {id: '2'})
  const door = recordOf({name: 'Door', type: null, label: '100% (a+b)'}, {id: '3'})
  const sorted = sortedRecords(devices, [pump, fan, door], 'name')

  it.each([
    ['', [door, fan, pump]],
    ['  ', [door, fan, pump]],
    ['pump', [fan, pump]],
    [' SUD ', [pump]],
    ['süd', [pump]],
    ['100% (a+b)', [door]],
    ['sensor\nx', []],
    ['null', []],
  ])('searched for %j finds %o', (q, found) => {
    expect(foundRecords(sorted, {q, filters: []})).toEqual(found)
  })

  it.each([
    [[{name: 'type', value: 'SENSOR'}], [pump]],
    [
      [
        {name: 'type', value: 'pump'},
        {name: 'label', value: 'X'},
      ],
      [fan],
    ],
    [
      [
        {name: 'type', value: 'pump'},
        {name: 'label', value: 'y'},
      ],
      [],
    ],
  ])('filtered by %o finds %o', (filters, found) => {
    expect(foundRecords(sorted, {q: '', filters})).toEqual(found)
  })
})
