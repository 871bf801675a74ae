import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {LiveTelemetry} from '../../contract/wire/live'
import {PLAYED_KEY} from '../../contract/wire/player'
import type {Database} from '../database/connect'
import {databaseFailure} from '../http/databaseFailure'
import {badRequest, HttpError} from '../http/errors'
import type {LiveTelemetryPublisher} from '../live/publisher'
import {type Log, SILENT} from '../log/log'
import {type AfterCommit, type Alarms, type Row, storeRows} from './batch'
import {createGathering} from './gathering'
import {createKeyIds} from './keyIds'
import type {TelemetryPoint, TelemetryWriter} from './repository'
import {type StoredValue, toStored, toTyped} from './value'

/** A batch contains whole messages with at most this many points together. */
const POINTS_PER_COMMIT = 10_000
const WAITING_POINTS = 200_000

export interface IngestOptions {
  database: Pick<Database, 'pool'>
  now: () => EpochMs
  publisher: LiveTelemetryPublisher
  log?: Log
  /** Judges values in the transaction that stores them. */
  alarms?: Alarms
  /** How long a message waits at most for those of other devices; not at all, unless given. */
  pace?: Milliseconds
}

export interface Ingest extends TelemetryWriter {
  /** Refuses new messages, and resolves when all waiting ones are committed or refused. */
  close(): Promise<void>
}

/** Messages that arrive during a commit or soon after it are collected for the next one, so that they share a commit. */
export function createIngest({database, now, publisher, log = SILENT, alarms, pace = 0}: IngestOptions): Ingest {
  const keyIds = createKeyIds(database)
  const gathering = createGathering(pace)
  const waiting: Message[] = []
  let waitingPoints = 0
  let committing: Promise<void> | undefined
  let isClosed = false
  let trouble: string | undefined

  async function commitWaiting() {
    while (waiting.length > 0) {
      await gathering.untilTime()
      const batch = takeBatch()
      gathering.begin(batch.map(({device}) => device.id))
      // A failed batch must not stop the ones after it.
      await commit(batch).catch(error => log.error(error))
    }
    committing = undefined
  }

  function takeBatch(): Message[] {
    let points = 0
    const isFull = ({stored}: Message) => points > 0 && points + stored.length > POINTS_PER_COMMIT
    let count = 0
    for (const message of waiting) {
      if (isFull(message)) break
      points += message.stored.length
      count++
    }
    waitingPoints -= points
    return waiting.splice(0, count)
  }

  /** When the database refuses data, the batch is halved until only the message with the bad data fails. */
  async function commit(batch: readonly Message[]): Promise<void> {
    let tell: AfterCommit
    try {
      const ids = await keyIds.find(new Set(batch.flatMap(({stored}) => stored.map(point => point.key))))
      const rows = batch.flatMap(message => toRows(message, ids))
      tell = await storeRows(database.pool, rows, {playedKeyId: ids.get(PLAYED_KEY), alarms})
    } catch (error) {
      if (!isAboutData(error)) return refuseAll(batch, error)
      if (batch.length === 1) return refuse(batch, badRequest('The message holds a value that can not be stored.'))
      const half = Math.ceil(batch.length / 2)
      await commit(batch.slice(0, half))
      return commit(batch.slice(half))
    }
    trouble = undefined
    for (const message of batch) message.resolve()
    publisher.publish(batch.map(toLive))
    tell()
  }

  function refuseAll(batch: readonly Message[], error: unknown) {
    const reason = error instanceof Error ? error.message : String(error)
    if (reason !== trouble) log.warn(`Telemetry is being refused: ${reason}`)
    trouble = reason
    refuse(batch, unavailable('The database is not available.'))
  }

  return {
    write(device, points) {
      if (points.length === 0) return Promise.resolve()
      if (isClosed) return Promise.reject(unavailable('The server is stopping.'))
      if (waitingPoints + points.length > WAITING_POINTS) {
        return Promise.reject(unavailable('Too many messages are waiting to be stored.'))
      }
      return new Promise((resolve, reject) => {
        waiting.push({device, receivedAt: now(), stored: points.map(toStoredPoint), resolve, reject})
        waitingPoints += points.length
        if (waitingPoints >= POINTS_PER_COMMIT) gathering.hurry()
        gathering.hear(device.id)
        committing ??= commitWaiting()
      })
    },
    async close() {
      isClosed = true
      gathering.hurry()
      await committing
    },
  }
}

interface StoredPoint extends StoredValue {
  key: string
  ts: EpochMs
}

interface Message {
  device: {id: string; number: number}
  receivedAt: EpochMs
  stored: StoredPoint[]
  resolve: () => void
  reject: (error: HttpError) => void
}

function toStoredPoint({key, ts, value}: TelemetryPoint): StoredPoint {
  return {key, ts, ...toStored(value)}
}

function toRows({device, receivedAt, stored}: Message, ids: ReadonlyMap<string, number>): Row[] {
  return stored.map(({key, ts, value, kind, text}) => {
    const keyId = ids.get(key)
    if (keyId === undefined) throw new RangeError(`No id for the key ${key}`)
    return {deviceNumber: device.number, keyId, ts, value, kind, text, receivedAt}
  })
}

function toLive({device, receivedAt, stored}: Message): LiveTelemetry {
  const oldestFirst = stored.toSorted((a, b) => a.ts - b.ts)
  return {
    device_id: device.id,
    received_at: receivedAt,
    points: oldestFirst.map(point => ({key: point.key, ts: point.ts, ...toTyped(point)})),
  }
}

function refuse(batch: readonly Message[], refusal: HttpError) {
  for (const {reject} of batch) reject(refusal)
}

const unavailable = (message: string) => new HttpError(503, message, {'retry-after': '1'})

/** Whether the data caused the error. Otherwise it is the state of the database, and halving the batch is pointless. */
function isAboutData(error: unknown): boolean {
  return error instanceof RangeError || error instanceof TypeError || databaseFailure(error)?.statusCode === 400
}
