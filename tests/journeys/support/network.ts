import {once} from 'node:events'
import {type AddressInfo, connect, createServer, type Socket} from 'node:net'
import {onTestFinished} from 'vitest'

/** What lies between a browser and its server, and can be cut. */
export interface Network {
  /** The server's origin, seen through it. */
  origin: string
  /** Cuts all connections when the browser has sent so many bytes more; none is made until it is mended. */
  cutAfter(bytes: number): void
  mend(): void
}

export async function startNetwork(to: string): Promise<Network> {
  const browsers = new Set<Socket>()
  let isCut = false
  let left = Number.POSITIVE_INFINITY

  function join(browser: Socket, onwards: Socket) {
    browsers.add(browser)
    for (const socket of [browser, onwards]) socket.on('error', () => {})
    // What was sent before the cut has left the browser, so it still arrives.
    browser.on('close', () => {
      browsers.delete(browser)
      onwards.end()
    })
    onwards.on('close', () => browser.destroy())
    onwards.pipe(browser)
  }

  function cut() {
    isCut = true
    for (const browser of browsers) browser.destroy()
  }

  const server = createServer(browser => {
    if (isCut) return browser.destroy()
    const onwards = connect(Number(new URL(to).port), '127.0.0.1')
    join(browser, onwards)
    browser.on('data', sent => {
      left -= sent.length
      if (left < 0) cut()
      else onwards.write(sent)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    cut()
    server.close()
  })
  return {
    origin: originOf(server.address()),
    cutAfter(bytes) {
      left = bytes
    },
    mend() {
      left = Number.POSITIVE_INFINITY
      isCut = false
    },
  }
}

function originOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The network has no port')
  return `http://127.0.0.1:${address.port}`
}
