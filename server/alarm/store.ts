import {type SQL, sql} from 'drizzle-orm'
import {uuidv7} from 'uuidv7'
import {type EpochMs, json} from '../../contract/wire/common'
import type {Transaction} from '../database/connect'
import {heldDevices} from '../device/repository'
import {namesOf, type Types, tableOf} from './columns'
import type {AlarmEvent, AlarmRule} from './evaluation/lifeCycle'
import {
  type AlarmChange,
  type AlarmOccurrence,
  type AlarmRow,
  type JournalEntry,
  Progress,
  type StoredAlarm,
} from './evaluation/progress'
import {urgencyOf} from './evaluation/standing'
import {alarmState, firstStep} from './evaluation/state'

export type {AlarmChange, AlarmOccurrence, AlarmRow, StoredAlarm} from './evaluation/progress'

/** Drizzle's transaction, or Drizzle on a client that is in one. */
export type Executor = Pick<Transaction, 'execute' | 'select' | 'insert' | 'update' | 'delete'>

/** Called in the transaction of every change, so that a notification is sent exactly if the change happened. */
export type Enqueue = (executor: Executor, news: readonly JournalEntries[]) => Promise<void>

/** Called after the commit with the alarms that look different now. */
export type OnChanged = (alarmIds: readonly string[]) => void

/** The journal entries of a change. */
export interface JournalEntries {
  entries: readonly Pick<JournalEntry, 'alarmId' | 'occurrenceId' | 'kind'>[]
}

/** The events that people cause. */
export type AlarmCommand = Extract<AlarmEvent, {type: `alarm.${string}` | `service.${string}`}>

/** Alone writes alarms, occurrences and the journal. */
export interface AlarmStore {
  /** Locks an alarm until the transaction ends; undefined when there is none. */
  lock(executor: Executor, id: string): Promise<StoredAlarm | undefined>
  /**
   * Locks the alarms that meet the condition on `alarm`, always in the same order; with `skip locked`, the unlocked
   * ones.
   */
  lockWhere(executor: Executor, condition: SQL, how?: 'wait' | 'skip locked'): Promise<StoredAlarm[]>
  /**
   * Applies a command to a locked alarm. Undefined when it makes no sense as the alarm is now; then nothing was
   * written. After the commit the change must be published.
   */
  command(executor: Executor, stored: StoredAlarm, event: AlarmCommand): Promise<AlarmChange | undefined>
  comment(
    executor: Executor,
    stored: StoredAlarm,
    comment: {by: string; note: string; at: EpochMs},
  ): Promise<AlarmChange>
  /**
   * Begins alarms for series that have none, each at rest. Their devices are held until the transaction ends, so that
   * none is begun for a device that is being removed.
   */
  begin(executor: Executor, alarms: readonly NewAlarm[]): Promise<void>
  /** Removes the alarms of devices that are removed in the same transaction, and resolves to their ids. */
  remove(executor: Executor, deviceNumbers: readonly number[]): Promise<string[]>
  /** Writes the changes of locked alarms. */
  write(executor: Executor, changes: readonly AlarmChange[]): Promise<void>
}

