import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {SEVERITIES} from '../../../contract/rules/thresholds'
import {AGGREGATIONS} from '../../../contract/wire/telemetry/telemetry'
import {DEFAULT_NAVIGATOR, GROUPINGS, SORTS, STATUSES} from '../../../src/domain/telemetry/devices/navigatorView'
import {type Comparison, NO_COMPARISON} from '../../../src/domain/telemetry/series/comparison'
import {
  customWindowMinutes,
  type DashboardView,
  DEFAULT_VIEW,
  searchFromView,
  viewFromSearch,
} from '../../../src/domain/telemetry/view'

const texts = fc.uniqueArray(fc.string())

const navigatorView = fc.record({
  q: fc.string({maxLength: 300}),
  statuses: fc.uniqueArray(fc.constantFrom(...STATUSES)),
  severities: fc.uniqueArray(fc.constantFrom(...SEVERITIES)),
  types: texts,
  labels: texts,
  sort: fc.constantFrom(...SORTS),
  group: fc.constantFrom(...GROUPINGS),
  closed: texts,
  hasKeys: fc.boolean(),
})

describe('the address', () => {
  it.each([
    ['', DEFAULT_VIEW],
    ['?device=a&key=b%2Fc', {...DEFAULT_VIEW, deviceId: 'a', key: 'b/c', page: 'detail'}],
    ['?device=a&key=b&show=list', {...DEFAULT_VIEW, deviceId: 'a', key: 'b', page: 'list'}],
    ['?device=a&show=detail', {...DEFAULT_VIEW, deviceId: 'a', page: 'list'}],
    ['?key=b', DEFAULT_VIEW],
    ['?device=&key=b', DEFAULT_VIEW],
    ['?agg=max&window=45', {...DEFAULT_VIEW, aggregation: 'max', windowMinutes: 45}],
    ['?agg=median&window=-3', DEFAULT_VIEW],
    ['?window=0', {...DEFAULT_VIEW, windowMinutes: 1}],
    ['?window=99999999999', {...DEFAULT_VIEW, windowMinutes: 1_000_000}],
    ['?live=0', {...DEFAULT_VIEW, live: false}],
    ['?live=yes', DEFAULT_VIEW],
    ['?zoom=1000-2000', {...DEFAULT_VIEW, zoom: {start: 1000, end: 2000}}],
    ['?zoom=2000-1000', DEFAULT_VIEW],
    ['?zoom=all', DEFAULT_VIEW],
    ['?from=now-6h&to=now', {...DEFAULT_VIEW, range: {from: 'now-6h', to: 'now'}}],
    ['?from=now-1d/d&to=now-1d/d', {...DEFAULT_VIEW, live: false, range: {from: 'now-1d/d', to: 'now-1d/d'}}],
    ['?start=1000', {...DEFAULT_VIEW, range: {from: 1000, to: 'now'}}],
    ['?start=1970-01-01T00:00:01Z&end=5000', {...DEFAULT_VIEW, live: false, range: {from: 1000, to: 5000}}],
    ['?status=broken&sort=size&group=0&keys=yes', DEFAULT_VIEW],
    ['?q=pump+1&keys=0', {...DEFAULT_VIEW, navigator: {...DEFAULT_NAVIGATOR, q: 'pump 1', hasKeys: false}}],
    [
      '?status=late&status=never&status=late&type=&type=pump&sort=worst&group=type&closed=%3Dpump',
      {
        ...DEFAULT_VIEW,
        navigator: {
          ...DEFAULT_NAVIGATOR,
          statuses: ['late', 'never'],
          types: ['', 'pump'],
          sort: 'worst',
          group: 'type',
          closed: ['=pump'],
        },
      },
    ],
    ['?start=5000&end=1000', DEFAULT_VIEW],
    ['?start=tomorrow&end=99999999999999999', DEFAULT_VIEW],
  ])('%s', (search, view) => {
    expect(viewFromSearch(search)).toEqual(view)
  })

  it('leaves defaults out', () => {
    expect(searchFromView(DEFAULT_VIEW)).toBe('')
    expect(searchFromView({...DEFAULT_VIEW, deviceId: 'a', key: 'ß&=', page: 'detail', live: false})).toBe(
      '?device=a&key=%C3%9F%26%3D&live=0',
    )
    expect(searchFromView({...DEFAULT_VIEW, live: false, range: {from: 0, to: 'now-1d/d'}})).toBe(
      '?from=1970-01-01T00%3A00%3A00.000Z&to=now-1d%2Fd',
    )
  })

  it('opens the view that it was made from', () => {
    const time = fc.oneof(
      fc.integer({min: 0, max: 4_102_444_800_000}),
      fc.constantFrom('now', 'now-6h', 'now-1d/d', 'now+5m/h'),
    )
    const view: fc.Arbitrary<DashboardView> = fc
      .record({
        deviceId: fc.string({minLength: 1}),
        key: fc.option(fc.string({minLength: 1})),
        page: fc.constantFrom<DashboardView['page'][]>('list', 'detail'),
        statistics: fc.constantFrom<DashboardView['statistics'][]>('few', 'all'),
        comparison: fc.constantFrom(...COMPARISONS),
        navigator: navigatorView,
        aggregation: fc.constantFrom(...AGGREGATIONS),
        windowMinutes: fc.integer({min: 1, max: 1_000_000}),
        live: fc.boolean(),
        range: fc.record({from: time, to: time}),
        zoom: fc.option(fc.nat({max: 1e9}).map(start => ({start, end: start + 1000}))),
      })
      .filter(({range: {from, to}}) => typeof from === 'string' || typeof to === 'string' || from < to)
      .map(each => (each.range.to === 'now' ? each : {...each, live: false}))
      .map(each => (each.key === null ? {...each, page: 'list', comparison: NO_COMPARISON} : each))
    fc.assert(
      fc.property(view, each => {
        expect(viewFromSearch(searchFromView(each))).toEqual(each)
      }),
    )
  })
})

const other = (key: string) => ({deviceId: 'other ~ %7E', key})
const COMPARISONS: readonly Comparison[] = [
  NO_COMPARISON,
  {own: 0, others: [null, other('a~b'), null, other('c')]},
  {own: 2, others: [other('a')]},
  {own: 1, others: [other('a'), null, other('c')]},
]

describe('the custom window', () => {
  it.each([
    ['', 1],
    ['  ', 1],
    ['abc', 1],
    ['0', 1],
    ['-5', 1],
    ['Infinity', 1],
    ['1.9', 1],
    ['45', 45],
    ['1e9', 1_000_000],
  ])('%j counts as %d', (text, minutes) => {
    expect(customWindowMinutes(text)).toBe(minutes)
  })
})
