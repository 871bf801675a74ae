import {crc32, deflateSync} from 'node:zlib'

/** Small pictures of any size, whole as far as their files go, and parts that tell of people and places. */

export const PLAN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><rect width="30" height="20" fill="#ccc"/></svg>'

/** The place in a camera's metadata, which no stored picture may contain. */
export const PLACE = 'GPS 48.2082 N'

/** A block of EXIF with an orientation and the place. */
export function exif(orientation: number): Buffer {
  const head = Buffer.alloc(26)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(1, 8)
  head.writeUInt16LE(0x0112, 10)
  head.writeUInt16LE(3, 12)
  head.writeUInt32LE(1, 14)
  head.writeUInt16LE(orientation, 18)
  return Buffer.concat([head, Buffer.from(PLACE)])
}

export const pngChunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Black and white, a bit for each pixel. `more` follows the head. */
export function png(width: number, height: number, ...more: Buffer[]): Buffer {
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height, 0xaa)
  for (let row = 0; row < height; row++) rows[row * (1 + Math.ceil(width / 8))] = 0
  const head = Buffer.concat([uint32(width), uint32(height), Buffer.from([1, 0, 0, 0, 0])])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    ...more,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The head of a frame of an animated PNG. */
export function frameOf(width: number, height: number): Buffer {
  return pngChunk('fcTL', Buffer.concat([uint32(0), uint32(width), uint32(height), Buffer.alloc(14)]))
}

export const jpegSegment = (mark: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, mark, (data.length + 2) >> 8, (data.length + 2) & 255]), data])

export const exifSegment = (orientation: number) =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif(orientation)]))

/** `more` follows the head. */
export function jpeg(width: number, height: number, ...more: Buffer[]): Buffer {
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...more,
    Buffer.from([
      ...[0xff, 0xc0, 0, 11, 8, ...size, 1, 1, 0x11, 0],
      ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x55, 0x55],
      ...[0xff, 0xd9],
    ]),
  ])
}

const uint16 = (...values: number[]) => values.flatMap(value => [value & 255, value >> 8])

export const gifFrame = (width: number, height: number) =>
  Buffer.from([0x2c, ...uint16(0, 0, width, height), 0, 2, 2, 0x4c, 1, 0])

/** A picture of one frame of its size, unless there are others. */
export function gif(width: number, height: number, ...parts: Buffer[]): Buffer {
  return Buffer.concat([
    Buffer.from([...Buffer.from('GIF89a'), ...uint16(width, height), 0, 0, 0]),
    ...(parts.length > 0 ? parts : [gifFrame(width, height)]),
    Buffer.from([0x3b]),
  ])
}

const uint24 = (value: number) => [value & 255, (value >> 8) & 255, value >> 16]

export function webpChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(name), length, data, Buffer.alloc(data.length % 2)])
}

/** A lossless chunk. Only the head is checked. */
export function losslessChunk(width: number, height: number): Buffer {
  const data = Buffer.alloc(6)
  data.writeUInt8(0x2f)
  data.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, 1)
  return webpChunk('VP8L', data)
}

export const webpFrame = (width: number, height: number) =>
  webpChunk(
    'ANMF',
    Buffer.concat([
      Buffer.from([...uint24(0), ...uint24(0), ...uint24(width - 1), ...uint24(height - 1), ...uint24(1), 0]),
      losslessChunk(width, height),
    ]),
  )

/** In the extended form, which has its size in front. A picture of its size unless there are other parts. */
export function webp(width: number, height: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    webpChunk('VP8X', Buffer.from([0x0c, 0, 0, 0, ...uint24(width - 1), ...uint24(height - 1)])),
    ...(parts.length > 0 ? parts : [losslessChunk(width, height)]),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), length, body])
}
