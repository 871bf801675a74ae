import type {Axis, Chart} from 'highcharts'
import type {ShownUnit} from '../../../../../../contract/rules/format/shownUnit'
import type {EnvelopePart} from '../../../../../../contract/rules/series/envelope'
import type {EpochMs, Milliseconds} from '../../../../../../contract/wire/common'
import type {TitledPeriod} from '../../../../../domain/alarms/maintenance'
import type {Extent} from '../../../../../domain/telemetry/level'
import type {ChartShape} from '../../../../../domain/telemetry/series/chartKind'
import type {StateRegion} from '../../../../../domain/telemetry/series/states'
import {columnsOn} from './columns'
import type {ChartPoint, Range} from './difference'
import {envelopeBandOn} from './envelopeBand'
import {addHatches} from './hatch'
import {Highcharts} from './highcharts'
import {lastValueOn} from './lastValue'
import {LimitLines} from './limitLines'
import {lineOn} from './line'
import {maintenanceBandsOn} from './maintenanceBands'
import {StateBand} from './stateBand'
import {type TimeAxis, timeAxisOn} from './timeAxis'
import {type UsualBand, usualBandOn} from './usualBand'

export interface Picture {
  /** The values are in `unit`. */
  points: readonly ChartPoint[]
  unit: ShownUnit
  range: Range
  shape: ChartShape
  /** The length of a bucket; null without buckets. */
  bucket: Milliseconds | null
  /** Between which stored values the points lie that are left out. */
  envelope: readonly EnvelopePart[]
  /** The states that a band draws instead of points. */
  states: readonly StateRegion[]
  stateNames: readonly string[]
}

/** Draws by the smallest change: a live point that leaves the axes alone redraws its line, not the whole chart. */
export interface Drawing extends Pick<TimeAxis, 'zoomBy' | 'panBy' | 'show'> {
  draw(picture: Picture): void
  /** Draws other limits behind the values. */
  limit: LimitLines['show']
  /** Draws periods of maintenance behind the values. */
  maintain(periods: readonly TitledPeriod[]): void
  /** Draws the usual band behind the values, in the unit that is drawn. */
  expect: UsualBand['show']
  scale: Scale
  /** Sets the height in pixels. */
  resize(height: number): void
  /** The values in view, from which the spoken summary is made. */
  inView(): number[]
  /** The states in view. */
  statesInView(): StateRegion[]
  /** The unit of the points that are drawn. */
  unit(): ShownUnit
  /** Between which drawn values those lie that are left out about this time; null where none is. */
  leftOut(ts: EpochMs): EnvelopePart | null
}

/** The axis of the values, and its position in pixels. */
export interface Scale {
  /** Null while no value is in view. */
  view(): ScaleView | null
  /** Calls the listener after each redraw, as values may have moved. Returns a function that ends it. */
  onRedraw(listener: () => void): () => void
}

export interface ScaleView extends Extent {
  top: number
  left: number
  width: number
  height: number
}

interface Attached {
  onZoomedOut: () => void
  /** Returns the lines that the pointer shows of a state. */
  readout: (region: StateRegion) => readonly string[]
  /** Writes the newest value at the right edge. */
  lastText: (value: number, unit: ShownUnit) => string
}

/** Throws unless `chart` was made with `chartOptions`. */
export function drawingOn(chart: Chart, {onZoomedOut, readout, lastText}: Attached): Drawing {
  const [lineSeries, dots, ends, columnSeries, peaks] = chart.series
  if (!lineSeries || !dots || !ends || !columnSeries || !peaks)
    throw new Error('The chart was not made with chartOptions')
  addHatches(chart)
  const {xAxis: axis, yAxis: values} = lineSeries
  const time = timeAxisOn(chart, ends, onZoomedOut)
  const line = lineOn(lineSeries, dots)
  const columns = columnsOn(columnSeries)
  const envelopeBand = envelopeBandOn(chart, peaks)
  const band = new StateBand(chart, axis, readout)
  const lastValue = lastValueOn(chart, axis, values)
  const limitLines = new LimitLines(chart, values)
  let drawn: readonly ChartPoint[] = []
  let drawnUnit: ShownUnit = null

  const placeLast = () => {
    const last = drawn.findLast(([, value]) => value !== null)
    const value = last?.[1] ?? null
    lastValue.place(
      last === undefined || value === null ? null : {at: last[0], value, text: lastText(value, drawnUnit)},
    )
  }
  Highcharts.addEvent(chart, 'render', placeLast)
  // A tooltip that is open would be drawn once more, on a chart that is gone.
  Highcharts.addEvent(chart, 'destroy', () => chart.pointer.reset(false, 0))

  return {
    zoomBy: time.zoomBy,
    panBy: time.panBy,
    show: time.show,
    draw({points, unit, range, shape, bucket, envelope, states, stateNames}) {
      const hasColumns = shape === 'columns'
      const isUnitNew = unit !== drawnUnit
      drawnUnit = unit
      drawn = points
      const changes = [
        isUnitNew,
        time.span(range),
        columns.measure(hasColumns ? bucket : null),
        columns.draw(hasColumns ? points : [], range.end),
        envelopeBand.show({parts: envelope, points, unit, shape}),
        band.show(states, stateNames),
      ]
      const change = line.draw(hasColumns ? [] : points)
      if (change === 'redraw' || changes.some(Boolean)) time.redraw()
      else if (change === 'fits') {
        line.redraw()
        placeLast()
      }
    },
    limit: limits => limitLines.show(limits),
    maintain: maintenanceBandsOn(axis),
    expect: usualBandOn(chart, values).show,
    scale: scaleOf(chart, values),
    resize: height => {
      if (height !== chart.chartHeight) chart.setSize(undefined, height, false)
    },
    inView: () => {
      const {min, max} = time.visible()
      return drawn.flatMap(([ts, value]) => (value === null || ts < min || ts > max ? [] : [value]))
    },
    statesInView: () => band.inView(),
    unit: () => drawnUnit,
    leftOut: envelopeBand.at,
  }
}

const scaleOf = (chart: Chart, values: Axis): Scale => ({
  view() {
    const {min, max} = values.getExtremes()
    if (!(max > min)) return null
    return {min, max, top: chart.plotTop, left: chart.plotLeft, width: chart.plotWidth, height: chart.plotHeight}
  },
  onRedraw(listener) {
    const remove = Highcharts.addEvent(chart, 'render', listener)
    return () => remove()
  },
})
