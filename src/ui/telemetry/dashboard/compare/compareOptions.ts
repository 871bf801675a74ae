import type {Options, SeriesLineOptions, YAxisOptions} from 'highcharts'
import type {ShownUnit} from '../../../../../contract/rules/format/shownUnit'
import {unitText} from '../../../../../contract/rules/format/shownUnit'
import {inHtml} from '../../../../../contract/rules/text'
import type {Formats} from '../../../../domain/format/formats'
import {chartText} from '../chart/chartText'
import {chartOptions} from '../chart/drawing/chartOptions'
import type {Extent} from '../chart/drawing/zoom'
import {strokeOf} from './strokes'

export interface DrawnLine {
  place: number
  /** The index of its axis. */
  axis: number
  isStepped: boolean
}

interface Appearance {
  lines: readonly DrawnLine[]
  /** The units of the axes, the left one first. */
  units: readonly ShownUnit[]
  formats: Formats
  onView: (view: Extent | null) => void
}

/** The ordinary chart with two lines for each series; the second one has the marks of lone points. */
export function compareOptions({lines, units, formats, onView}: Appearance): Options {
  const base = chartOptions({
    color: 'blue',
    telemetryKey: '',
    kind: 'number',
    formats,
    onView,
    unit: () => null,
    leftOut: () => null,
  })
  const {xAxis} = base
  return {
    ...base,
    ...(xAxis !== undefined && !Array.isArray(xAxis) && {xAxis: {...xAxis, crosshair: false}}),
    yAxis: (units.length === 0 ? [null] : units).map((unit, at) => axisOf(unit, at, formats)),
    tooltip: {enabled: false},
    series: [
      ...lines.flatMap(seriesOf),
      {type: 'line', data: [], enableMouseTracking: false, lineWidth: 0, marker: {enabled: false}},
    ],
  }
}

function axisOf(unit: ShownUnit, at: number, formats: Formats): YAxisOptions {
  return {
    // A unit can hold anything, and titles are read as HTML.
    title: {text: inHtml(unitText(unit) ?? ''), style: {color: 'var(--text-dim)'}, margin: 4},
    labels: {formatter: tick => chartText(formats, Number(tick.value), null)},
    opposite: at === 1,
    // The lines of a second grid would be read at the wrong axis.
    gridLineWidth: at === 1 ? 0 : 1,
  }
}

function seriesOf({place, axis, isStepped}: DrawnLine): SeriesLineOptions[] {
  const {color, dash, symbol} = strokeOf(place)
  const shared = {type: 'line' as const, data: [], color, yAxis: axis, className: `compared-${place + 1}`}
  return [
    {
      ...shared,
      dashStyle: dash,
      enableMouseTracking: false,
      marker: {enabled: false},
      ...(isStepped && {step: 'left' as const}),
    },
    {...shared, lineWidth: 0, marker: {enabled: true, symbol, radius: 3}, enableMouseTracking: false},
  ]
}
