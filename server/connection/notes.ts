import {randomUUID} from 'node:crypto'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {createPasses, type PassesOptions} from '../database/passes'
import {type Cancel, createUnderWay, type Scheduler, type UnderWay} from '../scheduler'
import type {ConnectionRepository, DeviceConnections} from './repository'
import {SILENT_AFTER} from './state'

export interface ConnectionNotesOptions extends Pick<PassesOptions, 'job'> {
  scheduler: PassesOptions['scheduler'] & Pick<Scheduler, 'now' | 'after'>
  connections: Pick<ConnectionRepository, 'note' | 'renew'>
}

interface Span {
  connectedAt: EpochMs
  disconnectedAt: EpochMs | null
}

const RENEW_EVERY: Milliseconds = 30_000
/** Many devices come or go at once, and share a write. */
const WRITE_EVERY: Milliseconds = 1000
/** A statement of more devices might take too long ever to end. */
const MAX_AT_ONCE = 10_000

/** Notes beside all else which devices are connected to this server. */
export class ConnectionNotes implements DeviceConnections {
  readonly #options: ConnectionNotesOptions
  readonly #work = createUnderWay()
  readonly underWay: UnderWay = this.#work.underWay
  readonly #server = randomUUID()
  readonly #connectedSince = new Map<string, EpochMs>()
  #unwritten = new Map<string, Span>()
  #turn: Promise<void> = Promise.resolve()
  #stopResting: Cancel | undefined
  #isClosed = false
  readonly #renewals

  constructor(options: ConnectionNotesOptions) {
    this.#options = options
    const {scheduler, job} = options
    this.#renewals = createPasses({every: RENEW_EVERY, scheduler, job, pass: () => this.#inTurn(() => this.#renew())})
  }

  left(deviceId: string) {
    const connectedAt = this.#connectedSince.get(deviceId)
    if (connectedAt === undefined) return
    this.#connectedSince.delete(deviceId)
    this.#note(deviceId, {connectedAt, disconnectedAt: this.#options.scheduler.now()})
  }

  entered(deviceId: string) {
    const connectedAt = this.#options.scheduler.now()
    this.#connectedSince.set(deviceId, connectedAt)
    this.#note(deviceId, {connectedAt, disconnectedAt: null})
  }

  /** Begins to renew the state of connected devices. */
  start(): void {
    this.#renewals.start()
  }

  /** Notes that nobody is connected to this server any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopResting?.()
    await this.#renewals.close()
    for (const deviceId of [...this.#connectedSince.keys()]) this.left(deviceId)
    await this.#inTurn(async () => {
      while (this.#unwritten.size > 0 && (await this.#write()));
    })
  }

  #note(deviceId: string, span: Span) {
    this.#unwritten.set(deviceId, span)
    this.#wake()
  }

  #wake() {
    if (this.#stopResting !== undefined || this.#isClosed) return
    const written = this.#inTurn(() => this.#write())
    this.#stopResting = this.#options.scheduler.after(WRITE_EVERY, async () => {
      await written
      this.#stopResting = undefined
      if (this.#unwritten.size > 0) this.#wake()
    })
  }

  /** One statement runs at a time, so that a renewal doesn't miss notes that are being written. */
  #inTurn(work: () => Promise<unknown>): Promise<void> {
    const done = this.#work.track(this.#turn.then(async () => void (await work())))
    this.#turn = done.catch(() => {})
    return done
  }

  /** False when it has failed. */
  async #write(): Promise<boolean> {
    const all = [...this.#unwritten]
    const batch = all.slice(0, MAX_AT_ONCE)
    if (batch.length === 0) return true
    this.#unwritten = new Map(all.slice(MAX_AT_ONCE))
    try {
      const at = this.#options.scheduler.now()
      const notes = batch.map(([deviceId, span]) => ({deviceId, ...span}))
      const written = new Set(
        await this.#options.connections.note({server: this.#server, now: at, notes, silentSince: at - SILENT_AFTER}),
      )
      // Removed devices get no notes.
      for (const [deviceId] of batch) if (!written.has(deviceId)) this.#connectedSince.delete(deviceId)
      this.#options.job.succeeded()
      return true
    } catch (error) {
      this.#unwritten = new Map([...batch, ...this.#unwritten])
      this.#options.job.failed(error)
      return false
    }
  }

  async #renew() {
    const renewed = await this.#options.connections.renew(this.#server, this.#options.scheduler.now())
    const isNoted = renewed >= this.#connectedSince.size - this.#unwritten.size
    if (isNoted) return
    // Another server has taken this one for stopped.
    for (const [deviceId, connectedAt] of this.#connectedSince)
      this.#note(deviceId, {connectedAt, disconnectedAt: null})
  }
}
