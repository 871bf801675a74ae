import {asc, eq, lte, min, notExists} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {Database, Transaction} from '../database/connect'
import {weeklyReport} from '../database/schema/availability'
import type {MailRepository} from '../mail/repository'
import type {PreferencesRepository} from '../preferences/repository'
import type {Job, Scheduler} from '../scheduler'
import {createQueue, type Queue} from '../store/queue'
import {organisationAdmins} from '../user/repository'
import {nextMonday} from './weeks'

export interface WeeklyWatchOptions {
  database: Pick<Database, 'db'>
  scheduler: Pick<Scheduler, 'now' | 'after' | 'delay'>
  mails: Pick<MailRepository, 'enqueue'>
  preferences: Pick<PreferencesRepository, 'find'>
  /** Called after the commit of a mail. */
  onQueued: () => void
  job: Job
}

/** Writes to the admins of organisations who have requested it, each Monday at eight by their clocks. */
export function createWeeklyWatch(options: WeeklyWatchOptions): Queue {
  const {scheduler, mails, preferences, onQueued, job} = options
  const {db} = options.database
  const {userId, dueAt} = weeklyReport

  async function requestedBy(id: string): Promise<{zone: string; isRequested: boolean}> {
    const own = await preferences.find(id)
    return {zone: own?.zone ?? 'UTC', isRequested: own?.weeklyReport ?? true}
  }

  /** The first mail of an admin is that of the next Monday. */
  async function noteNew(at: EpochMs) {
    const isNew = await organisationAdmins(db, id =>
      notExists(db.select({userId}).from(weeklyReport).where(eq(userId, id))),
    )
    for (const {id} of isNew) {
      const {zone} = await requestedBy(id)
      await db
        .insert(weeklyReport)
        .values({userId: id, dueAt: nextMonday(at, zone)})
        .onConflictDoNothing()
    }
  }

  async function queueNext(transaction: Transaction, at: EpochMs) {
    const [due] = await transaction
      .select()
      .from(weeklyReport)
      .where(lte(dueAt, at))
      .orderBy(asc(dueAt))
      .limit(1)
      .for('update', {skipLocked: true})
    if (due === undefined) return undefined
    const [admin] = await organisationAdmins(transaction, id => eq(id, due.userId))
    const {zone, isRequested} = await requestedBy(due.userId)
    if (admin !== undefined && isRequested)
      await mails.enqueue(transaction, {kind: 'weeklyReport', email: admin.email, userId: admin.id})
    await transaction
      .update(weeklyReport)
      .set({dueAt: nextMonday(at, zone)})
      .where(eq(userId, due.userId))
    return due
  }

  return createQueue({
    async claim() {
      const at = scheduler.now()
      await noteNew(at)
      return db.transaction(transaction => queueNext(transaction, at))
    },
    work: async () => onQueued(),
    async nextDueAt() {
      const [next] = await db.select({dueAt: min(dueAt)}).from(weeklyReport)
      return next?.dueAt ?? undefined
    },
    parallel: 1,
    scheduler,
    job,
  })
}
