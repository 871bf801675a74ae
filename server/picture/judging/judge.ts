import {PICTURE_BYTES, PICTURE_PIXELS} from '../../../contract/limits'
import type {PictureType} from '../../../contract/wire/entities/picture'
import {readRaster} from './formats'
import {empty, tooLarge, tooManyFrames, tooManyPixels} from './refusals'
import {readSvg} from './svg/svg'

/** A picture as it is stored: its bytes reveal nothing of people and places that it doesn't show. */
export interface ExaminedPicture {
  contentType: PictureType
  width: number
  height: number
  bytes: Uint8Array
}

/** Throws 413 for too large a picture, 415 for anything else, and 400 for a broken one. */
export function judgePicture(upload: Uint8Array): ExaminedPicture {
  if (upload.length === 0) throw empty()
  if (upload.length > PICTURE_BYTES) throw tooLarge()
  const raster = readRaster(Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength))
  if (raster === undefined) return {contentType: 'image/svg+xml', ...readSvg(upload)}
  const {contentType, width, height, frames, pixels, bytes} = raster
  if (pixels > PICTURE_PIXELS) throw frames === 1 ? tooManyPixels(width, height) : tooManyFrames(pixels, frames)
  return {contentType, width, height, bytes}
}
