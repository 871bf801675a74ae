import type {Axis, Chart} from 'highcharts'
import type {EpochMs, Milliseconds} from '../../../../../contract/wire/common'
import type {ChartShape} from '../../../../domain/telemetry/chartKind'
import type {StateRegion} from '../../../../domain/telemetry/states'
import type {ShownUnit} from '../../../../domain/telemetry/temperature'
import {type ChartPoint, type Difference, difference, drawnRange, marked, type Range} from './difference'
import {addHatches, hatched} from './hatch'
import {Highcharts} from './highcharts'
import {lastValueOn} from './lastValue'
import {stateBandOn} from './stateBand'
import {type Extent, pannedBy, wheelSteps, zoomedBy} from './zoom'

declare module 'highcharts' {
  interface Series {
    /** Redraws the series within the current axes. Highcharts has it for each series, but its types omit it. */
    redraw(): void
  }
}

export interface Picture {
  /** The values are in `unit`. */
  points: readonly ChartPoint[]
  unit: ShownUnit
  range: Range
  shape: ChartShape
  /** The length of a bucket; null without buckets. */
  bucket: Milliseconds | null
  /** What a band of states draws instead of points. */
  states: readonly StateRegion[]
  stateNames: readonly string[]
}

/** Draws by the smallest change: a live point that leaves the axes alone redraws its line, not the whole chart. */
export interface Drawing {
  draw(picture: Picture): void
  zoomBy(steps: number): void
  panBy(share: number): void
  /** Sets the height in pixels. */
  resize(height: number): void
  /** Shows a part of the range, or all of it. */
  show(part: Range | null): void
  /** The values in view, from which the spoken summary is made. */
  inView(): number[]
  /** The states in view. */
  statesInView(): StateRegion[]
  /** The unit of the points that are drawn. */
  unit(): ShownUnit
}

interface Attached {
  onZoomedOut: () => void
  /** What the pointer is told of a state, line by line. */
  readout: (region: StateRegion) => readonly string[]
  /** Writes the newest value, which stands at the right edge. */
  lastText: (value: number, unit: ShownUnit) => string
}

