import type {Milliseconds} from '../../contract/wire/common'
import type {Connection} from './socket'

interface Limit {
  packets: number
  period: Milliseconds
}

const SECOND: Milliseconds = 1000
/** A client needs less: seven packets to subscribe 10,000 devices, and twelve heartbeats a minute. */
const LIMITS: readonly Limit[] = [
  {packets: 20, period: SECOND},
  {packets: 120, period: 60 * SECOND},
]

/**
 * Ends a connection, before the packet is handled, when a client sends too many packets or asks for a second socket.
 */
export function boundPackets(connection: Connection) {
  const isTooMuch = LIMITS.map(countWithin)
  let connects = 0

  function take({type, data}: {type?: string; data?: unknown}) {
    if (type === 'message' && isConnect(data) && (++connects > 1 || isOfNamespace(data))) return endAtOnce(connection)
    // Every limit must count the packet, so `some`, which stops at the first exceeded limit, would be wrong here.
    if (isTooMuch.map(exceeds => exceeds()).includes(true)) endAtOnce(connection)
  }
  connection.on('packet', take)
  // The packets by which a connection changes its transport emit this event and no `packet`.
  connection.on('upgrading', () => take({}))
}

function countWithin({packets, period}: Limit): () => boolean {
  let since = 0
  let taken = 0
  return () => {
    const now = performance.now()
    if (now - since >= period) {
      since = now
      taken = 0
    }
    return ++taken > packets
  }
}

/** Socket.IO's packet for a new socket is '0', then the namespace unless it is the root, then data of the client. */
const isConnect = (data: unknown): data is string => typeof data === 'string' && data.startsWith('0')
const isOfNamespace = (connect: string): boolean => connect.startsWith('0/')

/** `close` alone is not enough: a closed WebSocket is read for up to half a minute if the client keeps it open. */
function endAtOnce(connection: Connection) {
  const {transport} = connection
  connection.close(true)
  const webSocket = 'socket' in transport ? transport.socket : undefined
  if (typeof webSocket !== 'object' || webSocket === null || !('terminate' in webSocket)) return
  if (typeof webSocket.terminate === 'function') webSocket.terminate()
}
