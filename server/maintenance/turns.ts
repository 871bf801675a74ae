import {and, asc, eq, isNotNull, lte, min} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {Database, Transaction} from '../database/connect'
import {maintenancePeriod, maintenanceWindow} from '../database/schema/maintenance'
import type {Log} from '../log/log'
import type {Job, Scheduler} from '../scheduler'
import {createQueue, type Queue} from '../store/queue'
import {insertFurther} from './periods'
import type {MaintenancePeriod} from './repository'

export interface MaintenanceTurnsOptions {
  database: Pick<Database, 'db'>
  scheduler: Pick<Scheduler, 'now' | 'after' | 'delay'>
  /** Called in the transaction that ends a period, so that the held-back alarms are notified. */
  onEnded: (transaction: Transaction, period: MaintenancePeriod) => Promise<void>
  /** Called after the commit with the organisation of a period that has begun or ended. */
  onChanged: (organisationId: string) => void
  log: Pick<Log, 'warn'>
  job: Job
}

/** Begins and ends periods at their times, and inserts the next one of each window. */
export function createMaintenanceTurns(options: MaintenanceTurnsOptions): Queue {
  const {onEnded, onChanged, scheduler, log, job} = options
  const {db} = options.database
  const {dueAt, id} = maintenancePeriod

  /** Locks the window first, as those do who change it. */
  const turn = () =>
    db.transaction(async transaction => {
      const at = scheduler.now()
      const [due] = await transaction
        .select()
        .from(maintenancePeriod)
        .where(lte(dueAt, at))
        .orderBy(asc(dueAt))
        .limit(1)
      if (due === undefined) return undefined
      const isOfWindow = eq(maintenanceWindow.id, due.windowId)
      const [window] = await transaction.select().from(maintenanceWindow).where(isOfWindow).for('update')
      const isDue = and(eq(id, due.id), lte(dueAt, at))
      const [period] = await transaction.select().from(maintenancePeriod).where(isDue).for('update')
      if (period === undefined) return due.organisationId
      const isOver = period.endsAt <= at
      const next = {dueAt: isOver ? null : period.endsAt}
      await transaction.update(maintenancePeriod).set(next).where(eq(id, period.id))
      if (!isOver) return period.organisationId
      await onEnded(transaction, period)
      const isOpen = and(eq(maintenancePeriod.windowId, period.windowId), isNotNull(dueAt))
      if (window !== undefined && (await transaction.$count(maintenancePeriod, isOpen)) === 0)
        await insertFurther(transaction, window, {at, startsAfter: period.startsAt, log})
      return period.organisationId
    })

  return createQueue({
    claim: turn,
    work: async organisationId => onChanged(organisationId),
    async nextDueAt(): Promise<EpochMs | undefined> {
      const [next] = await db.select({dueAt: min(dueAt)}).from(maintenancePeriod)
      return next?.dueAt ?? undefined
    },
    parallel: 1,
    shortestPause: 20,
    scheduler,
    job,
  })
}
