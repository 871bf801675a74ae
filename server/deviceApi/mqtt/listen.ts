import type {Socket} from 'node:net'
import {createServer as createTlsServer} from 'node:tls'
import type {Milliseconds} from '../../../contract/wire/common'
import {HttpError} from '../../http/errors'
import type {LabelledMetric} from '../../http/metrics'
import type {RateLimits} from '../../http/rateLimits'
import type {ReadinessCheck} from '../../http/readiness'
import type {Log} from '../../log/log'
import {type Cancel, within} from '../../scheduler'
import {sessionLimits} from '../clientCalls'
import type {Admission} from './admission'
import {createDoor, type Door} from './door'
import {openSession, type Session, type SessionOptions} from './session'
import {readTls, type TlsFiles, versionOf} from './tlsFiles'

export interface MqttListening {
  host: string
  /** 0 is any that is free. */
  port: number
  /** With the files of a certificate and its key. */
  tls?: {port: number; certificate: string; key: string} | undefined
  /** Called with the port. */
  onListening?: (port: number) => void
}

export interface MqttServer {
  /** Those it listens on; undefined when there are none. */
  ports(): {port?: number; tlsPort?: number} | undefined
  /** Resolves after the first try; a port that is taken is tried again. */
  listen(where: MqttListening): Promise<void>
  /** Warns of each port by which devices can't connect. */
  check: ReadinessCheck
  metric: LabelledMetric
  /** Ends all connections after what they have sent is stored. */
  close(): Promise<void>
}

export interface MqttServerOptions extends Omit<SessionOptions, 'limits'> {
  rateLimits: Pick<RateLimits, 'device' | 'deviceValues'>
  admission: Admission
  /** A network has, or begins, too many connections. */
  onRefused: (address: string, error: HttpError) => void
  log: Pick<Log, 'info' | 'warn' | 'error'>
}

const CHECK_PERIOD: Milliseconds = 1000
const HANDSHAKE_WITHIN: Milliseconds = 10_000
const SETTLE_WITHIN: Milliseconds = 1500

export function createMqttServer(options: MqttServerOptions): MqttServer {
  const {rateLimits, admission, onRefused, log, count, scheduler} = options
  const sessionOptions = {...options, limits: sessionLimits(rateLimits)}
  const open = new Set<Session>()
  const doors: {plain?: Door; tls?: Door} = {}
  let stopChecking: Cancel = () => {}

  function serve(socket: Socket) {
    const session = openSession(socket, sessionOptions, () => open.delete(session))
    open.add(session)
  }

  /** Bounds what comes in before anything is read from it. */
  function bounded(serve: (socket: Socket) => void) {
    return async (socket: Socket) => {
      const address = socket.remoteAddress ?? ''
      socket.on('error', () => {})
      const entered = await admission.enter(address)
      if (entered instanceof HttpError) {
        count('crowded')
        onRefused(address, entered)
        return socket.destroy()
      }
      if (socket.destroyed) return entered()
      socket.once('close', entered)
      serve(socket)
    }
  }

  async function prepareTls(files: TlsFiles) {
    let usedVersion = await versionOf(files)
    const secure = createTlsServer({...(await readTls(files)), handshakeTimeout: HANDSHAKE_WITHIN}, serve)
    /** Certificates are renewed every few weeks, and the server runs for longer. */
    async function renew() {
      const version = await versionOf(files)
      if (version === usedVersion) return
      usedVersion = version
      secure.setSecureContext(await readTls(files))
      log.info('Devices connect by MQTT with TLS with a renewed certificate')
    }
    // Node leaves such a socket open, also when its handshake takes too long.
    secure.on('tlsClientError', (_error, socket) => {
      count('badTls')
      socket.destroy()
    })
    return bounded(async socket => {
      await renew().catch(error => log.warn({err: error}, 'The renewed certificate of MQTT is of no use'))
      secure.emit('connection', socket)
    })
  }

  const settle = (sessions: readonly Session[]) =>
    within(scheduler, SETTLE_WITHIN, Promise.all(sessions.map(({settled}) => settled())))

  const all = () => Object.values(doors)

  return {
    ports() {
      const [port, tlsPort] = [doors.plain?.port(), doors.tls?.port()]
      if (port === undefined && tlsPort === undefined) return undefined
      return {...(port !== undefined && {port}), ...(tlsPort !== undefined && {tlsPort})}
    },
    async listen({host, port, tls, onListening}) {
      stopChecking = scheduler.every(CHECK_PERIOD, () => {
        for (const session of open) session.check()
      })
      const prepare = async () => bounded(serve)
      doors.plain = createDoor({...{host, port, prepare, scheduler, log}, how: 'MQTT', onOpen: onListening})
      if (tls !== undefined) {
        doors.tls = createDoor({
          ...{host, port: tls.port, scheduler, log},
          how: 'MQTT with TLS',
          prepare: () => prepareTls(tls),
        })
      }
      await Promise.all(all().map(door => door.open()))
    },
    check: () => ({warnings: all().flatMap(door => door.trouble() ?? [])}),
    metric: {
      name: 'mqtt_listening',
      help: 'Whether devices can connect by MQTT, by the kind of the port: 1, or 0 while it is tried again',
      label: 'port',
      values: () => Object.entries(doors).map(([kind, door]) => [kind, door.port() === undefined ? 0 : 1] as const),
    },
    async close() {
      stopChecking()
      for (const door of all()) door.close()
      const sessions = [...open]
      for (const {connection} of sessions) connection.pause()
      await settle(sessions)
      for (const {connection} of sessions) connection.end('stopping')
      // Their last wills are stored, too.
      await settle(sessions)
    },
  }
}
