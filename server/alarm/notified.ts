import {and, eq, isNull, or} from 'drizzle-orm'
import * as z from 'zod/mini'
import {unitOfKey, unitText} from '../../contract/rules/format/shownUnit'
import {thresholdFrom} from '../../contract/rules/thresholds'
import {UNITS_ATTRIBUTE, unitsFrom} from '../../contract/rules/units'
import {screenTrouble} from '../../contract/wire/alarm'
import {type EpochMs, json} from '../../contract/wire/common'
import type {AttributeReader} from '../attribute/repository'
import {namedCustomer} from '../customer/repository'
import type {Transaction} from '../database/connect'
import {isAnyOf} from '../database/rows'
import {alarm, alarmOccurrence} from '../database/schema/alarm'
import {namedDevice} from '../device/repository'
import {holdPeriods, maintenanceUntil} from '../maintenance/repository'
import {namedKey} from '../telemetry/repository'
import {UNACKNOWLEDGED} from './evaluation/standing'

const holdsScreen = z.object({screen: screenTrouble})

interface Asked {
  alarmIds: readonly string[]
  occurrenceIds: readonly string[]
}

type Attributes = Pick<AttributeReader, 'sharedJson'>

/**
 * Reads the present content of notifications on alarms, with their open occurrences and those requested by id. Removed
 * alarms are left out.
 */
export const createReadNotifiedAlarms =
  (attributes: Attributes) =>
  async (db: Pick<Transaction, 'select'>, {alarmIds, occurrenceIds, at}: Asked & {at: EpochMs}) => {
    if (alarmIds.length === 0) return []
    await holdPeriods(db, at)
    const alarms = await readAlarms(db, alarmIds, at)
    const occurrences = await readOccurrences(db, {alarmIds, occurrenceIds})
    const unitOf = await readUnits(db, attributes, alarms)
    return alarms.map(({standing, threshold, state, maintenanceUntil, ...found}) => ({
      ...found,
      unit: unitOf(found),
      threshold: asThreshold(threshold),
      screen: holdsScreen.safeParse(state).data?.screen,
      isHidden: standing === 'shelved' || standing === 'outOfService' || maintenanceUntil !== null,
      isUnacknowledged: UNACKNOWLEDGED.includes(standing),
      occurrences: occurrences.get(found.id) ?? [],
    }))
  }

function asThreshold(stored: unknown) {
  const threshold = thresholdFrom(json.parse(stored))
  return typeof threshold === 'string' ? null : threshold
}

interface Series {
  deviceId: string
  organisationId: string
  key: string
}

/** The units in which values are stored. */
async function readUnits(db: Pick<Transaction, 'select'>, attributes: Attributes, series: readonly Series[]) {
  const owners = new Set(series.flatMap(({deviceId, organisationId}) => [deviceId, organisationId]))
  const stored = await attributes.sharedJson(UNITS_ATTRIBUTE, [...owners], db)
  const units = new Map([...stored].map(([id, value]) => [id, unitsFrom(value)]))
  return ({deviceId, organisationId, key}: Series): string | null => {
    const named = units.get(deviceId)?.get(key) ?? units.get(organisationId)?.get(key) ?? null
    return unitText(unitOfKey(key, 'celsius', named))
  }
}

const readAlarms = (db: Pick<Transaction, 'select'>, alarmIds: readonly string[], at: EpochMs) =>
  db
    .select({
      id: alarm.id,
      deviceId: alarm.deviceId,
      organisationId: namedDevice.organisationId,
      deviceName: namedDevice.name,
      type: namedDevice.type,
      label: namedDevice.label,
      customerName: namedCustomer.title,
      key: namedKey.name,
      kind: alarm.kind,
      standing: alarm.standing,
      severity: alarm.severity,
      isFlapping: alarm.isFlapping,
      threshold: alarm.threshold,
      state: alarm.state,
      version: alarm.version,
      maintenanceUntil: maintenanceUntil(db, namedDevice, at),
    })
    .from(alarm)
    .innerJoin(namedDevice, eq(namedDevice.id, alarm.deviceId))
    .leftJoin(namedCustomer, eq(namedCustomer.id, namedDevice.customerId))
    .innerJoin(namedKey, eq(namedKey.id, alarm.keyId))
    .where(isAnyOf(alarm.id, alarmIds))

async function readOccurrences(db: Pick<Transaction, 'select'>, {alarmIds, occurrenceIds}: Asked) {
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
  return byAlarm
}
