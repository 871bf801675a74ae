import {type Server as HttpServer, type IncomingMessage, ServerResponse, STATUS_CODES} from 'node:http'
import type {Duplex} from 'node:stream'
import {Server} from 'socket.io'
import {LIVE_MESSAGE_BYTES, LIVE_PING_INTERVAL, LIVE_PING_TIMEOUT} from '../../contract/limits'
import type {Milliseconds} from '../../contract/wire/common'
import {countPackets} from '../access/packets'
import type {Viewer} from '../access/viewer'
import type {SecurityHeaders} from '../http/browser/headers'
import {answerBare} from '../http/failures/bareAnswer'
import type {HttpError} from '../http/failures/errors'
import {cameByHttps} from '../http/network'
import {createUnderWay, type Scheduler, type UnderWay} from '../scheduler'
import type {ChangeBus} from './bus'
import {endSession} from './changes'
import {createGate, type HandshakeOptions} from './handshake'
import type {Peers} from './peers'
import {acceptAlarmWatch, createAlarmUpdates, type ReadAlarms} from './rooms/alarms'
import {capBacklog} from './rooms/backlog'
import {type PacedCounts, PacedUpdates} from './rooms/paced'
import {type ReadDevices, recheckDevices} from './rooms/recheck'
import {roomsOfDevice, sessionRoom, watchedDevice} from './rooms/rooms'
import {acceptStatisticsWatch, createStatisticsUpdates, type StatisticsSource} from './rooms/statistics'
import {acceptSubscriptions, everyVisibleBy, type SubscriptionOptions, visibleBy} from './rooms/subscriptions'
import type {Connection, LiveSocketServer} from './socket'

export interface LiveOptions extends HandshakeOptions, SubscriptionOptions {
  /** Resolves to those of `sessionIds` that have ended. */
  endedAmong(sessionIds: string[]): Promise<string[]>
  /** Its changes are shown. */
  changes: Pick<ChangeBus, 'showOn'>
  peers: Pick<Peers, 'watch' | 'unwatch' | 'untilConfirmed'>
  scheduler: Scheduler
  /** How long a browser may take to answer that it is there; `LIVE_PING_TIMEOUT`, unless given. */
  pingTimeout?: Milliseconds | undefined
  readAlarms: ReadAlarms
  readDevices: ReadDevices
  statistics: StatisticsSource
  headers: SecurityHeaders
  /** Called with each refused handshake. */
  onRefused?: (request: IncomingMessage, refusal: HttpError) => void
}

export interface LiveCounts {
  connections: number
  /** Connections that were closed because they read too slowly. */
  dropped: number
  paced: PacedCounts
}

export interface LiveServer {
  /** Closes all connections, so that their clients connect again and fetch what they missed. */
  reconnect(): void
  counts(): LiveCounts
  underWay: UnderWay
  /** Closes all connections. Clients treat it as an outage and try to connect again. */
  close(): void
}

/** For a server without the additions to the specification. */
export const noLiveServer: LiveServer = {
  reconnect() {},
  underWay: () => undefined,
  counts: () => ({connections: 0, dropped: 0, paced: {sockets: 0, behind: 0, waiting: 0, replaced: 0}}),
  close() {},
}

const LIVE_PATH = '/socket.io/'
/** Engine.IO has parsed its query. */
type EngineRequest = IncomingMessage & {_query: {sid?: string}}

const SESSION_CHECK_PERIOD: Milliseconds = 30_000
const FAREWELL: Milliseconds = 1000
/** A connection that has not become a socket within this time is closed. */
const CONNECT_PATIENCE: Milliseconds = 10_000

/**
 * Pushes telemetry, attributes, alarms and statistics to browsers. A device is a room. A session's end closes sockets.
 */
