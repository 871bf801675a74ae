import type {PushMessage} from '../contract/wire/people/push'
import {offlineTexts} from './domain/offline'

declare const self: WorkerScope

/** The texts by language; the build writes them from the catalogues. */
declare const OFFLINE_TEXTS: Readonly<Record<string, typeof offlineTexts>>

/**
 * The service worker of users who have notifications switched on. It shows pushed messages, acknowledges an alarm, and
 * says that a page could not be loaded. It stores nothing, and answers no other request.
 */
self.addEventListener('install', event => {
  // A browser that knows this calls the worker for pages alone.
  event.addRoutes?.({condition: {not: {requestMode: 'navigate'}}, source: 'network'})
  event.waitUntil(self.skipWaiting())
})

self.addEventListener('activate', event =>
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
)

self.addEventListener('fetch', event => {
  const {mode, url} = event.request
  if (mode === 'navigate' && !PLAYER.test(new URL(url).pathname)) event.respondWith(pageOr(event))
})

/** The page of a screen has a worker of its own, or gets one. */
const PLAYER = /^\/player([/.]|$)/

async function pageOr({request, preloadResponse}: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return offlinePage()
  }
}

const RETRY_SECONDS = 10

function offlinePage(): Response {
  const language = self.navigator.language.slice(0, 2)
  const {title, hint, retry} = OFFLINE_TEXTS[language] ?? offlineTexts
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none';style-src 'unsafe-inline';base-uri 'none'",
    refresh: String(RETRY_SECONDS),
  }
  const style = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;
    justify-items:center;text-align:center;padding:1rem;font:1rem/1.5 system-ui,sans-serif}p{max-width:26rem}`
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="${RETRY_SECONDS}">
    <style>${style}</style><main><h1>${title}</h1><p role="status">${hint}</p><p><a href="">${retry}</a></p></main></html>`
  return new Response(html, {status: 503, headers})
}

self.addEventListener('push', event => {
  const message = event.data?.json()
  if (message !== undefined) event.waitUntil(show(message))
})

async function show(message: PushMessage) {
  const shown = await self.registration.getNotifications()
  const [before] = shown.filter(({tag}) => tag === message.tag)
  for (const notification of shown) if (message.replaces.includes(notification.tag)) notification.close()
  // A message that comes again, because its arrival was not recorded, rings no second time. Nor does an end.
  const isQuiet = message.isOver || before?.data.id === message.id
  await self.registration.showNotification(message.title, {
    ...looksOf(message),
    body: message.body,
    renotify: !isQuiet,
    silent: message.isOver,
    requireInteraction: message.isUrgent && !message.isOver,
    actions: message.acknowledge === null ? [] : [{action: ACKNOWLEDGE, title: message.acknowledge.label}],
  })
}

const ACKNOWLEDGE = 'acknowledge'

const looksOf = (message: PushMessage) => ({
  tag: message.tag,
  lang: message.lang,
  timestamp: message.at,
  icon: '/icon-192.png',
  badge: '/badge-96.png',
  data: message,
})

self.addEventListener('notificationclick', event => {
  const {notification, action} = event
  const message = notification.data
  if (action === ACKNOWLEDGE && message.acknowledge !== null) return event.waitUntil(acknowledge(message))
  notification.close()
  event.waitUntil(open(message.url))
})

/** Shows what came of it in the place of the alarm. */
async function acknowledge(message: PushMessage) {
  const {acknowledge} = message
  if (acknowledge === null) return
  const outcome = await outcomeOf(acknowledge.token)
  const isTriable = outcome === 'unreachable'
  const body = [acknowledge.outcomes[outcome], message.body].join('\n')
  await self.registration.showNotification(message.title, {
    ...looksOf(message),
    body,
    silent: true,
    data: isTriable ? message : {...message, acknowledge: null},
    actions: isTriable ? [{action: ACKNOWLEDGE, title: acknowledge.label}] : [],
  })
}

type Outcome = keyof NonNullable<PushMessage['acknowledge']>['outcomes']

/** The token alone says who acknowledges what, so no session is used. */
async function outcomeOf(token: string): Promise<Outcome> {
  try {
    const {ok, status} = await fetch('/api/v0/alarm/acknowledgement', {
      method: 'POST',
      credentials: 'omit',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({token}),
    })
    if (ok) return 'acknowledged'
    if (status === 409) return 'stale'
    return status >= 500 || status === 429 ? 'unreachable' : 'refused'
  } catch {
    return 'unreachable'
  }
}

/** In a window that shows it already, or else in a new one: what somebody is at work on stays. */
async function open(path: string) {
  const {href} = new URL(path, self.location.origin)
  const windows = await self.clients.matchAll({type: 'window', includeUncontrolled: true})
  const shown = windows.find(({url}) => url.split(/[?#]/)[0] === href)
  await (shown === undefined ? self.clients.openWindow(href) : shown.focus())
}

/** The used part of a service worker's scope; the types of pages don't have it. */
interface WorkerScope {
  location: Location
  navigator: Navigator
  registration: ServiceWorkerRegistration & {
    getNotifications(): Promise<(Notification & {data: PushMessage})[]>
    showNotification(title: string, options: object): Promise<void>
    navigationPreload?: {enable(): Promise<void>}
  }
  clients: {
    claim(): Promise<void>
    matchAll(options: object): Promise<readonly {url: string; focus(): Promise<unknown>}[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listen: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listen: (event: FetchEvent) => void): void
  addEventListener(type: 'push', listen: (event: Extendable & {data?: {json(): PushMessage}}) => void): void
  addEventListener(
    type: 'notificationclick',
    listen: (event: Extendable & {action: string; notification: Notification & {data: PushMessage}}) => void,
  ): void
}
interface Extendable {
  waitUntil(work: Promise<unknown>): void
  addRoutes?(rules: object): void
}
interface FetchEvent extends Extendable {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
