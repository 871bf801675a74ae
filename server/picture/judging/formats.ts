import type {PictureType} from '../../../contract/wire/entities/picture'
import {readGif} from './gif'
import {readJpeg} from './jpeg'
import {readPng} from './png'
import type {Raster} from './raster'
import {readWebp} from './webp'

interface Format {
  contentType: PictureType
  begins(bytes: Buffer): boolean
  read(bytes: Buffer): Raster
}

const PNG = Buffer.from([0x89, ...Buffer.from('PNG\r\n'), 0x1a, ...Buffer.from('\n')])

const FORMATS: readonly Format[] = [
  {contentType: 'image/png', begins: bytes => has(bytes, 0, PNG), read: readPng},
  {contentType: 'image/jpeg', begins: bytes => has(bytes, 0, Buffer.from([0xff, 0xd8, 0xff])), read: readJpeg},
  {contentType: 'image/gif', begins: bytes => has(bytes, 0, Buffer.from('GIF8')), read: readGif},
  {
    contentType: 'image/webp',
    begins: bytes => has(bytes, 0, Buffer.from('RIFF')) && has(bytes, 8, Buffer.from('WEBP')),
    read: readWebp,
  },
]

/** Undefined for anything but a picture of pixels by its first bytes. Throws 400 when it is broken. */
export function readRaster(bytes: Buffer): (Raster & {contentType: PictureType}) | undefined {
  const format = FORMATS.find(({begins}) => begins(bytes))
  return format && {contentType: format.contentType, ...format.read(bytes)}
}

const has = (bytes: Buffer, at: number, part: Buffer) => bytes.subarray(at, at + part.length).equals(part)
