import {sql} from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {epochMs, id, jsonb, newId, version} from './columns'
import {telemetryKey} from './telemetry'

/**
 * The present state of a series under a threshold: a row for values beyond its limits, one for its silence, and one for
 * values that are unusual; and that of a device that is a screen. `state` is that of the life cycle. `dueAt` is when it must be evaluated, though no value may
 * come. `isResting`: nothing goes on that a further value within the limits could change. `changes` holds the last
 * evaluations, newest first, as 0 (the same) or 1 (changed); they decide whether the alarm flaps. Alarms are listed by
 * `urgency`, lowest first. There is no foreign key to the device: its removal would lock alarms before latest values,
 * and the ingest locks them the other way round. Occurrences and the journal have none to the alarm: checking it takes
 * longer than writing them, and they are only ever written while their alarm is locked.
 */
export const alarm = pgTable(
  'alarm',
  {
    id: id(),
    deviceId: uuid().notNull(),
    deviceNumber: integer().notNull(),
    keyId: integer()
      .notNull()
      .references(() => telemetryKey.id),
    kind: text({enum: ['value', 'silence', 'unusual', 'screen']}).notNull(),
    state: jsonb().notNull(),
    threshold: jsonb().notNull(),
    standing: text({
      enum: [
        'normal',
        'unacknowledged',
        'acknowledged',
        'returnedUnacknowledged',
        'latchedUnacknowledged',
        'latchedAcknowledged',
        'shelved',
        'outOfService',
      ],
    }).notNull(),
    severity: text({enum: ['warning', 'critical']}),
    isResting: boolean().notNull(),
    isFlapping: boolean().notNull().default(false),
    changes: text().notNull().default(''),
    occurrenceId: uuid(),
    dueAt: epochMs(),
    changedAt: epochMs().notNull(),
    urgency: epochMs().notNull(),
    version: version(),
  },
  table => [
    unique().on(table.deviceNumber, table.keyId, table.kind),
    index().on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('alarm_busy').on(table.deviceNumber).where(sql`not ${table.isResting}`),
    index().on(table.urgency, table.id).where(sql`${table.standing} <> 'normal'`),
  ],
)

/**
 * An occurrence lasts from the moment at which an alarm is raised until it has ended: `endedBy` says by what. An ended
 * one is never opened again, and changes no more, except that someone acknowledges it. `peak` is the value farthest
 * beyond the limit; of silence it is null.
 */
export const alarmOccurrence = pgTable(
  'alarm_occurrence',
  {
    id: newId().notNull(),
    alarmId: uuid().notNull(),
    severity: text({enum: ['warning', 'critical']}).notNull(),
    raisedAt: epochMs().notNull(),
    returnedAt: epochMs(),
    acknowledgedAt: epochMs(),
    acknowledgedBy: text(),
    endedAt: epochMs(),
    endedBy: text({enum: ['returned', 'reset', 'ruleChanged', 'ruleRemoved']}),
    value: doublePrecision(),
    peak: doublePrecision(),
    peakAt: epochMs(),
  },
  table => [
    primaryKey({columns: [table.alarmId, table.id]}),
    uniqueIndex('alarm_occurrence_open').on(table.alarmId).where(sql`${table.endedAt} is null`),
    index().using('brin', table.raisedAt),
  ],
)

/**
 * The changes of an alarm, each with the version of the alarm that it has led to. Rows are never changed. `by` is an
 * email, `value` the one that caused it.
 */
export const alarmJournal = pgTable(
  'alarm_journal',
  {
    id: newId().notNull(),
    alarmId: uuid().notNull(),
    occurrenceId: uuid(),
    at: epochMs().notNull(),
    kind: text({
      enum: [
        'raised',
        'severityChanged',
        'returned',
        'cleared',
        'closed',
        'acknowledged',
        'reset',
        'shelved',
        'unshelved',
        'shelfEnded',
        'outOfService',
        'backInService',
        'commented',
        'flappingBegan',
        'flappingEnded',
      ],
    }).notNull(),
    severity: text({enum: ['warning', 'critical']}),
    value: doublePrecision(),
    by: text(),
    note: text(),
    until: epochMs(),
    version: integer().notNull(),
  },
  table => [primaryKey({columns: [table.alarmId, table.id]})],
)

/** Its single row counts the changes of thresholds. Evaluations lock it, so that no value is compared with old ones. */
export const thresholdRevision = pgTable('threshold_revision', {
  id: smallint().primaryKey(),
  revision: integer().notNull(),
})

/** Entities whose thresholds have changed, so that the alarms of their devices still have to be evaluated again. */
export const thresholdChange = pgTable('threshold_change', {
  id: id(),
  entityType: text({enum: ['organisation', 'customer', 'device']}).notNull(),
  entityId: uuid().notNull(),
  changedAt: epochMs().notNull(),
})
