import type {EpochMs, Milliseconds} from '../../../../contract/wire/common'
import type {Limit} from '../../../domain/telemetry/limits'
import type {DrawnSparkline, UsualRange} from '../../../domain/telemetry/series/sparkline'
import type {TimeRange} from '../../../domain/timeRange/timeRange'
import {ticksOf} from '../../../domain/wall/gauges/ticks'
import {acrossAt, type Corner, downIn, linesOf} from '../../telemetry/sparkline/sparklineLines'
import {resizesOf} from './painting'

export interface ChartLine {
  drawn: DrawnSparkline
  /** Lines of one scale can be compared. The first scale is at the left edge, the second at the right one. */
  scale: number
  /** The number of its colour; without one it has that of the text. */
  colour?: number
  /** The limits that are near enough to be drawn, in the unit of the scale. */
  limits?: readonly Limit[]
}

export interface DrawnChart {
  lines: readonly ChartLine[]
  range: TimeRange
  /** The usual bands of the lines of the first scale. */
  usual?: readonly UsualRange[]
  /** The texts beside a value, and below a time. Without them the chart has no axes. */
  axes?: {value: (value: number, scale: number) => string; time: (at: EpochMs) => string}
}

/** A line moves by less than a pixel in this time. */
const PERIOD: Milliseconds = 5000
/** Charts take turns within the period, so that no task draws all of them. */
const TURNS = 8

/** Draws on the canvas of an element: when it has another size, when `of` is another, and each few seconds. */
export function drawnOn(element: HTMLElement) {
  const canvas = element.querySelector('canvas')
  const place = canvas === null ? 0 : [...document.querySelectorAll('canvas')].indexOf(canvas)
  const early = ((place % TURNS) * PERIOD) / TURNS
  const isResized = resizesOf(canvas ?? element)
  let drawn: {at: EpochMs; found: unknown} | null = null
  return {
    draw(now: EpochMs, found: unknown, chart: () => DrawnChart) {
      if (canvas === null) return
      const isDue = isResized() || drawn === null || drawn.found !== found || now - drawn.at >= PERIOD || now < drawn.at
      if (!isDue) return
      drawn = {at: drawn === null ? now - early : now, found}
      paint(canvas, chart())
    },
  }
}

/** The opacity of the usual band, in the colour of dim texts. */
const USUAL_SHADE = 0.16
/** The opacity of what is beyond a limit, in the colour of its severity. */
const BEYOND_SHADE = 0.08
const GAP = 6
/** The distance between two labels of an axis, in letters. */
const LABEL_LINE = 1.2

