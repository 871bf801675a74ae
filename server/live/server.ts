import type {Server as HttpServer} from 'node:http'
import type {Duplex} from 'node:stream'
import {Server} from 'socket.io'
import {LIVE_MESSAGE_BYTES, LIVE_PING_INTERVAL, LIVE_PING_TIMEOUT} from '../../contract/limits'
import type {Milliseconds} from '../../contract/wire/common'
import type {LiveTelemetry} from '../../contract/wire/live'
import {audiencesOf} from './audiences'
import {capBacklog} from './backlog'
import {coalesce} from './coalesce'
import {type HandshakeOptions, isAllowedOrigin, requireSession} from './handshake'
import type {Peers} from './peers'
import type {LiveTelemetryPublisher} from './publisher'
import {recheckDevices} from './recheck'
import {sessionRoom, userRoom} from './rooms'
import type {LiveSocketServer} from './socket'
import {acceptSubscriptions, type SubscriptionOptions} from './subscriptions'

export interface LiveOptions extends HandshakeOptions, SubscriptionOptions {
  /** Those of `sessionIds` that have ended. */
  endedAmong(sessionIds: string[]): Promise<string[]>
  peers: Peers
}

export interface LiveServer extends LiveTelemetryPublisher {
  endSession(sessionId: string): void
  /** Drops the user's connections in the way of `close`: whoever comes back is judged by what the user is by then. */
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

/** Pushes telemetry to the browsers that watch it, one room for each device. A socket lives as long as its session. */
export function createLiveServer(httpServer: HttpServer, options: LiveOptions): LiveServer {
  const {peers} = options
  const io: LiveSocketServer = new Server(httpServer, {
    serveClient: false,
    pingInterval: LIVE_PING_INTERVAL,
    pingTimeout: LIVE_PING_TIMEOUT,
    maxHttpBufferSize: LIVE_MESSAGE_BYTES,
    transports: ['websocket', 'polling'],
    cors: {origin: [...options.allowedOrigins], credentials: true},
    allowRequest: (request, answer) => answer(null, isAllowedOrigin(request, options.allowedOrigins)),
  })
  const connections = collectUpgraded(httpServer)
  io.use(requireSession(options))
  io.on('connection', socket => {
    const {sessionId, userId} = socket.data.viewer
    socket.join([sessionRoom(sessionId), userRoom(userId)])
    capBacklog(socket.conn)
    acceptSubscriptions(socket, options)
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
    const socketIds = io.sockets.adapter.rooms.get(userRoom(userId)) ?? []
    for (const socketId of [...socketIds]) io.sockets.sockets.get(socketId)?.conn.close(true)
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
      else void recheckDevices(io, news.changedDevices, options)
    },
    // Whoever comes back fetches what was missed.
    onGap() {
      for (const {conn} of [...io.sockets.sockets.values()]) conn.close(true)
    },
  })

  const sessionCheck = setInterval(() => {
    const sockets = [...io.sockets.sockets.values()]
    void endSessions([...new Set(sockets.map(socket => socket.data.viewer.sessionId))])
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
      return recheckDevices(io, deviceIds, options)
    },
    close() {
      clearInterval(sessionCheck)
      io.engine.close()
      // A client that has gone to sleep never answers the farewell, and would hold up the server's end.
      setTimeout(() => {
        for (const connection of connections) connection.destroy()
      }, FAREWELL).unref()
    },
  }
}

function collectUpgraded(httpServer: HttpServer): Set<Duplex> {
  const connections = new Set<Duplex>()
  httpServer.on('upgrade', (_request, connection: Duplex) => {
    connections.add(connection)
    // Node hands it over without a listener, and Socket.IO adds none where the path is not its own.
    connection.on('error', () => {})
    connection.once('close', () => connections.delete(connection))
    // Node takes its own listener away with the upgrade; a reset that nobody listens for would end the process.
    connection.on('error', () => connection.destroy())
  })
  return connections
}
