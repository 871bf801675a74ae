import type {DefaultEventsMap, Server, Socket} from 'socket.io'
import type {ClientToServerEvents, ServerToClientEvents} from '../../contract/wire/telemetry/live'
import type {StatisticsSeries} from '../../contract/wire/telemetry/liveStatistics'
import type {Viewer} from '../access/viewer'

/** The devices that a socket subscribes by the reach of its viewer. */
export interface Following {
  organisationId: string | undefined
  isPaced: boolean
}

interface SocketData {
  viewer: Viewer
  /** Undefined when the socket has a list of devices, or none. */
  following?: Following | undefined
  /** The series whose statistics it watches, by their rooms. */
  statistics?: ReadonlyMap<string, StatisticsSeries>
}

/** The connection below a socket: a WebSocket, or a series of polling requests. */
export type Connection = LiveSocket['conn']

export type LiveSocketServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>
export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>
