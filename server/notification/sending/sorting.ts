import {sql} from 'drizzle-orm'
import type {AlarmRoute} from '../../../contract/rules/alarmRoutes'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Database, Transaction} from '../../database/connect'
import {isAnyOf} from '../../database/rows'
import {type notificationEntry, notificationGroup, notificationThread} from '../../database/schema/notification'
import type {ReadRoutes} from '../repository'
import {type Facts, factsOf, isRequested, type NotifiedAlarm, type Thread} from './decision'

/** Reads alarms as they are at `at`, which is now, with their active occurrences and the requested ones. */
export type ReadAlarms = (
  db: Pick<Transaction, 'select'>,
  asked: {alarmIds: readonly string[]; occurrenceIds: readonly string[]; at: EpochMs},
) => Promise<readonly NotifiedAlarm[]>

export interface SortingOptions {
  database: Pick<Database, 'db'>
  readAlarms: ReadAlarms
  readRoutes: ReadRoutes
  now: () => EpochMs
}

interface Entry {
  alarmId: string
  occurrenceId: string | null
  kind: string
}
type GroupKey = Pick<typeof notificationGroup.$inferSelect, 'organisationId' | 'route' | 'step'>
type Begun = GroupKey & Pick<Thread, 'about' | 'subjectId'> & {alarmId: string; dueAt: EpochMs; facts: Facts}

/** The first message of a group waits so long for what happens at the same moment. */
export const COLLECTING: Milliseconds = 1000
/** A group gets no two messages within this time. */
export const DAMPING: Milliseconds = 60_000
/** Small enough that other work of the server doesn't wait for it. */
const ENTRIES = 2000

/**
 * Returns a function that determines the recipients of some entries. It resolves to false when there were none. Alarms
 * are read when a message is written, so it does not matter which server sorts which entry first.
 */
export function createSorting({database: {db}, readAlarms, readRoutes, now}: SortingOptions) {
  return () =>
    db.transaction(async transaction => {
      const entries = await takeEntries(transaction)
      if (entries.length === 0) return false
      const alarmIds = [...new Set(entries.map(({alarmId}) => alarmId))]
      const occurrenceIds = entries.flatMap(({occurrenceId}) => occurrenceId ?? [])
      const at = now()
      const alarms = await readAlarms(transaction, {alarmIds, occurrenceIds, at})
      const organisationIds = alarms.map(({organisationId}) => organisationId)
      const routes = await readRoutes(organisationIds, transaction)
      const raised = new Set(entries.flatMap(({kind, occurrenceId}) => (kind === 'raised' ? (occurrenceId ?? []) : [])))
      const begun = alarms.flatMap(alarm =>
        (routes.get(alarm.organisationId) ?? []).flatMap(route => begunOn(route, alarm, raised, at)),
      )
      await wakeGroups(transaction, [...begun, ...(await groupsOf(transaction, alarmIds, at))], at)
      await touchThreads(transaction, entries, alarmIds, at)
      await insertThreads(transaction, begun, at)
      return true
    })
}

async function takeEntries(transaction: Transaction): Promise<Entry[]> {
  const {rows} = await transaction.execute<Columns>(sql`
    with counted as (
      select id, sum(cardinality(alarm_ids)) over (order by id) - cardinality(alarm_ids) as before
      from (select id, alarm_ids from notification_entry order by id limit ${ENTRIES}) oldest
    ), free as (
      select id from notification_entry
      where id in (select id from counted where before < ${ENTRIES}) for update skip locked
    )
    delete from notification_entry where id in (select id from free)
    returning alarm_ids as "alarmIds", occurrence_ids as "occurrenceIds", kinds`)
  return rows.flatMap(({alarmIds, occurrenceIds, kinds}) =>
    alarmIds.map((alarmId, index) => ({
      alarmId,
      occurrenceId: occurrenceIds[index] ?? null,
      kind: kinds[index] ?? '',
    })),
  )
}

type Columns = Pick<typeof notificationEntry.$inferSelect, 'alarmIds' | 'occurrenceIds' | 'kinds'>

/**
 * The possible notices of a route about an alarm. A hidden or flapping alarm comes again when that ends. An ended
 * occurrence is sent once, if this is its beginning.
 */
