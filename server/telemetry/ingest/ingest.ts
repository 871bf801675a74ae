import {setImmediate as nextTurn} from 'node:timers/promises'
import {SECOND} from '../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {PLAYED_KEY} from '../../../contract/wire/player'
import type {LiveTelemetry} from '../../../contract/wire/telemetry/live'
import type {Database} from '../../database/connect'
import {databaseFailure} from '../../http/failures/databaseFailure'
import {badRequest, HttpError} from '../../http/failures/errors'
import type {Job, Scheduler, UnderWay} from '../../scheduler'
import type {IngestDevice, TelemetryPoint, TelemetryWriter} from '../repository'
import {type Arrivals, createArrivals} from './arrivals'
import {type Alarms, type Row, type Stored, storeRows} from './batch'
import {createKeyIds} from './keyIds'
import {createTurns} from './turns'
import {toStored, toTyped} from './value'

/** The points that an organisation may store in its turn. A longer message is stored in parts of this size. */
const POINTS_PER_TURN = 250
/** The points that are worth a commit without waiting for more, and the maximum of a commit. */
const POINTS_PER_COMMIT = 500
const MAX_POINTS_PER_COMMIT = 1_000
/** The points that may wait, and those of one organisation among them. */
const WAITING_POINTS = 200_000
const WAITING_POINTS_OF_ONE = 100_000

export interface IngestOptions {
  database: Pick<Database, 'pool'>
  scheduler: Pick<Scheduler, 'now' | 'elapsed' | 'after'>
  /** Is called with what was committed. It never throws and returns at once. */
  publish(batch: LiveTelemetry[]): void
  jobs?: {storing: Job; passingOn: Job}
  /** Evaluates values in the transaction that stores them. */
  alarms?: Alarms
  /** Called with the committed points, in the order of arrival. It must not throw. */
  onStored?: (rows: readonly Row[]) => void
  /** The longest time that a message waits for those of other devices; not at all, unless given. */
  pace?: Milliseconds
  /** Called with how long each commit took, in seconds. */
  onCommitted?: (seconds: number) => void
}

/** The counts since the start: committed messages, and refused ones by reason. `waiting` are values, now. */
export interface IngestCounts {
  messages: number
  values: number
  refused: Readonly<Record<'overfull' | 'data' | 'database' | 'stopping', number>>
  waiting: number
}

/**
 * Messages that arrive during a commit or soon after it are collected for the next one, so that they share a commit.
 * The organisations are served in turns.
 */
export class Ingest implements TelemetryWriter {
  readonly #options: IngestOptions
  readonly #keyIds
  readonly #gathering
  readonly #turns = createTurns<Part>(POINTS_PER_TURN)
  readonly #arrivals = createArrivals()
  #committing: Promise<void> | undefined
  #isClosed = false
  /** The committed points that are neither acknowledged nor published yet. */
  readonly #unpublished: Committed[] = []
  readonly #counts = {messages: 0, values: 0}
  readonly #refused = {overfull: 0, data: 0, database: 0, stopping: 0}

  constructor(options: IngestOptions) {
    this.#options = options
    const {database, scheduler, pace = 0} = options
    this.#keyIds = createKeyIds(database)
    this.#gathering = createGathering(pace, scheduler)
  }

