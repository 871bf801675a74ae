import {SVG_BYTES, SVG_SIDE} from '../../../../contract/limits'
import {noPicture, sizeless, svgTooLarge, svgTooWide} from '../refusals'
import {requireCheap} from './cost'
import {withoutEmbeddedMetadata} from './embedded'
import {readTree} from './read'

/** Throws what `judgePicture` throws. */
export function readSvg(upload: Uint8Array): {width: number; height: number; bytes: Uint8Array} {
  const text = textOf(upload)
  if (upload.length > SVG_BYTES) throw svgTooLarge()
  const cleaned = withoutEmbeddedMetadata(text)
  const tree = readTree(cleaned)
  const size = sizeOf(tree.attributes)
  requireCheap(tree)
  return {...size, bytes: cleaned === text ? upload : Buffer.from(cleaned)}
}

/** Encodings that `read.ts` doesn't know begin otherwise. */
function textOf(upload: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(upload)
  if (!text.trimStart().startsWith('<')) throw noPicture()
  return text
}

/** The pixels of a unit. Others, as percents, mean nothing without a page. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  em: 16,
  ex: 8,
}
const LENGTH = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/i

/** The size in whole pixels. Throws 400 without a size and 413 for too large a one. */
function sizeOf(attributes: ReadonlyMap<string, string>): {width: number; height: number} {
  const [width, height] = [lengthOf(attributes.get('width')), lengthOf(attributes.get('height'))]
  const [, , wide = 0, high = 0] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/, 4)
    .map(Number)
  const ratio = wide > 0 && high > 0 ? wide / high : undefined
  const size = [
    width ?? (ratio && height !== undefined ? height * ratio : wide),
    height ?? (ratio && width !== undefined ? width / ratio : high),
  ]
  if (!size.every(side => side > 0)) throw sizeless()
  if (!size.every(side => side <= SVG_SIDE)) throw svgTooWide()
  const [shownWidth = 0, shownHeight = 0] = size.map(side => Math.max(1, Math.round(side)))
  return {width: shownWidth, height: shownHeight}
}

function lengthOf(text: string | undefined): number | undefined {
  const [, number, unit = ''] = LENGTH.exec(text?.trim() ?? '') ?? []
  const pixels = UNITS[unit.toLowerCase()]
  return number === undefined || pixels === undefined ? undefined : Number(number) * pixels
}
