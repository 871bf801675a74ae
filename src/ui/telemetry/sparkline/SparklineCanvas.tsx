import {useComputedColorScheme} from '@mantine/core'
import {memo} from 'react'
import {type Limit, NO_LIMITS} from '../../../domain/telemetry/limits'
import type {DrawnSparkline, UsualRange} from '../../../domain/telemetry/series/sparkline'
import type {TimeRange} from '../../../domain/timeRange/timeRange'
import styles from './Sparkline.module.css'
import {acrossAt, type Corner, downIn, linesOf, nearTo} from './sparklineLines'

interface Props {
  drawn: DrawnSparkline
  range: TimeRange
  label: string
  isDashed: boolean
  /** Whether each value holds until the next one, as that of a switch does. */
  isStepped?: boolean
  /** The limits that are drawn behind the values, as far as they are near. */
  limits?: readonly Limit[]
  /** A value that is in view in any case, and the limit there. */
  crossed?: number | null
  /** The usual bands, drawn behind the values. */
  usual?: readonly UsualRange[]
}

/** Draws again when it is rendered or resized, in the colour of its text, which the colour scheme chooses. */
export const SparklineCanvas = memo(function SparklineCanvas(props: Props) {
  useComputedColorScheme()
  const attach = (canvas: HTMLCanvasElement) => {
    const observer = new ResizeObserver(() => draw(canvas, props))
    observer.observe(canvas)
    return () => observer.disconnect()
  }
  return <canvas ref={attach} className={styles.canvas} role="img" aria-label={props.label} />
})

function draw(canvas: HTMLCanvasElement, props: Omit<Props, 'label'>) {
  const {drawn, range, isDashed, isStepped = false, limits = NO_LIMITS, crossed = null, usual = NO_BANDS} = props
  const context = canvas.getContext('2d')
  if (context === null) return
  const near = [...new Set([...limits.filter(({value}) => value === crossed), ...nearTo(drawn.points, limits)])]
  const shown = [...near.map(({value}) => value), ...usual.flatMap(({low, high}) => [low, high])]
  const box = {width: canvas.clientWidth, height: canvas.clientHeight, shown}
  const {devicePixelRatio: density} = window
  canvas.width = Math.round(box.width * density)
  canvas.height = Math.round(box.height * density)
  context.scale(density, density)
  const styles = getComputedStyle(canvas)
  const {color} = styles
  const down = downIn(drawn.points, box)
  const edge = (side: 'low' | 'high') =>
    usual.map((point): Corner => [acrossAt(point.ts, range, box.width), down(point[side])])
  context.fillStyle = styles.getPropertyValue('--text-dim')
  context.globalAlpha = USUAL_SHADE
  area(context, [...edge('high'), ...edge('low').reverse()])
  context.globalAlpha = 1
  for (const {severity, value} of near) {
    const y = down(value)
    context.strokeStyle = styles.getPropertyValue(`--severity-${severity}`)
    context.setLineDash(severity === 'warning' ? [2, 3] : [8, 3])
    stroke(context, [
      [0, y],
      [box.width, y],
    ])
  }
  context.strokeStyle = color
  context.fillStyle = color
  context.lineWidth = 1.5
  context.lineJoin = 'round'
  context.setLineDash(isDashed ? [4, 2] : [])
  const lines = linesOf(drawn, range, box, isStepped)
  for (const line of lines) stroke(context, line)
  const last = lines.at(-1)?.at(-1)
  if (last !== undefined) dot(context, last, 2.5)
}

/** The opacity of the usual band, in the colour of dim texts. */
const USUAL_SHADE = 0.16

const NO_BANDS: readonly UsualRange[] = []

function area(context: CanvasRenderingContext2D, corners: readonly Corner[]) {
  context.beginPath()
  for (const corner of corners) context.lineTo(...corner)
  context.fill()
}

function stroke(context: CanvasRenderingContext2D, line: readonly Corner[]) {
  const [first, ...others] = line
  if (first === undefined) return
  if (others.length === 0) {
    dot(context, first, 1.25)
    return
  }
  context.beginPath()
  context.moveTo(...first)
  for (const corner of others) context.lineTo(...corner)
  context.stroke()
}

function dot(context: CanvasRenderingContext2D, [x, y]: Corner, radius: number) {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}
