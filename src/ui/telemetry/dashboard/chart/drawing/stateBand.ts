import type {Axis, Chart} from 'highcharts'
import type {StateRegion} from '../../../../../domain/telemetry/series/states'
import {hatched} from './hatch'
import {Highcharts} from './highcharts'

export interface StateBand {
  /**
   * Draws the regions with the next redraw of the chart. The place among the names decides on the colour. Returns
   * whether any region is another one.
   */
  show(regions: readonly StateRegion[], names: readonly string[]): boolean
  /** The regions in view. */
  inView(): StateRegion[]
}

const SVG = 'http://www.w3.org/2000/svg'
const MARGIN_PX = 24
const TEXT_MARGIN_PX = 6

/** Draws texts as a band of colours. Highcharts has the axes and the zoom; the band follows each of its redraws. */
export function stateBandOn(chart: Chart, axis: Axis, readout: (region: StateRegion) => readonly string[]): StateBand {
  const group = chart.renderer.g('states').attr({zIndex: 3}).add().element
  const note = chart.container.appendChild(document.createElement('div'))
  note.className = 'state-readout'
  note.hidden = true
  let regions: readonly StateRegion[] = []
  let names: readonly string[] = []
  let visible: StateRegion[] = []
  /** Where the pointer is; null when it is elsewhere. */
  let pointed: {chartX: number; chartY: number} | null = null

  const placeOf = ({start, end}: StateRegion) => {
    const left = Math.max(chart.plotLeft, axis.toPixels(start, false))
    const right = Math.min(chart.plotLeft + chart.plotWidth, axis.toPixels(end, false))
    return {x: left, width: right - left}
  }
  const draw = () => {
    if (regions.length === 0 && visible.length === 0) return
    visible = regions.filter(region => placeOf(region).width > 0)
    group.replaceChildren(...visible.flatMap(drawn))
    readOut()
  }
  const drawn = (region: StateRegion): Element[] => {
    const {x, width} = placeOf(region)
    const [y, height] = [chart.plotTop + MARGIN_PX, Math.max(0, chart.plotHeight - 2 * MARGIN_PX)]
    if (region.text === null)
      return [svg('rect', {x, y, width, height, fill: hatched('unknown'), class: 'state-unknown'})]
    const style = `--state: ${stateColour(names.indexOf(region.text))}`
    // A state of a moment would be narrower than a pixel.
    const seen = Math.max(1, width)
    const rect = svg('rect', {x, y, width: seen, height, class: 'state-region', style})
    const edge = svg('rect', {x, y, width: seen, height: 4, class: 'state-edge', style})
    if (widthOf(region.text) + 2 * TEXT_MARGIN_PX > width) return [rect, edge]
    const label = svg('text', {x: x + TEXT_MARGIN_PX, y: y + height / 2 + 4, class: 'state-text'})
    label.textContent = region.text
    return [rect, edge, label]
  }

  const pointedRegion = (): StateRegion | undefined => {
    if (pointed === null) return undefined
    const {chartX, chartY} = pointed
    if (!chart.isInsidePlot(chartX - chart.plotLeft, chartY - chart.plotTop)) return undefined
    const at = axis.toValue(chartX)
    return visible.find(({start, end}) => at >= start && at <= end)
  }
  const readOut = () => {
    const region = pointedRegion()
    note.hidden = region === undefined
    if (region === undefined || pointed === null) return
    note.replaceChildren(...readout(region).map(lineOf))
    const share = (pointed.chartX - chart.plotLeft) / chart.plotWidth
    note.style.left = `${pointed.chartX}px`
    note.style.top = `${chart.plotTop + MARGIN_PX + 12}px`
    note.style.translate = `${-100 * share}% 0`
  }
  const point = (event: PointerEvent) => {
    const {chartX, chartY} = chart.pointer.normalize(event)
    pointed = {chartX, chartY}
    readOut()
  }
  chart.container.addEventListener('pointermove', point)
  chart.container.addEventListener('pointerdown', point)
  chart.container.addEventListener('pointerleave', () => {
    pointed = null
    readOut()
  })

  Highcharts.addEvent(chart, 'render', draw)
  return {
    show(next, nextNames) {
      if (regions.length === next.length && next.every((region, at) => isSame(region, regions[at]))) return false
      regions = next
      names = nextNames
      return true
    },
    inView: () => visible,
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

function svg(name: 'rect' | 'text', attributes: Record<string, string | number>): Element {
  const element = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  return element
}

/** A guess on the wide side, because measuring each of a thousand texts would take longer than drawing them. */
const widthOf = (text: string): number => [...text].reduce((width, letter) => width + (letter < '\u0250' ? 7.5 : 14), 0)
