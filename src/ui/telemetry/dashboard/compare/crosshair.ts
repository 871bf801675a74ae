import type {Chart} from 'highcharts'
import type {EpochMs} from '../../../../../contract/wire/common'
import type {Formats} from '../../../../domain/format/formats'
import styles from './Crosshair.module.css'
import type {CompareDrawing} from './compareDrawing'
import {nearestTime, nextTime, pointAt} from './readout'
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
