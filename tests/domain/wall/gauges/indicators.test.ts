import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import type {Severity} from '../../../../contract/rules/thresholds'
import {BAND_PLACE, placeOf} from '../../../../src/domain/telemetry/indicator'
import {bandNow, indicatedSeries, indicatorScale, UNSAID} from '../../../../src/domain/wall/gauges/indicated'
import {indicatorsPanel, MAX_INDICATORS} from '../../../../src/domain/wall/gauges/indicators'
import {device} from '../../../support/device'

const base = {id: 'i', title: '', x: 0, y: 0, w: 12, h: 5}
const HOUR = 3_600_000
const part = (start: number) => ({start, end: start + HOUR, low: 1, high: 2, centre: 1.5, basis: 'dayHour' as const})

describe('a group of indicators', () => {
  it('shows a key of its devices, and says how many it leaves', () => {
    const devices = Array.from({length: 30}, (_, at) => ({...device(`d${at}`), keys: at === 0 ? [] : ['cpu']}))
    const panel = indicatorsPanel.read(base, {key: 'cpu'})
    const {shown, left} = indicatedSeries(panel, {devices, conditions: new Map()})
    expect([shown[0], shown.length, left]).toEqual([{deviceId: 'd1', key: 'cpu'}, MAX_INDICATORS, 5])
  })

  it('shows values in an alarm first, the worst before others, so that none is left', () => {
    const devices = Array.from({length: 30}, (_, at) => ({...device(`d${at}`), keys: ['cpu']}))
    const marked = (severity: Severity) => ({marks: new Map([['cpu', {severity, attention: null}]])})
    const conditions = new Map([
      ['d28', marked('warning')],
      ['d29', marked('critical')],
    ])
    const {shown} = indicatedSeries(indicatorsPanel.read(base, {key: 'cpu'}), {devices, conditions})
    expect(shown.slice(0, 3).map(({deviceId}) => deviceId)).toEqual(['d29', 'd28', 'd0'])
  })

  it('shows the series that were picked, without those of devices that are gone', () => {
    const series = ['d1', 'gone'].map(deviceId => ({deviceId, key: 'cpu'}))
    const panel = indicatorsPanel.read(base, {of: 'series', series})
    expect(indicatedSeries(panel, {devices: [device('d1')], conditions: new Map()})).toEqual({
      shown: [series[0]],
      left: 0,
    })
  })

  it('is read from anything', () => {
    expect(indicatorsPanel.read(base, {of: 'x', key: 4, series: 'y', devices: null})).toEqual({
      ...base,
      kind: 'indicators',
      repeat: 'none',
      of: 'key',
      key: '',
      devices: {by: 'all', values: []},
      series: [],
    })
  })

  it('takes the band of the hour', () => {
    const bands = {kind: 'known' as const, parts: [part(0), {...part(HOUR), low: 5}]}
    expect([bandNow(bands, HOUR - 1)?.low, bandNow(bands, HOUR)?.low, bandNow(bands, 2 * HOUR)]).toEqual([1, 5, null])
    expect([bandNow(UNSAID, 0), bandNow({kind: 'learning'}, 0)]).toEqual([null, null])
  })

  it('has no scale without a band and limits', () => {
    expect(indicatorScale({band: null, limits: [], value: 5, unit: null})).toEqual({band: null, range: null})
    const {range} = indicatorScale({band: null, limits: [{value: 80}], value: 5, unit: null})
    expect(range).toEqual({low: 0, high: 80})
  })

  it('lines up the bands of all series, with room on both sides and for the limits', () => {
    const number = fc.integer({min: -1e6, max: 1e6})
    fc.assert(
      fc.property(number, fc.nat(1000), fc.array(number, {maxLength: 4}), (low, size, values) => {
        const limits = values.map(value => ({value}))
        const {band, range} = indicatorScale({band: {low, high: low + size}, limits, value: 0, unit: '%'})
        if (band === null || range === null) throw new Error('There is no scale')
        expect([range.low < band.low, range.high > band.high]).toEqual([true, true])
        for (const value of values) expect(value >= range.low && value <= range.high).toBe(true)
        if (size > 0) expect(placeOf(low, {band, range})).toBeCloseTo(BAND_PLACE.low)
      }),
    )
  })

  it('lines them up by the greatest doubles, too, in each unit', () => {
    const {MAX_VALUE, MIN_VALUE} = Number
    const extreme = fc.oneof(
      fc.constantFrom(0, -MAX_VALUE, MAX_VALUE, -1e308, 1e308, MIN_VALUE, 1),
      fc.double({noNaN: true, noDefaultInfinity: true}),
    )
    fc.assert(
      fc.property(extreme, extreme, extreme, fc.constantFrom('fahrenheit', null), (one, other, value, unit) => {
        const band = {low: Math.min(one, other), high: Math.max(one, other)}
        const scale = indicatorScale({band, limits: [{value}], value, unit})
        if (scale.band === null || scale.range === null) throw new Error('There is no scale')
        expect([...Object.values(scale.band), ...Object.values(scale.range)].every(Number.isFinite)).toBe(true)
        const place = placeOf(value, {band: scale.band, range: scale.range})
        expect(place >= 0 && place <= 1).toBe(true)
      }),
    )
  })
})
