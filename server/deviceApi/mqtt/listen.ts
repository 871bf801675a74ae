import type {Socket} from 'node:net'
import {createServer as createTlsServer} from 'node:tls'
import type {Milliseconds} from '../../../contract/wire/common'
import {HttpError} from '../../http/failures/errors'
import type {LabelledMetric} from '../../http/metrics/metrics'
import type {RateLimits} from '../../http/rateLimits'
import type {ReadinessCheck} from '../../http/readiness'
import type {Log} from '../../log/log'
import {type Cancel, within} from '../../scheduler'
import {sessionLimits} from '../clientCalls'
import type {Admission} from './admission'
import {createDoor, type Door} from './door'
import {Session, type SessionOptions} from './session'
import {readTls, type TlsFiles, versionOf} from './tlsFiles'

export interface MqttListening {
  host: string
  /** 0 is any that is free. */
  port: number
  /** The port for TLS, with the files of a certificate and its key. */
  tls?: {port: number; certificate: string; key: string} | undefined
  /** Called with the port. */
  onListening?: (port: number) => void
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

export class MqttServer {
  readonly #options: MqttServerOptions
  readonly #sessionOptions
  readonly #open = new Set<Session>()
  readonly #doors: {plain?: Door; tls?: Door} = {}
  #stopChecking: Cancel = () => {}

  constructor(options: MqttServerOptions) {
    this.#options = options
    this.#sessionOptions = {...options, limits: sessionLimits(options.rateLimits)}
  }

  /** The ports that are open; undefined when there are none. */
  ports(): {port?: number; tlsPort?: number} | undefined {
    const [port, tlsPort] = [this.#doors.plain?.port(), this.#doors.tls?.port()]
    if (port === undefined && tlsPort === undefined) return undefined
    return {...(port !== undefined && {port}), ...(tlsPort !== undefined && {tlsPort})}
  }

  /** Resolves after the first try; a port that is taken is tried again. */
  async listen({host, port, tls, onListening}: MqttListening): Promise<void> {
    const {scheduler, log} = this.#options
    this.#stopChecking = scheduler.every(CHECK_PERIOD, () => {
      for (const session of this.#open) session.check()
    })
    const prepare = async () => this.#bounded(socket => this.#serve(socket))
    this.#doors.plain = createDoor({
      host,
      port,
      prepare,
      scheduler,
      log,
      how: 'MQTT',
      onOpen: onListening,
    })
    if (tls !== undefined) {
      this.#doors.tls = createDoor({
        host,
        port: tls.port,
        scheduler,
        log,
        how: 'MQTT with TLS',
        prepare: () => this.#prepareTls(tls),
      })
    }
    await Promise.all(this.#all().map(door => door.open()))
  }

  /** Warns of each port by which devices can't connect. */
  readonly check: ReadinessCheck = () => ({warnings: this.#all().flatMap(door => door.trouble() ?? [])})

  readonly metric: LabelledMetric = {
    name: 'mqtt_listening',
    help: 'Whether devices can connect by MQTT, by the kind of the port: 1, or 0 while it is tried again',
    label: 'port',
    values: () => Object.entries(this.#doors).map(([kind, door]) => [kind, door.port() === undefined ? 0 : 1] as const),
  }

  /** Ends all connections after their messages are stored. */
  async close(): Promise<void> {
    this.#stopChecking()
    for (const door of this.#all()) door.close()
    const sessions = [...this.#open]
    for (const {connection} of sessions) connection.pause()
    await this.#settle(sessions)
    for (const {connection} of sessions) connection.end('stopping')
    // Their last wills are stored, too.
    await this.#settle(sessions)
  }

  #serve(socket: Socket) {
    const session = new Session(socket, this.#sessionOptions, () => this.#open.delete(session))
    this.#open.add(session)
  }

  /** Bounds what comes in before anything is read from it. */
  #bounded(serve: (socket: Socket) => void) {
    return async (socket: Socket) => {
      const address = socket.remoteAddress ?? ''
      socket.on('error', () => {})
      const entered = await this.#options.admission.enter(address)
      if (entered instanceof HttpError) {
        this.#options.count('crowded')
        this.#options.onRefused(address, entered)
        return socket.destroy()
      }
      if (socket.destroyed) return entered()
      socket.once('close', entered)
      serve(socket)
    }
  }

  async #prepareTls(files: TlsFiles) {
    let usedVersion = await versionOf(files)
    const secure = createTlsServer({...(await readTls(files)), handshakeTimeout: HANDSHAKE_WITHIN}, socket =>
      this.#serve(socket),
    )
    /** Certificates are renewed every few weeks, and the server runs for longer. */
    const renew = async () => {
      const version = await versionOf(files)
      if (version === usedVersion) return
      usedVersion = version
      secure.setSecureContext(await readTls(files))
      this.#options.log.info('Devices connect by MQTT with TLS with a renewed certificate')
    }
    // Node leaves such a socket open, also when its handshake takes too long.
    secure.on('tlsClientError', (_error, socket) => {
      this.#options.count('badTls')
      socket.destroy()
    })
    return this.#bounded(async socket => {
      await renew().catch(error => this.#options.log.warn({err: error}, 'The renewed certificate of MQTT is of no use'))
      secure.emit('connection', socket)
    })
  }

  #settle(sessions: readonly Session[]) {
    return within(this.#options.scheduler, SETTLE_WITHIN, Promise.all(sessions.map(session => session.settled())))
  }

  #all() {
    return Object.values(this.#doors)
  }
}
