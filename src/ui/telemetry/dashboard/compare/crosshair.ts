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

/** One line through all series, with the values that they have there. */
export interface Crosshair {
  /** Moves to the next point of any series. Returns what is read there; null when nothing is drawn. */
  step(direction: -1 | 1): string | null
  hide(): void
  /** Has to be called before the drawing ends. */
  stop(): void
  /** Reads the values again, because points have come or the axis has moved. */
  refresh(): void
}

/** Draws the crosshair in one element beside the drawing, at most once a frame. */
export function crosshairOn(
  chart: Chart,
  drawing: CompareDrawing,
  {node, series, formats}: {node: HTMLElement; series: readonly ReadSeries[]; formats: Formats},
): Crosshair {
  let at: EpochMs | null = null
  let frame: number | null = null
  let pointer: number | null = null

  const read = (): {name: string; value: string; when: string; place: number}[] => {
    const ts = at
    if (ts === null) return []
    return drawing.points().flatMap((points, index) => {
      const one = series[index]
      if (one === undefined || points.length === 0) return []
      const point = pointAt(points, ts, one.isHeld)
      const value = point === null ? texts.noValue : one.textOf(point[1])
      // A value of another time than that of the crosshair says so.
      const when = point === null || point[0] === ts ? '' : formats.time(point[0], 'second')
      return [{name: one.title, value, when, place: one.place}]
    })
  }

  const draw = () => {
    frame = null
    const [axis] = chart.xAxis
    if (pointer !== null && axis !== undefined) at = nearestTime(drawing.points(), axis.toValue(pointer))
    const {min, max} = drawing.visible()
    if (at === null || axis === undefined || at < min || at > max) {
      node.hidden = true
      return
    }
    const x = axis.toPixels(at, false)
    const isLeft = x > chart.chartWidth / 2
    node.hidden = false
    node.style.setProperty('--crosshair-x', `${x}px`)
    node.style.setProperty('--crosshair-top', `${chart.plotTop}px`)
    node.style.setProperty('--crosshair-height', `${chart.plotHeight}px`)
    node.dataset.side = isLeft ? 'left' : 'right'
    node.replaceChildren(boxOf(formats.dateTime(at), read()))
  }
  const request = () => {
    if (frame === null) frame = requestAnimationFrame(draw)
  }

  const follow = (event: PointerEvent) => {
    const {chartX, chartY} = chart.pointer.normalize(event)
    if (!chart.isInsidePlot(chartX - chart.plotLeft, chartY - chart.plotTop)) return leave()
    pointer = chartX
    request()
  }
  const leave = () => {
    pointer = null
    at = null
    request()
  }
  chart.container.addEventListener('pointermove', follow)
  chart.container.addEventListener('pointerdown', follow)
  chart.container.addEventListener('pointerleave', leave)

  return {
    step(direction) {
      const points = drawing.points()
      const {min, max} = drawing.visible()
      const next = at === null ? nearestTime(points, direction === 1 ? min : max) : nextTime(points, at, direction)
      if (next === null) return null
      pointer = null
      at = Math.min(Math.max(next, min), max)
      request()
      const values = read().map(({name, value, when}) => `${name} ${value}${when === '' ? '' : ` (${when})`}`)
      return texts.readOut(formats.dateTime(at), values.join(', '))
    },
    hide: leave,
    stop() {
      if (frame !== null) cancelAnimationFrame(frame)
    },
    refresh() {
      if (at !== null) request()
    },
  }
}

function boxOf(heading: string, rows: readonly {name: string; value: string; when: string; place: number}[]) {
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
