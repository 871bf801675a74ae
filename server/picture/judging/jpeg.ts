import {exifOf, type Orientation, orientationOf, turned, UPRIGHT} from './exif'
import {areaOf, type Raster, type Size, spanOf, Walk} from './raster'
import {broken, tooManyScans} from './refusals'

const MARK = 0xff
const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
const COMMENT = 0xfe

const EXIF = Buffer.from('Exif\0\0', 'latin1')
const JFIF = Buffer.from('JFIF\0', 'latin1')
const PROFILE = Buffer.from('ICC_PROFILE\0', 'latin1')

/** Browsers draw a picture of many scans as often. Encoders make about ten. */
const MAX_SCANS = 100

/** Leaves out comments, bytes after the end, and the segments of applications, except those that define colours. */
export function readJpeg(bytes: Buffer): Raster {
  const walk = new Walk(bytes)
  walk.take(2)
  const start = Buffer.from([MARK, START])
  const parts: Buffer[] = []
  let size: Size = {width: 0, height: 0}
  let orientation: Orientation | undefined
  let scans = 0
  for (let kind = nextMark(walk); kind !== END; kind = nextMark(walk)) {
    const from = walk.at - 2
    if (isBare(kind)) continue
    const length = walk.take(2).readUInt16BE()
    if (length < 2) throw broken()
    const body = walk.take(length - 2)
    if (kind === APP1 && begins(body, EXIF)) orientation ??= orientationOf(body.subarray(EXIF.length))
    if (isSize(kind)) size = spanOf(size, sizeIn(body))
    if (kind === SCAN) {
      if (++scans > MAX_SCANS) throw tooManyScans(MAX_SCANS)
      passScan(walk)
    }
    if (isRetained(kind, body)) parts.push(walk.since(from))
  }
  if (scans === 0 || areaOf(size) === 0) throw broken()
  const upright = orientation ?? UPRIGHT
  return {
    ...turned(size, upright),
    frames: 1,
    pixels: areaOf(size),
    bytes: Buffer.concat([start, ...segmentOf(upright), ...parts, Buffer.from([MARK, END])]),
  }
}

/** Marks may have any number of bytes of 0xFF before them, and decoders pass over bytes between two segments. */
function nextMark(walk: Walk): number {
  while (walk.byte() !== MARK);
  let kind = walk.byte()
  while (kind === MARK) kind = walk.byte()
  return kind
}

/** A byte of 0xFF in the data of a scan is followed by 0, or by a mark that starts the decoder over. */
function passScan(walk: Walk) {
  for (;;) {
    const at = walk.bytes.indexOf(MARK, walk.at)
    const next = walk.bytes[at + 1]
    if (at < 0 || next === undefined) throw broken()
    walk.at = at
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return
    walk.at += 2
  }
}

const isBare = (kind: number) => kind === 0x01 || (kind >= 0xd0 && kind <= START)
const isSize = (kind: number) => kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc

function isRetained(kind: number, body: Buffer): boolean {
  if (kind === COMMENT) return false
  if (kind < APP0 || kind > APP15) return true
  return kind === APP14 || (kind === APP0 && begins(body, JFIF)) || (kind === APP2 && begins(body, PROFILE))
}

function sizeIn(body: Buffer): Size {
  if (body.length < 5) throw broken()
  return {height: body.readUInt16BE(1), width: body.readUInt16BE(3)}
}

function segmentOf(orientation: Orientation): Buffer[] {
  if (orientation === UPRIGHT) return []
  const body = Buffer.concat([EXIF, exifOf(orientation)])
  return [Buffer.from([MARK, APP1, 0, body.length + 2]), body]
}

const begins = (body: Buffer, text: Buffer) => body.subarray(0, text.length).equals(text)
