import {uuidv7} from 'uuidv7'
import {urgencyOf} from '../../server/alarm/evaluation/standing'
import {firstStep, stepFrom} from '../../server/alarm/evaluation/state'
import type {Database} from '../../server/database/connect'
import {alarm, alarmJournal, alarmOccurrence} from '../../server/database/schema/alarm'
import {telemetryKey} from '../../server/database/schema/telemetry'

interface Seeded extends Partial<typeof alarm.$inferInsert> {
  device: {id: string; number: number}
  key?: string
  occurrence?: Partial<typeof alarmOccurrence.$inferInsert>
}

/** Seeds an unacknowledged alarm of a value by default. */
export async function seedAlarm(
  {db}: Database,
  {device, key = 'load', occurrence, ...values}: Seeded,
): Promise<string> {
  const {severity = 'warning', changedAt = 1000} = values
  const [id, occurrenceId] = [uuidv7(), uuidv7()]
  const resting = firstStep({delay: {on: 0, off: 0}, isLatching: false})
  const evaluated = {type: 'condition.evaluated', severity: severity ?? 'warning', value: 9, at: changedAt} as const
  const {state, meaning} = stepFrom(resting.state, evaluated)
  const {standing = meaning.standing} = values
  await db.insert(telemetryKey).values({name: key}).onConflictDoNothing()
  const keyIds = new Map((await db.select().from(telemetryKey)).map(({id, name}) => [name, id]))
  await db.insert(alarm).values({
    id,
    deviceId: device.id,
    deviceNumber: device.number,
    keyId: keyIds.get(key) ?? 0,
    kind: 'value',
    occurrenceId,

    state: {...state, peak: null},
    threshold: {warning: {above: 5}},
    standing,
    severity,
    isResting: false,
    changedAt,
    urgency: urgencyOf(standing, severity, changedAt),
    ...values,
  })
  await db.insert(alarmOccurrence).values({
    id: occurrenceId,
    alarmId: id,
    severity: severity ?? 'warning',
    raisedAt: changedAt,
    value: 9,
    peak: 9,
    peakAt: changedAt,
    ...occurrence,
  })
  await db.insert(alarmJournal).values({
    alarmId: id,
    occurrenceId,
    at: changedAt,
    kind: 'raised',
    version: 1,
    severity,
    value: 9,
  })
  return id
}
