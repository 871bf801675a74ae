import {and, eq, lte, sql} from 'drizzle-orm'
import {type AlarmRoute, openingOf, targetsOf} from '../../contract/rules/alarmRoutes'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {NoticeWire} from '../../contract/wire/notification'
import type {Database, Transaction} from '../database/connect'
import {isAnyOf} from '../database/isAnyOf'
import {notificationGroup, notificationThread} from '../database/schema'
import type {MailRepository} from '../mail/repository'
import {channelsOf, findChannels, queueDeliveries} from './deliveries'
import {deliveriesTo, type StoredChannel} from './messages'
import {isTold, type News, newsOf} from './news'
import type {ReadRoutes} from './readRoutes'
import {COLLECTING, DAMPING, type ReadAlarms} from './sorting'

export interface TellingOptions {
  database: Pick<Database, 'db'>
  readAlarms: ReadAlarms
  readRoutes: ReadRoutes
  mails: Pick<MailRepository, 'enqueue'>
}

type Group = typeof notificationGroup.$inferSelect
type Row = typeof notificationThread.$inferSelect

interface Judged {
  thread: Row
  news: News
}

/** More that happen together are a storm, which is waited out before the first message. */
const STORM = 10
export const LONGEST_COLLECTING: Milliseconds = 10_000
const THREADS = 10_000

/**
 * Returns a function that looks at one group that is due at a time, and writes what it has to be told. It resolves to false when none
 * is due. The messages and what was told are written in one transaction, so a message is made exactly once.
 */
export function createTelling({database: {db}, readAlarms, readRoutes, mails}: TellingOptions) {
  async function tell(transaction: Transaction, group: Group, at: EpochMs) {
    const routes = (await readRoutes([group.organisationId])).get(group.organisationId)
    const route = routes?.find(({name}) => name === group.route)
    const threads = await dueThreads(transaction, group, at)
    if (isStorm(group, threads, at)) return postpone(transaction, group, at + COLLECTING)
    const alarms = await readAlarms(transaction, {
      alarmIds: [...new Set(threads.map(({alarmId}) => alarmId))],
      occurrenceIds: threads.map(({subjectId}) => subjectId),
    })
    const byId = new Map(alarms.map(alarm => [alarm.id, alarm]))
    const judged = threads.map(thread => ({thread, news: newsOf(thread, byId.get(thread.alarmId), {route, now: at})}))
    const opening = openingOf(route?.hours ?? null, at) ?? at
    if (opening > at) return waitUntil(transaction, group, judged, opening)
    const channels = await channelsOf(transaction, group.organisationId, targetsOf(route, group.step))
    const deliveries = await deliveriesOf(transaction, judged, channels, at)
    const told = await queueDeliveries(transaction, mails, group, deliveries, at)
    await keep(transaction, group, judged, {channels, route, at})
    await restGroup(transaction, group, told.length > 0 ? at : group.toldAt)
  }

  return (at: EpochMs) =>
    db.transaction(async transaction => {
      const [due] = await transaction
        .select()
        .from(notificationGroup)
        .where(lte(notificationGroup.dueAt, at))
        .orderBy(notificationGroup.dueAt)
        .limit(1)
        .for('update', {skipLocked: true})
      if (due === undefined) return false
      await tell(transaction, due, at)
      return true
    })
}

function dueThreads(transaction: Transaction, group: Group, at: EpochMs): Promise<Row[]> {
  return transaction
    .select()
    .from(notificationThread)
    .where(and(isOf(group), lte(notificationThread.dueAt, at)))
    .orderBy(notificationThread.dueAt)
    .limit(THREADS)
}

const isStorm = ({since}: Group, threads: readonly Row[], at: EpochMs): boolean =>
  threads.length > STORM &&
  since !== null &&
  at < since + LONGEST_COLLECTING &&
  threads.some(({arrivedAt}) => at < arrivedAt + COLLECTING)

/** Outside the hours of its route a group is told nothing. What ends meanwhile is not told to those who know nothing of it. */
async function waitUntil(transaction: Transaction, group: Group, judged: readonly Judged[], opening: EpochMs) {
  const [over, waiting] = [judged.filter(isForgotten), judged.filter(item => !isForgotten(item))]
  await forget(transaction, group, over)
  await transaction
    .update(notificationThread)
    .set({dueAt: opening})
    .where(and(isOf(group), isAnyOf(notificationThread.subjectId, subjectsOf(waiting))))
  await postpone(transaction, group, opening)
}

const isForgotten = ({thread, news}: Judged) => news.isOver && !isTold(thread)

