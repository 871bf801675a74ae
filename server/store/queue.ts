import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {explainFailure} from './failure'

export interface QueueOptions<Item> {
  /** Claims what has waited longest, so that nobody else gets it meanwhile. Undefined when nothing is due. */
  claim: () => Promise<Item | undefined>
  work: (item: Item) => Promise<void>
  /** The time at which the next item is due; undefined when there is none. */
  nextDueAt: () => Promise<EpochMs | undefined>
  /** How many items are worked on at a time. */
  parallel: number
  shortestPause?: Milliseconds
  now: () => EpochMs
  /** Names what waits when the database fails, such as `Mail`. */
  name: string
  log: {warn(message: string): void}
  /** Ends the work under way when the queue is closed and has waited long enough. */
  abort?: () => void | Promise<void>
}

/** Works off what is due in the database. After the first `wake` it also looks there on its own timer. */
export interface Queue {
  /** Call it when something was queued. */
  wake(): void
  /** Waits for the work under way, but aborts it after a second. What was aborted is due again later. */
  close(): Promise<void>
}

const SECOND: Milliseconds = 1000
/** Every server looks for due items at least this often, because another server may have died before it worked them off. */
const LONGEST_PAUSE = 60 * SECOND
const PAUSE_AFTER_FAILURE = 10 * SECOND
const CLOSE_WITHIN = SECOND

export function createQueue<Item>(options: QueueOptions<Item>): Queue {
  const {claim, nextDueAt, parallel, shortestPause = SECOND, now, name, log, abort = () => {}} = options
  const underway = new Set<Promise<void>>()
  let workers = 0
  /** Counts what has decided on the next look, of which the newest holds. */
  let decisions = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  /** A worker that has just found nothing may not have seen what was queued since. */
  let isWoken = false

  function wake() {
    if (isClosed) return
    if (workers === parallel) {
      isWoken = true
      return
    }
    const worker = start().finally(() => underway.delete(worker))
    underway.add(worker)
  }

  async function start() {
    try {
      workers++
      await workOff().finally(() => {
        workers--
      })
      if (isWoken) {
        isWoken = false
        wake()
      } else if (workers === 0) await wakeWhenDue()
    } catch (error) {
      log.warn(`${name} waits: ${explainFailure(error)}`)
      decisions++
      wakeAfter(PAUSE_AFTER_FAILURE)
    }
  }

  /** What was queued since may be known by a newer look alone, although that is answered first. */
  async function wakeWhenDue() {
    const decision = ++decisions
    const pause = await untilDue()
    if (decision === decisions) wakeAfter(pause)
  }

  async function workOff() {
    let item = await claim()
    while (item !== undefined) {
      wake()
      await options.work(item)
      item = isClosed ? undefined : await claim()
    }
  }

  async function untilDue(): Promise<Milliseconds> {
    const dueAt = await nextDueAt()
    if (dueAt === undefined) return LONGEST_PAUSE
    return Math.min(Math.max(dueAt - now(), shortestPause), LONGEST_PAUSE)
  }

  function wakeAfter(pause: Milliseconds) {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(wake, pause).unref()
  }

  return {
    wake,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await Promise.race([Promise.all(underway), elapsed(CLOSE_WITHIN)])
      await abort()
      await Promise.all(underway)
    },
  }
}

function elapsed(time: Milliseconds): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, time).unref())
}
