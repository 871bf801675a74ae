import type {Axis, Chart, Series} from 'highcharts'
import type {ShownUnit} from '../../../../../../contract/rules/format/shownUnit'
import type {EnvelopePart} from '../../../../../../contract/rules/series/envelope'
import {inHtml} from '../../../../../../contract/rules/text'
import {inUnit} from '../../../../../../contract/rules/units'
import type {EpochMs, Milliseconds} from '../../../../../../contract/wire/common'
import type {TitledPeriod} from '../../../../../domain/maintenance'
import type {Extent} from '../../../../../domain/telemetry/level'
import type {ChartShape} from '../../../../../domain/telemetry/series/chartKind'
import type {StateRegion} from '../../../../../domain/telemetry/series/states'
import type {UsualPart} from '../../../../../domain/telemetry/usual'
import {type ChartPoint, difference, type Range} from './difference'
import {addHatches, hatched} from './hatch'
import {Highcharts} from './highcharts'
import {LimitLines} from './limitLines'
import {lineOn} from './line'
import {StateBand} from './stateBand'
import {type TimeAxis, timeAxisOn} from './timeAxis'

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

/** Buckets as columns, each as wide as its bucket is long. */
interface Columns {
  /** Sets the length of the buckets; null takes all columns away. Returns whether it is another one. */
  measure(bucket: Milliseconds | null): boolean
  /** Buckets come again as a whole. The last one goes on until its end has passed. Returns whether any has changed. */
  draw(points: readonly ChartPoint[], end: EpochMs): boolean
}

function columnsOn(columns: Series): Columns {
  let drawn: readonly ChartPoint[] = []
  let measured: Milliseconds | null = null

  return {
    measure(bucket) {
      if (bucket === measured) return false
      measured = bucket
      drawn = []
      columns.setData([], false, false, false)
      // Without buckets it must claim no room: none in time, which the distance of the ends would give it, and none among
      // the values, where a column starts at 0.
      columns.update({type: 'column', pointRange: bucket ?? 0, threshold: bucket === null ? null : 0}, false)
      return true
    },
    draw(points, end) {
      if (difference(drawn, points).kind === 'none') return false
      drawn = points
      const isRunning = (ts: EpochMs) => measured !== null && ts + measured > end
      columns.setData(
        points.flatMap(([x, y]) =>
          y === null ? [] : [isRunning(x) ? {x, y, className: RUNNING, color: hatched('running')} : [x, y]],
        ),
        false,
        false,
        false,
      )
      return true
    },
  }
}

/** Marks the column of a bucket that has not ended. */
const RUNNING = 'running-bucket'

interface LastValue {
  /** Writes the text beside the end of the line, or hides it where its point is out of view. */
  place(last: {at: EpochMs; value: number; text: string} | null): void
}

const ROOM_PX = 28

/** The newest value at the right edge. It is placed without measuring, which would slow each live value. */
function lastValueOn(chart: Chart, times: Axis, values: Axis): LastValue {
  const label = chart.container.appendChild(document.createElement('div'))
  label.className = 'last-value'
  label.hidden = true
  let [shown, top] = ['', Number.NaN]
  return {
    place(last) {
      const isSeen = last !== null && holds(times, last.at) && holds(values, last.value)
      if (label.hidden === isSeen) label.hidden = !isSeen
      if (last === null || !isSeen) return
      if (last.text !== shown) label.textContent = shown = last.text
      const y = Math.round(values.toPixels(last.value, false))
      if (y === top) return
      top = y
      label.style.top = `${y}px`
      label.dataset.side = y - chart.plotTop < ROOM_PX ? 'below' : 'above'
    },
  }
}

function holds(axis: Axis, at: number): boolean {
  const {min, max} = axis.getExtremes()
  return at >= min && at <= max
}

const BAND = 'maintenance'
const LABEL = {
  align: 'left',
  verticalAlign: 'bottom',
  inside: false,
  x: 4,
  y: -6,
  style: {color: 'var(--text-dim)', fontSize: '0.6875rem', textOverflow: 'ellipsis', whiteSpace: 'nowrap'},
} as const

/** Draws each period as a hatched band with the title of its window. */
function maintenanceBandsOn(axis: Axis): (periods: readonly TitledPeriod[]) => void {
  let drawn: readonly TitledPeriod[] = []
  return periods => {
    if (periods === drawn) return
    drawn = periods
    axis.removePlotLine(BAND)
    for (const {title, startsAt: from, endsAt: to} of periods) {
      const label = {...LABEL, text: inHtml(title)}
      axis.addPlotBand({id: BAND, from, to, color: hatched('maintenance'), className: BAND, label})
    }
  }
}

interface UsualBand {
  /** The values are in the unit that is drawn. */
  show(parts: readonly UsualPart[]): void
}

