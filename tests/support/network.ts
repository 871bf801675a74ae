import {once} from 'node:events'
import {connect, createServer, type Socket} from 'node:net'
import {portOf} from './portOf'

/** The network between a browser and its server, which can be cut. */
export interface Network {
  /** The server's origin, seen through it. */
  origin: string
  /** Cuts all connections when the browser has sent this many bytes more; none is made until it is mended. */
  cutAfter(bytes: number): void
  /** Ends all connections at once; none is made until it is mended. */
  cut(): void
  /** Lets nothing through any more without closing connections, as when a cable is pulled out. */
  stall(): void
  mend(): void
  close(): void
}

interface Connection {
  browser: Socket
  onwards: Socket
}

/** `delay` is how many milliseconds everything is on its way, in each direction. Such a network is cut, but not stalled. */
export async function openNetwork(to: string, {delay = 0} = {}): Promise<Network> {
  const connections = new Set<Connection>()
  let isCut = false
  let isStalled = false
  let left = Number.POSITIVE_INFINITY

  function join(connection: Connection) {
    const {browser, onwards} = connection
    connections.add(connection)
    for (const socket of [browser, onwards]) socket.on('error', () => {})
    // Data sent before the cut has left the browser, so it still arrives.
    browser.on('close', () => {
      connections.delete(connection)
      onwards.end()
    })
    onwards.on('close', () => browser.destroy())
    browser.on('data', sent => {
      left -= sent.length
      if (left < 0) cut()
      else onItsWay(() => onwards.write(sent))
    })
    if (delay > 0) onwards.on('data', sent => onItsWay(() => browser.write(sent)))
    else if (isStalled) hold(connection)
    else onwards.pipe(browser)
  }

  /** Data on its way for the same time arrives in the order in which it was sent. */
  function onItsWay(arrive: () => void) {
    if (delay === 0) arrive()
    else setTimeout(arrive, delay)
  }

  function cut() {
    isCut = true
    for (const {browser} of connections) browser.destroy()
  }

  const server = createServer(browser => {
    if (isCut) return browser.destroy()
    join({browser, onwards: connect(Number(new URL(to).port), '127.0.0.1')})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    cutAfter(bytes) {
      left = bytes
    },
    cut,
    stall() {
      isStalled = true
      for (const connection of connections) hold(connection)
    },
    mend() {
      left = Number.POSITIVE_INFINITY
      isCut = false
      if (!isStalled) return
      isStalled = false
      for (const {browser, onwards} of connections) {
        onwards.pipe(browser)
        browser.resume()
      }
    },
    close() {
      cut()
      server.close()
    },
  }
}

function hold({browser, onwards}: Connection) {
  onwards.unpipe(browser)
  browser.pause()
}
