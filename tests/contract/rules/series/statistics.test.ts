import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {countEvents, eventStarts, statisticsOf} from '../../../../contract/rules/series/statistics'

it('tells when events start, as many as are counted', () => {
  const values = [1, 0, 0.003, 0.004, 5, 0, 2]
  expect(eventStarts(values.map((value, ts) => ({ts, value})))).toEqual([0, 3, 6])
  expect(countEvents(values)).toBe(3)
})

describe('counting events', () => {
  it.each([
    ['nothing', [], 0],
    ['a value at the threshold', [0.003], 0],
    ['a value above it at the start', [0.0031], 1],
    ['one rise', [0, 0.004, 0.1, 0.004], 1],
    ['a second rise after a fall', [0, 1, 0, 1], 2],
    ['a fall exactly to the threshold', [1, 0.003, 1], 2],
    ['a fall that stays above it', [1, 0.0031, 1], 1],
    ['negative values', [-1, 1, -1, -1, 2], 2],
  ])('%s', (_, values, events) => {
    expect(countEvents(values)).toBe(events)
  })

  it('never counts more events than values above the threshold, nor fewer than one if there is any', () => {
    fc.assert(
      fc.property(fc.array(fc.double({min: -0.01, max: 0.01, noNaN: true})), values => {
        const above = values.filter(value => value > 0.003).length
        const events = countEvents(values)
        expect(events).toBeLessThanOrEqual(above)
        expect(events > 0).toBe(above > 0)
      }),
    )
  })
})

describe('statistics of a window', () => {
  const points = [-5, 0, 10, 20].map(ts => ({ts, value: ts / 10}))

  it('hold its start and not its end', () => {
    expect(statisticsOf(points, {start: 0, end: 20})).toEqual({sum: 1, events: 1, average: 0.5, min: 0, max: 1})
  })

  it('are null without points', () => {
    expect(statisticsOf(points, {start: 1, end: 9})).toBeNull()
  })
})
