import {useComputedColorScheme} from '@mantine/core'
import {memo} from 'react'
import {SEVERITIES, type Severity, type Threshold} from '../../../../contract/rules/thresholds'
import type {EpochMs} from '../../../../contract/wire/common'
import type {Series} from '../../../domain/telemetry/series/series'
import type {TimeRange} from '../../../domain/timeRange/timeRange'
import {acrossAt, downIn, linesOf} from '../../telemetry/sparkline/sparklineLines'
import styles from './AlarmPage.module.css'

interface Props {
  series: Pick<Series, 'points' | 'gaps'>
  range: TimeRange
  threshold: Threshold | null
  /** From when until when it stood, to be drawn as a band. */
  stood: {from: EpochMs; to: EpochMs} | null
  label: string
}

/** Draws the values around an alarm with its limits. Draws again when it is rendered or resized. */
export const MomentCanvas = memo(function MomentCanvas(props: Props) {
  useComputedColorScheme()
  const attach = (canvas: HTMLCanvasElement) => {
    const observer = new ResizeObserver(() => draw(canvas, props))
    observer.observe(canvas)
    return () => observer.disconnect()
  }
  return <canvas ref={attach} className={styles.canvas} role="img" aria-label={props.label} />
})

function draw(canvas: HTMLCanvasElement, {series, range, threshold, stood}: Omit<Props, 'label'>) {
  const context = canvas.getContext('2d')
  if (context === null) return
  const limits = limitsOf(threshold)
  const box = {width: canvas.clientWidth, height: canvas.clientHeight, shown: limits.map(({value}) => value)}
  const {devicePixelRatio: density} = window
  canvas.width = Math.round(box.width * density)
  canvas.height = Math.round(box.height * density)
  context.scale(density, density)
  const style = getComputedStyle(canvas)
  if (stood !== null) {
    const [left, right] = [stood.from, stood.to].map(at => acrossAt(within(at, range), range, box.width))
    context.fillStyle = style.getPropertyValue('--selected')
    context.fillRect(left ?? 0, 0, Math.max(1, (right ?? 0) - (left ?? 0)), box.height)
  }
  const down = downIn(series.points, box)
  context.setLineDash([6, 4])
  for (const {severity, value} of limits) {
    context.strokeStyle = style.getPropertyValue(`--severity-${severity}`)
    stroke(context, [
      [0, down(value)],
      [box.width, down(value)],
    ])
  }
  context.setLineDash([])
  context.strokeStyle = style.color
  context.fillStyle = style.color
  context.lineWidth = 1.5
  context.lineJoin = 'round'
  for (const line of linesOf(series, range, box)) stroke(context, line.length === 1 ? [...line, ...line] : line)
}

const within = (at: EpochMs, {start, end}: TimeRange): EpochMs => Math.min(Math.max(at, start), end)

function limitsOf(threshold: Threshold | null): {severity: Severity; value: number}[] {
  return SEVERITIES.flatMap(severity =>
    [threshold?.[severity]?.above, threshold?.[severity]?.below].flatMap(value =>
      value === null || value === undefined ? [] : [{severity, value}],
    ),
  )
}

function stroke(context: CanvasRenderingContext2D, [first, ...others]: readonly (readonly [number, number])[]) {
  if (first === undefined) return
  context.beginPath()
  context.moveTo(...first)
  for (const corner of others) context.lineTo(...corner)
  context.stroke()
}
