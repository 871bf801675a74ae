import {expect, it} from 'vitest'
import type {Description} from '../../../../../src/domain/console/records/description'
import {devices} from '../../../../../src/domain/console/records/devices'
import {cellOf, summaryOf} from '../../../../../src/domain/console/records/list/cell'
import {chosenColumns, columnsOf} from '../../../../../src/domain/console/records/list/columns'
import {organisations} from '../../../../../src/domain/console/records/organisations'
import {users} from '../../../../../src/domain/console/records/users'
import {OFFLINE} from '../../../../../src/domain/link'
import {DELETED_USER, READ_AT, recordOf, worldIn} from '../examples'

const usual = (description: Description) => chosenColumns(columnsOf(description), null)
const AT = Date.UTC(2026, 2, 4, 23, 5)

it.each([
  ['lastLogin', {lastLogin: AT}, {text: '5 Mar 2026, 00:05', exact: '5 Mar 2026, 00:05:00, Europe/Berlin, UTC+1'}],
  ['lastLogin', {lastLogin: 1e20}, {text: '100000000000000000000', exact: '100000000000000000000'}],
  ['lastLogin', {lastLogin: null}, {text: '', exact: ''}],
  ['lastLogin', {}, {text: '', exact: ''}],
  ['userDeleted', {userDeleted: true}, {text: 'Deleted', exact: 'Deleted'}],
  ['userDeleted', {userDeleted: false}, {text: 'Active', exact: 'Active'}],
  ['userDeleted', {isVerified: false}, {text: 'Not verified', exact: 'Not verified'}],
  ['authority', {authority: 'ORGANISATION_ADMIN'}, {text: 'Organisation admin', exact: 'Organisation admin'}],
  ['authority', {authority: 'toString'}, {text: 'toString', exact: 'toString'}],
  ['customerId', {customerId: 'c1'}, {text: 'Cargo', exact: 'c1'}],
  ['customerId', {customerId: 'c2'}, {text: 'c2', exact: 'c2'}],
  ['email', {email: '<b>&'}, {text: '<b>&', exact: '<b>&'}],
])('%s of %o reads %o', (name, values, cell) => {
  const cells = columnsOf(users)
    .filter(column => column.name === name)
    .map(column => cellOf(column, recordOf(values), worldIn('Europe/Berlin', {names: new Map([['c1', 'Cargo']])})))
  expect(cells).toEqual([cell])
})

it('counts what belongs to an organisation, where the server says so', () => {
  const texts = (counts: Record<string, number>) =>
    usual(organisations).map(column => cellOf(column, recordOf({title: 'A'}, {counts}), worldIn('UTC')).text)
  expect(usual(organisations).map(({label}) => label)).toEqual(['Title', 'Customers', 'Users', 'Devices', 'Assets'])
  expect(texts({customers: 0, users: 2})).toEqual(['A', '0', '2', '', ''])
  expect(texts({})).toEqual(['A', '', '', '', ''])
})

it('sums up what stands beside the name', () => {
  expect(
    summaryOf(usual(users), {...DELETED_USER, values: {...DELETED_USER.values, lastLogin: AT}}, worldIn('UTC')),
  ).toBe('Customer user · c1 · Deleted')
  const organisation = recordOf({title: 'A'}, {counts: {customers: 0, devices: 12}})
  expect(summaryOf(usual(organisations), organisation, worldIn('UTC'))).toBe('Customers: 0 · Devices: 12')
})

it.each([
  [undefined, '', ''],
  [null, 'never', 'never'],
  [READ_AT - 5_000, 'fresh', '4 Mar 2026, 11:59'],
  [READ_AT - 91_000, 'late', '4 Mar 2026, 11:58'],
  [READ_AT + 5_000, 'fresh', '4 Mar 2026, 12:00'],
])('a device that was last seen %s is judged for when the list was read', (lastSeen, status, seen) => {
  const record = recordOf({name: 'Pump'}, lastSeen === undefined ? {} : {lastSeen})
  const texts = usual(devices)
    .slice(1, 3)
    .map(column => cellOf(column, record, worldIn('UTC')).text)
  expect(texts).toEqual([status, seen])
})

it('nothing is known of a device while the link is down', () => {
  const column = usual(devices)[1]
  const world = worldIn('UTC', {link: OFFLINE})
  const seen = (lastSeen: number | null) => column && cellOf(column, recordOf({}, {lastSeen}), world).text
  expect([seen(READ_AT), seen(null)]).toEqual(['link down', 'never'])
})
