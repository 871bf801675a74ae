import {sha256} from '@noble/hashes/sha2.js'
import {bytesToHex} from '@noble/hashes/utils.js'
import {PART_BYTES, partAddress} from '../../domain/player/address'
import {FileError} from '../../domain/player/fault'
import type {PlayItem} from '../../domain/player/list'

/**
 * Fetches the parts of a file that are not there yet, and returns the SHA-256 of the whole file in hex. Everything is
 * hashed as it passes, so that a file of any length takes no more memory than a part.
 */
export async function fetchParts(cache: Cache, file: PlayItem, signal: AbortSignal): Promise<string> {
  const hash = sha256.create()
  let index = 0
  for (let stored = await partAt(cache, file, index); stored !== null; stored = await partAt(cache, file, index)) {
    for await (const chunk of chunksOf(stored)) hash.update(chunk)
    index++
  }
  if (index * PART_BYTES < file.size) {
    const part = createPart(bytes => cache.put(partAddress(file.sha256, index++), new Response(bytes)))
    for await (const chunk of chunksOf(await rest(file, index * PART_BYTES, signal))) {
      hash.update(chunk)
      await part.add(chunk)
    }
    await part.end()
  }
  return bytesToHex(hash.digest())
}

async function partAt(cache: Cache, {sha256}: PlayItem, index: number): Promise<Bytes | null> {
  return (await cache.match(partAddress(sha256, index)))?.body ?? null
}

/** The bytes of a file from `start` on. */
async function rest({url, sha256}: PlayItem, start: number, signal: AbortSignal): Promise<Bytes> {
  const range: HeadersInit = start === 0 ? {} : {range: `bytes=${start}-`, 'if-range': `"${sha256}"`}
  // The browser's own cache would keep each file a second time.
  const answer = await fetch(url, {signal, cache: 'no-store', headers: range})
  if (answer.status === 404 || answer.status === 410) throw new FileError('gone')
  // The server has another file now, so nothing fits what is there, as its hash will tell.
  if (start > 0 && (answer.status === 200 || answer.status === 416)) return new Blob().stream()
  if (!answer.ok || answer.body === null) throw new FileError('unreachable')
  return answer.body
}

/** Collects the bytes of a part, and keeps them as soon as it is full. */
function createPart(keep: (bytes: Blob) => Promise<void>) {
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let room = PART_BYTES
  async function end() {
    if (waiting.length === 0) return
    await keep(new Blob(waiting))
    waiting = []
    room = PART_BYTES
  }
  return {
    async add(chunk: Uint8Array<ArrayBuffer>) {
      for (let left = chunk; left.length > 0; ) {
        const fitting = left.subarray(0, room)
        waiting.push(fitting)
        room -= fitting.length
        left = left.subarray(fitting.length)
        if (room === 0) await end()
      }
    },
    end,
  }
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

async function* chunksOf(bytes: Bytes): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = bytes.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}
