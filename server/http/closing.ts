import type {Server} from 'node:http'
import type {Socket} from 'node:net'

/**
 * After `endIdle`, ends each connection as soon as it has no call under way. Node itself ends only the connections that
 * are idle when the server closes; any other would delay the end by a minute and more. WebSockets are not touched, so
 * this must be called after the WebSocket server has added its `upgrade` listener.
 */
export function trackConnections(server: Server): {endIdle(): void} {
  const calls = new Map<Socket, number>()
  let isClosing = false

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
    calls.set(socket, (calls.get(socket) ?? 0) + 1)
    response.once('close', () => {
      calls.set(socket, (calls.get(socket) ?? 1) - 1)
      endIfIdle(socket)
    })
  })
  return {
    endIdle() {
      isClosing = true
      for (const connection of calls.keys()) endIfIdle(connection)
    },
  }
}
