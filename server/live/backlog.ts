import type {Connection} from './socket'

const BACKLOG_BYTES = 2 * 1024 * 1024

/** A client that reads too slowly is dropped before its unsent packets fill the memory; it comes back and fetches what it missed. */
export function capBacklog(connection: Connection, bytes = BACKLOG_BYTES) {
  let waiting = 0
  connection.on('packetCreate', ({data}: {data?: string | Buffer}) => {
    // However large a packet is, one that nothing waits before is sent.
    if (waiting > bytes) connection.close(true)
    waiting += data?.length ?? 0
  })
  connection.on('flush', () => {
    waiting = 0
  })
}
