import type {DefaultEventsMap, Server, Socket} from 'socket.io'
import type {ClientToServerEvents, ServerToClientEvents} from '../../contract/wire/live'
import type {Viewer} from '../access/viewer'

interface SocketData {
  viewer: Viewer
}

/** What a socket's packets come by: a WebSocket, or requests one after the other. */
export type Connection = LiveSocket['conn']

export type LiveSocketServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>
export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>