  write(device: IngestDevice, points: readonly TelemetryPoint[]): Promise<void> {
    if (points.length === 0) return Promise.resolve()
    if (this.#isClosed) {
      this.#refused.stopping++
      return Promise.reject(unavailable('The server is stopping.'))
    }
    if (this.#isOverfull(device.organisationId, points.length)) {
      this.#refused.overfull++
      return Promise.reject(overfull())
    }
    return new Promise((resolve, reject) => {
      const receivedAt = this.#options.scheduler.now()
      const message = {device, receivedAt, left: points.length, isRefused: false, resolve, reject}
      const dated = points.map(point => toRow(point, message, this.#arrivals))
      for (let from = 0; from < dated.length; from += POINTS_PER_TURN) {
        const rows = dated.slice(from, from + POINTS_PER_TURN)
        this.#turns.add(device.organisationId, {message, rows}, rows.length)
      }
      if (this.#turns.waiting() >= POINTS_PER_COMMIT) this.#gathering.hurry()
      this.#gathering.add(device.id)
      this.#committing ??= this.#commitWaiting()
    })
  }

  counts(): IngestCounts {
    return {...this.#counts, refused: {...this.#refused}, waiting: this.#turns.waiting()}
  }

  /** Asking for it commits the waiting points at once. */
  readonly underWay: UnderWay = () => {
    this.#gathering.hurry()
    return this.#committing
  }

  /** Refuses new messages, and resolves when all waiting ones are committed or refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#gathering.hurry()
    await this.#committing
  }

  /** The next batch is sent before the previous one is published, so that the database doesn't wait for it. */
  async #commitWaiting() {
    while (this.#turns.waiting() > 0) {
      if (this.#turns.waiting() < POINTS_PER_COMMIT) {
        this.#publish()
        await this.#gathering.untilTime()
      }
      const batch = this.#turns.take(shareOf(this.#turns.waiting())).filter(({message}) => !message.isRefused)
      this.#gathering.begin(batch.map(({message}) => message.device.id))
      // A failed batch must not stop the ones after it.
      const next = this.#commit(batch).catch(error => this.#options.jobs?.storing.failed(error))
      // The statement has been sent by then.
      await nextTurn()
      this.#publish()
      await next
    }
    this.#publish()
    this.#committing = undefined
  }

  /** When the database refuses data, the batch is halved until only the message with the bad data fails. */
  async #commit(batch: readonly Part[]): Promise<void> {
    if (batch.length === 0) return
    const begunAt = this.#options.scheduler.elapsed()
    let stored: Stored<NamedRow>
    try {
      const waiting = batch.flatMap(({rows}) => rows)
      const ids = await this.#keyIds.find(new Set(waiting.map(({key}) => key)))
      const rows = waiting.map(row => withId(row, ids))
      stored = await storeRows(this.#options.database.pool, rows, {
        playedKeyId: ids.get(PLAYED_KEY),
        alarms: this.#options.alarms,
      })
    } catch (error) {
      if (isAboutData(error) && batch.length > 1) {
        const half = Math.ceil(batch.length / 2)
        await this.#commit(batch.slice(0, half))
        return this.#commit(batch.slice(half))
      }
      return this.#refuseBy(batch, error)
    }
    this.#options.onCommitted?.((this.#options.scheduler.elapsed() - begunAt) / SECOND)
    this.#options.jobs?.storing.succeeded()
    this.#unpublished.push({batch, ...stored})
  }

  /** A failure must not stop what follows. */
  #publish() {
    for (const {batch, rows, afterCommit} of this.#unpublished.splice(0)) {
      this.#acknowledge(batch)
      try {
        this.#options.publish(toLive(batch, rows))
        this.#options.onStored?.(rows)
        afterCommit()
        this.#options.jobs?.passingOn.succeeded()
      } catch (error) {
        this.#options.jobs?.passingOn.failed(error)
      }
    }
  }

  #acknowledge(batch: readonly Part[]) {
    for (const {message, rows} of batch) {
      message.left -= rows.length
      this.#counts.values += rows.length
      if (message.left > 0) continue
      this.#counts.messages++
      message.resolve()
    }
  }

  #refuseBy(batch: readonly Part[], error: unknown) {
    if (isAboutData(error)) {
      this.#refused.data++
      refuse(batch, badRequest('The message holds a value that can not be stored.'))
      return
    }
    this.#options.jobs?.storing.failed(error)
    this.#refused.database += new Set(batch.map(({message}) => message)).size
    const found = databaseFailure(error)
    const {message, headers} = found?.statusCode === 503 ? found : unavailable('The database is not available.')
    // Readiness recognises a full or damaged disk by the cause.
    refuse(batch, new HttpError(503, message, headers, {cause: error}))
  }

  /** When too much waits, only organisations with more than their share are refused. */
  #isOverfull(organisationId: string, more: number): boolean {
    const own = this.#turns.waiting(organisationId) + more
    if (own > WAITING_POINTS_OF_ONE) return true
    return this.#turns.waiting() + more > WAITING_POINTS && own > WAITING_POINTS / this.#turns.parties()
  }
}

/**
 * Half of what waits is left for the next commit, as devices that wait for an answer may not send before they have it.
 */
