import type {IncomingMessage} from 'node:http'
import type {Socket} from 'node:net'
import type {Milliseconds} from '../../contract/wire/common'

/** Knows the connections on which a large body arrives. It may take longer than other requests; silence still ends it. */
export interface Patience {
  waitFor(request: IncomingMessage): void
  isWaitingOn(socket: Socket): boolean
}

export function createPatience(): Patience {
  const waiting = new Set<Socket>()
  return {
    waitFor(request) {
      const {socket} = request
      waiting.add(socket)
      request.once('close', () => waiting.delete(socket))
    },
    isWaitingOn: socket => waiting.has(socket),
  }
}

const READ_ON_FOR: Milliseconds = 30_000

/** Reads and forgets the rest of a refused body for a while: many senders read an answer only when all is sent. */
export function forgetRest(request: IncomingMessage) {
  if (request.readableEnded || request.destroyed) return
  const end = setTimeout(() => request.destroy(), READ_ON_FOR).unref()
  request.once('close', () => clearTimeout(end))
  request.unpipe()
  // Whoever has begun to read by hand holds the rest back.
  request.removeAllListeners('readable')
  request.on('data', () => {})
  request.resume()
}
