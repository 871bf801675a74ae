import {type Options, Point} from 'highcharts'
import {expect, it} from 'vitest'
import {createFormats} from '../../../../../../src/domain/format/formats'
import {chartOptions} from '../../../../../../src/ui/telemetry/dashboard/chart/drawing/chartOptions'
import {compareOptions} from '../../../../../../src/ui/telemetry/dashboard/compare/CompareCanvas'

const formats = createFormats({zone: 'UTC', hours: null, language: 'en', locale: 'en-GB'})
const NO_VIEW = () => {}

it('tells a key of any length in the tooltip, and cuts no entity of HTML', () => {
  const options = chartOptions({
    telemetryKey: '<b>'.repeat(100),
    kind: 'number',
    color: 'blue',
    formats,
    onView: NO_VIEW,
    unit: () => null,
    leftOut: () => null,
  })
  expect(tooltip(options)).toMatch(/^(&lt;b&gt;){26}&lt;…: <b>21<\/b><br\/>/)
})

it('writes a unit at the axis of compared series whole', () => {
  const {yAxis} = compareOptions({lines: [], units: [`unit:${'&'.repeat(16)}`], formats, onView: NO_VIEW})
  expect(yAxis).toMatchObject([{title: {text: '&amp;'.repeat(16)}}])
})

const tooltip = ({tooltip}: Options) =>
  tooltip?.formatter?.call({} as never, {} as never, Object.assign(Object.create(Point.prototype), POINT))
const POINT = {x: 0, y: 21, series: {options: {type: 'line'}}}