function begunOn(route: AlarmRoute, alarm: NotifiedAlarm, raised: ReadonlySet<string>, at: EpochMs): Begun[] {
  if (alarm.isHidden) return []
  const {id: alarmId, organisationId} = alarm
  const begin = (about: Begun['about'], subjectId: string, facts: Facts, step: number): Begun[] => {
    if (!isRequested(alarm, facts, route)) return []
    const dueAt = at + (route.escalations[step - 1]?.after ?? 0)
    return [{organisationId, alarmId, route: route.name, about, subjectId, facts, step, dueAt}]
  }
  if (alarm.isFlapping) return begin('flapping', alarmId, factsOf(alarm, null), 0)
  return alarm.occurrences.flatMap(occurrence => {
    if (occurrence.endedAt !== null && !raised.has(occurrence.id)) return []
    const steps = occurrence.endedAt === null && alarm.isUnacknowledged ? route.escalations.length : 0
    const facts = factsOf(alarm, occurrence)
    return Array.from({length: steps + 1}, (_, step) => step).flatMap(step =>
      begin('occurrence', occurrence.id, facts, step),
    )
  })
}

/** The groups that were or will be notified of these alarms. */
async function groupsOf(
  transaction: Transaction,
  alarmIds: readonly string[],
  dueAt: EpochMs,
): Promise<(GroupKey & {dueAt: EpochMs})[]> {
  const {organisationId, route, step, alarmId} = notificationThread
  const groups = await transaction
    .selectDistinct({organisationId, route, step})
    .from(notificationThread)
    .where(isAnyOf(alarmId, alarmIds))
  return groups.map(group => ({...group, dueAt}))
}

/** Locks the groups before their threads, as a dispatch does, and in one order, so that nobody can deadlock. */
async function wakeGroups(transaction: Transaction, due: readonly (GroupKey & {dueAt: EpochMs})[], at: EpochMs) {
  const groups = new Map<string, GroupKey & {dueAt: EpochMs}>()
  for (const {organisationId, route, step, dueAt} of due) {
    const name = JSON.stringify([organisationId, route, step])
    const earliest = Math.min(dueAt + COLLECTING, groups.get(name)?.dueAt ?? Number.POSITIVE_INFINITY)
    groups.set(name, {organisationId, route, step, dueAt: earliest})
  }
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
  if (sorted.length === 0) return
  const {dueAt, since, toldAt} = notificationGroup
  await transaction
    .insert(notificationGroup)
    .values(sorted.map(group => ({...group, since: at})))
    .onConflictDoUpdate({
      target: [notificationGroup.organisationId, notificationGroup.route, notificationGroup.step],
      set: {
        // A notification in the future was sent before the clock was set back.
        dueAt: sql`least(${dueAt}, greatest(excluded.due_at, least(${toldAt}, ${at}) + ${DAMPING}))`,
        since: sql`coalesce(${since}, excluded.since)`,
      },
    })
}

/** Threads of these alarms are evaluated again. A waiting step goes on waiting. */
async function touchThreads(
  transaction: Transaction,
  entries: readonly Entry[],
  alarmIds: readonly string[],
  at: EpochMs,
) {
  const back = entries.flatMap(({kind, alarmId}) => (BACK.has(kind) ? [alarmId] : []))
  const maintained = entries.flatMap(({kind, alarmId}) => (kind === 'maintenanceEnded' ? [alarmId] : []))
  const {alarmId, backAt, backFrom, toldTo, step} = notificationThread
  const isBack = isAnyOf(alarmId, back)
  await transaction
    .update(notificationThread)
    .set({
      dueAt: at,
      arrivedAt: at,
      backAt: sql`case when ${isBack} then ${at} else ${backAt} end`,
      backFrom: sql`case when ${isAnyOf(alarmId, maintained)} then 'maintenance' when ${isBack} then null else ${backFrom} end`,
    })
    .where(sql`${isAnyOf(alarmId, alarmIds)} and (${step} = 0 or ${toldTo} <> '{}')`)
}

const BACK: ReadonlySet<string> = new Set(['unshelved', 'shelfEnded', 'backInService', 'maintenanceEnded'])

/** Flapping that goes on becomes as severe as the worst of what came and went. */
async function insertThreads(transaction: Transaction, begun: readonly Begun[], at: EpochMs) {
  if (begun.length === 0) return
  await transaction.execute(sql`
    insert into ${notificationThread}
      (organisation_id, route, step, subject_id, about, alarm_id, created_at, arrived_at, due_at, facts)
    select distinct on ("organisationId", route, step, "subjectId")
      "organisationId", route, step, "subjectId", about, "alarmId", ${at}, ${at}, "dueAt", facts
    from jsonb_to_recordset(${JSON.stringify(begun)}::jsonb) as begun (
      "organisationId" uuid, route text, step int2, "subjectId" uuid, about text, "alarmId" uuid, "dueAt" int8, facts jsonb
    )
    on conflict (organisation_id, route, step, subject_id) do update
    set facts = jsonb_set(${notificationThread.facts}, '{severity}', '"critical"')
    where excluded.about = 'flapping' and excluded.facts ->> 'severity' = 'critical'`)
}
