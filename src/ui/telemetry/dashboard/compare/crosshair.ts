import type {Chart} from 'highcharts'
import type {EpochMs} from '../../../../../contract/wire/common'
import type {Formats} from '../../../../domain/format/formats'
import type {ChartPoint} from '../chart/drawing/difference'
import styles from './Crosshair.module.css'
import type {CompareDrawing} from './compareDrawing'
import {strokeOf} from './strokes'
import {texts} from './texts'

export interface ReadSeries {
  place: number
  title: string
  /** Whether a value holds until the next one. */
  isHeld: boolean
  /** Writes a drawn value with its unit. */
  textOf: (value: number) => string
}

interface Options {
  /** The crosshair is drawn in it, beside the drawing. */
  node: HTMLElement
  series: readonly ReadSeries[]
  formats: Formats
}

/** A value as it is read at the crosshair. */
interface Reading {
  name: string
  value: string
  /** Is empty unless the value is of another time than the crosshair. */
  when: string
  place: number
}

/** One line through all series, with the values that they have there. It is drawn at most once a frame. */
export class Crosshair {
  readonly #chart
  readonly #drawing
  readonly #options
  #at: EpochMs | null = null
  #frame: number | null = null
  #pointer: number | null = null

  constructor(chart: Chart, drawing: CompareDrawing, options: Options) {
    this.#chart = chart
    this.#drawing = drawing
    this.#options = options
    const follow = (event: PointerEvent) => this.#follow(event)
    chart.container.addEventListener('pointermove', follow)
    chart.container.addEventListener('pointerdown', follow)
    chart.container.addEventListener('pointerleave', () => this.hide())
  }

  /** Moves to the next point of any series. Returns its text; null when nothing is drawn. */
  step(direction: -1 | 1): string | null {
    const points = this.#drawing.points()
    const {min, max} = this.#drawing.visible()
    const next =
      this.#at === null ? nearestTime(points, direction === 1 ? min : max) : nextTime(points, this.#at, direction)
    if (next === null) return null
    this.#pointer = null
    this.#at = Math.min(Math.max(next, min), max)
    this.#request()
    const values = this.#read(this.#at).map(
      ({name, value, when}) => `${name} ${value}${when === '' ? '' : ` (${when})`}`,
    )
    return texts.readOut(this.#options.formats.dateTime(this.#at), values.join(', '))
  }

  hide() {
    this.#pointer = null
    this.#at = null
    this.#request()
  }

  /** Has to be called before the drawing ends. */
  stop() {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
  }

  /** Reads the values again, because points have come or the axis has moved. */
  refresh() {
    if (this.#at !== null) this.#request()
  }

  #follow(event: PointerEvent) {
    const {chartX, chartY} = this.#chart.pointer.normalize(event)
    const {plotLeft, plotTop} = this.#chart
    if (!this.#chart.isInsidePlot(chartX - plotLeft, chartY - plotTop)) return this.hide()
    this.#pointer = chartX
    this.#request()
  }

  readonly #draw = () => {
    this.#frame = null
    const {node, formats} = this.#options
    const [axis] = this.#chart.xAxis
    if (this.#pointer !== null && axis !== undefined)
      this.#at = nearestTime(this.#drawing.points(), axis.toValue(this.#pointer))
    const {min, max} = this.#drawing.visible()
    const at = this.#at
    if (at === null || axis === undefined || at < min || at > max) {
      node.hidden = true
      return
    }
    const x = axis.toPixels(at, false)
    node.hidden = false
    node.style.setProperty('--crosshair-x', `${x}px`)
    node.style.setProperty('--crosshair-top', `${this.#chart.plotTop}px`)
    node.style.setProperty('--crosshair-height', `${this.#chart.plotHeight}px`)
    node.dataset.side = x > this.#chart.chartWidth / 2 ? 'left' : 'right'
    node.replaceChildren(boxOf(formats.dateTime(at), this.#read(at)))
  }

  #request() {
    this.#frame ??= requestAnimationFrame(this.#draw)
  }

  #read(ts: EpochMs): Reading[] {
    const {series, formats} = this.#options
    return this.#drawing.points().flatMap((points, index) => {
      const one = series[index]
      if (one === undefined || points.length === 0) return []
      const point = pointAt(points, ts, one.isHeld)
      const value = point === null ? texts.noValue : one.textOf(point[1])
      const when = point === null || point[0] === ts ? '' : formats.time(point[0], 'second')
      return [{name: one.title, value, when, place: one.place}]
    })
  }
}

function boxOf(heading: string, rows: readonly Reading[]) {
  const box = element('div', styles.readOut)
  box.append(
    element('p', styles.readAt, heading),
    ...rows.map(({name, value, when, place}) => {
      const row = element('p', styles.readRow)
      const mark = element('span', styles.readMark)
      mark.style.setProperty('--stroke', strokeOf(place).color)
      mark.dataset.place = String(place + 1)
      row.append(mark, element('bdi', styles.readName, name), element('b', styles.readValue, value))
      if (when !== '') row.append(element('small', styles.readWhen, when))
      return row
    }),
  )
  return box
}

function element(name: string, className: string | undefined, text = ''): HTMLElement {
  const made = document.createElement(name)
  made.className = className ?? ''
  made.textContent = text
  return made
}

/** The index of the first point that is not earlier than this; the number of points when all are earlier. */
export function indexAt(points: readonly ChartPoint[], at: EpochMs): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((points[middle]?.[0] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The point that tells the value at this time: the nearest one, or of values that hold until the next one the last
 * before. Null where the line has a gap, and beyond its ends.
 */
export function pointAt(
  points: readonly ChartPoint[],
  at: EpochMs,
  isHeld: boolean,
): readonly [EpochMs, number] | null {
  const index = indexAt(points, at)
  const [before, after] = [valued(points[index - 1]), valued(points[index])]
  if (after?.[0] === at) return after
  if (before === null || after === null) return null
  return isHeld || at - before[0] <= after[0] - at ? before : after
}

/** The time of the point of any series that is nearest to this one; null without points. */
export function nearestTime(series: readonly (readonly ChartPoint[])[], at: EpochMs): EpochMs | null {
  let nearest: EpochMs | null = null
  for (const points of series) {
    const index = indexAt(points, at)
    for (const point of [points[index - 1], points[index], points[index - 2]]) {
      if (point === undefined || point[1] === null) continue
      if (nearest === null || Math.abs(point[0] - at) < Math.abs(nearest - at)) nearest = point[0]
    }
  }
  return nearest
}

/** The time of the next point of any series, later or earlier. Stays where there is none. */
export function nextTime(series: readonly (readonly ChartPoint[])[], at: EpochMs, direction: -1 | 1): EpochMs {
  const times = series.flatMap(points => {
    const from = indexAt(points, direction === 1 ? at + 1 : at)
    const reached = direction === 1 ? points.slice(from, from + 2) : points.slice(Math.max(0, from - 2), from)
    return reached.flatMap(([ts, value]) => (value === null ? [] : [ts]))
  })
  if (times.length === 0) return at
  return direction === 1 ? Math.min(...times) : Math.max(...times)
}

function valued(point: ChartPoint | undefined): readonly [EpochMs, number] | null {
  return point === undefined || point[1] === null ? null : [point[0], point[1]]
}
