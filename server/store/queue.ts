import {MINUTE, SECOND} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {type Cancel, createUnderWay, type Job, type Scheduler, type UnderWay, within} from '../scheduler'

export interface QueueOptions<Item> {
  /** Claims the longest waiting item, so that nobody else gets it in the meantime. Undefined when nothing is due. */
  claim: () => Promise<Item | undefined>
  work: (item: Item) => Promise<void>
  /** The time at which the next item is due; undefined when there is none. */
  nextDueAt: () => Promise<EpochMs | undefined>
  /** The number of items that are worked on at a time. */
  parallel: number
  shortestPause?: Milliseconds
  scheduler: Pick<Scheduler, 'now' | 'after' | 'delay'>
  /** Called with each look. It fails when the database does; what becomes of an item is up to `work`. */
  job: Job
  /** Ends the work under way when the queue is closed and has waited long enough. */
  abort?: () => void | Promise<void>
}

/** Works off the due items in the database. After the first `wake` it also looks there on its own timer. */
export interface Queue {
  /** Call it when something was queued. */
  wake(): void
  underWay: UnderWay
  /** Waits for the work under way, but aborts it after a second. Aborted items are due again later. */
  close(): Promise<void>
}

/** Every server looks for due items at least this often, because another server may have died while working on them. */
const LONGEST_PAUSE = MINUTE
const PAUSE_AFTER_FAILURE = 10 * SECOND
const CLOSE_WITHIN = SECOND

export function createQueue<Item>(options: QueueOptions<Item>): Queue {
  const {claim, nextDueAt, parallel, shortestPause = SECOND, scheduler, job, abort = () => {}} = options
  const {track, underWay} = createUnderWay()
  let workers = 0
  /** Counts the decisions on the next look; only the newest holds. */
  let decisions = 0
  let stopWaiting: Cancel = () => {}
  let isClosed = false
  /** A worker that has just found nothing may not have seen an item queued since. */
  let isWoken = false

  function wake() {
    if (isClosed) return
    if (workers === parallel) {
      isWoken = true
      return
    }
    void track(start())
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
      job.succeeded()
    } catch (error) {
      job.failed(error)
      decisions++
      wakeAfter(PAUSE_AFTER_FAILURE)
    }
  }

  /** An item queued in the meantime may be known by a newer look alone, although that is answered first. */
  async function wakeWhenDue() {
    const decision = ++decisions
    const dueAt = await nextDueAt()
    const left = dueAt === undefined ? LONGEST_PAUSE : dueAt - scheduler.now()
    if (decision === decisions) wakeAfter(Math.min(Math.max(left, shortestPause), LONGEST_PAUSE))
  }

  async function workOff() {
    let item = await claim()
    while (item !== undefined) {
      wake()
      await options.work(item)
      item = isClosed ? undefined : await claim()
    }
  }

  function wakeAfter(pause: Milliseconds) {
    stopWaiting()
    if (!isClosed) stopWaiting = scheduler.after(pause, wake)
  }

  return {
    wake,
    underWay,
    async close() {
      isClosed = true
      stopWaiting()
      await within(scheduler, CLOSE_WITHIN, Promise.resolve(underWay()))
      await abort()
      await underWay()
    },
  }
}
