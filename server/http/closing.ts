import type {Server} from 'node:http'
import type {Socket} from 'node:net'
import {setImmediate} from 'node:timers/promises'
import type {FastifyInstance} from 'fastify'
import type {Milliseconds} from '../../contract/wire/common'
import type {Scheduler} from '../scheduler'

export const STOPPING = 'The server is stopping.'
/** A call may be on its way on a connection that looks idle, and gets no answer when that is ended. */
const QUIET: Milliseconds = 100
const LONGEST_LINGER: Milliseconds = 1000

/**
 * From the beginning of `close`, refuses every new call but `/livez` and `/readyz`, and tells its client to connect
 * again. Returns a function that gives the reason for not being ready as soon as `announced` is aborted.
 */
export function refuseWhileStopping(app: FastifyInstance, announced?: AbortSignal): () => string | undefined {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', async ({routeOptions}, reply) => {
    if (!isStopping || ALWAYS_ANSWERED.has(routeOptions.url ?? '')) return
    return reply.code(503).header('retry-after', '2').send({message: STOPPING})
  })
  return () => (isStopping || announced?.aborted ? STOPPING : undefined)
}

const ALWAYS_ANSWERED = new Set(['/livez', '/readyz'])

/**
 * `endIdle` waits a moment for calls and connections that are on their way, and then ends each connection as soon as
 * it has no call under way. Node itself ends only the connections that are idle when the server closes; any other would
 * delay the end by a minute and more. WebSockets are not touched, so this must be called after the WebSocket server has
 * added its `upgrade` listener.
 */
export function trackConnections(
  server: Server,
  {elapsed, delay}: Pick<Scheduler, 'elapsed' | 'delay'>,
): {endIdle(): Promise<void>} {
  const calls = new Map<Socket, number>()
  let isClosing = false
  let requests = 0

  const endIfIdle = (connection: Socket) => {
    if (isClosing && calls.get(connection) === 0) connection.destroySoon()
  }
  server.on('connection', (connection: Socket) => {
    calls.set(connection, 0)
    connection.once('close', () => calls.delete(connection))
    endIfIdle(connection)
  })
  // Without a listener for `upgrade`, Node handles a request for an upgrade as an ordinary call, which must be counted.
  if (server.listenerCount('upgrade') > 0) server.on('upgrade', ({socket}) => calls.delete(socket))
  server.prependListener('request', ({socket}, response) => {
    requests++
    calls.set(socket, (calls.get(socket) ?? 0) + 1)
    response.once('close', () => {
      calls.set(socket, (calls.get(socket) ?? 1) - 1)
      endIfIdle(socket)
    })
  })

  async function lingering() {
    const since = elapsed()
    for (let heard = -1; calls.size > 0 && requests > heard && elapsed() - since < LONGEST_LINGER; ) {
      heard = requests
      await delay(QUIET)
      // A server that was held up reads the packets that have arrived in the meantime.
      await setImmediate()
    }
  }

  return {
    async endIdle() {
      await lingering()
      isClosing = true
      for (const connection of calls.keys()) endIfIdle(connection)
    },
  }
}
