import type {Axis, Chart} from 'highcharts'
import type {Limit, Side} from '../../../../../domain/telemetry/limits'
import {Highcharts} from './highcharts'
import {svg} from './svg'

/** A limit in the unit that is drawn, with its words. */
export interface DrawnLimit extends Limit {
  text: string
}

const LETTER_PX = 12
const MARGIN_PX = 6

/**
 * Draws each limit as a line with its words, and the values beyond it as a light band. The axis makes no room for them:
 * limits out of view are named at the edge beyond which they lie.
 */
export class LimitLines {
  readonly #chart
  readonly #values
  readonly #group
  readonly #words
  readonly #top = () => this.#chart.plotTop
  readonly #bottom = () => this.#chart.plotTop + this.#chart.plotHeight
  readonly #y = (value: number) => Math.round(this.#values.toPixels(value, false))
  #shown: readonly DrawnLimit[] = []

  constructor(chart: Chart, values: Axis) {
    this.#chart = chart
    this.#values = values
    this.#group = chart.renderer.g('limits').attr({zIndex: 2}).add().element
    this.#words = chart.renderer.g('limit-words').attr({zIndex: 5}).add().element
    Highcharts.addEvent(chart, 'render', () => this.#draw())
  }

  show(limits: readonly DrawnLimit[]) {
    if (limits === this.#shown) return
    this.#shown = limits
    this.#draw()
  }

  #draw() {
    if (this.#shown.length === 0 && this.#group.childElementCount === 0) return
    // While no value is in view, the axis has no scale.
    const limits = typeof this.#values.min === 'number' ? this.#shown : []
    const inView = limits.filter(limit => this.#isInView(limit))
    const [bands, lines] = [limits.flatMap(limit => this.#bandOf(limit)), inView.map(limit => this.#lineOf(limit))]
    this.#group.replaceChildren(...bands, ...lines)
    const words = inView.map(limit => this.#wordsOf(limit))
    this.#words.replaceChildren(...words, ...this.#edgeOf('above', limits), ...this.#edgeOf('below', limits))
  }

  #isInView({value}: Limit): boolean {
    return this.#y(value) >= this.#top() && this.#y(value) <= this.#bottom()
  }

  /** A warning ends where it becomes critical. */
  #bandOf({severity, side, value}: DrawnLimit): Element[] {
    const within = (at: number) => Math.min(this.#bottom(), Math.max(this.#top(), at))
    const next =
      severity === 'warning'
        ? this.#shown.find(limit => limit.severity === 'critical' && limit.side === side)
        : undefined
    const end = side === 'above' ? this.#top() : this.#bottom()
    const edges = [within(this.#y(value)), next === undefined ? end : within(this.#y(next.value))]
    const [from = 0, to = 0] = edges.toSorted((a, b) => a - b)
    const place = {x: this.#chart.plotLeft, y: from, width: this.#chart.plotWidth, height: to - from}
    return to > from ? [svg('rect', {...place, class: 'limit-band', 'data-severity': severity})] : []
  }

  #lineOf({severity, value}: DrawnLimit): Element {
    const d = `M${this.#chart.plotLeft} ${this.#y(value)}h${this.#chart.plotWidth}`
    return svg('path', {d, class: 'limit-line', 'data-severity': severity})
  }

  #wordsOf({severity, side, value, text}: DrawnLimit): Element {
    return this.#textAt(this.#baselineOf(this.#y(value), side), text, severity)
  }

  /** Beyond the line, unless that is out of view or another limit is there. */
  #baselineOf(at: number, side: Side): number {
    const [over, under] = [at - 4, at + LETTER_PX]
    const isTaken = (from: number, to: number) =>
      from < this.#top() ||
      to > this.#bottom() ||
      this.#shown.some(limit => this.#y(limit.value) > from && this.#y(limit.value) < to)
    if (side === 'above') return isTaken(at - LETTER_PX - 4, at) ? under : over
    return isTaken(at, at + LETTER_PX + 4) ? over : under
  }

  #edgeOf(side: Side, limits: readonly DrawnLimit[]): Element[] {
    const isAbove = side === 'above'
    return limits
      .filter(({value}) => (isAbove ? this.#y(value) < this.#top() : this.#y(value) > this.#bottom()))
      .map(({severity, text}, at) => {
        const baseline = isAbove ? this.#top() + LETTER_PX * (at + 1) : this.#bottom() - 4 - LETTER_PX * at
        return this.#textAt(baseline, `${isAbove ? '↑' : '↓'} ${text}`, severity)
      })
  }

  #textAt(baseline: number, text: string, severity: string): Element {
    const place = {x: this.#chart.plotLeft + MARGIN_PX, y: baseline}
    return svg('text', {...place, class: 'limit-text', 'data-severity': severity}, text)
  }
}
