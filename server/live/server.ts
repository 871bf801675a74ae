import type {Server as HttpServer, IncomingMessage, ServerResponse} from 'node:http'
import type {Duplex} from 'node:stream'
import {Server} from 'socket.io'
import {LIVE_MESSAGE_BYTES, LIVE_PING_INTERVAL, LIVE_PING_TIMEOUT} from '../../contract/limits'
import type {Milliseconds} from '../../contract/wire/common'
import type {LiveAttribute, LiveTelemetry} from '../../contract/wire/telemetry/live'
import type {LiveUnusual} from '../../contract/wire/telemetry/usual'
import type {Viewer} from '../access/viewer'
import type {SecurityHeaders} from '../http/browser/headers'
import type {HttpError} from '../http/failures/errors'
import {cameByHttps} from '../http/network'
import {createUnderWay, type Scheduler, type UnderWay} from '../scheduler'
import {createGate, type HandshakeOptions} from './handshake'
import {boundPackets} from './packets'
import type {PeerListener, Peers} from './peers'
import type {
  LiveAlarmPublisher,
  LiveAttributePublisher,
  LiveCommand,
  LiveCommandPublisher,
  LiveTelemetryPublisher,
  LiveUnusualPublisher,
} from './publisher'
import {refuse} from './refuse'
import {acceptAlarmWatch, createAlarmUpdates, type ReadAlarms} from './rooms/alarms'
import {deviceOf, newestOfEach} from './rooms/attributes'
import {audiencesOf} from './rooms/audiences'
import {capBacklog} from './rooms/backlog'
import {coalesce} from './rooms/coalesce'
import {type PacedCounts, PacedUpdates} from './rooms/paced'
import {type ReadDevices, recheckDevices} from './rooms/recheck'
import {deviceRoom, roomsOfDevice, sessionRoom, watchedDevice} from './rooms/rooms'
import {acceptStatisticsWatch, createStatisticsUpdates, type StatisticsSource} from './rooms/statistics'
import {acceptSubscriptions, everyVisibleBy, type SubscriptionOptions, visibleBy} from './rooms/subscriptions'
import type {Connection, LiveSocketServer} from './socket'

