import type {ChartPicture} from '../../../../machines/telemetry/chartShare'
import {svg} from './drawing/svg'

const PADDING = 16
const TITLE_HEIGHT = 60
const LEGEND_HEIGHT = 32

export interface Caption {
  name: string
  title: string
  /** The range and its zone. */
  subtitle: string
  legend: readonly {text: string; color: string}[]
}

/**
 * Copies a drawing with its present colours and fonts, because a picture has no style sheets, and adds what the page
 * says around it.
 */
export function pictureOf(drawing: SVGSVGElement, surface: Element, caption: Caption): ChartPicture {
  const {width: inner, height: drawn} = drawing.viewBox.baseVal
  const [width, height] = [inner + 2 * PADDING, drawn + TITLE_HEIGHT + LEGEND_HEIGHT]
  const {backgroundColor, color, fontFamily} = getComputedStyle(surface)
  const picture = svg('svg', {width, height, viewBox: `0 0 ${width} ${height}`})
  const text = {'font-family': fontFamily, fill: color}
  const place = {x: PADDING, 'font-size': 16, 'font-weight': 600, ...text}
  const copy = styledCopy(drawing)
  copy.setAttribute('x', String(PADDING))
  copy.setAttribute('y', String(TITLE_HEIGHT))
  picture.append(
    svg('rect', {width, height, fill: backgroundColor}),
    svg('text', {...place, y: 26}, caption.title),
    svg('text', {...place, y: 46, 'font-size': 12, 'font-weight': 400}, caption.subtitle),
    copy,
    ...legendOf(caption.legend, surface, {y: height - 12, 'font-size': 12, ...text}),
  )
  return {name: caption.name, svg: new XMLSerializer().serializeToString(picture), width, height}
}

const LETTER_PX = 7

function legendOf(
  legend: Caption['legend'],
  surface: Element,
  text: Record<'y', number> & Record<string, string | number>,
): Element[] {
  let x = PADDING
  return legend.flatMap(entry => {
    const at = x
    x += 36 + entry.text.length * LETTER_PX
    const mark = svg('rect', {x: at, y: text.y - 9, width: 10, height: 10, rx: 2, fill: resolved(entry.color, surface)})
    return [mark, svg('text', {...text, x: at + 16}, entry.text)]
  })
}

/** The colour that a style sheet gives to an expression such as `var(--data-1)`. */
function resolved(color: string, surface: Element): string {
  const probe = surface.appendChild(document.createElement('i'))
  probe.style.color = color
  const found = getComputedStyle(probe).color
  probe.remove()
  return found
}

const STYLES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'opacity', 'visibility'],
  ...['font-family', 'font-size', 'font-weight', 'font-variant-numeric', 'text-anchor', 'display', 'paint-order'],
]

function styledCopy(drawing: SVGSVGElement): SVGSVGElement {
  const copy = document.importNode(drawing, true)
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [at, original] of [drawing, ...drawing.querySelectorAll('*')].entries()) {
    const styles = getComputedStyle(original)
    const target = copies[at]
    target?.removeAttribute('class')
    target?.setAttribute('style', STYLES.map(name => `${name}:${styles.getPropertyValue(name)}`).join(';'))
  }
  return copy
}
