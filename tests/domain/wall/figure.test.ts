import {describe, expect, it} from 'vitest'
import {figureRoom} from '../../../src/domain/wall/fitting'

describe('a large value', () => {
  it.each([
    ['21.5', '°C', {letters: 5, isText: false, isUnitBelow: false}],
    ['1', '%', {letters: 4, isText: false, isUnitBelow: false}],
    ['−179.8E306', 'kWh per square metre', {letters: 10, isText: false, isUnitBelow: true}],
    ['false', '', {letters: 5, isText: false, isUnitBelow: false}],
    ['{"mode":"automatic"}', '', {letters: 14, isText: true, isUnitBelow: false}],
    ['x'.repeat(10_000), '', {letters: 14, isText: true, isUnitBelow: false}],
  ])('of %s %s never gets so small that nobody can read it', (value, unit, room) => {
    expect(figureRoom({value, unit})).toEqual(room)
  })
})
