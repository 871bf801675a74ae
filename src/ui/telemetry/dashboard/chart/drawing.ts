import type {Axis, Chart} from 'highcharts'
import type {EpochMs} from '../../../../../contract/wire/common'
import type {ShownUnit} from '../../../../domain/telemetry/temperature'
import {type ChartPoint, difference, isolated, isRangeMoved} from './difference'
import {type Extent, pannedBy, wheelSteps, zoomedBy} from './zoom'

export interface Picture {
  /** In `unit`. */
  points: readonly ChartPoint[]
  unit: ShownUnit
  range: {start: EpochMs; end: EpochMs}
}

/** Draws by the smallest change, past React: a live point costs what it costs Highcharts. */
export interface Drawing {
  draw(picture: Picture): void
  zoomBy(steps: number): void
  panBy(share: number): void
  resetZoom(): void
  /** The values in view, for whoever can't see them. */
  inView(): number[]
  /** Of what is drawn. */
  unit(): ShownUnit
}

/** `chart` must have been made with `chartOptions`. */
export function drawingOn(chart: Chart): Drawing {
  const [line, dots, range] = chart.series
  const axis = chart.xAxis[0]
  if (line === undefined || dots === undefined || range === undefined || axis === undefined)
    throw new Error('The chart was not made with chartOptions')
  let drawn: readonly ChartPoint[] = []
  let lone: readonly ChartPoint[] = []
  let drawnUnit: ShownUnit = null
  let drawnRange: Picture['range'] = {start: 0, end: 0}

  const drawPoints = (points: readonly ChartPoint[]): boolean => {
    const change = difference(drawn, points)
    const last = drawn.length - 1
    drawn = points
    if (change.kind === 'none') return false
    if (change.kind === 'replaced') {
      line.setData(points.map(copied), false, false, false)
      return true
    }
    for (let i = 0; i < change.dropLast; i++) line.removePoint(last - i, false, false)
    for (let i = 0; i < change.dropFirst; i++) line.removePoint(0, false, false)
    for (const point of change.append) line.addPoint(copied(point), false, false, false)
    return true
  }

  const drawDots = (points: readonly ChartPoint[]) => {
    const next = isolated(points)
    if (difference(lone, next).kind === 'none') return
    lone = next
    dots.setData(next.map(copied), false, false, false)
  }

  const drawRange = (next: Picture['range']): boolean => {
    if (!isRangeMoved(drawnRange, next)) return false
    drawnRange = next
    const {start, end} = next
    range.setData(
      [
        [Math.min(start, end), null],
        [Math.max(start, end), null],
      ],
      false,
      false,
      false,
    )
    return true
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

  return {
    draw({points, unit, range}) {
      const isUnitNew = unit !== drawnUnit
      drawnUnit = unit
      const isRangeNew = drawRange(range)
      const arePointsNew = drawPoints(points)
      if (!isUnitNew && !isRangeNew && !arePointsNew) return
      drawDots(points)
      if (isZoomed(axis) && isOutside(visibleExtent(axis), wholeExtent(axis)))
        axis.setExtremes(undefined, undefined, false)
      chart.redraw(false)
    },
    zoomBy: steps => zoomAround(steps),
    panBy: share => {
      if (isZoomed(axis)) show(pannedBy(share, visibleExtent(axis), wholeExtent(axis)))
    },
    resetZoom: () => show(null),
    inView: () => {
      const {min, max} = visibleExtent(axis)
      return drawn.flatMap(([ts, value]) => (value === null || ts < min || ts > max ? [] : [value]))
    },
    unit: () => drawnUnit,
  }
}

/** Highcharts keeps and changes the arrays that it is given. */
const copied = ([ts, value]: ChartPoint): [EpochMs, number | null] => [ts, value]

export const isZoomed = (axis: Axis): boolean => axis.getExtremes().userMin !== undefined

const visibleExtent = (axis: Axis): Extent => {
  const {min, max} = axis.getExtremes()
  return {min, max}
}
export const wholeExtent = (axis: Axis): Extent => {
  const {dataMin, dataMax} = axis.getExtremes()
  return {min: dataMin, max: dataMax}
}
const isOutside = (visible: Extent, whole: Extent): boolean => visible.max < whole.min || visible.min > whole.max
