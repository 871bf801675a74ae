import {FILES_CACHE, keptAddress, PARTS_PATH, PLAYER_PATH, WORKER_PATH} from '../../domain/player/address'
import {FileError} from '../../domain/player/fault'
import type {PlayItem} from '../../domain/player/list'
import type {KeptFiles} from '../../machines/player/files'

/** The files that this browser keeps. Each is checked by its SHA-256 before it counts as kept. */
export interface FileStore {
  /** Null when this page can't keep files. */
  find(): Promise<KeptFiles | null>
  /** Goes on where it was cut. Rejects with a `FileError`. */
  fetch(file: PlayItem, signal: AbortSignal): Promise<KeptFiles>
  removeAllBut(files: readonly PlayItem[]): Promise<KeptFiles>
}

/** Only a page that came over https, or from this machine, may keep files and check them. */
export function createFileStore(): FileStore {
  return {
    async find() {
      if (!isSecureContext || !(await isServed())) return null
      return whatIsKept()
    },
    async fetch(file, signal) {
      const cache = await caches.open(FILES_CACHE)
      try {
        await fetchParts(cache, file, signal)
        await keepWhole(cache, file)
        return await whatIsKept()
      } catch (cause) {
        if (cause instanceof DOMException && cause.name === 'QuotaExceededError') {
          await removeParts(cache, file)
          throw new FileError('full', {cause})
        }
        throw cause
      }
    },
    async removeAllBut(files) {
      const cache = await caches.open(FILES_CACHE)
      const wanted = new Set(files.map(({sha256}) => sha256))
      const surplus = (await cache.keys()).filter(({url}) => !wanted.has(hashIn(url)))
      await Promise.all(surplus.map(request => cache.delete(request)))
      return whatIsKept()
    },
  }
}

const PART_BYTES = 4 * 1024 * 1024

/** The last piece of a part's path is where in its file it begins. */
const partAddress = ({sha256}: PlayItem, at: number): string => `${PARTS_PATH}${sha256}/${at}`
const startOfPart = (url: string): number => Number(url.split('/').at(-1))
const hashIn = (url: string): string => new URL(url).pathname.split('/')[3] ?? ''

/** The service worker answers this page; not after a failed registration, nor in development, which has none. */
async function isServed(): Promise<boolean> {
  try {
    await navigator.serviceWorker.register(WORKER_PATH, {scope: PLAYER_PATH})
    const {active} = await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller === null) {
      const controlled = new Promise(resolve =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, {once: true}),
      )
      active?.postMessage('claim')
      await controlled
    }
    return true
  } catch {
    return false
  }
}

async function whatIsKept(): Promise<KeptFiles> {
  const cache = await caches.open(FILES_CACHE)
  const paths = (await cache.keys()).map(({url}) => url)
  const {quota, usage} = await navigator.storage.estimate()
  return {
    hashes: new Set(paths.filter(url => new URL(url).pathname === keptAddress(hashIn(url))).map(hashIn)),
    free: quota === undefined || usage === undefined ? null : Math.max(0, quota - usage),
  }
}

/** The parts of a file that are there, from its beginning on without a gap. */
async function partsOf(cache: Cache, file: PlayItem): Promise<Blob[]> {
  const requests = await cache.keys()
  const own = requests.map(({url}) => url).filter(url => url.includes(partAddress(file, 0).slice(0, -1)))
  const parts: Blob[] = []
  let end = 0
  for (const url of own.sort((one, other) => startOfPart(one) - startOfPart(other))) {
    const part = startOfPart(url) === end ? await (await cache.match(url))?.blob() : undefined
    if (part === undefined) break
    parts.push(part)
    end += part.size
  }
  return parts
}

async function removeParts(cache: Cache, file: PlayItem): Promise<void> {
  const own = (await cache.keys()).filter(({url}) => url.includes(partAddress(file, 0).slice(0, -1)))
  await Promise.all(own.map(request => cache.delete(request)))
}

async function fetchParts(cache: Cache, file: PlayItem, signal: AbortSignal): Promise<void> {
  const got = (await partsOf(cache, file)).reduce((bytes, part) => bytes + part.size, 0)
  if (got >= file.size) return
  const answer = await fetch(file.url, {
    signal,
    headers: got === 0 ? {} : {range: `bytes=${got}-`, 'if-range': `"${file.sha256}"`},
  })
  if (answer.status === 404 || answer.status === 410) throw new FileError('gone')
  if (!answer.ok || answer.body === null) throw new FileError('unreachable')
  let at = answer.status === 206 ? got : 0
  if (at === 0) await removeParts(cache, file)
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const keepPart = async () => {
    await cache.put(partAddress(file, at), new Response(new Blob(waiting)))
    at += bytes
    waiting = []
    bytes = 0
  }
  const reader = answer.body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      waiting.push(read.value)
      bytes += read.value.byteLength
      if (bytes >= PART_BYTES) await keepPart()
    }
  } finally {
    // What came before the cut need not come again.
    if (bytes > 0) await keepPart()
  }
}

async function keepWhole(cache: Cache, file: PlayItem): Promise<void> {
  const whole = new Blob(await partsOf(cache, file), {type: file.contentType})
  // The server has ended its answer early, and may do better the next time.
  if (whole.size < file.size) throw new FileError('unreachable')
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await whole.arrayBuffer()))
  const hex = Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
  if (hex !== file.sha256) {
    await removeParts(cache, file)
    throw new FileError('mismatch')
  }
  await cache.put(keptAddress(file.sha256), new Response(whole, {headers: {'content-type': file.contentType}}))
  await removeParts(cache, file)
}
