import {randomUUID} from 'node:crypto'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {createPasses, type PassesOptions} from '../database/passes'
import {type Cancel, createUnderWay, type Scheduler, type UnderWay} from '../scheduler'
import type {ConnectionRepository, DeviceConnections} from './repository'
import {SILENT_AFTER} from './state'

export interface ConnectionNotes extends DeviceConnections {
  /** Says from now on that who is connected still is. */
  start(): void
  underWay: UnderWay
  /** Notes that nobody is connected to this server any more. */
  close(): Promise<void>
}

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
const MOST_AT_ONCE = 10_000

/** Notes beside all else which devices are connected to this server. */
export function createConnectionNotes(options: ConnectionNotesOptions): ConnectionNotes {
  const {connections, scheduler, job} = options
  const {now} = scheduler
  const server = randomUUID()
  const connectedSince = new Map<string, EpochMs>()
  let unwritten = new Map<string, Span>()
  let turn: Promise<void> = Promise.resolve()
  const {track, underWay} = createUnderWay()
  let stopResting: Cancel | undefined
  let isClosed = false
  const renewals = createPasses({every: RENEW_EVERY, scheduler, job, pass: () => inTurn(renew)})

  function note(deviceId: string, span: Span) {
    unwritten.set(deviceId, span)
    wake()
  }

  function wake() {
    if (stopResting !== undefined || isClosed) return
    const written = inTurn(write)
    stopResting = scheduler.after(WRITE_EVERY, async () => {
      await written
      stopResting = undefined
      if (unwritten.size > 0) wake()
    })
  }

  /** One statement at a time, so that a renewal doesn't miss what is being written. */
  function inTurn(work: () => Promise<unknown>): Promise<void> {
    const done = track(turn.then(async () => void (await work())))
    turn = done.catch(() => {})
    return done
  }

  /** False when it has failed. */
  async function write(): Promise<boolean> {
    const all = [...unwritten]
    const batch = all.slice(0, MOST_AT_ONCE)
    if (batch.length === 0) return true
    unwritten = new Map(all.slice(MOST_AT_ONCE))
    try {
      const at = now()
      const notes = batch.map(([deviceId, span]) => ({deviceId, ...span}))
      const written = new Set(await connections.note({server, now: at, notes, silentSince: at - SILENT_AFTER}))
      // Nothing is noted of devices that have been removed.
      for (const [deviceId] of batch) if (!written.has(deviceId)) connectedSince.delete(deviceId)
      job.succeeded()
      return true
    } catch (error) {
      unwritten = new Map([...batch, ...unwritten])
      job.failed(error)
      return false
    }
  }

  async function renew() {
    const renewed = await connections.renew(server, now())
    const isNoted = renewed >= connectedSince.size - unwritten.size
    if (isNoted) return
    // Another server has taken this one for dead.
    for (const [deviceId, connectedAt] of connectedSince) note(deviceId, {connectedAt, disconnectedAt: null})
  }

  function left(deviceId: string) {
    const connectedAt = connectedSince.get(deviceId)
    if (connectedAt === undefined) return
    connectedSince.delete(deviceId)
    note(deviceId, {connectedAt, disconnectedAt: now()})
  }

  return {
    entered(deviceId) {
      const connectedAt = now()
      connectedSince.set(deviceId, connectedAt)
      note(deviceId, {connectedAt, disconnectedAt: null})
    },
    left,
    start: renewals.start,
    underWay,
    async close() {
      isClosed = true
      stopResting?.()
      await renewals.close()
      for (const deviceId of [...connectedSince.keys()]) left(deviceId)
      await inTurn(async () => {
        while (unwritten.size > 0 && (await write()));
      })
    },
  }
}
