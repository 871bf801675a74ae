import type {Axis, Chart, Series} from 'highcharts'
import type {EpochMs} from '../../../../../contract/wire/common'
import {type ChartPoint, type Difference, difference, drawnRange, marked, type Range} from '../chart/difference'
import {isZoomed, visibleExtent, wholeExtent} from '../chart/drawing'
import {type Extent, pannedBy, wheelSteps, zoomedBy} from '../chart/zoom'

export interface DrawnValues {
  /** The same array as long as nothing has changed. */
  points: readonly ChartPoint[]
  isHidden: boolean
}

/** Draws several lines over one time: all that has changed in one redraw, and only those lines where that is enough. */
export interface CompareDrawing {
  draw(range: Range, values: readonly DrawnValues[]): void
  zoomBy(steps: number): void
  panBy(share: number): void
  show(part: Range | null): void
  /** The drawn points of each series; none of those that are hidden. */
  points(): (readonly ChartPoint[])[]
  visible(): Extent
}

/** Throws unless `chart` was made with `compareOptions`. */
export function compareDrawingOn(chart: Chart, onZoomedOut: () => void): CompareDrawing {
  const [axis] = chart.xAxis
  const range = chart.series.at(-1)
  if (axis === undefined || range === undefined) throw new Error('The chart was not made with compareOptions')
  const lines = pairsOf(chart.series.slice(0, -1)).map(([line, dots]) => lineOn(line, dots))
  let spanned: Range = {start: 0, end: 0}

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
    draw(wanted, values) {
      const isRangeNew = drawRange(drawnRange(wanted))
      const changes = lines.map((line, at) => line.draw(values[at] ?? NOTHING))
      if (!isRangeNew && changes.every(change => change !== 'redraw')) {
        for (const [at, line] of lines.entries()) if (changes[at] === 'fits') line.redraw()
        return
      }
      if (isZoomed(axis) && isOutside(visibleExtent(axis), wholeExtent(axis)))
        axis.setExtremes(undefined, undefined, false)
      chart.redraw(false)
    },
    zoomBy: steps => zoomAround(steps),
    panBy: share => {
      if (isZoomed(axis)) show(pannedBy(share, visibleExtent(axis), wholeExtent(axis)))
    },
    show: part => show(part && {min: part.start, max: part.end}),
    points: () => lines.map(line => line.points()),
    visible: () => visibleExtent(axis),
  }
}

/** What drawing the points has changed: nothing, its own line alone, or the axes with all that they hold. */
type Change = 'none' | 'fits' | 'redraw'

const NOTHING: DrawnValues = {points: [], isHidden: true}

function lineOn(line: Series, dots: Series) {
  let drawn: readonly ChartPoint[] = []
  let lone: readonly ChartPoint[] = []
  let isHidden = false

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

  const drawDots = (points: readonly ChartPoint[]): boolean => {
    const next = marked(points)
    if (difference(lone, next).kind === 'none') return false
    lone = next
    dots.setData(next.map(copied), false, false, false)
    return true
  }

  const drawVisibility = (isHiddenNow: boolean): boolean => {
    if (isHidden === isHiddenNow) return false
    isHidden = isHiddenNow
    line.setVisible(!isHidden, false)
    dots.setVisible(!isHidden, false)
    return true
  }

  const fitsAxes = (change: Difference): boolean =>
    change.kind === 'changed' &&
    change.dropFirst + change.dropLast === 0 &&
    !isZoomed(line.xAxis) &&
    change.append.every(([ts, value]) => holds(line.xAxis, ts) && (value === null || holds(line.yAxis, value)))

  return {
    draw(values: DrawnValues): Change {
      const isVisibilityNew = drawVisibility(values.isHidden)
      if (values.points === drawn) return isVisibilityNew ? 'redraw' : 'none'
      const change = drawPoints(values.points)
      const areDotsNew = change.kind !== 'none' && drawDots(values.points)
      if (isVisibilityNew || areDotsNew) return 'redraw'
      if (change.kind === 'none' || isHidden) return 'none'
      return fitsAxes(change) ? 'fits' : 'redraw'
    },
    redraw: () => line.redraw(),
    points: () => (isHidden ? [] : drawn),
  }
}

const holds = (axis: Axis, at: number): boolean => {
  const {min, max} = wholeExtent(axis)
  return at >= min && at <= max
}
const isOutside = (visible: Extent, whole: Extent): boolean => visible.max < whole.min || visible.min > whole.max

/** Highcharts keeps and changes the arrays that it is given, so it must never get those of the actor. */
const copied = ([ts, value]: ChartPoint): [EpochMs, number | null] => [ts, value]

const pairsOf = (series: readonly Series[]): [Series, Series][] =>
  series.flatMap((line, at): [Series, Series][] => {
    const dots = series[at + 1]
    return at % 2 === 0 && dots !== undefined ? [[line, dots]] : []
  })
