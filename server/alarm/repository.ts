import {and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lt, lte, ne, or, type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn} from 'drizzle-orm/pg-core'
import {SEVERITIES} from '../../contract/limits'
import type {Severity} from '../../contract/rules/thresholds'
import {
  ALARM_STANDINGS,
  type AlarmCountsWire,
  type AlarmOccurrenceWire,
  type AlarmQuery,
  type AlarmWire,
  type JournalEntryWire,
  type JournalKind,
} from '../../contract/wire/alarm'
import {type EpochMs, json} from '../../contract/wire/common'
import {reachedIds} from '../access/reach'
import type {Viewer} from '../access/viewer'
import type {Database, Transaction} from '../database/connect'
import {exactlyOne, isAnyOf} from '../database/rows'
import {alarm, alarmJournal, alarmOccurrence} from '../database/schema/alarm'
import {namedDevice} from '../device/repository'
import {badRequest} from '../http/failures/errors'
import type {LabelledMetric} from '../http/metrics/metrics'
import {devicesInMaintenance, maintenanceUntil} from '../maintenance/repository'
import {cursorOf, readCursor} from '../store/cursor'
import type {Page} from '../store/list'
import {namedKey} from '../telemetry/repository'
import {chatters} from './evaluation/chattering'
import {occurrenceAt} from './evaluation/journaled'
import {UNACKNOWLEDGED} from './evaluation/standing'
import {type AlarmState, alarmState} from './evaluation/state'

/** The part of the newest entries that follows the entry `cursor`. */
interface Part {
  limit: number
  cursor?: string | undefined
  /** Leaves out later entries. */
  at?: EpochMs | undefined
}

export {criticalWindows} from './critical'

export class AlarmRepository {
  readonly #db
  readonly #now

  constructor({db}: Pick<Database, 'db'>, now: () => EpochMs) {
    this.#db = db
    this.#now = now
  }

