import type {Connection} from '../socket'

const BACKLOG_BYTES = 2 * 1024 * 1024

/**
 * Closes the connection of a client that reads too slowly, before its unsent packets fill the memory. The client
 * connects again and fetches what it missed.
 */
export function capBacklog(connection: Connection, onDropped: () => void, bytes = BACKLOG_BYTES) {
  let waiting = 0
  connection.on('packetCreate', ({data}: {data?: string | Buffer}) => {
    // The check comes before the addition, so that a single packet is sent whatever its size.
    if (waiting > bytes && connection.readyState === 'open') {
      onDropped()
      connection.close(true)
    }
    waiting += data?.length ?? 0
  })
  connection.on('flush', () => {
    waiting = 0
  })
}
