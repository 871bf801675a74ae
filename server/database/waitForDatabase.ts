import type {Milliseconds} from '../../contract/wire/common'
import type {Log} from '../log/log'
import type {Scheduler} from '../scheduler'
import {type ConnectOptions, connectDatabase, type Database} from './connect'
import {StartRefused} from './startRefused'

const FIRST_PAUSE: Milliseconds = 100
const LONGEST_PAUSE: Milliseconds = 5_000

export interface WaitOptions extends ConnectOptions {
  log: Log
  scheduler: Pick<Scheduler, 'delay'>
  /** Ends the waiting. The promise rejects with the signal's reason. */
  signal: AbortSignal
}

/**
 * Connects to a database, and waits for one that is away or still starting. Throws `StartRefused` when it refuses this
 * server, because waiting would not help.
 */
export async function waitForDatabase(url: string, options: WaitOptions): Promise<Database> {
  const {log, signal, scheduler} = options
  let isWaiting = false
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      const database = await connectDatabase(url, options)
      if (isWaiting) log.info('The database answers')
      return database
    } catch (error) {
      const reason = explain(error)
      if (!isAway(error)) throw new StartRefused(`The database can't be used: ${reason}. Check DATABASE_URL.`)
      if (!isWaiting) log.warn(`Waiting for the database, which can't be reached: ${reason}`)
      isWaiting = true
    }
    await scheduler.delay(pause, signal)
    signal.throwIfAborted()
  }
}

/** Node describes problems of a network by codes such as ECONNREFUSED; a code of PostgreSQL has five characters. */
function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return true
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return code === '' ? BROKEN.test(error.message) : AWAY.test(code)
}

/** SQLSTATE classes 08 (connection) and 53 (too many connections), and the codes 57P (starting or stopping). */
const AWAY = /^(08|53)[0-9A-Z]{3}$|^57P0\d$|^E(?!RR_)[A-Z]+(?:_[A-Z]*)?$/
/** Messages of the driver `pg` that have no code. */
const BROKEN = /^(Connection terminated|timeout e(xceeded when trying to connect|xpired)|Query read timeout)/

function explain(error: unknown): string {
  // An AggregateError, of a host with several addresses, has no message of its own.
  if (error instanceof AggregateError) return error.errors.map(explain).join(', ')
  return error instanceof Error ? error.message : String(error)
}
