import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {statisticsOf} from '../../../../contract/rules/series/statistics'
import {kindOfSeries} from '../../../../src/domain/telemetry/series/chartKind'
import {NO_SERIES} from '../../../../src/domain/telemetry/series/series'

const pointsOf = (values: readonly number[]) => values.map((value, ts) => ({ts, value}))
const seriesOf = (...values: number[]) => ({...NO_SERIES, points: pointsOf(values)})
const lastHour = (...values: number[]) => ({
  lastHour: statisticsOf(pointsOf(values), {start: 0, end: values.length}),
})

describe('the kind of a series', () => {
  it('is boolean where the latest value and all others are true or false', () => {
    expect(kindOfSeries('boolean', {series: seriesOf(1, 0, 1), statistics: lastHour(0, 0)})).toBe('boolean')
    expect(kindOfSeries('boolean', {series: null, statistics: null})).toBe('boolean')
  })

  it('is number where one value is neither true nor false, although the latest is', () => {
    expect(kindOfSeries('boolean', {series: seriesOf(1, 1, 2.5, 0)})).toBe('number')
    expect(kindOfSeries('boolean', {series: seriesOf(1, 0), statistics: lastHour(1, 1, 2.5, 0)})).toBe('number')
    const averages = {...seriesOf(0.9), aggregation: 'average' as const, envelope: [{from: 0, to: 1, min: 0, max: 2.5}]}
    expect(kindOfSeries('boolean', {series: averages})).toBe('number')
  })

  it('stays that of the latest value where it is a number or a text', () => {
    expect(kindOfSeries('number', {series: seriesOf(0, 1)})).toBe('number')
    expect(kindOfSeries('text', {series: seriesOf(2.5)})).toBe('text')
  })

  it('never gives a share of more than all', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(0, 1), fc.double({min: -5, max: 5, noNaN: true}))), values => {
        const statistics = lastHour(...values)
        if (kindOfSeries('boolean', {statistics}) !== 'boolean') return
        const share = statistics.lastHour?.average ?? 0
        expect(share >= 0 && share <= 1).toBe(true)
      }),
    )
  })
})
