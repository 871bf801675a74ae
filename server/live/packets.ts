import {countPackets} from '../access/packets'
import type {Scheduler} from '../scheduler'
import type {Connection} from './socket'

/**
 * Ends a connection, before the packet is handled, when a client sends too many packets or bytes or asks for a second
 * socket.
 */
export function boundPackets(connection: Connection, {elapsed}: Pick<Scheduler, 'elapsed'>) {
  const isTooMuch = countPackets(elapsed)
  let connects = 0

  function take({type, data}: {type?: string; data?: unknown}) {
    if (type === 'message' && isConnect(data) && (++connects > 1 || isOfNamespace(data))) return endAtOnce(connection)
    if (isTooMuch(sizeOf(data))) endAtOnce(connection)
  }
  connection.on('packet', take)
  // The packets by which a connection changes its transport emit this event and no `packet`.
  connection.on('upgrading', () => take({}))
  // A ping of the WebSocket's own is no packet of Engine.IO, and is answered all the same.
  const countPings = () => webSocketOf(connection)?.on('ping', () => take({}))
  countPings()
  connection.on('upgrade', countPings)
}

/** Socket.IO's packet for a new socket is '0', then the namespace unless it is the root, then data of the client. */
const isConnect = (data: unknown): data is string => typeof data === 'string' && data.startsWith('0')
const isOfNamespace = (connect: string): boolean => connect.startsWith('0/')
const sizeOf = (data: unknown): number => (typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0)

/** `close` alone is not enough: a closed WebSocket is read for up to half a minute if the client keeps it open. */
function endAtOnce(connection: Connection) {
  const webSocket = webSocketOf(connection)
  connection.close(true)
  webSocket?.terminate()
}

interface WebSocket {
  on(event: 'ping', listener: () => void): unknown
  terminate(): void
}

function webSocketOf({transport}: Connection): WebSocket | undefined {
  const socket: unknown = 'socket' in transport ? transport.socket : undefined
  return isWebSocket(socket) ? socket : undefined
}

const isWebSocket = (socket: unknown): socket is WebSocket =>
  typeof socket === 'object' && socket !== null && 'terminate' in socket && typeof socket.terminate === 'function'
