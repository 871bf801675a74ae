import {min} from 'drizzle-orm'
import type {EpochMs} from '../../../contract/wire/common'
import {notificationEntry, notificationGroup} from '../../database/schema'
import type {Job, Scheduler} from '../../scheduler'
import {createClockFollowing} from '../../store/clock'
import {createQueue, type Queue} from '../../store/queue'
import {createFollowClock} from './clock'
import {createDispatch, type DispatchOptions} from './dispatch'
import {createSorting, type SortingOptions} from './sorting'

export interface DispatcherOptions extends Omit<SortingOptions, 'now'>, DispatchOptions {
  scheduler: Pick<Scheduler, 'now' | 'elapsed' | 'after' | 'delay'>
  job: Job
  /** Called when there may be mails or webhooks to send. */
  onQueued: () => void
}

/** Finds the recipients of the entries, and dispatches the groups that are due. Wake it after the commit of entries. */
export function createDispatcher({job, onQueued, scheduler, ...options}: DispatcherOptions): Queue {
  const {now} = scheduler
  const {db} = options.database
  const sortSome = createSorting({...options, now})
  const dispatchNext = createDispatch(options)
  const followClock = createClockFollowing(scheduler, createFollowClock(options))

  async function goOn(): Promise<true | undefined> {
    const at = await followClock()
    const hasSorted = await sortSome()
    const hasDispatched = await dispatchNext(at)
    if (hasDispatched) onQueued()
    return hasSorted || hasDispatched || undefined
  }

  async function nextDueAt(): Promise<EpochMs | undefined> {
    const [entry] = await db.select({id: notificationEntry.id}).from(notificationEntry).limit(1)
    if (entry !== undefined) return now()
    const [next] = await db.select({dueAt: min(notificationGroup.dueAt)}).from(notificationGroup)
    return next?.dueAt ?? undefined
  }

  return createQueue({
    claim: goOn,
    work: async () => {},
    nextDueAt,
    parallel: 1,
    shortestPause: 20,
    scheduler,
    job,
  })
}