export function createLiveServer(httpServer: HttpServer, options: LiveOptions): LiveServer {
  const {changes, peers, scheduler} = options
  const gate = createGate(options)
  const visibleIds = visibleBy(options)
  const lookups = {
    visibleIds,
    everyVisibleId: everyVisibleBy(options),
    moves: () => moves,
    untilConfirmed: () => peers.untilConfirmed(),
  }
  const connections = new Map<Connection, Viewer>()
  const io: LiveSocketServer = new Server(httpServer, {
    serveClient: false,
    pingInterval: LIVE_PING_INTERVAL,
    pingTimeout: options.pingTimeout ?? LIVE_PING_TIMEOUT,
    connectTimeout: CONNECT_PATIENCE,
    maxHttpBufferSize: LIVE_MESSAGE_BYTES,
    transports: ['websocket', 'polling'],
    cors: {origin: [...options.allowedOrigins], credentials: true},
  })
  const headersFor = (request: IncomingMessage) => options.headers(LIVE_PATH, cameByHttps(request, options.isProxy))
  // Before Engine.IO, which answers preflights and requests that it doesn't understand by itself.
  httpServer.prependListener('request', (request, response) => {
    if (!request.url?.startsWith(LIVE_PATH)) return
    for (const [name, value] of Object.entries(headersFor(request))) response.setHeader(name, value)
  })
  io.engine.use((request: EngineRequest, response: ServerResponse, next: () => void) => {
    // A request with a `sid` belongs to a connection that was admitted.
    if (request._query.sid) return next()
    void gate.judge(request).then(refusal => {
      if (refusal === undefined) next()
      else {
        options.onRefused?.(request, refusal)
        refuse(request, response, refusal, headersFor(request))
      }
    })
  })
  const upgraded = collectUpgraded(httpServer)
  let isClosed = false
  let dropped = 0
  let moves = 0
  io.engine.on('connection', (connection: Connection) => {
    const admitted = gate.admitted(connection.request)
    // A handshake may have waited for the database until after `close`, or while others took the last places.
    const leave = isClosed ? undefined : admitted?.enter()
    if (admitted === undefined || leave === undefined) return connection.close(true)
    const {viewer} = admitted
    connection.once('close', leave)
    boundPackets(connection, scheduler)
    capBacklog(connection, () => dropped++)
    connections.set(connection, viewer)
    connection.once('close', () => connections.delete(connection))
  })
  io.use((socket, next) => {
    const viewer = connections.get(socket.conn)
    if (viewer === undefined) return next(new Error('unavailable'))
    socket.data.viewer = viewer
    next()
  })
  io.on('connection', socket => {
    const {sessionId} = socket.data.viewer
    socket.join(sessionRoom(sessionId))
    acceptSubscriptions(socket, lookups)
    acceptAlarmWatch(socket)
    acceptStatisticsWatch(socket, lookups, options.statistics)
    // The session may have ended after the handshake, before the socket was in the room that `endHere` closes.
    void endSessions([sessionId])
  })

  const {adapter} = io.sockets
  const paced = new PacedUpdates(
    {
      roomsOf: socketId => adapter.sids.get(socketId) ?? [],
      isReady: socketId => io.sockets.sockets.get(socketId)?.conn.transport.writable === true,
      send: (socketIds, batch) => io.to(socketIds).emit('telemetry', batch),
    },
    scheduler,
  )
  adapter.on('join-room', (room, socketId) => paced.move(room, socketId))
  adapter.on('leave-room', (room, socketId) => paced.move(room, socketId))
  adapter.on('create-room', (room: string) => {
    const deviceId = watchedDevice(room)
    if (deviceId !== undefined) peers.watch(deviceId)
  })
  adapter.on('delete-room', (room: string) => {
    const deviceId = watchedDevice(room)
    if (deviceId === undefined || roomsOfDevice(deviceId).some(other => adapter.rooms.has(other))) return
    peers.unwatch(deviceId)
  })

  const alarms = createAlarmUpdates(io, options.readAlarms, visibleIds, scheduler)
  const statistics = createStatisticsUpdates(io, options.statistics, scheduler)

  const endHere = endSession({io})
  changes.showOn({
    io,
    connections,
    scheduler,
    alarms,
    paced,
    recheck(deviceIds) {
      moves++
      alarms.move()
      return recheckDevices(io, [...deviceIds], {visibleIds, readDevices: options.readDevices})
    },
  })

  async function endSessions(sessionIds: string[]) {
    const ended = await options.endedAmong(sessionIds).catch(() => [])
    ended.forEach(endHere)
  }

  const {track, underWay} = createUnderWay()
  const stopChecking = scheduler.every(SESSION_CHECK_PERIOD, () => {
    void track(endSessions([...new Set([...connections.values()].map(({sessionId}) => sessionId))]))
  })

  return {
    reconnect() {
      for (const connection of connections.keys()) connection.close(true)
    },
    underWay: () => alarms.underWay() ?? statistics.underWay() ?? underWay(),
    counts: () => ({connections: connections.size, dropped, paced: paced.counts()}),
    close() {
      isClosed = true
      stopChecking()
      statistics.close()
      io.engine.close()
      // A client that is asleep never answers the close, and its open connection would keep the server from ending.
      scheduler.after(FAREWELL, () => {
        for (const connection of upgraded) connection.destroy()
      })
    },
  }
}

