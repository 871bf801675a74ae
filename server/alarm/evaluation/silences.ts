import {type SQL, sql} from 'drizzle-orm'
import {uuidv7} from 'uuidv7'
import {type Severity, SILENCE_SEVERITY} from '../../../contract/rules/thresholds'
import type {EpochMs} from '../../../contract/wire/common'
import {arrivedAt, newestPoint} from '../../telemetry/repository'
import {namesOf, tableOf} from '../columns'
import type {Executor, JournalEntries} from '../store'
import {HEARTBEAT_KEY, heartbeatAt, ofNewestPoint} from './newest'
import {type AlarmOccurrence, type JournalEntry, Progress, type StoredAlarm} from './progress'
import {alarmState} from './state'

/** The SQL of alarms that only wait for their series to fall silent. */
export const IS_AWAITING_SILENCE = sql`(
  alarm.kind = 'silence' and alarm.standing in ('normal', 'returnedUnacknowledged')
)`
const SILENT_AFTER = sql`(1000 * (alarm.threshold ->> 'silentAfter')::float8)`
const heartbeatOf = (now: EpochMs): SQL =>
  sql`case when alarm.key_id = ${HEARTBEAT_KEY} then ${heartbeatAt(sql`alarm.device_id`, now)} end`

/** Series at rest that got values are checked again when they may be silent next. Most are. */
export async function postponeArrived(executor: Pick<Executor, 'execute'>, at: EpochMs) {
  const silentAt = sql`${SILENT_AFTER} + greatest(${ofNewestPoint(arrivedAt(at))}, ${heartbeatOf(at)})`
  await executor.execute(sql`
    with heard as (
      select id, ${silentAt} as silent_at from alarm
      where due_at <= ${at} and is_resting and ${IS_AWAITING_SILENCE} and ${silentAt} > ${at} for update skip locked
    )
    update alarm set due_at = silent_at from heard where alarm.id = heard.id`)
}

/** The clock was set: no series is expected later than one that has just got a value. */
export async function expectSooner(executor: Pick<Executor, 'execute'>, at: EpochMs) {
  await executor.execute(sql`
    with late as (
      select id, ${at} + ${SILENT_AFTER} as silent_at from alarm
      where due_at > ${at} + ${SILENT_AFTER} and ${IS_AWAITING_SILENCE} for update skip locked
    )
    update alarm set due_at = silent_at from late where alarm.id = late.id`)
}

interface Moment {
  at: EpochMs
  /** The time since which values could arrive. */
  settledAt: EpochMs
}

/** The SQL of whether the absence of values may be evaluated. */
export const isSettled = ({at, settledAt}: Moment): SQL => sql`${settledAt} + ${SILENT_AFTER} <= ${at}`

export interface Look extends Moment {
  /** The number of series looked at per statement. */
  limit: number
}

/** Computes the outcomes for alarms whose series may be silent now, once per state: thousands have few states. */
export async function expectedPatterns(executor: Pick<Executor, 'execute'>, moment: Moment): Promise<Pattern[]> {
  const {rows} = await executor.execute<Alike>(sql`
    select state::text, changes, is_flapping as "isFlapping"
    from (select distinct changes, is_flapping, state from alarm where ${isDue(moment)}) as alike`)
  return rows.flatMap(alike => [patternOf(alike, SILENCE_SEVERITY), patternOf(alike, null)])
}

export interface Looked {
  /** The number of alarms looked at. */
  count: number
  entries: JournalEntries['entries']
}

/**
 * Looks at series that may be silent, thousands in a statement. A series that is being written right now is left out,
 * and so is one that someone else has locked or changed, and one that never had a value.
 */
export async function lookAtSilent(executor: Executor, patterns: readonly Pattern[], look: Look): Promise<Looked> {
  const {rows} = await executor.execute<Changed>(changed(patterns, look))
  return {count: rows.length, entries: rows.flatMap(row => entriesOf(row, patterns[row.pattern]))}
}

const isDue = (moment: Moment): SQL => sql`due_at <= ${moment.at} and ${IS_AWAITING_SILENCE} and ${isSettled(moment)}`

type Changed = {id: string; former: string | null; begun: string; pattern: number}

const entriesOf = ({id, ...ids}: Changed, pattern: Pattern | undefined): JournalEntries['entries'] =>
  pattern?.entries.map(({kind, occurrence}) => ({alarmId: id, occurrenceId: ids[occurrence], kind})) ?? []

