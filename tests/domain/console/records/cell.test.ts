import {expect, it} from 'vitest'
import {cellOf, summaryOf} from '../../../../src/domain/console/records/cell'
import {columnsOf} from '../../../../src/domain/console/records/columns'
import {organisations} from '../../../../src/domain/console/records/organisations'
import {users} from '../../../../src/domain/console/records/users'
import {createFormats} from '../../../../src/domain/format/formats'
import {DELETED_USER, recordOf} from './examples'

const formatsIn = (zone: string) => createFormats({zone, hours: null, language: 'en'})
const AT = Date.UTC(2026, 2, 4, 23, 5)

it.each([
  ['lastLogin', {lastLogin: AT}, {text: '5 Mar 2026, 00:05', exact: '5 Mar 2026, 00:05:00, Europe/Berlin, UTC+1'}],
  ['lastLogin', {lastLogin: 1e20}, {text: '100000000000000000000', exact: '100000000000000000000'}],
  ['lastLogin', {lastLogin: null}, {text: '', exact: ''}],
  ['lastLogin', {}, {text: '', exact: ''}],
  ['userDeleted', {userDeleted: true}, {text: 'Deleted', exact: 'Deleted'}],
  ['userDeleted', {userDeleted: false}, {text: '', exact: ''}],
  ['email', {email: '<b>&'}, {text: '<b>&', exact: '<b>&'}],
])('%s of %o reads %o', (name, values, cell) => {
  const cells = columnsOf(users)
    .filter(column => column.name === name)
    .map(column => cellOf(column, recordOf(values), formatsIn('Europe/Berlin')))
  expect(cells).toEqual([cell])
})

it('counts what belongs to an organisation, where the server says so', () => {
  const texts = (counts: Record<string, number>) =>
    columnsOf(organisations).map(column => cellOf(column, recordOf({title: 'A'}, {counts}), formatsIn('UTC')).text)
  expect(columnsOf(organisations).map(({label}) => label)).toEqual(['Title', 'Customers', 'Users', 'Devices', 'Assets'])
  expect(texts({customers: 0, users: 2})).toEqual(['A', '0', '2', '', ''])
  expect(texts({})).toEqual(['A', '', '', '', ''])
})

it('sums up what stands beside the name', () => {
  expect(
    summaryOf(columnsOf(users), {...DELETED_USER, values: {...DELETED_USER.values, lastLogin: AT}}, formatsIn('UTC')),
  ).toBe('CUSTOMER_USER · Deleted')
  const organisation = recordOf({title: 'A'}, {counts: {customers: 0, devices: 12}})
  expect(summaryOf(columnsOf(organisations), organisation, formatsIn('UTC'))).toBe('Customers: 0 · Devices: 12')
})