function paint(canvas: HTMLCanvasElement, {lines, range, axes, usual = []}: DrawnChart) {
  const context = canvas.getContext('2d')
  const {clientWidth: width, clientHeight: height} = canvas
  if (context === null || width === 0 || height === 0) return
  const density = window.devicePixelRatio
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  context.setTransform(density, 0, 0, density, 0, 0)
  const style = getComputedStyle(canvas)
  const font = Number.parseFloat(style.fontSize)
  context.font = `${font}px ${style.fontFamily}`
  const scales = new Map<number, number[]>()
  for (const {scale} of lines)
    if (!scales.has(scale)) scales.set(scale, ticksIn(lines, scale, scale === 0 ? usual : []))
  const labels = (scale: number) => (axes === undefined ? [] : (scales.get(scale) ?? []))
  const roomOf = (scale: number) =>
    Math.max(0, ...labels(scale).map(tick => context.measureText(axes?.value(tick, scale) ?? '').width + GAP))
  const room = {left: roomOf(0), right: roomOf(1), bottom: axes === undefined ? 0 : font * 1.4}
  const box = {width: width - room.left - room.right, height: height - room.bottom}
  if (box.width < 1 || box.height < 1) return

  context.fillStyle = style.getPropertyValue('--text-dim')
  context.strokeStyle = style.getPropertyValue('--line')
  context.lineWidth = 1
  context.textBaseline = 'middle'
  for (const scale of [0, 1]) {
    const ticks = labels(scale)
    const down = downIn([], {...box, shown: ticks})
    context.textAlign = scale === 0 ? 'right' : 'left'
    const y = (tick: number) => Math.round(down(tick)) + 0.5
    const x = scale === 0 ? room.left - GAP : width - room.right + GAP
    for (const tick of apart(ticks, y, font * LABEL_LINE))
      context.fillText(axes?.value(tick, scale) ?? '', x, Math.max(font / 2, y(tick)))
    if (scale === 0)
      for (const tick of ticks)
        stroke(context, [
          [room.left, y(tick)],
          [width - room.right, y(tick)],
        ])
  }
  if (axes !== undefined) {
    context.textBaseline = 'alphabetic'
    const text = context.measureText(axes.time(range.end)).width
    for (const time of timesAcross(range, {width: box.width, text, gap: GAP})) {
      context.textAlign = time === range.end ? 'right' : time === range.start ? 'left' : 'center'
      context.fillText(axes.time(time), room.left + acrossAt(time, range, box.width), height - font * 0.2)
    }
  }
  if (usual.length > 1) {
    const down = downIn([], {...box, shown: scales.get(0) ?? []})
    const edge = (side: 'low' | 'high') =>
      usual.map((point): Corner => [room.left + acrossAt(point.ts, range, box.width), down(point[side])])
    context.globalAlpha = USUAL_SHADE
    area(context, [...edge('high'), ...edge('low').reverse()])
    context.globalAlpha = 1
  }
  for (const {limit, scale} of limitsIn(lines)) {
    const y = downIn([], {...box, shown: scales.get(scale) ?? []})(limit.value)
    context.strokeStyle = style.getPropertyValue(`--severity-${limit.severity}`)
    context.fillStyle = context.strokeStyle
    context.globalAlpha = BEYOND_SHADE
    const [top, bottom] = limit.side === 'above' ? [0, y] : [y, box.height]
    context.fillRect(room.left, top, box.width, bottom - top)
    context.globalAlpha = 1
    context.setLineDash([GAP, GAP / 2])
    stroke(context, [
      [room.left, y],
      [width - room.right, y],
    ])
    context.setLineDash([])
  }
  context.lineWidth = Math.max(1.5, font / 9)
  context.lineJoin = 'round'
  for (const {drawn, scale, colour} of lines) {
    context.strokeStyle = colour === undefined ? style.color : style.getPropertyValue(`--data-${colour}`)
    const shown = scales.get(scale) ?? []
    for (const line of linesOf(drawn, range, {...box, shown}))
      stroke(
        context,
        line.map(([x, y]): Corner => [x + room.left, y]),
      )
  }
}

function ticksIn(lines: readonly ChartLine[], scale: number, usual: readonly UsualRange[]): number[] {
  const ofLines = lines.flatMap(line => (line.scale === scale ? line.drawn.points.map(({value}) => value) : []))
  const ofLimits = lines.flatMap(line => (line.scale === scale ? (line.limits ?? []).map(({value}) => value) : []))
  const values = [...ofLines, ...ofLimits, ...usual.flatMap(({low, high}) => [low, high])]
  return ticksOf(Math.min(...values), Math.max(...values))
}

/** Limits that lines of one scale share are drawn once. */
function limitsIn(lines: readonly ChartLine[]): {limit: Limit; scale: number}[] {
  const all = lines.flatMap(({limits = [], scale}) => limits.map(limit => ({limit, scale})))
  return [...new Map(all.map(each => [JSON.stringify(each), each])).values()]
}

function area(context: CanvasRenderingContext2D, corners: readonly Corner[]) {
  context.beginPath()
  for (const corner of corners) context.lineTo(...corner)
  context.fill()
}

function stroke(context: CanvasRenderingContext2D, [first, ...others]: readonly Corner[]) {
  if (first === undefined) return
  context.beginPath()
  context.moveTo(...first)
  // A single point is seen as a short line.
  if (others.length === 0) context.lineTo(first[0] + 1, first[1])
  for (const corner of others) context.lineTo(...corner)
  context.stroke()
}

/** Returns the places, from the first, that are at least so far apart. */
export function apart<T>(places: readonly T[], placeOf: (place: T) => number, least: number): readonly T[] {
  let last: number | null = null
  return places.filter(each => {
    const place = placeOf(each)
    const isApart = last === null || Math.abs(place - last) >= least
    if (isApart) last = place
    return isApart
  })
}

const MAX_TIMES = 6

/**
 * Returns the times below an axis. The first text begins with the axis and the last one ends with it, so that half a text
 * more lies between them and their neighbours. One time alone is the end.
 */
export function timesAcross(
  {start, end}: TimeRange,
  {width, text, gap}: {width: number; text: number; gap: number},
): EpochMs[] {
  const fitting = Math.floor(width / (1.5 * text + gap))
  const steps = fitting < 2 && width < 2 * text + gap ? 0 : Math.min(MAX_TIMES, Math.max(1, fitting))
  return steps === 0 ? [end] : Array.from({length: steps + 1}, (_, at) => start + ((end - start) * at) / steps)
}