function collectUpgraded(httpServer: HttpServer): Set<Duplex> {
  const upgraded = new Set<Duplex>()
  httpServer.on('upgrade', (_request, connection: Duplex) => {
    upgraded.add(connection)
    connection.once('close', () => upgraded.delete(connection))
    // Node removes its own error listener at the upgrade. Without this one, a connection reset would end the process.
    connection.on('error', () => connection.destroy())
  })
  return upgraded
}

/**
 * Ends a connection, before the packet is handled, when a client sends too many packets or bytes or asks for a second
 * socket.
 */
function boundPackets(connection: Connection, {elapsed}: Pick<Scheduler, 'elapsed'>) {
  const isTooMuch = countPackets(elapsed)
  let connects = 0

  function take({type, data}: {type?: string; data?: unknown}) {
    if (type === 'message' && isConnect(data) && (++connects > 1 || isOfNamespace(data))) return endAtOnce(connection)
    if (isTooMuch(sizeOf(data))) endAtOnce(connection)
  }
  connection.on('packet', take)
  // The packets by which a connection changes its transport emit this event and no `packet`.
  connection.on('upgrading', () => take({}))
  // A ping of the WebSocket's own is no packet of Engine.IO, and is answered all the same.
  const countPings = () => webSocketOf(connection)?.on('ping', () => take({}))
  countPings()
  connection.on('upgrade', countPings)
}

/** Socket.IO's packet for a new socket is '0', then the namespace unless it is the root, then data of the client. */
const isConnect = (data: unknown): data is string => typeof data === 'string' && data.startsWith('0')
const isOfNamespace = (connect: string): boolean => connect.startsWith('0/')
const sizeOf = (data: unknown): number => (typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0)

/** `close` alone is not enough: a closed WebSocket is read for up to half a minute if the client keeps it open. */
function endAtOnce(connection: Connection) {
  const webSocket = webSocketOf(connection)
  connection.close(true)
  webSocket?.terminate()
}

interface WebSocket {
  on(event: 'ping', listener: () => void): unknown
  terminate(): void
}

function webSocketOf({transport}: Connection): WebSocket | undefined {
  const socket: unknown = 'socket' in transport ? transport.socket : undefined
  return isWebSocket(socket) ? socket : undefined
}

const isWebSocket = (socket: unknown): socket is WebSocket =>
  typeof socket === 'object' && socket !== null && 'terminate' in socket && typeof socket.terminate === 'function'

/** Answers a handshake, which may be the upgrade to a WebSocket, and ends its connection. */
function refuse(
  {socket}: IncomingMessage,
  response: unknown,
  {statusCode, message}: HttpError,
  headers: Readonly<Record<string, string>>,
) {
  if (response instanceof ServerResponse) {
    response.writeHead(statusCode, {'content-type': 'application/json', connection: 'close'})
    response.end(JSON.stringify({message}))
  } else {
    answerBare(socket, {status: `${statusCode} ${STATUS_CODES[statusCode]}`, message, headers})
    socket.destroySoon()
  }
}
