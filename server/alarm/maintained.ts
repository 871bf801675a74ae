import {and, eq, isNotNull, ne, or, sql} from 'drizzle-orm'
import type {Transaction} from '../database/connect'
import {alarm, alarmOccurrence} from '../database/schema/alarm'
import {namedDevice} from '../device/repository'
import {isCovered, type MaintenancePeriod} from '../maintenance/repository'

type EnqueueEntries = (
  transaction: Transaction,
  changes: readonly {entries: readonly {alarmId: string; occurrenceId: string | null; kind: string}[]}[],
) => Promise<void>

/**
 * Call it in the transaction that ends a period of maintenance. Active alarms are evaluated by the routes: those on
 * devices of the period, and those raised in the meantime on other devices of the organisation, which may have been in
 * it.
 */
export async function enqueueMaintained(transaction: Transaction, enqueue: EnqueueEntries, period: MaintenancePeriod) {
  const covered = isCovered(period, namedDevice)
  const raisedMeanwhile = sql`${alarmOccurrence.raisedAt} >= ${period.startsAt}`
  const found = await transaction
    .select({alarmId: alarm.id, occurrenceId: alarm.occurrenceId, isCovered: sql<boolean>`coalesce(${covered}, false)`})
    .from(alarm)
    .innerJoin(namedDevice, eq(namedDevice.number, alarm.deviceNumber))
    .leftJoin(alarmOccurrence, and(eq(alarmOccurrence.alarmId, alarm.id), eq(alarmOccurrence.id, alarm.occurrenceId)))
    .where(
      and(
        eq(namedDevice.organisationId, period.organisationId),
        or(ne(alarm.standing, 'normal'), isNotNull(alarm.severity), alarm.isFlapping),
        or(covered, raisedMeanwhile),
      ),
    )
  const entries = found.map(({isCovered, ...of}) => ({...of, kind: isCovered ? 'maintenanceEnded' : 'maintenanceLeft'}))
  await enqueue(transaction, [{entries}])
}
