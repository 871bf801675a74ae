import {sha256} from '@noble/hashes/sha2.js'
import {bytesToHex} from '@noble/hashes/utils.js'
import {
  FILES_CACHE,
  PART_BYTES,
  PLAYER_PATH,
  partAddress,
  storedFileUrl,
  WORKER_PATH,
} from '../../domain/player/address'
import {FileError} from '../../domain/player/fault'
import type {PlayItem} from '../../domain/player/list'
import type {FoundFiles, StoredFiles} from '../../machines/player/files'

/** The files that this browser stores. Each is checked by its SHA-256 before it counts as stored. */
export interface FileStore {
  /** Rejects when the server is not reached. */
  find(): Promise<FoundFiles>
  /** Goes on where it was cut. Rejects with a `FileError`. */
  fetch(file: PlayItem, signal: AbortSignal): Promise<StoredFiles>
  removeAllBut(files: readonly PlayItem[]): Promise<StoredFiles>
}

/** Only a page that came over https, or from this machine, may keep files and check them. */
export function createFileStore(): FileStore {
  return {
    async find() {
      if (!isSecureContext) return 'insecure'
      if (!(await isServed())) return 'notYet'
      // Without it the browser may remove everything when its disk is nearly full. It may refuse, too.
      void navigator.storage.persist()
      return storedParts()
    },
    async fetch(file, signal) {
      const cache = await caches.open(FILES_CACHE)
      try {
        const isRight = (await fetchOnce(cache, file, signal)) || (await fetchOnce(cache, file, signal))
        if (!isRight) throw new FileError('mismatch')
        await cache.put(storedFileUrl(file.sha256), new Response(null, {headers: headersOf(file)}))
        return await storedParts()
      } catch (cause) {
        if (!(cause instanceof DOMException && cause.name === 'QuotaExceededError')) throw cause
        await removeParts(cache, file)
        throw new FileError('full', {cause})
      }
    },
    async removeAllBut(files) {
      const cache = await caches.open(FILES_CACHE)
      const requested = new Set(files.map(({sha256}) => sha256))
      const surplus = (await cache.keys()).filter(({url}) => !requested.has(hashIn(url)))
      await Promise.all(surplus.map(request => cache.delete(request)))
      return storedParts()
    },
  }
}

/** A stored or fetched file may be damaged on its way, so it counts as wrong only the second time. */
async function fetchOnce(cache: Cache, file: PlayItem, signal: AbortSignal): Promise<boolean> {
  if ((await fetchParts(cache, file, signal)) === file.sha256) return true
  await removeParts(cache, file)
  return false
}

const headersOf = ({contentType, size}: PlayItem) => ({'content-type': contentType, 'content-length': String(size)})

/** Whether the service worker answers this page; in development there is none. Rejects without the server. */
async function isServed(): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      await beServed()
      return true
    } catch {
      await fetch(WORKER_PATH, {method: 'HEAD'})
      if (tries === 2) return false
    }
  }
}

async function beServed(): Promise<void> {
  const worker = await activated(await navigator.serviceWorker.register(WORKER_PATH, {scope: PLAYER_PATH}))
  if (navigator.serviceWorker.controller !== null) return
  const controlled = new Promise(resolve =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, {once: true}),
  )
  worker.postMessage('claim')
  await controlled
}

/** Rejects when it can't be installed: it reads the page from the server first. */
function activated({installing, waiting, active}: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = active ?? waiting ?? installing
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (worker?.state === 'activated' || worker?.state === 'activating') resolve(worker)
      if (worker === null || worker.state === 'redundant') reject(new Error('The service worker was not installed'))
    }
    worker?.addEventListener('statechange', settle)
    settle()
  })
}

async function storedParts(): Promise<StoredFiles> {
  const cache = await caches.open(FILES_CACHE)
  const paths = (await cache.keys()).map(({url}) => url)
  const {quota, usage} = await navigator.storage.estimate()
  return {
    hashes: new Set(paths.filter(url => new URL(url).pathname === storedFileUrl(hashIn(url))).map(hashIn)),
    free: quota === undefined || usage === undefined ? null : Math.max(0, quota - usage),
  }
}

const hashIn = (url: string): string => new URL(url).pathname.split('/')[3] ?? ''

async function removeParts(cache: Cache, {sha256}: PlayItem): Promise<void> {
  const own = (await cache.keys()).filter(({url}) => hashIn(url) === sha256)
  await Promise.all(own.map(request => cache.delete(request)))
}

/**
 * Fetches the parts of a file that are not there yet, and returns the SHA-256 of the whole file in hex. Everything is
 * hashed as it passes, so that a file of any length takes no more memory than a part.
 */
async function fetchParts(cache: Cache, file: PlayItem, signal: AbortSignal): Promise<string> {
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
