import {and, eq, min, sql} from 'drizzle-orm'
import type {AnyPgColumn} from 'drizzle-orm/pg-core'
import {CLOCK_TOLERANCE} from '../../../contract/limits'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Database, Transaction} from '../../database/connect'
import {notificationEntry, notificationGroup, notificationThread} from '../../database/schema/notification'
import type {Job, Scheduler} from '../../scheduler'
import {type ClockSetting, createClockFollowing} from '../../store/clock'
import {createQueue, type Queue} from '../../store/queue'
import type {ReadRoutes} from '../repository'
import {createDispatch, type DispatchOptions, LONGEST_COLLECTING} from './dispatch'
import {COLLECTING, createSorting, DAMPING, type SortingOptions} from './sorting'

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

interface FollowClockOptions {
  database: Pick<Database, 'db'>
  readRoutes: ReadRoutes
}

/**
 * Corrects what waits to be sent after the clock was set: damping and storms last as long as they would have, reminders
 * and escalations begin again, and all else is evaluated again. Several servers may do so for the same change.
 */
function createFollowClock({database: {db}, readRoutes}: FollowClockOptions) {
  async function putRight(transaction: Transaction, at: EpochMs, before: EpochMs) {
    const moved = movedBy(at, before)
    const [group, thread] = [notificationGroup, notificationThread]
    const toldAt = moved(group.toldAt, DAMPING)
    // A dispatch locks groups first, in an order that no statement for all of them has.
    await transaction.execute(sql`lock table ${group} in exclusive mode`)
    await transaction.update(group).set({
      toldAt,
      since: moved(group.since, LONGEST_COLLECTING),
      dueAt: sql`case when ${group.dueAt} is not null then greatest(${at + COLLECTING}::int8, ${toldAt} + ${DAMPING}::int8) end`,
    })
    await transaction.update(thread).set({
      arrivedAt: moved(thread.arrivedAt, COLLECTING),
      toldAt: sql`case when ${thread.toldAt} is not null then ${at}::int8 end`,
      dueAt: sql`case when ${thread.dueAt} is not null then ${at}::int8 end`,
    })
    await waitAnew(transaction, at)
  }

  async function waitAnew(transaction: Transaction, at: EpochMs) {
    const {organisationId, route, step, toldTo} = notificationThread
    const isWaiting = sql`${step} > 0 and ${toldTo} = '{}'`
    const waiting = await transaction
      .selectDistinct({organisationId, route, step})
      .from(notificationThread)
      .where(isWaiting)
    const organisationIds = waiting.map(group => group.organisationId)
    const routes = await readRoutes(organisationIds, transaction)
    for (const group of waiting) {
      const found = routes.get(group.organisationId)?.find(({name}) => name === group.route)
      const after = found?.escalations[group.step - 1]?.after ?? 0
      const isOfGroup = and(eq(organisationId, group.organisationId), eq(route, group.route), eq(step, group.step))
      await transaction
        .update(notificationThread)
        .set({dueAt: at + after})
        .where(and(isOfGroup, isWaiting))
    }
  }

  return async ({at, before}: ClockSetting): Promise<void> => {
    const known = before ?? (await timeToCome(db, at))
    if (known !== null) await db.transaction(transaction => putRight(transaction, at, known))
  }
}

/** The newest of the stored times, if it is in the future: then the clock was set back while no server ran. */
async function timeToCome(db: Database['db'], at: EpochMs): Promise<EpochMs | null> {
  const {rows} = await db.execute<{newest: EpochMs | null}>(sql`
    select greatest(
      (select max(greatest(told_at, since)) from ${notificationGroup}),
      (select max(greatest(told_at, arrived_at)) from ${notificationThread})
    )::float8 as newest`)
  const newest = rows[0]?.newest ?? null
  return newest !== null && newest > at + CLOCK_TOLERANCE ? newest : null
}

/** The SQL of a time by the corrected clock. Times older than `within` stay in the past. */
const movedBy = (at: EpochMs, before: EpochMs) => (time: AnyPgColumn, within: Milliseconds) =>
  sql`case when ${time} > ${before - within}::int8 then least(${at}::int8, ${time} + ${at - before}::int8)
    when ${time} > ${at}::int8 then ${at - within}::int8 else ${time} end`
