import {readFile} from 'node:fs/promises'
import {type AddressInfo, createServer, type Server, type Socket} from 'node:net'
import {createServer as createTlsServer} from 'node:tls'
import type {Milliseconds} from '../../../contract/wire/common'
import {networkOf} from '../../http/network'
import type {RateLimits} from '../../http/rateLimits'
import {count as countIn} from '../../live/crowds'
import type {Log} from '../../log/log'
import {sessionLimits} from '../clientCalls'
import {openSession, type Session, type SessionOptions} from './session'

export interface MqttListening {
  host: string
  /** 0 is any that is free. */
  port: number
  /** With the files of a certificate and its key. */
  tls?: {port: number; certificate: string; key: string} | undefined
  /** Is told the port. */
  onListening?: (port: number) => void
}

export interface MqttServer {
  /** Those it listens on; undefined when there are none. */
  ports(): {port?: number; tlsPort?: number} | undefined
  listen(where: MqttListening): Promise<void>
  /** Ends all connections after what they have sent is stored. */
  close(): Promise<void>
}

export interface MqttServerOptions extends Omit<SessionOptions, 'limits'> {
  rateLimits: Pick<RateLimits, 'device' | 'deviceValues'>
  log: Pick<Log, 'info' | 'warn' | 'error'>
}

const CHECK_PERIOD: Milliseconds = 1000
/** Of one network at a time, which may be a plant behind one address. */
const NETWORK_CONNECTIONS = 20_000
const HANDSHAKE_WITHIN: Milliseconds = 10_000
const SETTLE_WITHIN: Milliseconds = 1500
/** A client without a keep alive that has gone without a word is found out by the system. */
const SOCKETS = {noDelay: true, keepAlive: true, keepAliveInitialDelay: 300_000}

export function createMqttServer(options: MqttServerOptions): MqttServer {
  const {rateLimits, log, count} = options
  const sessionOptions = {...options, limits: sessionLimits(rateLimits)}
  const open = new Set<Session>()
  const ofNetwork = new Map<string, number>()
  const servers: Server[] = []
  let ports: ReturnType<MqttServer['ports']>
  let checking: NodeJS.Timeout | undefined

  function serve(socket: Socket) {
    const session = openSession(socket, sessionOptions, () => open.delete(session))
    open.add(session)
  }

  /** Listens for connections, and hands them on to `serve` unless their network has too many. */
  function start(
    serve: (socket: Socket) => void,
    host: string,
    port: number,
    how: string,
  ): Promise<number | undefined> {
    const server = createServer(SOCKETS, socket => {
      const network = networkOf(socket.remoteAddress ?? '')
      socket.on('error', () => {})
      if ((ofNetwork.get(network) ?? 0) >= NETWORK_CONNECTIONS) {
        count('crowded')
        return socket.destroy()
      }
      countIn(ofNetwork, network, 1)
      socket.once('close', () => countIn(ofNetwork, network, -1))
      serve(socket)
    })
    return new Promise(resolve => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        const why = error.code === 'EADDRINUSE' ? 'something else does' : error.message
        log.warn(`Devices can't connect by ${how}, since the server can't listen on ${host}, port ${port}: ${why}.`)
        resolve(undefined)
      })
      server.listen(port, host, () => {
        servers.push(server)
        server.on('error', error => log.warn(error))
        const at = server.address() as AddressInfo
        log.info(`Devices connect by ${how} at ${host}, port ${at.port}`)
        resolve(at.port)
      })
    })
  }

  return {
    ports: () => ports,
    async listen({host, port, tls, onListening}) {
      checking = setInterval(() => {
        const now = performance.now()
        for (const session of open) session.check(now)
      }, CHECK_PERIOD).unref()
      const at = await start(serve, host, port, 'MQTT')
      if (at !== undefined) {
        ports = {port: at}
        onListening?.(at)
      }
      if (tls === undefined) return
      try {
        const [cert, key] = await Promise.all([readFile(tls.certificate), readFile(tls.key)])
        const secure = createTlsServer({cert, key, handshakeTimeout: HANDSHAKE_WITHIN}, serve)
        // Node leaves such a socket open, also when its handshake takes too long.
        secure.on('tlsClientError', (_error, socket) => {
          count('badTls')
          socket.destroy()
        })
        const tlsPort = await start(socket => secure.emit('connection', socket), host, tls.port, 'MQTT with TLS')
        if (tlsPort !== undefined) ports = {...ports, tlsPort}
      } catch (error) {
        log.warn(error, 'Devices cannot connect by MQTT with TLS, since its certificate and key are of no use.')
      }
    },
    async close() {
      clearInterval(checking)
      for (const server of servers) server.close()
      const sessions = [...open]
      for (const {connection} of sessions) connection.pause()
      await settle(sessions)
      for (const {connection} of sessions) connection.end('stopping')
      // Their last wills are stored, too.
      await settle(sessions)
    },
  }
}

function settle(sessions: readonly Session[]) {
  const late = new Promise(resolve => setTimeout(resolve, SETTLE_WITHIN).unref())
  return Promise.race([Promise.all(sessions.map(({settled}) => settled())), late])
}
