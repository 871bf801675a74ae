import type {Axis, Chart, Series} from 'highcharts'
import type {EpochMs} from '../../../../../../contract/wire/common'
import {drawnRange, type Range} from './difference'
import {type Extent, pannedBy, wheelSteps, zoomedBy} from './zoom'

/** The time range of a drawing, and the part of it that wheel, double click and keys bring into view. */
export interface TimeAxis {
  /** Spans all of the range with the next redraw. Returns whether it is another one. */
  span(range: Range): boolean
  /** Shows a part of the range, or all of it. */
  show(part: Range | null): void
  zoomBy(steps: number): void
  panBy(share: number): void
  visible(): Extent
  /** Redraws the chart. A zoom ends when its part is not in the range any more. */
  redraw(): void
}

/** `ends` is a series with a point at each end. A double click leaves a zoom, or zooms out without one. */
export function timeAxisOn(chart: Chart, ends: Series, onZoomedOut: () => void): TimeAxis {
  const axis = ends.xAxis
  let spanned: Range = {start: 0, end: 0}

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
    span(range) {
      const next = drawnRange(range)
      if (next.start === spanned.start && next.end === spanned.end) return false
      spanned = next
      const points: [EpochMs, null][] = [
        [next.start, null],
        [next.end, null],
      ]
      ends.setData(points, false, false, false)
      return true
    },
    show: part => show(part && {min: part.start, max: part.end}),
    zoomBy: steps => zoomAround(steps),
    panBy: share => {
      if (isZoomed(axis)) show(pannedBy(share, visibleExtent(axis), wholeExtent(axis)))
    },
    visible: () => visibleExtent(axis),
    redraw() {
      if (isZoomed(axis) && isOutside(visibleExtent(axis), wholeExtent(axis)))
        axis.setExtremes(undefined, undefined, false)
      chart.redraw(false)
    },
  }
}

export const isZoomed = (axis: Axis): boolean => axis.getExtremes().userMin !== undefined

export const visibleExtent = (axis: Axis): Extent => {
  const {min, max} = axis.getExtremes()
  return {min, max}
}
export const wholeExtent = (axis: Axis): Extent => {
  const {dataMin, dataMax} = axis.getExtremes()
  return {min: dataMin, max: dataMax}
}
const isOutside = (visible: Extent, whole: Extent): boolean => visible.max < whole.min || visible.min > whole.max
