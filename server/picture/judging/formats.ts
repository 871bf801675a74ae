import type {PictureType} from '../../../contract/wire/entities/picture'
import {readJpeg} from './jpeg'
import {readPng} from './png'
import {areaOf, type Raster, type Size, spanOf, Walk} from './raster'
import {broken} from './refusals'
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

const HEAD_BYTES = 13
const EXTENSION = 0x21
const IMAGE = 0x2c
const END = 0x3b

const CONTROL = 0xf9
const APPLICATION = 0xff
/** The repetitions of an animation, by two names, and the colour profile. */
const RETAINED = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']
const NAME_BYTES = 11

/** Leaves out comments, texts, data of applications, and what follows the end. */
function readGif(bytes: Buffer): Raster {
  const walk = new Walk(bytes)
  const head = walk.take(HEAD_BYTES)
  passColours(walk, head.readUInt8(10))
  const parts = [walk.since(0)]
  const screen: Size = {width: head.readUInt16LE(6), height: head.readUInt16LE(8)}
  let largest = screen
  let frames = 0
  for (let kind = walk.byte(); kind !== END; kind = walk.byte()) {
    const from = walk.at - 1
    if (kind === EXTENSION) {
      const label = walk.byte()
      const named = walk.at + 1
      passBlocks(walk)
      const name = bytes.toString('latin1', named, named + NAME_BYTES)
      if (label === CONTROL || (label === APPLICATION && RETAINED.includes(name))) parts.push(walk.since(from))
    } else if (kind === IMAGE) {
      frames++
      largest = spanOf(largest, passImage(walk))
      parts.push(walk.since(from))
    } else throw broken()
  }
  if (frames === 0 || areaOf(screen) === 0) throw broken()
  return {...screen, frames, pixels: areaOf(largest) * frames, bytes: Buffer.concat([...parts, Buffer.from([END])])}
}

/** The place of its far corner: browsers enlarge the screen for a frame that is larger. */
function passImage(walk: Walk): Size {
  const head = walk.take(9)
  passColours(walk, head.readUInt8(8))
  walk.byte()
  passBlocks(walk)
  const [left, top, width, height] = [0, 2, 4, 6].map(at => head.readUInt16LE(at))
  if (left === undefined || top === undefined || width === undefined || height === undefined) throw broken()
  return {width: left + width, height: top + height}
}

function passColours(walk: Walk, flags: number) {
  if ((flags & 0x80) !== 0) walk.take(3 << ((flags & 7) + 1))
}

function passBlocks(walk: Walk) {
  for (let length = walk.byte(); length > 0; length = walk.byte()) walk.take(length)
}