export function createAlarmStore(enqueue: Enqueue): AlarmStore {
  async function lockWhere(executor: Executor, condition: SQL, how: 'wait' | 'skip locked' = 'wait') {
    const {rows} = await executor.execute<SerializedAlarm>(
      sql`select ${ALARM_COLUMNS} from alarm where ${condition} order by alarm.id
        for update ${sql.raw(how === 'wait' ? '' : how)}`,
    )
    return withOccurrences(executor, rows)
  }

  async function write(executor: Executor, changes: readonly AlarmChange[]) {
    if (changes.length === 0) return
    await executor.execute(updateAlarms(changes.map(({alarm}) => alarm)))
    const occurrences = changes.flatMap(change => change.occurrences)
    if (occurrences.length > 0) await executor.execute(keepOccurrences(occurrences))
    const entries = changes.flatMap(change => change.entries)
    if (entries.length === 0) return
    await executor.execute(
      sql`insert into alarm_journal (${namesOf(JOURNAL)}) select * from ${tableOf(entries, JOURNAL)}`,
    )
    await enqueue(
      executor,
      changes.filter(change => change.entries.length > 0),
    )
  }

  return {
    async begin(executor, alarms) {
      if (alarms.length === 0) return
      const begun = tableOf(alarms.map(restingAlarm), ALARM)
      await executor.execute(sql`
        with begun (${namesOf(ALARM)}) as (select * from ${begun}), held as (${heldDevices(sql`select device_id from begun`)})
        insert into alarm (${namesOf(ALARM)}) select begun.* from begun join held on held.id = begun.device_id
        order by held.number, begun.key_id, begun.kind on conflict do nothing`)
    },
    async remove(executor, deviceNumbers) {
      const {rows} = await executor.execute<{id: string}>(sql`
        with removed as (delete from alarm where device_number = any(${sql.param(deviceNumbers)}::int4[]) returning id),
          occurrences as (delete from alarm_occurrence where alarm_id in (select id from removed)),
          entries as (delete from alarm_journal where alarm_id in (select id from removed))
        select id from removed`)
      return rows.map(({id}) => id)
    },
    lockWhere,
    lock: async (executor, id) => (await lockWhere(executor, sql`alarm.id = ${id}`))[0],
    write,
    async command(executor, stored, event) {
      const progress = new Progress(stored)
      progress.happen(event)
      const change = progress.change()
      if (change === undefined || change.entries.length === 0) return undefined
      await write(executor, [change])
      return change
    },
    async comment(executor, stored, {by, note, at}) {
      const progress = new Progress(stored)
      progress.comment(by, note, at)
      const change = progress.change() ?? {...stored, entries: [], occurrences: []}
      await write(executor, [change])
      return change
    },
  }
}

export type NewAlarm = Pick<AlarmRow, 'deviceId' | 'deviceNumber' | 'keyId' | 'kind' | 'threshold' | 'dueAt'> & {
  rule: AlarmRule
  at: EpochMs
}

export function restingAlarm({rule, at, ...begun}: NewAlarm): AlarmRow {
  const {state, meaning} = firstStep(rule)
  return {
    ...begun,
    id: uuidv7(),
    state: {...state, peak: null},
    standing: meaning.standing,
    severity: null,
    changedAt: at,
    isResting: true,
    isFlapping: false,
    changes: '',
    occurrenceId: null,
    version: 1,
    urgency: urgencyOf(meaning.standing, null, at),
  }
}

/** The row in the form of a statement's answer; `bigint` would come as text. */
type SerializedAlarm = Omit<AlarmRow, 'state' | 'threshold'> & {state: string; threshold: string}

const ALARM_COLUMNS = sql.raw(`
  alarm.id, alarm.device_id as "deviceId", alarm.device_number as "deviceNumber", alarm.key_id as "keyId", alarm.kind,
  alarm.state::text, alarm.threshold::text, alarm.standing, alarm.severity, alarm.is_resting as "isResting",
  alarm.is_flapping as "isFlapping", alarm.changes, alarm.occurrence_id as "occurrenceId",
  alarm.due_at::float8 as "dueAt", alarm.changed_at::float8 as "changedAt", alarm.urgency::float8 as urgency,
  alarm.version`)

const OCCURRENCE_COLUMNS = sql.raw(`
  id, alarm_id as "alarmId", severity, raised_at::float8 as "raisedAt", returned_at::float8 as "returnedAt",
  acknowledged_at::float8 as "acknowledgedAt", acknowledged_by as "acknowledgedBy", ended_at::float8 as "endedAt",
  ended_by as "endedBy", value, peak, peak_at::float8 as "peakAt"`)

