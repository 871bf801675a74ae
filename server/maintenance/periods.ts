import {MINUTE} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import type {Transaction} from '../database/connect'
import {maintenancePeriod} from '../database/schema'
import {occurrencesOf, UnusableRule} from './recurrence'
import type {MaintenanceWindow} from './repository'

/**
 * Inserts the next period of a window that ends after `at`, of those that start after `startsAfter`. One that runs
 * already starts at `at`. Resolves to false when there is none. Throws `UnusableRule`.
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
    ...{windowId, organisationId, title, targetKind, targetValue},
    ...{startsAt, endsAt: next.endsAt, dueAt: startsAt},
  })
  return true
}

/** Likewise, for a window whose rule was found to be usable: it may name no further day. */
export async function insertFurther(...next: Parameters<typeof insertNext>): Promise<void> {
  try {
    await insertNext(...next)
  } catch (error) {
    if (!(error instanceof UnusableRule)) throw error
  }
}
