import {FILES_CACHE, PLAYER_PATH, storedFileUrl, WORKER_PATH} from '../../domain/player/address'
import {FileError} from '../../domain/player/fault'
import type {PlayItem} from '../../domain/player/list'
import type {FoundFiles, StoredFiles} from '../../machines/player/files'
import {fetchParts} from './fileParts'

/** The files that this browser keeps. Each is checked by its SHA-256 before it counts as kept. */
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
      return whatIsKept()
    },
    async fetch(file, signal) {
      const cache = await caches.open(FILES_CACHE)
      try {
        const isRight = (await fetchOnce(cache, file, signal)) || (await fetchOnce(cache, file, signal))
        if (!isRight) throw new FileError('mismatch')
        await cache.put(storedFileUrl(file.sha256), new Response(null, {headers: headersOf(file)}))
        return await whatIsKept()
      } catch (cause) {
        if (!(cause instanceof DOMException && cause.name === 'QuotaExceededError')) throw cause
        await removeParts(cache, file)
        throw new FileError('full', {cause})
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

async function whatIsKept(): Promise<StoredFiles> {
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
