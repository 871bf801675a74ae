import type {Chart} from 'highcharts'
import {svg} from './svg'

/** The patterns of ChartCanvas.module.css: nothing is known, a value that may still change, and maintenance. */
export const HATCHES = {unknown: 'hatch-unknown', running: 'hatch-running', maintenance: 'hatch-maintenance'} as const

export const hatched = (hatch: keyof typeof HATCHES): string => `url(#${HATCHES[hatch]})`

/** Puts the patterns into the drawing, so that a picture of it has them as well. */
export function addHatches(chart: Chart): void {
  const definitions = svg('defs', {})
  definitions.append(...Object.values(HATCHES).map(patternOf))
  chart.renderer.box.prepend(definitions)
}

function patternOf(id: string): Element {
  const pattern = svg('pattern', {id, width: 8, height: 8, patternUnits: 'userSpaceOnUse'})
  pattern.append(svg('path', {d: 'M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6'}))
  return pattern
}
