import {expect, it} from 'vitest'
import {dayTimeFrom} from '../../../src/domain/format/times'

it.each([
  ['8', '08:00'],
  ['11', '11:00'],
  [' 11:00 ', '11:00'],
  ['1100', '11:00'],
  ['11.30', '11:30'],
  ['930', '09:30'],
  ['24', '24:00'],
  ['10 pm', '10 pm'],
  ['11:3', '11:3'],
  [' ', null],
])('a typed time of the day, %j, is written as %j', (typed, written) => {
  expect(dayTimeFrom(typed)).toBe(written)
})
