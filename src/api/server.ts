import type {Http} from './http'
import type {ServerClock} from './serverClock'

/** A server with its clock, where answers have times. */
export interface Server {
  http: Http
  clock: Pick<ServerClock, 'toClient'>
}
