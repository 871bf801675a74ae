import type {DefaultEventsMap, Server, Socket} from 'socket.io'
import type {ClientToServerEvents, ServerToClientEvents} from '../../contract/wire/live'
import type {Viewer} from '../access/viewer'

interface SocketData {
  viewer: Viewer
}

/** The connection below a socket: a WebSocket, or a series of polling requests. */
export type Connection = LiveSocket['conn']

export type LiveSocketServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>
export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>
