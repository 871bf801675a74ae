import {and, eq, isNull, or} from 'drizzle-orm'
import type {EpochMs} from '../../contract/wire/common'
import type {Transaction} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {alarm, alarmOccurrence} from '../database/schema'
import {namedDevice} from '../device/repository'
import {holdPeriods, maintenanceUntil} from '../maintenance/repository'
import {namedKey} from '../telemetry/repository'

/**
 * Reads what notifications say of alarms as they are now, with their open occurrences and those asked for by id.
 * Removed alarms are left out.
 */
export async function readNotifiedAlarms(
  db: Pick<Transaction, 'select'>,
  {alarmIds, occurrenceIds, at}: {alarmIds: readonly string[]; occurrenceIds: readonly string[]; at: EpochMs},
) {
  if (alarmIds.length === 0) return []
  await holdPeriods(db, at)
  const alarms = await db
    .select({
      id: alarm.id,
      deviceId: alarm.deviceId,
      organisationId: namedDevice.organisationId,
      deviceName: namedDevice.name,
      type: namedDevice.type,
      label: namedDevice.label,
      key: namedKey.name,
      kind: alarm.kind,
      standing: alarm.standing,
      severity: alarm.severity,
      isFlapping: alarm.isFlapping,
      maintenanceUntil: maintenanceUntil(db, namedDevice, at),
    })
    .from(alarm)
    .innerJoin(namedDevice, eq(namedDevice.id, alarm.deviceId))
    .innerJoin(namedKey, eq(namedKey.id, alarm.keyId))
    .where(isAnyOf(alarm.id, alarmIds))
  const occurrences = await db
    .select({
      id: alarmOccurrence.id,
      alarmId: alarmOccurrence.alarmId,
      severity: alarmOccurrence.severity,
      raisedAt: alarmOccurrence.raisedAt,
      acknowledgedAt: alarmOccurrence.acknowledgedAt,
      endedAt: alarmOccurrence.endedAt,
      endedBy: alarmOccurrence.endedBy,
      value: alarmOccurrence.value,
      peak: alarmOccurrence.peak,
    })
    .from(alarmOccurrence)
    .where(
      and(
        isAnyOf(alarmOccurrence.alarmId, alarmIds),
        or(isNull(alarmOccurrence.endedAt), isAnyOf(alarmOccurrence.id, occurrenceIds)),
      ),
    )
  const byAlarm = new Map<string, typeof occurrences>()
  for (const occurrence of occurrences) {
    const others = byAlarm.get(occurrence.alarmId)
    if (others === undefined) byAlarm.set(occurrence.alarmId, [occurrence])
    else others.push(occurrence)
  }
  return alarms.map(({standing, maintenanceUntil, ...found}) => ({
    ...found,
    isHidden: standing === 'shelved' || standing === 'outOfService' || maintenanceUntil !== null,
    isUnacknowledged: UNACKNOWLEDGED.includes(standing),
    occurrences: byAlarm.get(found.id) ?? [],
  }))
}

const UNACKNOWLEDGED: readonly string[] = ['unacknowledged', 'returnedUnacknowledged', 'latchedUnacknowledged']
