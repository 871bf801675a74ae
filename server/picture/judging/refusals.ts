import {PICTURE_BYTES, PICTURE_PIXELS, SVG_BYTES, SVG_SIDE} from '../../../contract/limits'
import {badRequest, contentTooLarge, HttpError} from '../../http/failures/errors'

const MEBIBYTE = 1024 ** 2
const MEGA = 1_000_000

export const tooLarge = () => contentTooLarge(`A picture has at most ${PICTURE_BYTES / MEBIBYTE} MB.`)
export const empty = () => badRequest('The file is empty.')
export const noPicture = () =>
  new HttpError(415, 'The file is not a picture. PNG, JPEG, WebP, GIF and SVG can be uploaded.')
export const broken = () => badRequest('The picture is broken: its file is not complete.')

export const tooManyPixels = (width: number, height: number) =>
  contentTooLarge(
    `A picture has at most ${PICTURE_PIXELS / MEGA} megapixels. This one has ${width} × ${height} pixels.`,
  )
export const tooManyFrames = (pixels: number, frames: number) =>
  contentTooLarge(
    `A picture has at most ${PICTURE_PIXELS / MEGA} megapixels in all frames. This one has ${Math.ceil(pixels / MEGA)} megapixels in ${frames} frames.`,
  )
export const tooManyScans = (most: number) => contentTooLarge(`A JPEG has at most ${most} scans.`)

export const svgTooLarge = () => contentTooLarge(`An SVG has at most ${SVG_BYTES / MEBIBYTE} MB.`)
export const svgTooWide = () => contentTooLarge(`An SVG is at most ${SVG_SIDE} wide and high.`)
export const svgTooDeep = (most: number) => contentTooLarge(`An SVG is nested at most ${most} levels deep.`)
export const svgHasTooManyAttributes = (most: number) =>
  contentTooLarge(`An element of an SVG has at most ${most} attributes.`)
export const svgTooCostly = (most: number) =>
  contentTooLarge(
    `The SVG takes too long to draw. It may count as ${most} elements, with those that it repeats; masks and filters count more.`,
  )
export const svgMovesTooMuch = (most: number) =>
  contentTooLarge(`The SVG moves and takes too long to draw. What moves may count as ${most} elements.`)
export const svgHoldsTooManyPixels = () =>
  contentTooLarge(`The pictures in an SVG have at most ${PICTURE_PIXELS / MEGA} megapixels together.`)
export const svgRefersToItself = () => badRequest('The SVG refers to itself.')
export const svgHoldsOther = () => badRequest('The SVG holds something that is neither a picture nor a font.')
export const svgDeclares = () => badRequest('The SVG declares something that is no short text.')
export const notWellFormed = () => badRequest('The SVG is not well-formed XML.')
export const sizeless = () => badRequest('The SVG has no size: it needs a width and a height, or a viewBox.')