/** Those who were told before hear how it goes on, and the others hear of it first. */
async function deliveriesOf(
  transaction: Transaction,
  judged: readonly Judged[],
  current: readonly StoredChannel[],
  at: EpochMs,
) {
  const notices = new Map<string, NoticeWire[]>()
  const add = (channelId: string, notice: NoticeWire | null) => {
    if (notice === null) return
    const others = notices.get(channelId)
    if (others === undefined) notices.set(channelId, [notice])
    else others.push(notice)
  }
  for (const {thread, news} of judged) {
    for (const id of thread.toldTo) add(id, news.again)
    for (const {id} of current) if (!thread.toldTo.includes(id)) add(id, news.first)
  }
  const channels = await findChannels(transaction, [...notices.keys()])
  return channels.flatMap(channel => deliveriesTo(channel, notices.get(channel.id) ?? [], at))
}

interface Told {
  channels: readonly StoredChannel[]
  route: AlarmRoute | undefined
  at: EpochMs
}

async function keep(transaction: Transaction, group: Group, judged: readonly Judged[], told: Told) {
  const {channels, route, at} = told
  const isOver = ({thread, news}: Judged) => news.isOver || (channels.length === 0 && !isTold(thread))
  await forget(transaction, group, judged.filter(isOver))
  const kept = judged.filter(item => !isOver(item))
  if (kept.length === 0) return
  const rows = kept.map(({thread, news: {again, first, dueAt}}) => {
    const notice = first ?? again
    const isRepeated = notice !== null && thread.about === 'occurrence' && route?.repeat
    return {
      id: thread.subjectId,
      due: isRepeated ? at + isRepeated : dueAt,
      severity: thread.toldSeverity === 'critical' ? 'critical' : (notice?.severity ?? thread.toldSeverity),
      isTold: notice !== null,
      isFirst: first !== null,
      // At the beginning they are kept already.
      facts: again === null ? null : JSON.stringify(factsOfNotice(again)),
    }
  })
  const column = (name: keyof (typeof rows)[number], type: string) =>
    sql`${sql.param(rows.map(row => row[name]))}::${sql.raw(type)}[]`
  const columns = [
    ...[column('id', 'uuid'), column('due', 'int8'), column('severity', 'text')],
    ...[column('isTold', 'bool'), column('isFirst', 'bool'), column('facts', 'text')],
  ]
  await transaction.execute(sql`
    update ${notificationThread} thread set
      due_at = told.due,
      told_severity = told.severity,
      told_at = case when is_told then ${at} else told_at end,
      back_at = case when is_told then null else back_at end,
      facts = coalesce(told.facts::jsonb, thread.facts),
      told_to = case when is_first
        then array(select distinct unnest(told_to || ${sql.param(channels.map(({id}) => id))}::uuid[])) else told_to end
    from unnest(${sql.join(columns, sql`, `)}) as told (id, due, severity, is_told, is_first, facts)
    where organisation_id = ${group.organisationId} and route = ${group.route} and step = ${group.step}
      and subject_id = told.id`)
}

const factsOfNotice = ({id: _id, change: _change, ...facts}: NoticeWire) => facts

async function forget(transaction: Transaction, group: Group, judged: readonly Judged[]) {
  if (judged.length === 0) return
  await transaction
    .delete(notificationThread)
    .where(and(isOf(group), isAnyOf(notificationThread.subjectId, subjectsOf(judged))))
}

const subjectsOf = (judged: readonly Judged[]) => judged.map(({thread}) => thread.subjectId)

async function postpone(transaction: Transaction, group: Group, dueAt: EpochMs) {
  await transaction.update(notificationGroup).set({dueAt}).where(isGroup(group))
}

/** The group is due again when the next of its threads is, but not before its damping is over. */
async function restGroup(transaction: Transaction, group: Group, toldAt: EpochMs | null) {
  const next = sql<EpochMs | null>`(
    select greatest(min(${notificationThread.dueAt}), ${toldAt}::int8 + ${DAMPING})
    from ${notificationThread} where ${isOf(group)} having min(${notificationThread.dueAt}) is not null
  )`
  await transaction.update(notificationGroup).set({dueAt: next, since: null, toldAt}).where(isGroup(group))
}

type GroupKey = Pick<Group, 'organisationId' | 'route' | 'step'>

const isOf = ({organisationId, route, step}: GroupKey) =>
  and(
    eq(notificationThread.organisationId, organisationId),
    eq(notificationThread.route, route),
    eq(notificationThread.step, step),
  )

const isGroup = ({organisationId, route, step}: GroupKey) =>
  and(
    eq(notificationGroup.organisationId, organisationId),
    eq(notificationGroup.route, route),
    eq(notificationGroup.step, step),
  )
