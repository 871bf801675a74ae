import {areaOf, type Raster, type Size, spanOf, Walk} from './raster'
import {broken} from './refusals'

const HEAD_BYTES = 12
const NO_SIZE: Size = {width: 0, height: 0}
const RETAINED = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const RETAINED_IN_FRAME = new Set(['VP8 ', 'VP8L', 'ALPH'])
/** The flags of VP8X for EXIF and XMP. */
const METADATA = 0x08 | 0x04
const FRAME_HEAD_BYTES = 16

interface Found {
  size: Size
  largest: Size
  frames: number
  parts: Buffer[]
}

/** Leaves out EXIF, which browsers don't turn a WebP by, XMP, what no standard names, and what follows the end. */
export function readWebp(bytes: Buffer): Raster {
  const head = new Walk(bytes).take(HEAD_BYTES)
  const length = head.readUInt32LE(4) + 8
  if (length > bytes.length) throw broken()
  const {size, largest, frames, parts} = chunksIn(new Walk(bytes.subarray(HEAD_BYTES, length)), RETAINED)
  if (areaOf(size) === 0 || frames === 0) throw broken()
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts])
  return {
    ...size,
    frames,
    pixels: areaOf(largest) * frames,
    bytes: Buffer.concat([Buffer.from('RIFF', 'latin1'), uint32(body.length), body]),
  }
}

function chunksIn(walk: Walk, retained: ReadonlySet<string>): Found {
  const found: Found = {size: NO_SIZE, largest: NO_SIZE, frames: 0, parts: []}
  while (!walk.isAtEnd) {
    const from = walk.at
    const kind = walk.take(4).toString('latin1')
    const body = walk.take(walk.take(4).readUInt32LE())
    // A chunk of an odd length has a byte more, which some writers leave out at the end.
    if (body.length % 2 === 1 && !walk.isAtEnd) walk.take(1)
    if (!retained.has(kind)) continue
    const size = sizeIn(kind, body)
    if (areaOf(found.size) === 0) found.size = size
    found.largest = spanOf(found.largest, size)
    if (isFrame(kind)) found.frames++
    if (kind === 'ANMF') {
      const inside = chunksIn(new Walk(body.subarray(FRAME_HEAD_BYTES)), RETAINED_IN_FRAME)
      found.largest = spanOf(found.largest, inside.largest)
      found.parts.push(chunkOf(kind, [body.subarray(0, FRAME_HEAD_BYTES), ...inside.parts]))
    } else found.parts.push(kind === 'VP8X' ? withoutMetadata(walk.since(from)) : walk.since(from))
  }
  return found
}

const isFrame = (kind: string) => kind === 'ANMF' || kind === 'VP8 ' || kind === 'VP8L'

function sizeIn(kind: string, body: Buffer): Size {
  if (kind === 'VP8X') return {width: uint24(body, 4) + 1, height: uint24(body, 7) + 1}
  if (kind === 'ANMF') return {width: uint24(body, 6) + 1, height: uint24(body, 9) + 1}
  if (kind === 'VP8 ') return {width: uint24(body, 6) & 0x3fff, height: uint24(body, 8) & 0x3fff}
  if (kind !== 'VP8L') return NO_SIZE
  if (body.length < 5) throw broken()
  const bits = body.readUInt32LE(1)
  return {width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1}
}

function withoutMetadata(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk)
  copy.writeUInt8(copy.readUInt8(8) & ~METADATA, 8)
  return copy
}

function chunkOf(kind: string, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(kind, 'latin1'), uint32(body.length), body])
}

function uint24(bytes: Buffer, at: number): number {
  if (bytes.length < at + 3) throw broken()
  return bytes.readUIntLE(at, 3)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
