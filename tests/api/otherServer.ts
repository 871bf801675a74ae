import {createServer} from 'node:http'
import {createHttp, type Http} from '../../src/api/http'
import {createServerClock} from '../../src/api/serverClock'
import {portOf} from '../support/portOf'

/** The answer to a call: a body with 200, or a status with a body, or without one. */
type Answer = {status: number; body?: unknown}

export interface OtherServer {
  http: Http
  /** Each call that changes something, as `METHOD path`, with its body. */
  changes: [call: string, body: unknown][]
  close(): Promise<void>
}

/** A server that is not ours. It gives the configured answers to `METHOD path`, and 404 to everything else. */
export async function startOtherServer(answers: Readonly<Record<string, Answer>>): Promise<OtherServer> {
  const changes: OtherServer['changes'] = []
  const server = createServer(async (request, response) => {
    const call = `${request.method} ${request.url?.split('?')[0]}`
    const chunks = await request.toArray()
    if (request.method !== 'GET') changes.push([call, JSON.parse(Buffer.concat(chunks).toString() || 'null')])
    const {status, body} = answers[call] ?? {status: 404}
    response.writeHead(status, {'content-type': 'application/json'})
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    http: createHttp({
      apiBase: `http://127.0.0.1:${portOf(server)}`,
      renewal: {generation: () => ({token: '', failedRenewals: 0}), renew: (_, rejection) => Promise.reject(rejection)},
      clock: createServerClock(),
      onOutcome: () => {},
    }),
    changes,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
