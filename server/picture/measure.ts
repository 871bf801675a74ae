import {fileTypeFromBuffer} from 'file-type'
import {imageSize} from 'image-size'
import {PICTURE_BYTES, PICTURE_PIXELS} from '../../contract/limits'
import type {PictureType} from '../../contract/wire/entities/picture'
import {badRequest, HttpError} from '../http/failures/errors'

export interface Measured {
  contentType: PictureType
  width: number
  height: number
}

/** The types that pictures have by their first bytes. */
const TYPES: Readonly<Record<string, PictureType>> = {
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/webp': 'image/webp',
  'image/gif': 'image/gif',
}

/** Throws 413 for too much of a picture, 415 for what is none, and 400 for one that is broken. */
export async function measurePicture(bytes: Buffer): Promise<Measured> {
  if (bytes.length === 0) throw badRequest('The file is empty.')
  const contentType = await typeOf(bytes)
  const {width, height} = sizeOf(bytes, contentType)
  if (!isWhole(bytes, contentType)) throw broken()
  // A drawing has no pixels, whatever its measure is.
  if (contentType !== 'image/svg+xml' && width * height > PICTURE_PIXELS) throw tooManyPixels(width, height)
  return {contentType, width, height}
}

async function typeOf(bytes: Buffer): Promise<PictureType> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (found === undefined || found.mime === 'application/xml') {
    if (SVG.test(bytes.subarray(0, SVG_HEAD).toString('utf8'))) return 'image/svg+xml'
    throw noPicture()
  }
  const type = TYPES[found.mime]
  if (type === undefined) throw noPicture()
  return type
}

/** The root of an SVG after what XML allows before it. No comment may end in two ways, which would take for ever to try. */
const SVG = /^\uFEFF?\s*(<\?xml[^>]*>\s*)?((<!--((?!-->)[\s\S])*-->|<!DOCTYPE\s[^[>]*(\[[^\]]*\])?\s*>)\s*)*<svg[\s>]/
const SVG_HEAD = 64 * 1024

function sizeOf(bytes: Buffer, type: PictureType): {width: number; height: number} {
  const {width, height, orientation = 1} = found(bytes, type)
  if (!(width > 0 && height > 0)) throw type === 'image/svg+xml' ? sizeless() : broken()
  const [wide, high] = [width, height].map(each => Math.min(Math.ceil(each), LARGEST))
  const size = {width: wide ?? 0, height: high ?? 0}
  return orientation < FIRST_LYING ? size : {width: size.height, height: size.width}
}

/** What a drawing says of its size may be anything. */
const LARGEST = 2 ** 31 - 1

/** The orientations of EXIF from this one on are turned by a quarter. */
const FIRST_LYING = 5

function found(bytes: Buffer, type: PictureType) {
  try {
    return imageSize(type === 'image/svg+xml' ? bytes.subarray(bytes.indexOf('<svg')) : bytes)
  } catch {
    throw type === 'image/svg+xml' ? sizeless() : broken()
  }
}

/** Whether the end is there. */
function isWhole(bytes: Buffer, type: PictureType): boolean {
  switch (type) {
    case 'image/png':
      return bytes.includes('IEND')
    case 'image/jpeg':
      return bytes.lastIndexOf(JPEG_END) > bytes.lastIndexOf(JPEG_SCAN)
    case 'image/webp':
      return bytes.readUInt32LE(4) + 8 <= bytes.length
    case 'image/gif':
      return bytes.findLast(byte => byte !== 0) === GIF_END
    case 'image/svg+xml':
      return /<\/svg\s*>\s*(<!--[\s\S]*-->\s*)?$/.test(bytes.subarray(-SVG_TAIL).toString('utf8'))
    default:
      return type satisfies never
  }
}

/** In the data of a scan these two never stand, as a byte of 0xFF is followed by 0 there. */
const JPEG_SCAN = Buffer.from([0xff, 0xda])
const JPEG_END = Buffer.from([0xff, 0xd9])
const GIF_END = 0x3b
const SVG_TAIL = 4096

const MEBIBYTE = 1024 ** 2
const MEGA = 1_000_000

export const tooLarge = () => new HttpError(413, `A picture has at most ${PICTURE_BYTES / MEBIBYTE} MB.`)

const tooManyPixels = (width: number, height: number) =>
  new HttpError(
    413,
    `A picture has at most ${PICTURE_PIXELS / MEGA} megapixels. This one has ${width} × ${height} pixels.`,
  )

const noPicture = () => new HttpError(415, 'The file is not a picture. PNG, JPEG, WebP, GIF and SVG can be uploaded.')
const broken = () => badRequest('The picture is broken: its file is not complete.')
const sizeless = () => badRequest('The SVG has no size: it needs a width and a height, or a viewBox.')
