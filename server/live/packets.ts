import type {Milliseconds} from '../../contract/wire/common'
import type {Connection} from './socket'

interface Limit {
  packets: number
  period: Milliseconds
}

const SECOND: Milliseconds = 1000
/** A list of 10,000 devices takes seven packets; heartbeats take twelve a minute. */
const LIMITS: readonly Limit[] = [
  {packets: 20, period: SECOND},
  {packets: 120, period: 60 * SECOND},
]

/** Ends a connection at the first packet that is one too many, or asks for a further socket, before anything is made of it. */
export function boundPackets(connection: Connection) {
  const isTooMuch = LIMITS.map(countWithin)
  let connects = 0

  function take({type, data}: {type?: string; data?: unknown}) {
    if (type === 'message' && isConnect(data) && (++connects > 1 || isOfNamespace(data))) return endAtOnce(connection)
    // Each limit counts each packet, so the loop may not stop at the first that is exceeded.
    if (isTooMuch.map(exceeds => exceeds()).includes(true)) endAtOnce(connection)
  }
  connection.on('packet', take)
  // A connection that changes its transport says so by packets that are told of here only.
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

/** Socket.IO's packet that makes a socket: '0', the namespace unless it is the root, and what the client says of itself. */
const isConnect = (data: unknown): data is string => typeof data === 'string' && data.startsWith('0')
const isOfNamespace = (connect: string): boolean => connect.startsWith('0/')

/** Without this, a closed WebSocket is read on for as long as the other side keeps it open, up to half a minute. */
function endAtOnce(connection: Connection) {
  const {transport} = connection
  connection.close(true)
  const webSocket = 'socket' in transport ? transport.socket : undefined
  if (typeof webSocket !== 'object' || webSocket === null || !('terminate' in webSocket)) return
  if (typeof webSocket.terminate === 'function') webSocket.terminate()
}
