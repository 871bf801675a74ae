import type {Server as HttpServer} from 'node:http'
import type {Duplex} from 'node:stream'
import {Server} from 'socket.io'
import {LIVE_MESSAGE_BYTES, LIVE_PING_INTERVAL, LIVE_PING_TIMEOUT} from '../../contract/limits'
import type {Milliseconds} from '../../contract/wire/common'
import type {LiveTelemetry} from '../../contract/wire/live'
import type {Viewer} from '../access/viewer'
import {audiencesOf} from './audiences'
import {capBacklog} from './backlog'
import {coalesce} from './coalesce'
import {createGate, type HandshakeOptions} from './handshake'
import {boundPackets} from './packets'
import type {Peers} from './peers'
import type {LiveTelemetryPublisher} from './publisher'
import {recheckDevices} from './recheck'
import {sessionRoom} from './rooms'
import type {Connection, LiveSocketServer} from './socket'
import {acceptSubscriptions, type SubscriptionOptions, visibleBy} from './subscriptions'

export interface LiveOptions extends HandshakeOptions, SubscriptionOptions {
  /** Those of `sessionIds` that have ended. */
  endedAmong(sessionIds: string[]): Promise<string[]>
  peers: Peers
}

export interface LiveServer extends LiveTelemetryPublisher {
  endSession(sessionId: string): void
  /** Drops the user's connections in the way of `close`: those that come back are judged by what the user is by then. */
  reconnectUser(userId: string): void
  /** For devices that are gone, or that others may see from now on: then nobody here gets more of them than they should. */
  recheckDevices(deviceIds: string[]): Promise<void>
  /** Drops the connections in a way that clients take for an outage and come back after. */
  close(): void
}

/** What a server without additions has in its place. */
export const noLiveServer: LiveServer = {
  publish() {},
  endSession() {},
  reconnectUser() {},
  async recheckDevices() {},
  close() {},
}

const SESSION_CHECK_PERIOD: Milliseconds = 30_000
const FAREWELL: Milliseconds = 1000
/** Within which a connection must have become a socket. */
const CONNECT_PATIENCE: Milliseconds = 10_000

/** Pushes telemetry to the browsers that watch it, one room for each device. A socket lives as long as its session. */
export function createLiveServer(httpServer: HttpServer, options: LiveOptions): LiveServer {
  const {peers} = options
  const gate = createGate(options)
  const visibleIds = visibleBy(options)
  const connections = new Map<Connection, Viewer>()
  const io: LiveSocketServer = new Server(httpServer, {
    serveClient: false,
    pingInterval: LIVE_PING_INTERVAL,
    pingTimeout: LIVE_PING_TIMEOUT,
    connectTimeout: CONNECT_PATIENCE,
    maxHttpBufferSize: LIVE_MESSAGE_BYTES,
    transports: ['websocket', 'polling'],
    cors: {origin: [...options.allowedOrigins], credentials: true},
    allowRequest: gate.allowRequest,
  })
  const upgraded = collectUpgraded(httpServer)
  let isClosed = false
  io.engine.on('connection', (connection: Connection) => {
    const viewer = gate.viewerOf(connection.request)
    // A handshake may have waited for its answer until after the close.
    if (viewer === undefined || isClosed) return connection.close(true)
    boundPackets(connection)
    capBacklog(connection)
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
    acceptSubscriptions(socket, visibleIds)
    // The session may have ended between the handshake and the joining of its room.
    void endSessions([sessionId])
  })

  const deliver = coalesce<LiveTelemetry>(batch => {
    for (const {socketIds, telemetry} of audiencesOf(batch, io.sockets.adapter.rooms)) {
      io.to(socketIds).emit('telemetry', telemetry)
    }
  })

  function endHere(sessionId: string) {
    io.in(sessionRoom(sessionId)).emit('sessionEnded')
    io.in(sessionRoom(sessionId)).disconnectSockets(true)
  }

  function reconnectHere(userId: string) {
    for (const [connection, viewer] of connections) if (viewer.userId === userId) connection.close(true)
  }

  async function endSessions(sessionIds: string[]) {
    const ended = await options.endedAmong(sessionIds).catch(() => [])
    ended.forEach(endHere)
  }

  peers.listen({
    onNews(news) {
      if ('telemetry' in news) deliver(news.telemetry)
      else if ('endedSession' in news) endHere(news.endedSession)
      else if ('changedUser' in news) reconnectHere(news.changedUser)
      else void recheckDevices(io, news.changedDevices, visibleIds)
    },
    // A client that comes back fetches what it missed.
    onGap() {
      for (const connection of connections.keys()) connection.close(true)
    },
  })

  const sessionCheck = setInterval(() => {
    void endSessions([...new Set([...connections.values()].map(({sessionId}) => sessionId))])
  }, SESSION_CHECK_PERIOD).unref()

  return {
    publish(batch) {
      deliver(batch)
      peers.tell({telemetry: batch})
    },
    endSession(sessionId) {
      endHere(sessionId)
      peers.tell({endedSession: sessionId})
    },
    reconnectUser(userId) {
      reconnectHere(userId)
      peers.tell({changedUser: userId})
    },
    recheckDevices(deviceIds) {
      peers.tell({changedDevices: deviceIds})
      return recheckDevices(io, deviceIds, visibleIds)
    },
    close() {
      isClosed = true
      clearInterval(sessionCheck)
      io.engine.close()
      // A client that has gone to sleep never answers the farewell, and would hold up the server's end.
      setTimeout(() => {
        for (const connection of upgraded) connection.destroy()
      }, FAREWELL).unref()
    },
  }
}

function collectUpgraded(httpServer: HttpServer): Set<Duplex> {
  const upgraded = new Set<Duplex>()
  httpServer.on('upgrade', (_request, connection: Duplex) => {
    upgraded.add(connection)
    connection.once('close', () => upgraded.delete(connection))
    // Node takes its own listener away with the upgrade; a reset that nobody listens for would end the process.
    connection.on('error', () => connection.destroy())
  })
  return upgraded
}