export interface LiveOptions extends HandshakeOptions, SubscriptionOptions {
  /** Resolves to those of `sessionIds` that have ended. */
  endedAmong(sessionIds: string[]): Promise<string[]>
  peers: Peers
  scheduler: Scheduler
  /** How long a browser may take to answer that it is there; `LIVE_PING_TIMEOUT`, unless given. */
  pingTimeout?: Milliseconds | undefined
  /** Called with the attributes that this server or a peer publishes. */
  onAttributes: (batch: readonly LiveAttribute[]) => void
  /** Called with series that a peer publishes as unusual, or as so no longer. */
  onUnusual: (batch: LiveUnusual[]) => void
  /** Called with the commands to devices that have changed, on this server or another. */
  onCommand: (change: LiveCommand) => void
  /** Called when access tokens of devices have changed or expired, on this server or another. */
  onTokens: (deviceIds: readonly string[]) => void
  /** Ends the sessions of clients that have connected to a peer. */
  onTakeOver: PeerListener['onTakeOver']
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

export interface LiveServer
  extends LiveTelemetryPublisher,
    LiveAttributePublisher,
    LiveAlarmPublisher,
    LiveCommandPublisher,
    LiveUnusualPublisher {
  endSession(sessionId: string): void
  /**
   * Closes the user's connections when the user's rights have changed. Clients connect again and are evaluated again.
   */
  reconnectUser(userId: string): void
  /**
   * Call it when devices were created, changed or deleted, or other viewers may see them. It ends subscriptions that
   * are no longer allowed, and sends the devices to sockets that follow all within reach.
   */
  recheckDevices(deviceIds: string[]): Promise<void>
  /** Call it when access tokens of devices have changed or no longer count. Each server asks again what they are. */
  changeTokens(deviceIds: string[]): void
  /** Call it when units or thresholds were changed that hold for many devices of an organisation. */
  changeKeySettings(organisationId: string): void
  /** Call it when devices of an organisation have come into maintenance, or are in it no longer. */
  changeMaintenance(organisationId: string): void
  counts(): LiveCounts
  underWay: UnderWay
  /** Closes all connections. Clients treat it as an outage and try to connect again. */
  close(): void
}

/** For a server without the additions to the specification. */
export const noLiveServer: LiveServer = {
  publish() {},
  publishAttributes() {},
  publishAlarms() {},
  publishCommand() {},
  publishUnusual() {},
  endSession() {},
  reconnectUser() {},
  async recheckDevices() {},
  changeTokens() {},
  changeKeySettings() {},
  changeMaintenance() {},
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
  const {peers, scheduler} = options
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

  const deliverAtOnce = coalesce<LiveTelemetry>(scheduler, batch => {
    for (const {socketIds, items} of audiencesOf(
      batch,
      ({device_id: id}) => [deviceRoom(id)],
      io.sockets.adapter.rooms,
    )) {
      io.to(socketIds).emit('telemetry', items)
    }
  })

  const showAttributes = coalesce<LiveAttribute>(scheduler, batch => {
    for (const {socketIds, items} of audiencesOf(
      newestOfEach(batch),
      change => roomsOfDevice(deviceOf(change)),
      io.sockets.adapter.rooms,
    )) {
      io.to(socketIds).emit('attributes', items)
    }
  })

  const showUnusual = coalesce<LiveUnusual>(scheduler, batch => {
    for (const {socketIds, items} of audiencesOf(
      batch,
      ({device_id: id}) => roomsOfDevice(id),
      io.sockets.adapter.rooms,
    )) {
      io.to(socketIds).emit('unusual', items)
    }
  })

  function deliver(batch: LiveTelemetry[]) {
    deliverAtOnce(batch)
    paced.push(batch)
  }

  function deliverAttributes(batch: readonly LiveAttribute[]) {
    showAttributes(batch)
    options.onAttributes(batch)
  }

  const alarms = createAlarmUpdates(io, options.readAlarms, visibleIds, scheduler)
  const statistics = createStatisticsUpdates(io, options.statistics, scheduler)

  function endHere(sessionId: string) {
    io.in(sessionRoom(sessionId)).emit('sessionEnded')
    io.in(sessionRoom(sessionId)).disconnectSockets(true)
  }

  function recheckHere(deviceIds: string[]) {
    moves++
    alarms.move()
    return recheckDevices(io, deviceIds, {visibleIds, readDevices: options.readDevices})
  }

  function changeSettingsHere(organisationId: string) {
    for (const {data, id} of io.sockets.sockets.values()) {
      const {authority, organisationId: own} = data.viewer
      const isConcerned = data.following !== undefined && (authority === 'SYS_ADMIN' || own === organisationId)
      if (isConcerned) io.to(id).emit('keySettingsChanged')
    }
  }

  function reconnectHere(userId: string) {
    for (const [connection, viewer] of connections) if (viewer.userId === userId) connection.close(true)
  }

  async function endSessions(sessionIds: string[]) {
    const ended = await options.endedAmong(sessionIds).catch(() => [])
    ended.forEach(endHere)
  }

  peers.listen({
    onEvent(change) {
      if ('telemetry' in change) deliver(change.telemetry)
      else if ('attributes' in change) deliverAttributes(change.attributes)
      else if ('unusual' in change) {
        showUnusual(change.unusual)
        options.onUnusual(change.unusual)
      } else if ('changedAlarms' in change) alarms.change(change.changedAlarms)
      else if ('command' in change) options.onCommand(change.command)
      else if ('endedSession' in change) endHere(change.endedSession)
      else if ('changedUser' in change) reconnectHere(change.changedUser)
      else if ('changedKeySettings' in change) changeSettingsHere(change.changedKeySettings)
      else if ('changedMaintenance' in change) alarms.move(change.changedMaintenance)
      else if ('changedTokens' in change) options.onTokens(change.changedTokens)
      else void recheckHere(change.changedDevices)
    },
    // Closing the connections makes the clients connect again and fetch what they missed.
    onGap() {
      for (const connection of connections.keys()) connection.close(true)
    },
    onTakeOver: options.onTakeOver,
  })

  const {track, underWay} = createUnderWay()
  const stopChecking = scheduler.every(SESSION_CHECK_PERIOD, () => {
    void track(endSessions([...new Set([...connections.values()].map(({sessionId}) => sessionId))]))
  })

  return {
    publish(batch) {
      deliver(batch)
      peers.publish({telemetry: batch})
    },
    publishAttributes(batch) {
      deliverAttributes(batch)
      peers.publish({attributes: batch})
    },
    publishAlarms(ids) {
      alarms.change(ids)
      peers.publish({changedAlarms: ids})
    },
    publishUnusual(batch) {
      showUnusual(batch)
      peers.publish({unusual: batch})
    },
    publishCommand(change) {
      options.onCommand(change)
      peers.publish({command: change})
    },
    endSession(sessionId) {
      endHere(sessionId)
      peers.publish({endedSession: sessionId})
    },
    reconnectUser(userId) {
      reconnectHere(userId)
      peers.publish({changedUser: userId})
    },
    recheckDevices(deviceIds) {
      peers.publish({changedDevices: deviceIds})
      return recheckHere(deviceIds)
    },
    changeTokens(deviceIds) {
      options.onTokens(deviceIds)
      peers.publish({changedTokens: deviceIds})
    },
    changeKeySettings(organisationId) {
      changeSettingsHere(organisationId)
      peers.publish({changedKeySettings: organisationId})
    },
    changeMaintenance(organisationId) {
      alarms.move(organisationId)
      peers.publish({changedMaintenance: organisationId})
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
