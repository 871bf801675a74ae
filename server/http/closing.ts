import type {Server} from 'node:http'
import type {Socket} from 'node:net'

/**
 * Ends every connection of a server that closes as soon as it has no call under way. Node does so once, at the beginning: a
 * connection whose call is answered later, or on which no call has come yet, would hold up the end for a minute and more.
 * What has become a WebSocket is not touched. To be called when the WebSockets have their listeners.
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
  // Where nobody listens to it, Node takes the wish for an upgrade for an ordinary call.
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
