import {createServer, type RequestListener} from 'node:http'
import {afterEach} from 'vitest'
import {type AccessTokenRenewal, createHttp, type HttpOptions} from '../../src/api/http'
import {createServerClock} from '../../src/api/serverClock'
import {portOf} from '../support/portOf'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map(stop => stop()))
})

/** Creates a client of a server of any make; the other tests use our own. */
export async function createHttpTo(
  listener: RequestListener,
  renewal: Partial<AccessTokenRenewal> = {},
  {opening, clock = createServerClock()}: Partial<Pick<HttpOptions, 'opening' | 'clock'>> = {},
) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const stop = () => new Promise(resolve => server.close(resolve).closeAllConnections())
  stops.push(stop)
  const outcomes: string[] = []
  const http = createHttp({
    apiBase: `http://127.0.0.1:${portOf(server)}`,
    renewal: {
      generation: () => ({token: 'g', failedRenewals: 0}),
      renew: (_, rejection) => Promise.reject(rejection),
      ...renewal,
    },
    clock,
    opening,
    onOutcome: outcome => outcomes.push(outcome),
  })
  return {http, outcomes, stop}
}

export const answering =
  (status: number, body: string, type = 'application/json'): RequestListener =>
  (_, response) =>
    void response.writeHead(status, {'content-type': type}).end(body)
