import {crc32} from 'node:zlib'
import {exifOf, type Orientation, orientationOf, turned, UPRIGHT} from './exif'
import {areaOf, type Raster, type Size, spanOf, Walk} from './raster'
import {broken} from './refusals'

const SIGNATURE_BYTES = 8
const NO_SIZE: Size = {width: 0, height: 0}

/** The chunks for a decoder, for colours, for the density, and for the frames of an animation. */
const RETAINED = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'acTL', 'fcTL', 'fdAT'],
  ...['cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'bKGD', 'pHYs', 'hIST', 'sPLT'],
])

/** Leaves out texts, times, EXIF but for the orientation, what no standard names, and what follows the end. */
export function readPng(bytes: Buffer): Raster {
  const walk = new Walk(bytes)
  const signature = walk.take(SIGNATURE_BYTES)
  const parts: Buffer[] = []
  let head: Buffer | undefined
  let largest = NO_SIZE
  let orientation: Orientation = UPRIGHT
  let frames = 0
  let hasData = false
  for (let kind = ''; kind !== 'IEND'; ) {
    const from = walk.at
    const length = walk.take(4).readUInt32BE()
    kind = walk.take(4).toString('latin1')
    const body = walk.take(length)
    walk.take(4)
    if ((head === undefined) !== (kind === 'IHDR')) throw broken()
    if (kind === 'IHDR') {
      head = walk.since(from)
      largest = sizeIn(body, 0)
    } else if (RETAINED.has(kind)) parts.push(walk.since(from))
    // Browsers look at it before the first data alone.
    if (kind === 'eXIf' && !hasData) orientation = orientationOf(body)
    if (kind === 'IDAT') hasData = true
    if (kind !== 'fcTL') continue
    frames++
    largest = spanOf(largest, sizeIn(body, 4))
  }
  if (head === undefined || !hasData) throw broken()
  const size = sizeIn(head, 8)
  if (areaOf(size) === 0) throw broken()
  return {
    ...turned(size, orientation),
    frames: Math.max(1, frames),
    pixels: areaOf(largest) * Math.max(1, frames),
    bytes: Buffer.concat([signature, head, ...chunkOf(orientation), ...parts]),
  }
}

function sizeIn(bytes: Buffer, at: number): Size {
  if (bytes.length < at + 8) throw broken()
  return {width: bytes.readUInt32BE(at), height: bytes.readUInt32BE(at + 4)}
}

function chunkOf(orientation: Orientation): Buffer[] {
  if (orientation === UPRIGHT) return []
  const body = Buffer.concat([Buffer.from('eXIf', 'latin1'), exifOf(orientation)])
  return [uint32(body.length - 4), body, uint32(crc32(body))]
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
