import {crc32, deflateSync} from 'node:zlib'

/** Small pictures of any size, whole as far as their files go. */

export const PLAN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><rect width="30" height="20" fill="#ccc"/></svg>'

const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Black and white, a bit for each pixel. */
export function png(width: number, height: number): Buffer {
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height, 0xaa)
  for (let row = 0; row < height; row++) rows[row * (1 + Math.ceil(width / 8))] = 0
  const head = Buffer.concat([uint32(width), uint32(height), Buffer.from([1, 0, 0, 0, 0])])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function jpeg(width: number, height: number): Buffer {
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  return Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0],
    ...[0xff, 0xc0, 0, 11, 8, ...size, 1, 1, 0x11, 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x55, 0x55],
    ...[0xff, 0xd9],
  ])
}

export const gif = (width: number, height: number): Buffer =>
  Buffer.from([...Buffer.from('GIF89a'), width & 255, width >> 8, height & 255, height >> 8, 0, 0, 0, 0x2c, 0, 0x3b])

/** In the extended form, which has its size in front. */
export function webp(width: number, height: number): Buffer {
  const [w, h] = [width - 1, height - 1]
  const body = Buffer.from([
    ...Buffer.from('WEBPVP8X'),
    ...[10, 0, 0, 0, 0, 0, 0, 0, w & 255, w >> 8, 0, h & 255, h >> 8, 0, ...Buffer.alloc(8)],
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), length, body])
}
