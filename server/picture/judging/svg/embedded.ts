import {readRaster} from '../formats'
import {svgHoldsOther} from '../refusals'

/** The pixels of a picture within a drawing, in all its frames. 0 for a font. Throws 400 for anything else. */
export function pixelsOf(embedded: string): number {
  const comma = embedded.indexOf(',')
  const type = embedded.slice('data:'.length, Math.max(0, comma)).toLowerCase()
  const raster = type.endsWith(';base64') ? readRaster(Buffer.from(embedded.slice(comma + 1), 'base64')) : undefined
  if (raster !== undefined) return raster.pixels
  if (FONT.test(type)) return 0
  throw svgHoldsOther()
}

const FONT = /^(font\/|application\/(x-)?font|application\/vnd\.ms-fontobject|application\/octet-stream)/

/** The addresses of what an attribute or a style holds itself. */
export function embeddedIn(text: string): string[] {
  if (/^\s*data:/i.test(text)) return [text.replaceAll(/\s/g, '')]
  return [...text.matchAll(EMBEDDED)].map(([uri]) => uri.replaceAll(/\s/g, ''))
}
const EMBEDDED = /(?<=[\s,"'(=])data:\w[^"')]*/gi

const PICTURE = /(data:image\/(?:png|jpe?g|webp|gif);base64,)([^"'<>)]*)/g
/** The ends of lines as some programs write them. */
const LINE_ENDS = /&#(?:10|13|xa|xd);/gi

/** Pictures within the drawing lose the metadata that they would lose by themselves. */
export const withoutEmbeddedMetadata = (svg: string): string =>
  svg.replaceAll(PICTURE, (whole, type: string, base64: string) => {
    const bytes = Buffer.from(base64.replaceAll(LINE_ENDS, ''), 'base64')
    const stored = readRaster(bytes)?.bytes
    return stored === undefined || stored.length === bytes.length ? whole : type + stored.toString('base64')
  })