/** Written by one statement, for each pattern in the same way. */
const changed = (patterns: readonly Pattern[], {at, settledAt, limit}: Look): SQL => sql`
  with due as (
    select id, state, changes, is_flapping, occurrence_id as former, version, changed_at,
      ${SILENT_AFTER} + greatest(${arrivedAt(at)}, ${heartbeatOf(at)}, ${settledAt}) as silent_at
    from alarm join ${newestPoint} using (device_number, key_id)
    where ${isDue({at, settledAt})} order by due_at limit ${limit}
    for update of alarm skip locked for share of newest_point skip locked
  ), pattern (${namesOf(PATTERN)}) as (select * from ${tableOf(patterns.map(patternRow), PATTERN)}),
  entry (${namesOf(ENTRY)}) as (select * from ${tableOf(patterns.flatMap(entryRows), ENTRY)}),
  met as materialized (
    select due.id, former, ${idOf('row_number() over ()')} as begun, row_number() over () as place, pattern.*,
      silent_at, case when is_silent then silent_at else ${at} end::int8 as at, due.changed_at as changed_before, version
    from due join pattern on is_silent = (silent_at <= ${at}) and from_flapping = due.is_flapping
      and from_changes = due.changes and from_state = due.state
  ), updated as (
    update alarm set state = met.state, standing = met.standing, severity = met.severity, is_resting = met.is_resting,
      is_flapping = met.is_flapping, changes = met.changes,
      occurrence_id = case met.occurrence when 'begun' then begun when 'former' then former end,
      due_at = case when not is_silent then silent_at end,
      changed_at = case when tells then at else changed_before end,
      urgency = met.urgency - case when tells then at else changed_before end,
      version = met.version + tells::int4
    from met where alarm.id = met.id
  ), raised as (
    insert into alarm_occurrence (id, alarm_id, severity, raised_at)
    select begun, id, severity, at from met where occurrence = 'begun' order by id
  ), journaled as (
    insert into alarm_journal (id, alarm_id, occurrence_id, at, kind, severity, version)
    select ${idOf('place * 8 + position')}, id, case entry.occurrence when 'begun' then begun else former end,
      at, entry.kind, entry.severity, version + 1
    from met join entry using (pattern) order by id
  )
  select id, former, begun, pattern from met`

/** An id of a row of the statement, by a number that no other one has. They are made as `uuidv7` makes them. */
function idOf(number: string): SQL {
  const id = uuidv7().replaceAll('-', '')
  return sql`(${id.slice(0, 17)} || lpad(to_hex(${sql.raw(number)}), 7, '0') || ${id.slice(24)})::uuid`
}

const PATTERN = {
  pattern: 'int4',
  fromState: 'jsonb',
  fromChanges: 'text',
  fromFlapping: 'bool',
  isSilent: 'bool',
  tells: 'bool',
  state: 'jsonb',
  standing: 'text',
  severity: 'text',
  isResting: 'bool',
  isFlapping: 'bool',
  changes: 'text',
  urgency: 'int8',
  occurrence: 'text',
}
const ENTRY = {pattern: 'int4', position: 'int4', kind: 'text', severity: 'text', occurrence: 'text'}

function patternRow({from, isSilent, alarm, occurrence, entries}: Pattern, pattern: number) {
  const {state, standing, severity, isResting, isFlapping, changes, urgency} = alarm
  return {
    pattern,
    fromState: from.state,
    fromChanges: from.changes,
    fromFlapping: from.isFlapping,
    isSilent,
    state,
    standing,
    severity,
    isResting,
    isFlapping,
    changes,
    urgency,
    occurrence,
    tells: entries.length > 0,
  }
}

const entryRows = ({entries}: Pattern, pattern: number) =>
  entries.map((entry, position) => ({pattern, position, ...entry}))

/** The state, in the life cycle, of alarms that only wait for their series to fall silent. */
type Alike = {state: string; changes: string; isFlapping: boolean}

/** The outcome for all alarms in the same state when their series are evaluated. The moment of the evaluation is 0. */
interface Pattern extends Pick<StoredAlarm, 'alarm'> {
  from: Alike
  isSilent: boolean
  /** The occurrence of the alarm afterwards. */
  occurrence: Which | null
  entries: readonly (Pick<JournalEntry, 'kind' | 'severity'> & {occurrence: Which})[]
}

/** The occurrence that an alarm has had, if it had one, or the one that has begun. */
type Which = 'former' | 'begun'

function patternOf(from: Alike, severity: Severity | null): Pattern {
  const stored = someAlarm(from)
  const progress = new Progress(stored)
  progress.setSilence(severity, 0)
  const {alarm, entries} = progress.change() ?? {...stored, entries: []}
  return {
    from,
    isSilent: severity !== null,
    alarm,
    occurrence: alarm.occurrenceId === null ? null : which(alarm.occurrenceId),
    entries: entries.map(({kind, severity, occurrenceId}) => ({kind, severity, occurrence: which(occurrenceId)})),
  }
}

const SOME_ID = 'some'

const which = (occurrenceId: string | null): Which => (occurrenceId === SOME_ID ? 'former' : 'begun')

/** A representative of all alarms in the same state, whether they have an occurrence or not. */
function someAlarm({state, changes, isFlapping}: Alike): StoredAlarm {
  const occurrence: AlarmOccurrence = {
    id: SOME_ID,
    alarmId: SOME_ID,
    severity: SILENCE_SEVERITY,
    raisedAt: 0,
    returnedAt: null,
    endedAt: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    endedBy: null,
    value: null,
    peak: null,
    peakAt: null,
  }
  return {
    alarm: {
      id: SOME_ID,
      deviceId: SOME_ID,
      deviceNumber: 0,
      keyId: 0,
      kind: 'silence',
      threshold: {},
      state: alarmState.parse(JSON.parse(state)),
      standing: 'normal',
      severity: null,
      isResting: true,
      isFlapping,
      changes,
      occurrenceId: SOME_ID,
      dueAt: null,
      changedAt: 0,
      urgency: 0,
      version: 0,
    },
    occurrence,
  }
}
