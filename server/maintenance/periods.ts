import {MINUTE} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import type {Transaction} from '../database/connect'
import {maintenancePeriod} from '../database/schema/maintenance'
import type {Log} from '../log/log'
import {occurrencesOf} from './recurrence'
import type {MaintenanceWindow} from './repository'
import {UnusableRule} from './rule'

/**
 * Inserts the next period of a window that ends after `at` and starts after `startsAfter`. One that runs already starts
 * at `at`. Resolves to false when there is none. Throws `UnusableRule`.
 */
export async function insertNext(
  transaction: Transaction,
  window: MaintenanceWindow,
  {at, startsAfter}: {at: EpochMs; startsAfter?: EpochMs},
): Promise<boolean> {
  const after = Math.max(at, (startsAfter ?? 0) + window.minutes * MINUTE)
  const [next] = occurrencesOf(window, after, 1)
  if (next === undefined) return false
  const startsAt = Math.max(next.startsAt, at)
  const {id: windowId, organisationId, title, targetKind, targetValue} = window
  await transaction.insert(maintenancePeriod).values({
    windowId,
    organisationId,
    title,
    targetKind,
    targetValue,
    startsAt,
    endsAt: next.endsAt,
    dueAt: startsAt,
  })
  return true
}

/**
 * Inserts the next period of a window that was planned. It ends the window when its rule can't be followed, as one of
 * an older version may be that was read otherwise; the log says so.
 */
export async function insertFurther(
  transaction: Transaction,
  window: MaintenanceWindow,
  {log, ...next}: Parameters<typeof insertNext>[2] & {log: Pick<Log, 'warn'>},
): Promise<void> {
  try {
    await insertNext(transaction, window, next)
  } catch (error) {
    if (!(error instanceof UnusableRule)) throw error
    const {id, organisationId, rrule} = window
    log.warn({windowId: id, organisationId, rrule}, `Maintenance is planned no further: ${error.message}`)
  }
}