const shareOf = (waiting: number): number => Math.min(Math.max(waiting / 2, POINTS_PER_COMMIT), MAX_POINTS_PER_COMMIT)

interface Message {
  device: IngestDevice
  receivedAt: EpochMs
  /** Points that are not stored yet. */
  left: number
  /** The rest of it will not be stored. */
  isRefused: boolean
  resolve: () => void
  reject: (error: HttpError) => void
}

/** Points of a message that are stored together. */
interface Part {
  message: Message
  rows: WaitingRow[]
}

interface NamedRow extends Row {
  key: string
}

/** A row before its commit, in which the id of its key is found. */
type WaitingRow = Omit<NamedRow, 'keyId'>

interface Committed extends Stored<NamedRow> {
  batch: readonly Part[]
}

function toRow(
  {key, ts, value}: TelemetryPoint,
  {device, receivedAt}: Pick<Message, 'device' | 'receivedAt'>,
  arrivals: Arrivals,
): WaitingRow {
  const isArrival = ts === undefined
  return {
    deviceNumber: device.number,
    key,
    ts: isArrival ? arrivals.next(device.number, key, receivedAt) : ts,
    isArrival,
    ...toStored(value),
    receivedAt,
  }
}

/** Completes the row itself, as a copy of each value would cost time in each commit. */
function withId(row: WaitingRow, ids: ReadonlyMap<string, number>): NamedRow {
  const keyId = ids.get(row.key)
  if (keyId === undefined) throw new RangeError(`No id for the key ${row.key}`)
  return Object.assign(row, {keyId})
}

/** `rows` are those of the parts, in their order. */
function toLive(batch: readonly Part[], rows: readonly NamedRow[]): LiveTelemetry[] {
  let from = 0
  return batch.map(({message: {device, receivedAt}, rows: {length}}) => {
    const points = rows.slice(from, from + length).map(row => ({key: row.key, ts: row.ts, ...toTyped(row)}))
    from += length
    return {device_id: device.id, received_at: receivedAt, points: points.sort((a, b) => a.ts - b.ts)}
  })
}

function refuse(batch: readonly Part[], refusal: HttpError) {
  for (const {message} of batch) {
    message.isRefused = true
    message.reject(refusal)
  }
}

const unavailable = (message: string) => new HttpError(503, message, {'retry-after': '1'})
const overfull = () =>
  new HttpError(429, 'Too many values of your organisation are waiting to be stored.', {'retry-after': '1'})

/** Whether the data caused the error. Otherwise it is the state of the database, and halving the batch is pointless. */
function isAboutData(error: unknown): boolean {
  return error instanceof RangeError || error instanceof TypeError || databaseFailure(error)?.statusCode === 400
}

/** Decides when waiting messages are committed together. */
interface Gathering {
  /** A message of a device waits. */
  add(deviceId: string): void
  /** Nobody must wait any longer for others. */
  hurry(): void
  /** Resolves when it is time. */
  untilTime(): Promise<void>
  /** The messages of these devices are being committed. */
  begin(deviceIds: Iterable<string>): void
}

/**
 * A commit costs about the same for one message as for ten. So it begins `pace` after the one before at the earliest. A
 * device that sends again right after that commit may wait for each answer, so its message doesn't wait for the pace.
 */
export function createGathering(pace: Milliseconds, {elapsed, after}: Pick<Scheduler, 'elapsed' | 'after'>): Gathering {
  let before: ReadonlySet<string> = new Set()
  let begunAt = Number.NEGATIVE_INFINITY
  let isUrgent = false
  let end = () => {}

  function hurry() {
    isUrgent = true
    end()
  }

  return {
    hurry,
    add(deviceId) {
      if (before.has(deviceId)) hurry()
    },
    async untilTime() {
      const pause = begunAt + pace - elapsed()
      if (pause > 0 && !isUrgent) {
        await new Promise<void>(resolve => {
          const cancel = after(pause, resolve)
          end = () => {
            cancel()
            resolve()
          }
        })
      }
      await nextTurn()
    },
    begin(deviceIds) {
      before = new Set(deviceIds)
      begunAt = elapsed()
      isUrgent = false
    },
  }
}
