import {type FileHandle, open} from 'node:fs/promises'
import {badRequest} from '../http/failures/errors'
import {noVideoTrack} from './rules'

/** Bytes of a file; fewer than requested at its end. */
type Read = (at: number, length: number) => Promise<Buffer>

/**
 * Throws 400 for a video whose parts don't add up to its file, such as one whose copying was broken off, and 415 for
 * one with tracks of other kinds alone, such as sound. A file that is neither MP4 or QuickTime, nor WebM or Matroska,
 * is taken as it is.
 */
export async function requireComplete(path: string, {contentType, size}: {contentType: string; size: number}) {
  const isComplete = CHECKS[contentType]
  if (isComplete === undefined) return
  const file = await open(path)
  try {
    if (!(await isComplete(windowsOf(file), size))) throw badRequest('The file is not a complete video.')
  } finally {
    await file.close()
  }
}

const CHECKS: Readonly<Record<string, (read: Read, size: number) => Promise<boolean>>> = {
  'video/mp4': hasAllBoxes,
  'video/x-m4v': hasAllBoxes,
  'video/quicktime': hasAllBoxes,
  'video/3gpp': hasAllBoxes,
  'video/3gpp2': hasAllBoxes,
  'video/webm': hasAllElements,
  'video/matroska': hasAllElements,
}

/** No video has more; only a file that is made to keep us busy. */
const MAX_PARTS = 1_000_000
const WINDOW_BYTES = 64 * 1024

/** Reads a whole window around the requested bytes, since parts may be small. */
function windowsOf(file: FileHandle): Read {
  let window = Buffer.alloc(0)
  let start = 0
  return async (at, length) => {
    if (at < start || at + length > start + window.length) {
      const {buffer, bytesRead} = await file.read(Buffer.allocUnsafe(WINDOW_BYTES), 0, WINDOW_BYTES, at)
      window = buffer.subarray(0, bytesRead)
      start = at
    }
    return window.subarray(at - start, at - start + length)
  }
}

/** The largest head: a length of 32 bits, a type, and a length of 64 bits where the first one is 1. */
const BOX_HEAD_BYTES = 16
const BOX_TYPE = /^[ -~\xa9]{4}$/

/** Players pass over bytes behind the last box, as long as they are no box. */
async function hasAllBoxes(read: Read, size: number): Promise<boolean> {
  const found = new Set<string>()
  const handlers: string[] = []
  let at = 0
  for (let count = 0; at < size && count < MAX_PARTS; count++) {
    const head = await read(at, BOX_HEAD_BYTES)
    const type = head.toString('latin1', 4, 8)
    if (!BOX_TYPE.test(type)) break
    const length = boxLength(head, size - at)
    if (length === null || at + length > size) return false
    found.add(type)
    if (type === 'moov') handlers.push(...(await handlersIn(read, at + 8, at + length)))
    at += length
  }
  if (handlers.length > 0 && !handlers.includes('vide')) throw noVideoTrack()
  return found.has('moov') && found.has('mdat')
}

/** The kinds of the tracks in an index, such as `vide` and `soun`. The parts of a track are read box by box. */
async function handlersIn(read: Read, start: number, end: number): Promise<string[]> {
  const handlers: string[] = []
  let at = start
  for (let count = 0; at < end && count < MAX_PARTS; count++) {
    const head = await read(at, BOX_HEAD_BYTES + 4)
    const type = head.toString('latin1', 4, 8)
    const length = head.length < 8 ? null : boxLength(head.subarray(0, BOX_HEAD_BYTES), end - at)
    if (length === null) break
    if (type === 'hdlr') handlers.push(head.toString('latin1', 16, 20))
    at += type === 'trak' || type === 'mdia' ? 8 : length
  }
  return handlers
}

/** `left` is the rest of the file from the box on; a box without a length has all of it. */
function boxLength(head: Buffer, left: number): number | null {
  const length = head.readUInt32BE(0)
  if (length === 0) return left
  if (length >= 8) return length
  return length === 1 && head.length === BOX_HEAD_BYTES ? Number(head.readBigUInt64BE(8)) : null
}

/** An id of 4 bytes and a length of 8 bytes. */
const ELEMENT_HEAD_BYTES = 12
const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_TYPE = 0x83
const VIDEO_TRACK = 1

/** The segment, its tracks, and a cluster that doesn't say how long it is, are read element by element. */
async function hasAllElements(read: Read, size: number): Promise<boolean> {
  let end = size
  let at = 0
  let hasCluster = false
  const trackTypes: (number | undefined)[] = []
  for (let count = 0; at < end && count < MAX_PARTS; count++) {
    const element = elementFrom(await read(at, ELEMENT_HEAD_BYTES))
    if (element === null) return false
    at += element.headBytes
    hasCluster ||= element.id === CLUSTER
    if (element.id === TRACK_TYPE) trackTypes.push((await read(at, 1))[0])
    if (element.id === SEGMENT) end = at + (element.length ?? size - at)
    else if (element.id !== TRACKS && element.id !== TRACK_ENTRY) at += element.length ?? 0
    if (Math.max(at, end) > size) return false
  }
  if (trackTypes.length > 0 && !trackTypes.includes(VIDEO_TRACK)) throw noVideoTrack()
  return hasCluster
}

interface Element {
  id: number
  headBytes: number
  /** Null when it is not said. */
  length: number | null
}

function elementFrom(head: Buffer): Element | null {
  const idBytes = vintBytes(head[0])
  const lengthBytes = vintBytes(head[idBytes])
  const headBytes = idBytes + lengthBytes
  if (idBytes > 4 || lengthBytes > 8 || headBytes > head.length) return null
  const [first = 0, ...rest] = head.subarray(idBytes, headBytes)
  const length = rest.reduce((value, byte) => value * 256 + byte, first & (0xff >> lengthBytes))
  const isUnsaid = length === 2 ** (7 * lengthBytes) - 1
  return {id: head.readUIntBE(0, idBytes), headBytes, length: isUnsaid ? null : length}
}

/** The number of bytes of a number, by the leading zeros of its first byte. */
const vintBytes = (first = 0) => Math.clz32(first) - 23