/** A statement that locks may see an alarm newer than the rows that it joins. So occurrences are read after it. */
async function withOccurrences(executor: Executor, rows: readonly SerializedAlarm[]): Promise<StoredAlarm[]> {
  const open = rows.filter(({occurrenceId}) => occurrenceId !== null)
  const occurrences = new Map<string, AlarmOccurrence>()
  if (open.length > 0) {
    const [alarmIds, ids] = [open.map(({id}) => id), open.map(({occurrenceId}) => occurrenceId)]
    const found = await executor.execute<{[Key in keyof AlarmOccurrence]: AlarmOccurrence[Key]}>(sql`
      select ${OCCURRENCE_COLUMNS} from alarm_occurrence
      where (alarm_id, id) in (select * from unnest(${sql.param(alarmIds)}::uuid[], ${sql.param(ids)}::uuid[]))`)
    for (const occurrence of found.rows) occurrences.set(occurrence.id, occurrence)
  }
  return rows.map(row => ({
    alarm: {...row, state: readState(row.state), threshold: readThreshold(row.threshold)},
    occurrence: occurrences.get(row.occurrenceId ?? '') ?? null,
  }))
}

/** Thousands of alarms have few different states and thresholds, which are parsed once. */
function parsedOnce<Value>(parse: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return text => {
    const value = known.get(text) ?? parse(text)
    if (known.size >= REMEMBERED) known.clear()
    known.set(text, value)
    return value
  }
}

const REMEMBERED = 1000
const readState = parsedOnce(text => alarmState.parse(JSON.parse(text)))
const readThreshold = parsedOnce(text => json.parse(JSON.parse(text)))

const updateAlarms = (alarms: readonly AlarmRow[]): SQL => sql`
  update alarm set state = now.state, threshold = now.threshold, standing = now.standing, severity = now.severity,
    is_resting = now.is_resting, is_flapping = now.is_flapping, changes = now.changes,
    occurrence_id = now.occurrence_id, due_at = now.due_at, changed_at = now.changed_at,
    urgency = now.urgency, version = now.version
  from ${tableOf(alarms, ALARM)} as now (${namesOf(ALARM)}) where alarm.id = now.id`

/** The rows come in the order in which they happened: an occurrence ends before the next one of its alarm begins. */
const keepOccurrences = (occurrences: readonly AlarmOccurrence[]): SQL => sql`
  insert into alarm_occurrence (${namesOf(OCCURRENCE)}) select * from ${tableOf(occurrences, OCCURRENCE)}
  on conflict (alarm_id, id) do update set severity = excluded.severity, returned_at = excluded.returned_at,
    acknowledged_at = excluded.acknowledged_at, acknowledged_by = excluded.acknowledged_by,
    ended_at = excluded.ended_at, ended_by = excluded.ended_by, peak = excluded.peak, peak_at = excluded.peak_at`

const ALARM: Types<AlarmRow> = {
  id: 'uuid',
  deviceId: 'uuid',
  deviceNumber: 'int4',
  keyId: 'int4',
  kind: 'text',
  state: 'jsonb',
  threshold: 'jsonb',
  standing: 'text',
  severity: 'text',
  isResting: 'bool',
  isFlapping: 'bool',
  changes: 'text',
  occurrenceId: 'uuid',
  dueAt: 'int8',
  changedAt: 'int8',
  urgency: 'int8',
  version: 'int4',
}
const OCCURRENCE: Types<AlarmOccurrence> = {
  id: 'uuid',
  alarmId: 'uuid',
  severity: 'text',
  raisedAt: 'int8',
  returnedAt: 'int8',
  acknowledgedAt: 'int8',
  acknowledgedBy: 'text',
  endedAt: 'int8',
  endedBy: 'text',
  value: 'float8',
  peak: 'float8',
  peakAt: 'int8',
}
const JOURNAL: Types<JournalEntry> = {
  id: 'uuid',
  alarmId: 'uuid',
  occurrenceId: 'uuid',
  at: 'int8',
  kind: 'text',
  severity: 'text',
  value: 'float8',
  by: 'text',
  note: 'text',
  until: 'int8',
  version: 'int4',
}
