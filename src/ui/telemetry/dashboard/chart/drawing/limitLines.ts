import type {Axis, Chart} from 'highcharts'
import type {Limit, Side} from '../../../../../domain/telemetry/limits'
import {Highcharts} from './highcharts'

/** A limit in the unit that is drawn, with its words. */
export interface DrawnLimit extends Limit {
  text: string
}

export interface LimitLines {
  show(limits: readonly DrawnLimit[]): void
}

const SVG = 'http://www.w3.org/2000/svg'
const LETTER_PX = 12
const MARGIN_PX = 6

/**
 * Draws each limit as a line with its words, and what is beyond it as a light band. The axis makes no room for them:
 * those out of view are named at the edge beyond which they lie.
 */
export function limitLinesOn(chart: Chart, values: Axis): LimitLines {
  const group = chart.renderer.g('limits').attr({zIndex: 2}).add().element
  const words = chart.renderer.g('limit-words').attr({zIndex: 5}).add().element
  let shown: readonly DrawnLimit[] = []

  const draw = () => {
    if (shown.length === 0 && group.childElementCount === 0) return
    // While no value is in view, the axis has no scale.
    const limits = typeof values.min === 'number' ? shown : []
    const inView = limits.filter(isInView)
    group.replaceChildren(...limits.flatMap(bandOf), ...inView.map(lineOf))
    words.replaceChildren(...inView.map(wordsOf), ...edgeOf('above', limits), ...edgeOf('below', limits))
  }

  const y = (value: number) => Math.round(values.toPixels(value, false))
  const [top, bottom] = [() => chart.plotTop, () => chart.plotTop + chart.plotHeight]
  const within = (at: number) => Math.min(bottom(), Math.max(top(), at))
  const isInView = ({value}: Limit) => y(value) >= top() && y(value) <= bottom()

  /** A warning ends where it becomes critical. */
  const bandOf = ({severity, side, value}: DrawnLimit): Element[] => {
    const next =
      severity === 'warning' ? shown.find(limit => limit.severity === 'critical' && limit.side === side) : undefined
    const end = side === 'above' ? top() : bottom()
    const edges = [within(y(value)), next === undefined ? end : within(y(next.value))].toSorted((a, b) => a - b)
    const [from = 0, to = 0] = edges
    const place = {x: chart.plotLeft, y: from, width: chart.plotWidth, height: to - from}
    return to > from ? [svg('rect', {...place, class: 'limit-band', 'data-severity': severity})] : []
  }
  const lineOf = ({severity, value}: DrawnLimit): Element =>
    svg('path', {
      d: `M${chart.plotLeft} ${y(value)}h${chart.plotWidth}`,
      class: 'limit-line',
      'data-severity': severity,
    })
  const wordsOf = ({severity, side, value, text}: DrawnLimit): Element =>
    textAt(baselineOf(y(value), side), text, severity)
  /** Beyond the line, unless that is out of view or another limit is there. */
  const baselineOf = (at: number, side: Side): number => {
    const [over, under] = [at - 4, at + LETTER_PX]
    const isTaken = (from: number, to: number) =>
      from < top() || to > bottom() || shown.some(limit => y(limit.value) > from && y(limit.value) < to)
    if (side === 'above') return isTaken(at - LETTER_PX - 4, at) ? under : over
    return isTaken(at, at + LETTER_PX + 4) ? over : under
  }
  const edgeOf = (side: Side, limits: readonly DrawnLimit[]): Element[] => {
    const isBeyond = ({value}: Limit) => (side === 'above' ? y(value) < top() : y(value) > bottom())
    const arrow = side === 'above' ? '↑' : '↓'
    return limits
      .filter(isBeyond)
      .map(({severity, text}, at) =>
        textAt(
          side === 'above' ? top() + LETTER_PX * (at + 1) : bottom() - 4 - LETTER_PX * at,
          `${arrow} ${text}`,
          severity,
        ),
      )
  }
  const textAt = (baseline: number, text: string, severity: string): Element => {
    const place = {x: chart.plotLeft + MARGIN_PX, y: baseline}
    const element = svg('text', {...place, class: 'limit-text', 'data-severity': severity})
    element.textContent = text
    return element
  }

  Highcharts.addEvent(chart, 'render', draw)
  return {
    show(limits) {
      if (limits === shown) return
      shown = limits
      draw()
    },
  }
}

function svg(name: 'rect' | 'path' | 'text', attributes: Record<string, string | number>): Element {
  const element = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  return element
}
