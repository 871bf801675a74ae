import {once} from 'node:events'
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import {act, cleanup, configure, fireEvent, render, screen} from '@testing-library/react'
import axios from 'axios'
import {createActor} from 'xstate'
import {clientConfig} from '../../contract/wire/config'
import {createLoadMachine} from '../../src/machines/load'
import {App} from '../../src/ui/App'
import {browserStorage} from '../../src/wiring/accessTokenMark'
import {createApplication} from '../../src/wiring/application'
import {createPagePreferences} from '../../src/wiring/session/storedPreferences'
import {PASSWORD} from '../support/app'
import {createWorld, type Who, type World} from '../support/world'

/** The broken calls, named as `METHOD /path`, and their ends: an answer, or none. */
export interface Break {
  calls: RegExp
  by: {status: number; body: object | null} | 'cut'
  /** Only so often; absent: for good. */
  times?: number
}

export interface Product {
  world: World
  broken: Break | null
  /** The calls of this page, as `METHOD /path`. */
  asked: string[]
  /** The whole client at `path` of a page of its own, where `who` is signed in. */
  open(path: string, who: Who, broken?: Break): Promise<void>
  /** Returns the present address of the page. */
  address(): string
  close(): Promise<void>
}

/** The whole client, joined as in the browser, on the real server with the specified calls alone. */
export async function createProduct(): Promise<Product> {
  installBrowserParts()
  const world = await createWorld({additions: false, allowedOrigins: [window.location.origin]})
  await world.app.ready()
  const front = createServer((request, response) => pass(request, response)).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const listening = front.address()
  const apiBase = `http://127.0.0.1:${typeof listening === 'object' ? listening?.port : ''}`
  let signedIn: Who = 'nobody'
  let leave = () => {}

  const product: Product = {
    world,
    broken: null,
    asked: [],
    async open(path, who, broken) {
      leave()
      product.broken = null
      await beSignedIn(who)
      product.asked = []
      product.broken = broken ?? null
      window.history.replaceState(null, '', path)
      leave = mount(apiBase)
    },
    address: () => `${window.location.pathname}${window.location.search}`,
    async close() {
      leave()
      front.closeAllConnections()
      front.close()
      await world.close()
    },
  }
  return product

  async function beSignedIn(who: Who) {
    if (who === signedIn) return
    const post = (path: string, body: object) => axios.post(`${apiBase}${path}`, body, {withCredentials: true})
    if (signedIn !== 'nobody') await post('/api/v0/auth/logout', {}).catch(() => {})
    if (who !== 'nobody') await post('/api/v0/auth/login', {email: `${who}@t.test`, password: PASSWORD})
    signedIn = who
  }

  function pass(request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'OPTIONS') return world.app.routing(request, response)
    const call = `${request.method} ${request.url}`
    product.asked.push(call)
    const by = brokenBy(call)
    if (by === undefined) return world.app.routing(request, response)
    if (by === 'cut') return void request.socket.destroy()
    response.writeHead(by.status, {
      'access-control-allow-origin': window.location.origin,
      'access-control-allow-credentials': 'true',
      'content-type': 'application/json',
    })
    response.end(by.body === null ? '' : JSON.stringify(by.body))
  }

  function brokenBy(call: string): Break['by'] | undefined {
    const {broken} = product
    if (broken === null || broken.times === 0 || !broken.calls.test(call)) return undefined
    if (broken.times !== undefined) broken.times--
    return broken.by
  }
}

/** Draws the page; answers how to leave it. */
function mount(apiBase: string): () => void {
  const storage = browserStorage()
  const preferences = createPagePreferences(storage)
  const start = createActor(
    createLoadMachine(async () => createApplication(clientConfig.parse({apiBase}), {storage, preferences})),
  )
  render(<App start={start} colorScheme={preferences.colorScheme} />)
  act(() => void start.start())
  return () => {
    cleanup()
    start.getSnapshot().context.loaded?.application.session.stop()
    start.stop()
    window.sessionStorage.clear()
    window.localStorage.clear()
  }
}

/**
 * Installs the parts that jsdom lacks and the product needs: it lays nothing out, and a list without a height has no
 * rows.
 */
function installBrowserParts() {
  const define = (target: object, properties: object) =>
    Object.defineProperties(
      target,
      Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, {configurable: true, value}])),
    )
  define(window, {
    matchMedia: (media: string) => Object.assign(new EventTarget(), {matches: false, media}),
    ResizeObserver: Unmoved,
    IntersectionObserver: Unmoved,
  })
  define(document, {fonts: new EventTarget()})
  define(Element.prototype, {
    clientHeight: 600,
    clientWidth: 800,
    scrollTo() {},
    scrollIntoView() {},
    getBBox: () => ({x: 0, y: 0, width: 50, height: 12}),
  })
  // Queries by role include hidden elements: jsdom takes seconds to find out.
  configure({defaultHidden: true})
}

class Unmoved {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** A required field has an asterisk behind its label. */
const labelled = (label: string) => new RegExp(`^${label}( \\*)?$`)

export const findField = (label: string) => screen.findByLabelText<HTMLInputElement>(labelled(label))

export async function fill(values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) fireEvent.change(await findField(label), {target: {value}})
}

/** Returns the contents of the fields, by their labels. */
export async function filled(labels: readonly string[]): Promise<Record<string, string>> {
  const fields = await Promise.all(labels.map(async label => [label, (await findField(label)).value] as const))
  return Object.fromEntries(fields)
}

export async function press(name: string | RegExp) {
  fireEvent.click(await screen.findByRole('button', {name}))
}

/** Opens the dialog, types the name and agrees. */
export async function prepareDeletion(name: string) {
  await press('Delete')
  fireEvent.change(await screen.findByLabelText(/^Type the /), {target: {value: name}})
  fireEvent.click(screen.getByLabelText('I understand what this does.'))
}
