import type {Axis, Chart} from 'highcharts'
import type {UsualPart} from '../../../../../domain/telemetry/usual'
import {Highcharts} from './highcharts'

export interface UsualBand {
  /** The values are in the unit that is drawn. */
  show(parts: readonly UsualPart[]): void
}

/** Draws behind the values from where to where they usually lie. The axis makes no room for it. */
export function usualBandOn(chart: Chart, values: Axis): UsualBand {
  const look = {fill: 'var(--line-strong)', 'fill-opacity': 0.3}
  const band = chart.renderer
    .path([])
    .attr({...look, zIndex: 1})
    .add().element
  const times = chart.xAxis[0]
  let shown: readonly UsualPart[] = []

  const within = (start: number, length: number, at: number) =>
    Math.round(Math.min(start + length, Math.max(start, at)))
  const x = (ts: number) => within(chart.plotLeft, chart.plotWidth, times?.toPixels(ts, false) ?? 0)
  const y = (value: number) => within(chart.plotTop, chart.plotHeight, values.toPixels(value, false))
  const rectangleOf = ({start, end, low, high}: UsualPart): string => {
    const [left, right, top, bottom] = [x(start), x(end), y(high), y(low)]
    return left < right && top < bottom ? `M${left} ${top}H${right}V${bottom}H${left}Z` : ''
  }
  const draw = () => {
    // While no value is in view, the axis has no scale.
    const parts = typeof values.min === 'number' ? shown : []
    band.setAttribute('d', parts.map(rectangleOf).join(''))
  }
  Highcharts.addEvent(chart, 'render', () => {
    if (shown.length > 0) draw()
  })
  return {
    show(parts) {
      if (parts === shown) return
      shown = parts
      draw()
    },
  }
}