/** Draws behind the values from where to where they usually lie. The axis makes no room for it. */
function usualBandOn(chart: Chart, values: Axis): UsualBand {
  const look = {fill: 'var(--line-strong)', 'fill-opacity': 0.3}
  const band = chart.renderer
    .path([])
    .attr({...look, zIndex: 1})
    .add().element
  const times = chart.xAxis[0]
  let shown: readonly UsualPart[] = []

  const within = (start: number, length: number, at: number) =>
    Math.round(Math.min(start + length, Math.max(start, at)))
  const x = (ts: number) => within(chart.plotLeft, chart.plotWidth, times?.toPixels(ts, false) ?? 0)
  const y = (value: number) => within(chart.plotTop, chart.plotHeight, values.toPixels(value, false))
  const rectangleOf = ({start, end, low, high}: UsualPart): string => {
    const [left, right, top, bottom] = [x(start), x(end), y(high), y(low)]
    return left < right && top < bottom ? `M${left} ${top}H${right}V${bottom}H${left}Z` : ''
  }
  const draw = () => {
    // While no value is in view, the axis has no scale.
    const parts = typeof values.min === 'number' ? shown : []
    band.setAttribute('d', parts.map(rectangleOf).join(''))
  }
  Highcharts.addEvent(chart, 'render', () => {
    if (shown.length > 0) draw()
  })
  return {
    show(parts) {
      if (parts === shown) return
      shown = parts
      draw()
    },
  }
}

interface Envelope {
  /** The stored values. */
  parts: readonly EnvelopePart[]
  /** The points drawn before the band, in `unit`. */
  points: readonly ChartPoint[]
  unit: ShownUnit
  shape: ChartShape
}

interface EnvelopeBand {
  /** Draws the parts with the next redraw of the chart. Returns whether any is another one. */
  show(envelope: Envelope): boolean
  /** Returns the part about this time, in the unit that is drawn; null where every point is drawn. */
  at(ts: EpochMs): EnvelopePart | null
}

/**
 * Draws behind the values what lies between the lowest and the highest of each part, in one path that follows each
 * redraw of the chart. Columns let it through, so their tops are drawn once more. `peaks` is an unseen series that
 * makes room for what columns don't reach; lines have their peaks.
 */
function envelopeBandOn(chart: Chart, peaks: Series): EnvelopeBand {
  const {xAxis: times, yAxis: values} = peaks
  const band = chart.renderer.path([]).attr({class: 'envelope', zIndex: 2}).add().element
  const tops = chart.renderer.path([]).attr({class: 'envelope-tops', zIndex: 3}).add().element
  let shown: Envelope = {parts: [], points: [], unit: null, shape: 'line'}
  let drawn: readonly EnvelopePart[] = []

  /** Whole pixels leave no seams between neighbours. What lies out of view has no width, or lies at an edge. */
  const x = (ts: EpochMs) => within(chart.plotLeft, chart.plotWidth, times.toPixels(ts, false))
  const y = (value: number) => within(chart.plotTop, chart.plotHeight, values.toPixels(value, false))
  const rectangleOf = ({from, to, min, max}: EnvelopePart): string => {
    const [left, right, top, bottom] = [x(from), x(to), y(max), y(min)]
    const isInView = left < right && top < chart.plotTop + chart.plotHeight && bottom > chart.plotTop
    return isInView ? `M${left} ${top}H${right}V${Math.max(bottom, top + 1)}H${left}Z` : ''
  }
  const draw = () => {
    if (drawn.length === 0 && band.getAttribute('d') === '') return
    const averages = new Map(shown.shape === 'columns' ? shown.points : [])
    const topOf = ({from, to}: EnvelopePart): string => {
      const average = averages.get(from) ?? null
      return average === null ? '' : `M${x(from)} ${y(average)}H${x(to)}`
    }
    // While no value is in view, the axis has no scale.
    const parts = typeof values.min === 'number' ? drawn : []
    band.setAttribute('d', parts.map(rectangleOf).join(''))
    tops.setAttribute('d', parts.map(topOf).join(''))
  }
  Highcharts.addEvent(chart, 'render', draw)

  return {
    show(next) {
      const {parts, unit, shape} = next
      const isSame = unit === shown.unit && shape === shown.shape && areSame(parts, shown.parts)
      shown = next
      if (isSame) return false
      drawn = parts.map(({from, to, min, max}) => ({from, to, min: inUnit(min, unit), max: inUnit(max, unit)}))
      chart.container.dataset.envelope = drawn.length === 0 ? 'none' : shape
      peaks.setData(shape === 'columns' ? drawn.flatMap(peaksOf) : [], false, false, false)
      return true
    },
    at: ts => drawn.findLast(({from, to}) => from <= ts && ts <= to) ?? null,
  }
}

const areSame = (some: readonly EnvelopePart[], others: readonly EnvelopePart[]): boolean =>
  some === others || (some.length === others.length && some.every((part, at) => isSamePart(part, others[at])))

const isSamePart = (one: EnvelopePart, other: EnvelopePart | undefined): boolean =>
  one.from === other?.from && one.to === other.to && one.min === other.min && one.max === other.max

const peaksOf = ({from, min, max}: EnvelopePart): [EpochMs, number][] => [
  [from, min],
  [from, max],
]

const within = (start: number, length: number, at: number): number =>
  Math.round(Math.min(start + length, Math.max(start, at)))
