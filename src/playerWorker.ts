import {FILES_CACHE, FILES_PATH, PAGE_CACHE, PLAYER_PATH} from './domain/player/address'
import {byteRange} from './domain/player/byteRange'

declare const self: WorkerScope

/**
 * The service worker of the player: it answers with kept files, and with the page itself when the server is not there. It
 * decides nothing else.
 */
self.addEventListener('install', event => event.waitUntil(newestPage().then(() => self.skipWaiting())))

self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

/** A page that was reloaded past all caches is not controlled, and asks for it. */
self.addEventListener('message', event => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', event => {
  const {request} = event
  const {origin, pathname} = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith(FILES_PATH)) event.respondWith(keptFile(request))
  else if (request.mode === 'navigate') event.respondWith(page())
  else if (pathname.startsWith(ASSETS_PATH)) event.respondWith(asset(request))
})

const ASSETS_PATH = '/assets/'
const PATIENCE = 5000

async function keptFile({url, headers}: Request): Promise<Response> {
  const kept = await (await caches.open(FILES_CACHE)).match(new URL(url).pathname)
  if (kept === undefined) return new Response(null, {status: 404})
  const file = await kept.blob()
  const shared = {'accept-ranges': 'bytes', 'content-type': kept.headers.get('content-type') ?? ''}
  const range = byteRange(headers.get('range'), file.size)
  if (range === 'unsatisfiable')
    return new Response(null, {status: 416, headers: {...shared, 'content-range': `bytes */${file.size}`}})
  if (range === null) return new Response(file, {headers: {...shared, 'content-length': String(file.size)}})
  const {start, end} = range
  return new Response(file.slice(start, end + 1), {
    status: 206,
    headers: {
      ...shared,
      'content-length': String(end + 1 - start),
      'content-range': `bytes ${start}-${end}/${file.size}`,
    },
  })
}

/** The newest page, or the kept one when the server doesn't answer in time. */
async function page(): Promise<Response> {
  try {
    return await newestPage()
  } catch {
    return (await (await caches.open(PAGE_CACHE)).match(PLAYER_PATH)) ?? Response.error()
  }
}

/** Keeps the page with the files that it names, and lets go of those of an older one. */
async function newestPage(): Promise<Response> {
  const answer = await fetch(PLAYER_PATH, {headers: {accept: 'text/html'}, signal: AbortSignal.timeout(PATIENCE)})
  if (!answer.ok) throw new Error(`The page was answered with ${answer.status}`)
  const cache = await caches.open(PAGE_CACHE)
  const html = await answer.clone().text()
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])
  const kept = new Set((await cache.keys()).map(({url}) => new URL(url).pathname))
  const missing = named.filter(path => !kept.has(path))
  if (missing.length > 0) {
    await cache.addAll(missing)
    await Promise.all([...kept].filter(path => !named.includes(path)).map(path => cache.delete(path)))
  }
  await cache.put(PLAYER_PATH, answer.clone())
  return answer
}

/** The names of these files change with their content. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(PAGE_CACHE)
  const kept = await cache.match(request.url)
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request.url, answer.clone())
  return answer
}

/** What of a service worker's scope is used; the types of pages don't have it. */
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