  /** A page of the alarms within reach, in the order of the contract. Throws 400 for the cursor of another list. */
  async list(viewer: Viewer, {limit, cursor, ...asked}: AlarmQuery): Promise<Page<AlarmWire>> {
    const position = cursor === undefined ? undefined : readCursor(asked, cursor)
    const found = and(amongReached(this.#db, viewer, asked.organisation_id), passes(asked), wereRaised(this.#db, asked))
    const behind = position && sql`(${alarm.urgency}, ${alarm.id}) > (${position.value}::bigint, ${position.id}::uuid)`
    const [rows, counted] = await Promise.all([
      this.#select()
        .where(and(found, behind))
        .orderBy(asc(alarm.urgency), asc(alarm.id))
        .limit(limit + 1),
      this.#db
        .select({total: count()})
        .from(alarm)
        .innerJoin(namedDevice, eq(namedDevice.number, alarm.deviceNumber))
        .innerJoin(namedKey, eq(namedKey.id, alarm.keyId))
        .where(found),
    ])
    const items = rows.slice(0, limit)
    const last = items.at(-1)?.alarm
    const next = rows.length > limit && last !== undefined ? cursorOf(asked, last.urgency, last.id) : null
    return {items: await withRaised(this.#db, items.map(toWire), asked), next, total: exactlyOne(counted).total}
  }

  async counts(viewer: Viewer, organisationId: string | undefined): Promise<AlarmCountsWire> {
    // An alarm that has returned unacknowledged has the severity that it had.
    const raised = this.#db
      .select({severity: alarmOccurrence.severity})
      .from(alarmOccurrence)
      .where(isOccurrenceOfAlarm)
    const severity = sql`coalesce(${alarm.severity}, (${raised}))`
    const isMaintained = inMaintenance(this.#db, this.#now())
    const isUnacknowledged = and(isAnyOf(alarm.standing, UNACKNOWLEDGED), sql`not ${isMaintained}`)
    const isActive = and(ACTIVE, sql`not ${isMaintained}`)
    const number = (...conditions: (SQL | undefined)[]) =>
      sql<number>`count(*) filter (where ${and(...conditions)})`.mapWith(Number)
    const found = await this.#db
      .select({
        unacknowledgedWarning: number(isUnacknowledged, sql`${severity} = 'warning'`),
        unacknowledgedCritical: number(isUnacknowledged, sql`${severity} = 'critical'`),
        activeWarning: number(isActive, eq(alarm.severity, 'warning')),
        activeCritical: number(isActive, eq(alarm.severity, 'critical')),
        shelved: number(eq(alarm.standing, 'shelved')),
        outOfService: number(eq(alarm.standing, 'outOfService')),
      })
      .from(alarm)
      .where(and(ne(alarm.standing, 'normal'), amongReached(this.#db, viewer, organisationId)))
    const counts = exactlyOne(found)
    return {
      unacknowledged: {warning: counts.unacknowledgedWarning, critical: counts.unacknowledgedCritical},
      active: {warning: counts.activeWarning, critical: counts.activeCritical},
      shelved: counts.shelved,
      out_of_service: counts.outOfService,
    }
  }

  /** The number of active alarms in all organisations: not shelved, out of service or in maintenance, as `counts`. */
  async activeBySeverity(): Promise<readonly (readonly [Severity, number])[]> {
    const found = await this.#db
      .select({severity: alarm.severity, active: count()})
      .from(alarm)
      .where(and(ne(alarm.standing, 'normal'), ACTIVE, sql`not ${inMaintenance(this.#db, this.#now())}`))
      .groupBy(alarm.severity)
    return SEVERITIES.map(severity => [severity, found.find(each => each.severity === severity)?.active ?? 0] as const)
  }

  async find(id: string): Promise<AlarmWire | undefined> {
    const [found] = await this.#select().where(eq(alarm.id, id))
    return found && toWire(found)
  }

  /** The alarms with these ids, oldest change first. Removed ones are left out. */
  async read(ids: readonly string[]): Promise<AlarmWire[]> {
    const found = await this.#select().where(isAnyOf(alarm.id, ids)).orderBy(asc(alarm.changedAt), asc(alarm.id))
    return found.map(toWire)
  }

  /** Newest first. Up to `limit` + 1 are returned; the additional one shows that there are more. */
  async journal(id: string, {limit, cursor, at}: Part): Promise<JournalEntryWire[]> {
    const entries = await this.#db
      .select()
      .from(alarmJournal)
      .where(and(eq(alarmJournal.alarmId, id), before(alarmJournal.id, cursor), until(alarmJournal.at, at)))
      .orderBy(desc(alarmJournal.id))
      .limit(limit + 1)
    return entries.map(({id, alarmId, occurrenceId, version, ...entry}) => ({
      _id: id,
      occurrence_id: occurrenceId,
      ...entry,
    }))
  }

  /** The newest entry of one of these kinds. */
  async newestEntry(
    id: string,
    kinds: readonly JournalKind[],
  ): Promise<{kind: JournalKind; by: string | null; at: EpochMs} | undefined> {
    const {kind, by, at} = alarmJournal
    const [newest] = await this.#db
      .select({kind, by, at})
      .from(alarmJournal)
      .where(and(eq(alarmJournal.alarmId, id), isAnyOf(kind, kinds)))
      .orderBy(desc(alarmJournal.id))
      .limit(1)
    return newest
  }

  /** The newest entry since a version of an alarm that needs attention: it was raised, or has become critical. */
  async newCauseSince(
    executor: Pick<Transaction, 'select'>,
    id: string,
    version: number,
  ): Promise<{kind: JournalKind; at: EpochMs} | undefined> {
    const {kind, at, severity} = alarmJournal
    const [newest] = await executor
      .select({kind, at})
      .from(alarmJournal)
      .where(
        and(
          eq(alarmJournal.alarmId, id),
          gt(alarmJournal.version, version),
          or(eq(kind, 'raised'), and(eq(kind, 'severityChanged'), eq(severity, 'critical'))),
        ),
      )
      .orderBy(desc(alarmJournal.id))
      .limit(1)
    return newest
  }

  async occurrences(id: string, {limit, cursor, at}: Part): Promise<AlarmOccurrenceWire[]> {
    const found = await this.#db
      .select()
      .from(alarmOccurrence)
      .where(
        and(eq(alarmOccurrence.alarmId, id), before(alarmOccurrence.id, cursor), until(alarmOccurrence.raisedAt, at)),
      )
      .orderBy(desc(alarmOccurrence.id))
      .limit(limit + 1)
    return found.map(occurrence => occurrenceToWire(at === undefined ? occurrence : occurrenceAt(occurrence, at)))
  }

  #select() {
    return selectAlarms(this.#db, this.#now())
  }
}

const isOccurrenceOfAlarm = and(eq(alarmOccurrence.alarmId, alarm.id), eq(alarmOccurrence.id, alarm.occurrenceId))

/** Alarms as they are, with their names. Whether they chatter is evaluated at a time. */
export const selectAlarms = (db: Database['db'], at: EpochMs) =>
  db
    .select({
      alarm,
      name: namedDevice.name,
      label: namedDevice.label,
      organisationId: namedDevice.organisationId,
      customerId: namedDevice.customerId,
      key: namedKey.name,
      occurrence: alarmOccurrence,
      isChattering: chatters(at),
      maintenanceUntil: maintenanceUntil(db, namedDevice, at),
    })
    .from(alarm)
    .innerJoin(namedDevice, eq(namedDevice.number, alarm.deviceNumber))
    .innerJoin(namedKey, eq(namedKey.id, alarm.keyId))
    .leftJoin(alarmOccurrence, isOccurrenceOfAlarm)

/** Limits a query to the alarms within reach, of an organisation or of all. */
export const amongReached = (db: Database['db'], viewer: Viewer, organisationId: string | undefined): SQL =>
  inArray(
    alarm.deviceNumber,
    db
      .select({number: namedDevice.number})
      .from(namedDevice)
      .where(inArray(namedDevice.id, reachedIds(db, viewer, 'device', organisationId))),
  )

type RaisedIn = Pick<AlarmQuery, 'raised_from' | 'raised_until' | 'at'>

const isRaisedIn = ({raised_from: from, raised_until: to, at}: RaisedIn) =>
  and(
    from === undefined ? undefined : gte(alarmOccurrence.raisedAt, from),
    until(alarmOccurrence.raisedAt, to),
    until(alarmOccurrence.raisedAt, at),
  )

const isAskedFor = ({raised_from, raised_until}: RaisedIn): boolean =>
  raised_from !== undefined || raised_until !== undefined

/** Limits a query to the alarms that were raised in a time, if any is asked for. */
export const wereRaised = (db: Database['db'], asked: RaisedIn): SQL | undefined =>
  isAskedFor(asked)
    ? inArray(alarm.id, db.select({id: alarmOccurrence.alarmId}).from(alarmOccurrence).where(isRaisedIn(asked)))
    : undefined

/** The same alarms, each with its newest occurrence of the time that is asked for. */
export async function withRaised(db: Database['db'], items: AlarmWire[], asked: RaisedIn): Promise<AlarmWire[]> {
  if (!isAskedFor(asked)) return items
  const found = await db
    .selectDistinctOn([alarmOccurrence.alarmId])
    .from(alarmOccurrence)
    .where(
      and(
        isAnyOf(
          alarmOccurrence.alarmId,
          items.map(({_id}) => _id),
        ),
        isRaisedIn(asked),
      ),
    )
    .orderBy(asc(alarmOccurrence.alarmId), desc(alarmOccurrence.id))
  const newest = new Map(found.map(occurrence => [occurrence.alarmId, occurrence]))
  return items.map(item => {
    const occurrence = newest.get(item._id)
    if (occurrence === undefined) return item
    return {
      ...item,
      occurrence: occurrenceToWire(asked.at === undefined ? occurrence : occurrenceAt(occurrence, asked.at)),
    }
  })
}

const HIDDEN = ['shelved', 'outOfService']
const ACTIVE = and(isNotNull(alarm.severity), sql`not ${isAnyOf(alarm.standing, HIDDEN)}`)

const inMaintenance = (db: Database['db'], at: EpochMs) => sql`${alarm.deviceNumber} in ${devicesInMaintenance(db, at)}`

const before = (column: AnyPgColumn, cursor: string | undefined) =>
  cursor === undefined ? undefined : lt(column, cursor)

const until = (column: AnyPgColumn, at: EpochMs | undefined) => (at === undefined ? undefined : lte(column, at))

function passes({device_id: deviceId, standing, severity, kind, q = ''}: Omit<AlarmQuery, 'limit' | 'cursor'>) {
  const sought = q.trim()
  const contains = (text: SQL | SQL.Aliased | AnyPgColumn) => sql`strpos(lower(${text}), lower(${sought})) > 0`
  return and(
    deviceId === undefined ? undefined : eq(namedDevice.id, deviceId),
    standing === undefined
      ? ne(alarm.standing, 'normal')
      : isAnyOf(alarm.standing, oneOrMore('standing', ALARM_STANDINGS, standing)),
    severity === undefined ? undefined : isAnyOf(alarm.severity, oneOrMore('severity', SEVERITIES, severity)),
    kind === undefined ? undefined : eq(alarm.kind, kind),
    sought === '' ? undefined : or(contains(namedDevice.name), contains(namedKey.name)),
  )
}

export function oneOrMore(name: string, known: readonly string[], text: string): string[] {
  const words = text.split(',')
  if (!words.every(word => known.includes(word)))
    throw badRequest(`${name}: must be one or more of ${known.join(', ')}`)
  return words
}

export interface Shown {
  alarm: typeof alarm.$inferSelect
  name: string
  label: string | null
  organisationId: string
  customerId: string | null
  key: string
  occurrence: typeof alarmOccurrence.$inferSelect | null
  isChattering: boolean
  maintenanceUntil: EpochMs | null
}

export const alarmMetrics = (alarms: Pick<AlarmRepository, 'activeBySeverity'>): LabelledMetric => ({
  name: 'alarms_active',
  help: 'Active alarms of all organisations, neither shelved, out of service nor in maintenance, by severity',
  label: 'severity',
  values: () => alarms.activeBySeverity(),
})

export function toWire({alarm, occurrence, ...shown}: Shown): AlarmWire {
  const state = alarmState.parse(alarm.state)
  const {screen} = state
  return {
    _id: alarm.id,
    device_id: alarm.deviceId,
    device_name: shown.name,
    device_label: shown.label,
    organisation_id: shown.organisationId,
    customer_id: shown.customerId,
    key: shown.key,
    kind: alarm.kind,
    ...(screen && {screen}),
    standing: alarm.standing,
    severity: alarm.severity,
    threshold: json.parse(alarm.threshold),
    occurrence: occurrence && occurrenceToWire(occurrence),
    shelf: shelfOf(state),
    is_flapping: alarm.isFlapping,
    is_chattering: shown.isChattering,
    ...(shown.maintenanceUntil !== null && {maintenance_until: shown.maintenanceUntil}),
    changed_at: alarm.changedAt,
    version: alarm.version,
  }
}

const shelfOf = ({context: {shelf}}: AlarmState) => shelf && {until: shelf.until, by: shelf.by, reason: shelf.reason}

const occurrenceToWire = (found: typeof alarmOccurrence.$inferSelect): AlarmOccurrenceWire => ({
  _id: found.id,
  severity: found.severity,
  raised_at: found.raisedAt,
  returned_at: found.returnedAt,
  acknowledged_at: found.acknowledgedAt,
  acknowledged_by: found.acknowledgedBy,
  ended_at: found.endedAt,
  ended_by: found.endedBy,
  value: found.value,
  peak: found.peak,
  peak_at: found.peakAt,
})
