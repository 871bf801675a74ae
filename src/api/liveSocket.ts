import type {Socket} from 'socket.io-client'
import type {Milliseconds} from '../../contract/common'
import {
  type ClientToServerEvents,
  type LiveTelemetry,
  liveTelemetry,
  type ServerToClientEvents,
  subscribeAnswer,
} from '../../contract/live'
import type {LiveSocket, LiveSocketHandlers, OpenLiveSocket} from '../domain/live'
import type {ServerClock} from './serverClock'

export interface LiveSocketOptions {
  /** Origin of the API; empty means the page's own. */
  apiBase: string
  clock: ServerClock
  /** Browsers set none: their cookies go along by themselves. */
  headers?: Record<string, string>
}

/** Sockets to one server. Each opens once: when to try again is not decided here. */
export function createLiveSockets(options: LiveSocketOptions): OpenLiveSocket {
  return handlers => {
    const listener = onceEnded(handlers)
    const socket = connect(options, listener)
    socket.catch(listener.closed)

    return {
      subscribe: async deviceIds => subscribe(await socket, deviceIds),
      close() {
        listener.silence()
        socket.then(opened => opened.disconnect()).catch(() => {})
      },
    } satisfies LiveSocket
  }
}

type TelemetrySocket = Socket<ServerToClientEvents, ClientToServerEvents>

async function connect({apiBase, clock, headers}: LiveSocketOptions, listener: Listener): Promise<TelemetrySocket> {
  const {io} = await import('socket.io-client')
  const socket: TelemetrySocket = io(apiBase, {
    withCredentials: true,
    reconnection: false,
    forceNew: true,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    timeout: HANDSHAKE_PATIENCE,
    ...(headers === undefined ? {} : {extraHeaders: headers}),
  })
  socket.on('connect', listener.opened)
  socket.on('disconnect', listener.closed)
  socket.on('connect_error', error => (isRejection(error) ? listener.rejected() : listener.closed()))
  socket.on('sessionEnded', listener.sessionEnded)
  socket.on('telemetry', batch => listener.telemetry(readBatch(batch, clock)))
  return socket
}

const HANDSHAKE_PATIENCE: Milliseconds = 10_000
const ANSWER_PATIENCE: Milliseconds = 5000

async function subscribe(socket: TelemetrySocket, deviceIds: readonly string[]): Promise<readonly string[]> {
  const answer = await socket.timeout(ANSWER_PATIENCE).emitWithAck('subscribe', {device_ids: [...deviceIds]})
  const {success, data} = subscribeAnswer.safeParse(answer)
  if (!success) throw new Error('subscribe was answered in an unexpected shape')
  return 'message' in data ? deviceIds : data.refused
}

/** One item that can't be read doesn't cost the others. */
function readBatch(batch: unknown, clock: ServerClock): LiveTelemetry[] {
  if (!Array.isArray(batch)) return []
  return batch.flatMap(item => {
    const {success, data} = liveTelemetry.safeParse(item)
    return success ? [{...data, received_at: clock.toClient(data.received_at)}] : []
  })
}

interface Listener extends LiveSocketHandlers {
  silence(): void
}

/** socket.io may tell of one end several times, and of more after it was closed. */
function onceEnded(handlers: LiveSocketHandlers): Listener {
  let hasEnded = false
  const end = (tell: () => void) => {
    if (hasEnded) return
    hasEnded = true
    tell()
  }
  const whileOpen = (tell: () => void) => {
    if (!hasEnded) tell()
  }
  return {
    opened: () => whileOpen(handlers.opened),
    telemetry: batch => whileOpen(() => handlers.telemetry(batch)),
    sessionEnded: () => whileOpen(handlers.sessionEnded),
    closed: () => end(handlers.closed),
    rejected: () => end(handlers.rejected),
    silence: () => end(() => {}),
  }
}

/** The server names the reason as an HTTP status, beside the error's message. */
function isRejection(error: Error): boolean {
  const data = 'data' in error ? error.data : undefined
  return typeof data === 'object' && data !== null && 'status' in data && data.status === 401
}
