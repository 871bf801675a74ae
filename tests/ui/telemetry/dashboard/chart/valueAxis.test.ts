import {afterEach, describe, expect, it} from 'vitest'
import {createFormats} from '../../../../../src/domain/format/formats'
import {
  type DrawnKind,
  drawnKindOf,
  shapeOf,
  type ValueKind,
} from '../../../../../src/domain/telemetry/series/chartKind'
import {NO_SERIES, undrawable} from '../../../../../src/domain/telemetry/series/series'
import {chartOptions} from '../../../../../src/ui/telemetry/dashboard/chart/drawing/chartOptions'
import {drawingOn} from '../../../../../src/ui/telemetry/dashboard/chart/drawing/drawing'
import {Highcharts} from '../../../../../src/ui/telemetry/dashboard/chart/drawing/highcharts'

const MINUTE = 60_000
const formats = createFormats({zone: 'UTC', hours: null, language: 'en', locale: 'en-GB'})

afterEach(() => {
  for (const chart of Highcharts.charts) chart?.destroy()
})

interface Drawn {
  kind?: ValueKind
  aggregation?: 'none' | 'average' | 'sum'
}

/** Returns the labels of the axis of the values, and its two ends. */
function valueAxisOf(values: readonly number[], {kind = 'number', aggregation = 'none'}: Drawn = {}) {
  const drawnKind: DrawnKind = drawnKindOf(kind, aggregation)
  const options = chartOptions({
    telemetryKey: 'k',
    kind: drawnKind,
    color: 'blue',
    formats,
    unit: () => null,
    leftOut: () => null,
    onView: () => {},
  })
  const chart = Highcharts.chart(document.createElement('div'), {...options, chart: {...options.chart, width: 800}})
  drawingOn(chart, {onZoomedOut: () => {}, readout: () => [], lastText: String}).draw({
    points: values.map((value, at): [number, number] => [at * MINUTE, value]),
    unit: null,
    range: {start: 0, end: values.length * MINUTE},
    shape: shapeOf(kind, aggregation),
    bucket: aggregation === 'none' ? null : MINUTE,
    envelope: [],
    states: [],
    stateNames: [],
  })
  const axis = chart.yAxis[0]
  const labels = [...chart.container.querySelectorAll('.highcharts-yaxis-labels text')].map(
    ({textContent}) => textContent,
  )
  return {min: axis?.min ?? Number.NaN, max: axis?.max ?? Number.NaN, labels}
}

const series = (values: readonly number[]) => ({...NO_SERIES, points: values.map((value, ts) => ({ts, value}))})

describe('the axis of the values', () => {
  it.each([
    ['a pressure', [1007, 1012, 1019]],
    ['a frost', [-20, -19.2, -18]],
  ])('is filled by %s, however far from 0', (_, values) => {
    const {min, max} = valueAxisOf(values)
    const [lowest, highest] = [Math.min(...values), Math.max(...values)]
    expect([min > lowest - (highest - lowest), max < highest + (highest - lowest)]).toEqual([true, true])
  })

  it.each([
    ['whole numbers', [1000, 1012, 1019], /^[\d,]+$/],
    ['hundredths', [20, 20.4, 20.9], /^\d+\.\d\d$/],
    ['ten thousandths at most', [1, 1.00001, 1.00002], /^\d\.\d{4}$/],
  ])('has no more digits than its steps need: %s', (_, values, digits) => {
    const {labels} = valueAxisOf(values)
    expect(labels.length).toBeGreaterThan(1)
    expect(labels.filter(label => !digits.test(label ?? ''))).toEqual([])
  })

  it.each([
    ['too far apart', [-2e305, 0, 2e305]],
    ['too close to 0', [-2e-299, 0, 2e-299]],
  ])('has its ends and labels as far as values are not %s', (_, values) => {
    const {min, max, labels} = valueAxisOf(values)
    expect([undrawable(series(values)), Number.isFinite(max - min), labels.length > 2]).toEqual([null, true, true])
  })

  it('has no labels where a chart says that it can not be drawn', () => {
    expect([undrawable(series([-1e308, 1e308])), valueAxisOf([-1e308, 1e308]).labels]).toEqual(['tooWide', []])
    expect(undrawable(series([-1e-308, 1e-308]))).toBe('tooSmall')
  })

  it('begins at 0 beneath columns, which stand on it', () => {
    expect(valueAxisOf([1007, 1012, 1019], {aggregation: 'sum'}).min).toBe(0)
  })

  it('has the two words of booleans, and nothing between or beyond', () => {
    expect(valueAxisOf([0, 1, 1], {kind: 'boolean'}).labels).toEqual(['false', 'true'])
  })

  it('is of per cents for the share of booleans that are true', () => {
    const {min, max, labels} = valueAxisOf([0.55, 0.4], {kind: 'boolean', aggregation: 'average'})
    expect([min, max, labels.includes('0\u202f%'), labels.includes('100\u202f%')]).toEqual([0, 1, true, true])
  })
})