/** Throws unless `chart` was made with `chartOptions`. A double click leaves a zoom, and zooms out when there is none. */
export function drawingOn(chart: Chart, {onZoomedOut, readout, lastText}: Attached): Drawing {
  const [line, dots, range, columns] = chart.series
  const [axis] = chart.xAxis
  const [values] = chart.yAxis
  if (line === undefined || dots === undefined || range === undefined || columns === undefined)
    throw new Error('The chart was not made with chartOptions')
  if (axis === undefined || values === undefined) throw new Error('The chart was not made with chartOptions')
  addHatches(chart)
  const band = stateBandOn(chart, axis, readout)
  const lastValue = lastValueOn(chart, axis, values)
  let drawn: readonly ChartPoint[] = []
  let lone: readonly ChartPoint[] = []
  let drawnUnit: ShownUnit = null
  let drawnShape: ChartShape = 'line'
  let drawnBucket: Milliseconds | null = null
  let spanned: Range = {start: 0, end: 0}

  const drawPoints = (points: readonly ChartPoint[]): Difference => {
    const change = difference(drawn, points)
    const last = drawn.length - 1
    drawn = points
    if (change.kind === 'replaced') line.setData(points.map(copied), false, false, false)
    if (change.kind !== 'changed') return change
    for (let i = 0; i < change.dropLast; i++) line.removePoint(last - i, false, false)
    for (let i = 0; i < change.dropFirst; i++) line.removePoint(0, false, false)
    for (const point of change.append) line.addPoint(copied(point), false, false, false)
    return change
  }

  /** Draws the shape of the values; what another shape has drawn is taken away. */
  const drawShape = ({shape, bucket}: Picture): boolean => {
    if (shape === drawnShape && bucket === drawnBucket) return false
    if (shape === 'columns') {
      drawPoints([])
      drawDots([])
      columns.update({type: 'column', pointRange: bucket}, false)
    } else if (drawnShape === 'columns') {
      columns.setData([], false, false, false)
      columns.update({type: 'column', pointRange: 0}, false)
    }
    if (shape === 'states') {
      drawPoints([])
      drawDots([])
    }
    drawn = []
    drawnShape = shape
    drawnBucket = bucket
    return true
  }

  /** Buckets come anew as a whole. The last one goes on until its end has passed. */
  const drawColumns = (points: readonly ChartPoint[], end: EpochMs): boolean => {
    if (difference(drawn, points).kind === 'none') return false
    drawn = points
    const isRunning = (ts: EpochMs) => drawnBucket !== null && ts + drawnBucket > end
    columns.setData(
      points.flatMap(([x, y]) =>
        y === null ? [] : [isRunning(x) ? {x, y, className: RUNNING, color: hatched('running')} : [x, y]],
      ),
      false,
      false,
      false,
    )
    return true
  }

  let states: readonly StateRegion[] = []
  const drawStates = ({states: next, stateNames}: Picture): boolean => {
    if (states.length === next.length && next.every((region, at) => isSameRegion(region, states[at]))) return false
    states = next
    band.show(next, stateNames)
    return true
  }

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

  const drawDots = (points: readonly ChartPoint[]): boolean => {
    const next = marked(points)
    if (difference(lone, next).kind === 'none') return false
    lone = next
    dots.setData(next.map(copied), false, false, false)
    return true
  }

  const drawRange = (next: Range): boolean => {
    if (next.start === spanned.start && next.end === spanned.end) return false
    spanned = next
    const ends: [EpochMs, null][] = [
      [next.start, null],
      [next.end, null],
    ]
    range.setData(ends, false, false, false)
    return true
  }

  /** Whether the new points lie within both axes, so that the axes need no redraw. */
  const fitsAxes = (change: Difference): boolean =>
    change.kind === 'changed' &&
    change.dropFirst + change.dropLast === 0 &&
    !isZoomed(axis) &&
    change.append.every(
      ([ts, value]) => holds(wholeExtent(axis), ts) && (value === null || holds(wholeExtent(values), value)),
    )

  const redraw = () => {
    if (isZoomed(axis) && isOutside(visibleExtent(axis), wholeExtent(axis)))
      axis.setExtremes(undefined, undefined, false)
    chart.redraw(false)
  }

  const show = (extent: Extent | null) => {
    axis.setExtremes(extent?.min, extent?.max, true, false)
  }
  const zoomAround = (steps: number, focus?: EpochMs) => {
    const visible = visibleExtent(axis)
    show(zoomedBy(steps, focus ?? (visible.min + visible.max) / 2, visible, wholeExtent(axis)))
  }

  chart.container.addEventListener(
    'wheel',
    wheel => {
      const {chartX, chartY} = chart.pointer.normalize(wheel)
      if (wheel.deltaY === 0 || !chart.isInsidePlot(chartX - chart.plotLeft, chartY - chart.plotTop)) return
      wheel.preventDefault()
      zoomAround(wheelSteps(wheel), axis.toValue(chartX))
    },
    {passive: false},
  )

  chart.container.addEventListener('dblclick', () => {
    if (isZoomed(axis)) show(null)
    else onZoomedOut()
  })

  return {
    draw(picture) {
      const {points, unit, range} = picture
      const isUnitNew = unit !== drawnUnit
      drawnUnit = unit
      const isShapeNew = drawShape(picture)
      const isRangeNew = drawRange(drawnRange(range))
      const areStatesNew = drawStates(picture)
      if (picture.shape === 'columns') {
        if (drawColumns(points, range.end) || isUnitNew || isShapeNew || isRangeNew) redraw()
        return
      }
      const change = drawPoints(points)
      if (!isUnitNew && !isShapeNew && !isRangeNew && !areStatesNew && change.kind === 'none') return
      const areDotsNew = drawDots(points)
      if (!isUnitNew && !isShapeNew && !isRangeNew && !areStatesNew && !areDotsNew && fitsAxes(change)) {
        line.redraw()
        placeLast()
        return
      }
      redraw()
    },
    zoomBy: steps => zoomAround(steps),
    panBy: share => {
      if (isZoomed(axis)) show(pannedBy(share, visibleExtent(axis), wholeExtent(axis)))
    },
    resize: height => {
      if (height !== chart.chartHeight) chart.setSize(undefined, height, false)
    },
    show: part => show(part && {min: part.start, max: part.end}),
    inView: () => {
      const {min, max} = visibleExtent(axis)
      return drawn.flatMap(([ts, value]) => (value === null || ts < min || ts > max ? [] : [value]))
    },
    statesInView: band.inView,
    unit: () => drawnUnit,
  }
}

/** Marks the column of a bucket that has not ended. */
const RUNNING = 'running-bucket'

const isSameRegion = (one: StateRegion, other: StateRegion | undefined): boolean =>
  one.start === other?.start && one.end === other.end && one.text === other.text

/** Highcharts keeps and changes the arrays that it is given, so it must never get those of the actor. */
const copied = ([ts, value]: ChartPoint): [EpochMs, number | null] => [ts, value]

export const isZoomed = (axis: Axis): boolean => axis.getExtremes().userMin !== undefined

export const visibleExtent = (axis: Axis): Extent => {
  const {min, max} = axis.getExtremes()
  return {min, max}
}
export const wholeExtent = (axis: Axis): Extent => {
  const {dataMin, dataMax} = axis.getExtremes()
  return {min: dataMin, max: dataMax}
}
const holds = ({min, max}: Extent, at: number): boolean => at >= min && at <= max
const isOutside = (visible: Extent, whole: Extent): boolean => visible.max < whole.min || visible.min > whole.max
