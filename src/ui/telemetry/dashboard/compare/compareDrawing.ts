import type {Chart, Series} from 'highcharts'
import type {ChartPoint, Range} from '../chart/drawing/difference'
import {type Change, lineOn} from '../chart/drawing/line'
import {type TimeAxis, timeAxisOn} from '../chart/drawing/timeAxis'

export interface DrawnValues {
  /** The same array as long as nothing has changed. */
  points: readonly ChartPoint[]
  isHidden: boolean
}

/** Draws several lines over one time: all that has changed in one redraw, and only those lines where that is enough. */
export interface CompareDrawing extends Omit<TimeAxis, 'span' | 'redraw'> {
  draw(range: Range, values: readonly DrawnValues[]): void
  /** Returns the drawn points of each series; none of hidden ones. */
  points(): (readonly ChartPoint[])[]
}

/** Throws unless `chart` was made with `compareOptions`. */
export function compareDrawingOn(chart: Chart, onZoomedOut: () => void): CompareDrawing {
  const ends = chart.series.at(-1)
  if (ends === undefined) throw new Error('The chart was not made with compareOptions')
  const {span, redraw, ...time} = timeAxisOn(chart, ends, onZoomedOut)
  const lines = pairsOf(chart.series.slice(0, -1)).map(([line, dots]) => hideableLineOn(line, dots))
  return {
    ...time,
    draw(range, values) {
      const isRangeNew = span(range)
      const changes = lines.map((line, at) => line.draw(values[at] ?? NOTHING))
      if (isRangeNew || changes.includes('redraw')) redraw()
      else for (const [at, line] of lines.entries()) if (changes[at] === 'fits') line.redraw()
    },
    points: () => lines.map(line => line.points()),
  }
}

const NOTHING: DrawnValues = {points: [], isHidden: true}

function hideableLineOn(series: Series, dots: Series) {
  const line = lineOn(series, dots)
  let drawn = {...NOTHING, isHidden: false}
  return {
    draw(values: DrawnValues): Change {
      const isVisibilityNew = values.isHidden !== drawn.isHidden
      drawn = values
      if (isVisibilityNew) for (const each of [series, dots]) each.setVisible(!values.isHidden, false)
      const change = line.draw(values.points)
      return isVisibilityNew ? 'redraw' : values.isHidden ? 'none' : change
    },
    redraw: line.redraw,
    points: () => (drawn.isHidden ? [] : drawn.points),
  }
}

const pairsOf = (series: readonly Series[]): [Series, Series][] =>
  series.flatMap((line, at): [Series, Series][] => {
    const dots = series[at + 1]
    return at % 2 === 0 && dots !== undefined ? [[line, dots]] : []
  })
