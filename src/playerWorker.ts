import {
  type ByteRange,
  byteRange,
  FILES_CACHE,
  FILES_PATH,
  PAGE_CACHE,
  PART_BYTES,
  PLAYER_PATH,
  partAddress,
} from './domain/player/address'

declare const self: WorkerScope

/**
 * The service worker of the player: it answers with cached files, and with the page itself when the server is not there.
 * It decides nothing else.
 */
self.addEventListener('install', event => event.waitUntil(newestPage().then(() => self.skipWaiting())))

self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

/** A page that was reloaded past all caches is not controlled, and asks for it. */
self.addEventListener('message', event => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', event => {
  const {request} = event
  const {origin, pathname} = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith(FILES_PATH)) event.respondWith(cachedFile(request))
  else if (request.mode === 'navigate') event.respondWith(page())
  else if (pathname.startsWith(ASSETS_PATH)) event.respondWith(asset(request))
})

const ASSETS_PATH = '/assets/'
const PATIENCE = 5000

async function cachedFile({url, headers}: Request): Promise<Response> {
  const cache = await caches.open(FILES_CACHE)
  const {pathname} = new URL(url)
  const cached = await cache.match(pathname)
  if (cached === undefined) return new Response(null, {status: 404})
  const size = Number(cached.headers.get('content-length'))
  const shared = {'accept-ranges': 'bytes', 'content-type': cached.headers.get('content-type') ?? ''}
  const range = byteRange(headers.get('range'), size)
  if (range === 'unsatisfiable')
    return new Response(null, {status: 416, headers: {...shared, 'content-range': `bytes */${size}`}})
  const {start, end} = range ?? {start: 0, end: size - 1}
  const body = bytesOf(cache, pathname.slice(FILES_PATH.length), {start, end})
  const length = {...shared, 'content-length': String(end + 1 - start)}
  if (range === null) return new Response(body, {headers: length})
  return new Response(body, {status: 206, headers: {...length, 'content-range': `bytes ${start}-${end}/${size}`}})
}

/** Reads a part when the video asks for it, so that no more than one is in memory. */
function bytesOf(cache: Cache, sha256: string, {start, end}: ByteRange): ReadableStream<Uint8Array> {
  let at = start
  return new ReadableStream({
    async pull(controller) {
      const index = Math.floor(at / PART_BYTES)
      const part = await (await cache.match(partAddress(sha256, index)))?.blob()
      if (part === undefined) return controller.error(new Error('A part of the file is not there any more'))
      const before = index * PART_BYTES
      controller.enqueue(new Uint8Array(await part.slice(at - before, end + 1 - before).arrayBuffer()))
      at = before + part.size
      if (at > end) controller.close()
    },
  })
}

/** Returns the newest page, or the cached one when the server doesn't answer in time. */
async function page(): Promise<Response> {
  try {
    return await newestPage()
  } catch {
    return (await (await caches.open(PAGE_CACHE)).match(PLAYER_PATH)) ?? Response.error()
  }
}

/** Caches the page with the files that it names, and deletes the files of an older one. */
async function newestPage(): Promise<Response> {
  const answer = await fetch(PLAYER_PATH, {headers: {accept: 'text/html'}, signal: AbortSignal.timeout(PATIENCE)})
  if (!answer.ok) throw new Error(`The page was answered with ${answer.status}`)
  const cache = await caches.open(PAGE_CACHE)
  const html = await answer.clone().text()
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])
  const cached = new Set((await cache.keys()).map(({url}) => new URL(url).pathname))
  const missing = named.filter(path => !cached.has(path))
  if (missing.length > 0) {
    await cache.addAll(missing)
    await Promise.all([...cached].filter(path => !named.includes(path)).map(path => cache.delete(path)))
  }
  await cache.put(PLAYER_PATH, answer.clone())
  return answer
}

/** The names of these files change with their content. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(PAGE_CACHE)
  const cached = await cache.match(request.url)
  if (cached !== undefined) return cached
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request.url, answer.clone())
  return answer
}

/** The used part of a service worker's scope; the types of pages don't have it. */
interface WorkerScope {
  location: Location
  clients: {claim(): Promise<void>}
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate' | 'message', listen: (event: Extendable) => void): void
  addEventListener(
    type: 'fetch',
    listen: (event: Extendable & {request: Request; respondWith(answer: Promise<Response>): void}) => void,
  ): void
}
interface Extendable {
  waitUntil(work: Promise<unknown>): void
}
