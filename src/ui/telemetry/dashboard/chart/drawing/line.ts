import type {Axis, Series} from 'highcharts'
import type {EpochMs} from '../../../../../../contract/wire/common'
import {type ChartPoint, type Difference, difference, marked} from './difference'
import {isZoomed, wholeExtent} from './timeAxis'

declare module 'highcharts' {
  interface Series {
    /** Redraws the series within the current axes. Highcharts has it for each series, but its types omit it. */
    redraw(): void
  }
}

/** The effect of drawing the points: nothing, the line alone, or the axes with all that they hold. */
export type Change = 'none' | 'fits' | 'redraw'

/** A line drawn by the smallest change: a point that leaves the axes alone redraws the line, not the whole chart. */
export interface Line {
  draw(points: readonly ChartPoint[]): Change
  redraw(): void
}

/** `dots` is a series for the marks of points that the line doesn't show. */
export function lineOn(line: Series, dots: Series): Line {
  let drawn: readonly ChartPoint[] = []
  let lone: readonly ChartPoint[] = []

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

  /** Whether the new points lie within both axes, so that the axes need no redraw. */
  const fitsAxes = (change: Difference): boolean =>
    change.kind === 'changed' &&
    change.dropFirst + change.dropLast === 0 &&
    !isZoomed(line.xAxis) &&
    change.append.every(([ts, value]) => holds(line.xAxis, ts) && (value === null || holds(line.yAxis, value)))

  return {
    draw(points) {
      if (points === drawn) return 'none'
      const change = drawPoints(points)
      if (change.kind === 'none') return 'none'
      const areDotsNew = drawDots(points)
      return !areDotsNew && fitsAxes(change) ? 'fits' : 'redraw'
    },
    redraw: () => line.redraw(),
  }
}

const holds = (axis: Axis, at: number): boolean => {
  const {min, max} = wholeExtent(axis)
  return at >= min && at <= max
}

/** Highcharts holds and changes the arrays that it is given, so it must never get the actor's own. */
const copied = ([ts, value]: ChartPoint): [EpochMs, number | null] => [ts, value]
