import type {Chart} from 'highcharts'

const SVG = 'http://www.w3.org/2000/svg'

/** The patterns of Chart.module.css: nothing is known, and a value that may still change. */
export const HATCHES = {unknown: 'hatch-unknown', running: 'hatch-running'} as const

export const hatched = (hatch: keyof typeof HATCHES): string => `url(#${HATCHES[hatch]})`

/** Puts the patterns into the drawing, so that a picture of it has them as well. */
export function addHatches(chart: Chart): void {
  const definitions = document.createElementNS(SVG, 'defs')
  definitions.append(...Object.values(HATCHES).map(patternOf))
  chart.renderer.box.prepend(definitions)
}

function patternOf(id: string): Element {
  const pattern = document.createElementNS(SVG, 'pattern')
  const line = document.createElementNS(SVG, 'path')
  line.setAttribute('d', 'M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6')
  pattern.append(line)
  for (const [name, value] of Object.entries({id, width: '8', height: '8', patternUnits: 'userSpaceOnUse'}))
    pattern.setAttribute(name, value)
  return pattern
}
