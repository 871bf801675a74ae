import {describe, expect, it} from 'vitest'
import {EVERY_ALARM, filterFromSearch, searchFromFilter} from '../../../src/domain/alarms/filter'
import {groupedRows} from '../../../src/domain/alarms/groups'
import {alarm} from '../../machines/alarms/alarm'

const ALARMS = [
  alarm('a', {deviceId: 'd1', deviceLabel: 'Hall 1', customerId: 'c1'}),
  alarm('b', {deviceId: 'd2', deviceLabel: 'Hall 2'}),
  alarm('c', {deviceId: 'd1', deviceLabel: 'Hall 1', customerId: 'c1', severity: 'warning'}),
  alarm('d', {deviceId: 'd3', deviceLabel: '', customerId: 'c1', severity: 'warning'}),
]

const told = (...asked: Parameters<typeof groupedRows>) =>
  groupedRows(...asked).map(row => ('alarm' in row ? row.id : [row.group.value, row.group.counts]))

describe('the groups of the list', () => {
  it('stand in the order of their worst alarm, with how many there are of each severity', () => {
    expect(told(ALARMS, 'device')).toEqual([
      ...[['d1', {critical: 1, warning: 1}], 'a', 'c'],
      ...[['d2', {critical: 1, warning: 0}], 'b'],
      ...[['d3', {critical: 0, warning: 1}], 'd'],
    ])
  })

  it('hold what has no place or no customer together', () => {
    expect(
      told(ALARMS, 'place')
        .filter(Array.isArray)
        .map(([value]) => value),
    ).toEqual(['Hall 1', 'Hall 2', null])
    expect(
      told(ALARMS, 'customer')
        .filter(Array.isArray)
        .map(([value]) => value),
    ).toEqual(['c1', null])
  })

  it('are none unless they are asked for', () => {
    expect(told(ALARMS, null)).toEqual(['a', 'b', 'c', 'd'])
  })
})

it('keeps the grouping and the device in the address, and ignores what is none', () => {
  const filter = {...EVERY_ALARM, grouping: 'place', deviceId: 'd1'} as const
  expect(filterFromSearch(searchFromFilter(filter))).toEqual(filter)
  expect(filterFromSearch('?group=colour')).toEqual(EVERY_ALARM)
})
