import type {IncomingMessage} from 'node:http'
import type {Socket} from 'node:net'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Scheduler} from '../../scheduler'

/** Knows the connections on which a large body arrives. It may take longer than other requests, but not pause. */
export interface Patience {
  waitFor(request: IncomingMessage): void
  isWaitingOn(socket: Socket): boolean
  /** Reads and forgets the rest of a refused body for a while: many senders read an answer only when all is sent. */
  forgetRest(request: IncomingMessage): void
}

const READ_ON_FOR: Milliseconds = 30_000

export function createPatience({after}: Pick<Scheduler, 'after'>): Patience {
  const waiting = new Set<Socket>()
  return {
    waitFor(request) {
      const {socket} = request
      waiting.add(socket)
      request.once('close', () => waiting.delete(socket))
    },
    isWaitingOn: socket => waiting.has(socket),
    forgetRest(request) {
      if (request.readableEnded || request.destroyed) return
      request.once(
        'close',
        after(READ_ON_FOR, () => request.destroy()),
      )
      request.unpipe()
      // A caller that has begun to read by hand holds the rest back.
      request.removeAllListeners('readable')
      request.on('data', () => {})
      request.resume()
    },
  }
}
