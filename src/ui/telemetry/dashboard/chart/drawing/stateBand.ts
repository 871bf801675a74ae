import type {Axis, Chart} from 'highcharts'
import type {StateRegion} from '../../../../../domain/telemetry/series/states'
import {hatched} from './hatch'
import {Highcharts} from './highcharts'
import {svg} from './svg'

const MARGIN_PX = 24
const TEXT_MARGIN_PX = 6

/** Draws texts as a band of colours. Highcharts has the axes and the zoom; the band follows each of its redraws. */
export class StateBand {
  readonly #chart
  readonly #axis
  readonly #readout
  readonly #group
  readonly #note = document.createElement('div')
  #regions: readonly StateRegion[] = []
  #names: readonly string[] = []
  #visible: StateRegion[] = []
  /** The position of the pointer; null when it is elsewhere. */
  #pointed: {chartX: number; chartY: number} | null = null

  constructor(chart: Chart, axis: Axis, readout: (region: StateRegion) => readonly string[]) {
    this.#chart = chart
    this.#axis = axis
    this.#readout = readout
    this.#group = chart.renderer.g('states').attr({zIndex: 3}).add().element
    this.#note.className = 'state-readout'
    this.#note.hidden = true
    chart.container.append(this.#note)
    const point = (event: PointerEvent) => this.#point(chart.pointer.normalize(event))
    chart.container.addEventListener('pointermove', point)
    chart.container.addEventListener('pointerdown', point)
    chart.container.addEventListener('pointerleave', () => this.#point(null))
    Highcharts.addEvent(chart, 'render', () => this.#draw())
  }

  /**
   * Draws the regions with the next redraw of the chart. The place among the names decides on the colour. Returns
   * whether any region is another one.
   */
  show(regions: readonly StateRegion[], names: readonly string[]): boolean {
    const shown = this.#regions
    if (shown.length === regions.length && regions.every((region, at) => isSame(region, shown[at]))) return false
    this.#regions = regions
    this.#names = names
    return true
  }

  /** The regions in view. */
  inView(): StateRegion[] {
    return this.#visible
  }

  #draw() {
    if (this.#regions.length === 0 && this.#visible.length === 0) return
    this.#visible = this.#regions.filter(region => this.#placeOf(region).width > 0)
    this.#group.replaceChildren(...this.#visible.flatMap(region => this.#drawn(region)))
    this.#readOut()
  }

  #placeOf({start, end}: StateRegion): {x: number; width: number} {
    const {plotLeft, plotWidth} = this.#chart
    const left = Math.max(plotLeft, this.#axis.toPixels(start, false))
    const right = Math.min(plotLeft + plotWidth, this.#axis.toPixels(end, false))
    return {x: left, width: right - left}
  }

  #drawn(region: StateRegion): Element[] {
    const {x, width} = this.#placeOf(region)
    const [y, height] = [this.#chart.plotTop + MARGIN_PX, Math.max(0, this.#chart.plotHeight - 2 * MARGIN_PX)]
    if (region.text === null)
      return [svg('rect', {x, y, width, height, fill: hatched('unknown'), class: 'state-unknown'})]
    const style = `--state: ${stateColour(this.#names.indexOf(region.text))}`
    // A state of a moment would be narrower than a pixel.
    const seen = Math.max(1, width)
    const rect = svg('rect', {x, y, width: seen, height, class: 'state-region', style})
    const edge = svg('rect', {x, y, width: seen, height: 4, class: 'state-edge', style})
    if (widthOf(region.text) + 2 * TEXT_MARGIN_PX > width) return [rect, edge]
    return [rect, edge, svg('text', {x: x + TEXT_MARGIN_PX, y: y + height / 2 + 4, class: 'state-text'}, region.text)]
  }

  #point(pointed: {chartX: number; chartY: number} | null) {
    this.#pointed = pointed
    this.#readOut()
  }

  #readOut() {
    const region = this.#pointedRegion()
    this.#note.hidden = region === undefined
    if (region === undefined || this.#pointed === null) return
    const {chartX} = this.#pointed
    const {plotLeft, plotTop, plotWidth} = this.#chart
    const share = (chartX - plotLeft) / plotWidth
    this.#note.replaceChildren(...this.#readout(region).map(lineOf))
    this.#note.style.left = `${chartX}px`
    this.#note.style.top = `${plotTop + MARGIN_PX + 12}px`
    this.#note.style.translate = `${-100 * share}% 0`
  }

  #pointedRegion(): StateRegion | undefined {
    if (this.#pointed === null) return undefined
    const {chartX, chartY} = this.#pointed
    const {plotLeft, plotTop} = this.#chart
    if (!this.#chart.isInsidePlot(chartX - plotLeft, chartY - plotTop)) return undefined
    const at = this.#axis.toValue(chartX)
    return this.#visible.find(({start, end}) => at >= start && at <= end)
  }
}

const isSame = (one: StateRegion, other: StateRegion | undefined): boolean =>
  one.start === other?.start && one.end === other.end && one.text === other.text

const DATA_COLOURS = 8

export const stateColour = (at: number): string => `var(--data-${(at % DATA_COLOURS) + 1})`

const lineOf = (text: string): Element => {
  const line = document.createElement('div')
  line.textContent = text
  return line
}

/** A guess on the wide side, because measuring each of a thousand texts would take longer than drawing them. */
const widthOf = (text: string): number => [...text].reduce((width, letter) => width + (letter < '\u0250' ? 7.5 : 14), 0)
