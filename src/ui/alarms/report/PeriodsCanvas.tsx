import {useComputedColorScheme} from '@mantine/core'
import {memo} from 'react'
import {type AlarmReport, columnsOf, FLOOD} from '../../../domain/alarms/report'
import type {TimeRange} from '../../../domain/timeRange/timeRange'
import styles from './Report.module.css'

interface Props {
  report: AlarmReport
  range: TimeRange
  label: string
}

/** A column for each ten minutes, or for the worst of several where they don't all fit; floods are above the line. */
export const PeriodsCanvas = memo(function PeriodsCanvas({report, range, label}: Props) {
  useComputedColorScheme()
  const attach = (canvas: HTMLCanvasElement) => {
    const observer = new ResizeObserver(() => draw(canvas, report, range))
    observer.observe(canvas)
    return () => observer.disconnect()
  }
  return <canvas ref={attach} className={styles.canvas} role="img" aria-label={label} />
})

const COLUMN = 4

function draw(canvas: HTMLCanvasElement, report: AlarmReport, range: TimeRange) {
  const context = canvas.getContext('2d')
  if (context === null) return
  const {clientWidth: width, clientHeight: height} = canvas
  const {devicePixelRatio: density} = window
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  context.scale(density, density)
  const style = getComputedStyle(canvas)
  const columns = columnsOf(report, range, Math.max(1, Math.floor(width / COLUMN)))
  const most = Math.max(FLOOD + 2, ...columns)
  const up = (raised: number) => (raised / most) * (height - 2)
  columns.forEach((raised, at) => {
    context.fillStyle = raised > FLOOD ? style.getPropertyValue('--severity-critical') : style.color
    context.fillRect(at * COLUMN, height - up(raised), COLUMN - 1, up(raised))
  })
  context.strokeStyle = style.getPropertyValue('--line-strong')
  context.setLineDash([4, 4])
  context.beginPath()
  context.moveTo(0, height - up(FLOOD))
  context.lineTo(width, height - up(FLOOD))
  context.stroke()
}
