import type {LiveSocket} from './server'

const BACKLOG_BYTES = 2 * 1024 * 1024

/** A client that reads too slowly is dropped before its unsent packets fill the memory; it comes back and fetches what it missed. */
export function capBacklog(connection: LiveSocket['conn'], bytes = BACKLOG_BYTES) {
  let waiting = 0
  connection.on('packetCreate', ({data}: {data?: string | Buffer}) => {
    waiting += data?.length ?? 0
    if (waiting > bytes) connection.close(true)
  })
  connection.on('flush', () => {
    waiting = 0
  })
}
