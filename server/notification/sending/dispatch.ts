import {and, eq, lte, sql} from 'drizzle-orm'
import {type AlarmRoute, openingOf} from '../../../contract/rules/alarmRoutes'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {NoticeWire} from '../../../contract/wire/notification'
import type {Database, Transaction} from '../../database/connect'
import {isAnyOf} from '../../database/rows'
import {notificationGroup, notificationThread} from '../../database/schema/notification'
import type {MailRepository} from '../../mail/repository'
import type {Mark} from '../channel'
import {channelsOf, distinctChannels, findChannels, queueDeliveries} from '../deliveries'
import {deliveriesTo, type StoredChannel} from '../messages'
import type {Recipients} from '../push/recipients'
import type {ReadRoutes} from '../repository'
import {type TargetsNow, targetsNow} from '../targetsNow'
import {type Decision, decide, isNotified} from './decision'
import {isReleased, type Share, shareOut} from './holding'
import {readReaders} from './readers'
import {COLLECTING, DAMPING, type ReadAlarms} from './sorting'

export interface DispatchOptions {
  database: Pick<Database, 'db'>
  readAlarms: ReadAlarms
  readRoutes: ReadRoutes
  mails: Pick<MailRepository, 'enqueue'>
  recipients: Pick<Recipients, 'channelsOf' | 'peopleOf'>
  marks: () => Promise<Mark>
}

type Group = typeof notificationGroup.$inferSelect
type Row = typeof notificationThread.$inferSelect

interface Decided {
  thread: Row
  decision: Decision
}

interface Shared extends Decided {
  share: Share
  /** The rotas in which nobody on call sees the device. */
  unmanned: readonly string[]
  /** The group is for nobody now. */
  isNobody: boolean
}

/** The end of a removed alarm goes only to recipients who were notified of it. */
const NOBODY: TargetsNow = {targets: [], unmanned: []}

/** More that happen together are a storm, which is waited out before the first message. */
const STORM = 10
export const LONGEST_COLLECTING: Milliseconds = 10_000
const THREADS = 10_000

/**
 * Returns a function that dispatches one group that is due. It resolves to false when none is. The messages and who was
 * notified are written in one transaction, so a message is made exactly once.
 */
export function createDispatch({database: {db}, readAlarms, readRoutes, mails, recipients, marks}: DispatchOptions) {
  async function dispatch(transaction: Transaction, group: Group, {at, mark}: {at: EpochMs; mark: Mark}) {
    const routes = (await readRoutes([group.organisationId], transaction)).get(group.organisationId)
    const route = routes?.find(({name}) => name === group.route)
    const threads = await dueThreads(transaction, group, at)
    if (isStorm(group, threads, at)) return postpone(transaction, group, at + COLLECTING)
    const alarms = await readAlarms(transaction, {
      alarmIds: [...new Set(threads.map(({alarmId}) => alarmId))],
      occurrenceIds: threads.map(({subjectId}) => subjectId),
      at,
    })
    const byId = new Map(alarms.map(alarm => [alarm.id, alarm]))
    const decideAll = (isReleasedNow: (thread: Row) => boolean) =>
      threads.map(thread => ({
        thread,
        decision: decide(thread, byId.get(thread.alarmId), {route, now: at, isReleased: isReleasedNow(thread)}),
      }))
    const opening = openingOf(route?.hours ?? null, at) ?? at
    if (opening > at) return waitUntil(transaction, group, decideAll(no), opening)
    const {organisationId, step} = group
    const deviceIds = [...new Set(threads.map(({facts}) => facts.device_id))]
    const targetsFor = await targetsNow(transaction, organisationId, {route, step, at, deviceIds})
    const calledFor = ({alarmId, facts}: Row) => (byId.has(alarmId) ? targetsFor(facts.device_id) : NOBODY)
    const called = [...new Set(threads.map(calledFor))]
    const targets = called.flatMap(({targets}) => targets)
    const channelsFor = await channelsOf(transaction, organisationId, targets, {recipients, mark})
    const idsOf = new Map(called.map(now => [now, now.targets.flatMap(channelsFor).map(({id}) => id)]))
    const notified = await findChannels(transaction, [...new Set(threads.flatMap(({toldTo}) => toldTo))])
    const channels = distinctChannels([...notified, ...targets.flatMap(channelsFor)])
    const readerOf = await readReaders(transaction, organisationId, {channels, recipients, route, deviceIds, at})
    const shared = decideAll(thread => isReleased(thread, readerOf)).map(({thread, decision}) => {
      const now = calledFor(thread)
      const current = idsOf.get(now) ?? []
      const share = shareOut(thread, decision, current, readerOf)
      return {thread, decision, share, unmanned: now.unmanned, isNobody: current.length === 0}
    })
    const deliveries = deliveriesOf(channels, shared, at)
    const dispatched = await queueDeliveries(transaction, mails, group, deliveries, at)
    await saveThreads(transaction, group, shared, {route, at})
    await restGroup(transaction, group, dispatched.length > 0 ? at : group.toldAt)
  }

  return async (at: EpochMs) => {
    const mark = await marks()
    return db.transaction(async transaction => {
      const [due] = await transaction
        .select()
        .from(notificationGroup)
        .where(lte(notificationGroup.dueAt, at))
        .orderBy(notificationGroup.dueAt)
        .limit(1)
        .for('update', {skipLocked: true})
      if (due === undefined) return false
      await dispatch(transaction, due, {at, mark})
      return true
    })
  }
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

/** A group waits outside the hours of its route. Ends until then are dropped for recipients who were not notified. */
async function waitUntil(transaction: Transaction, group: Group, decided: readonly Decided[], opening: EpochMs) {
  const [over, waiting] = [decided.filter(isForgotten), decided.filter(item => !isForgotten(item))]
  await forget(transaction, group, over)
  await transaction
    .update(notificationThread)
    .set({dueAt: opening})
    .where(and(isOf(group), isAnyOf(notificationThread.subjectId, subjectsOf(waiting))))
  await postpone(transaction, group, opening)
}

const no = () => false

const isForgotten = ({thread, decision}: Decided) => decision.isOver && !isNotified(thread)

/** Known recipients get an update, new ones the first notice. */
function noticesOf(shared: readonly Shared[]): ReadonlyMap<string, readonly NoticeWire[]> {
  const notices = new Map<string, NoticeWire[]>()
  for (const {channelId, notice} of shared.flatMap(({share}) => share.notices)) {
    const others = notices.get(channelId)
    if (others === undefined) notices.set(channelId, [notice])
    else others.push(notice)
  }
  return notices
}

function deliveriesOf(channels: readonly StoredChannel[], shared: readonly Shared[], at: EpochMs) {
  const notices = noticesOf(shared)
  const unmanned = new Map(shared.flatMap(item => item.share.notices.map(({notice}) => [notice, item.unmanned])))
  const unmannedOf = (notice: NoticeWire) => unmanned.get(notice) ?? []
  return channels.flatMap(channel => deliveriesTo(channel, notices.get(channel.id) ?? [], {at, unmannedOf}))
}

interface Dispatched {
  route: AlarmRoute | undefined
  at: EpochMs
}

async function saveThreads(transaction: Transaction, group: Group, shared: readonly Shared[], {route, at}: Dispatched) {
  const isOver = ({thread, decision, share, isNobody}: Shared) =>
    share.heldFrom.length === 0 && (decision.isOver || (isNobody && !isNotified(thread)))
  await forget(transaction, group, shared.filter(isOver))
  const continued = shared.filter(item => !isOver(item))
  if (continued.length === 0) return
  const rows = continued.map(({thread, decision: {again, first, dueAt}, share}) => {
    const isSent = share.notices.length > 0
    const notice = isSent ? (first ?? again) : null
    const isRepeated = notice !== null && thread.about === 'occurrence' && route?.repeat
    const next = isRepeated ? at + isRepeated : dueAt
    return {
      id: thread.subjectId,
      due: next === null || share.heldUntil === null ? (next ?? share.heldUntil) : Math.min(next, share.heldUntil),
      severity: thread.toldSeverity === 'critical' ? 'critical' : (notice?.severity ?? thread.toldSeverity),
      isNotified: isSent,
      toldTo: `{${share.toldTo.join()}}`,
      heldFrom: `{${share.heldFrom.join()}}`,
      // At the beginning they are stored already.
      facts: again === null || !isSent ? null : JSON.stringify(factsOfNotice(again)),
    }
  })
  const column = (name: keyof (typeof rows)[number], type: string) =>
    sql`${sql.param(rows.map(row => row[name]))}::${sql.raw(type)}[]`
  const columns = [
    ...[column('id', 'uuid'), column('due', 'int8'), column('severity', 'text'), column('isNotified', 'bool')],
    ...[column('toldTo', 'text'), column('heldFrom', 'text'), column('facts', 'text')],
  ]
  await transaction.execute(sql`
    update ${notificationThread} thread set
      due_at = dispatched.due,
      told_severity = dispatched.severity,
      told_at = case when is_notified then ${at} else thread.told_at end,
      back_at = case when is_notified then null else thread.back_at end,
      facts = coalesce(dispatched.facts::jsonb, thread.facts),
      told_to = dispatched.told_to::uuid[],
      held_from = dispatched.held_from::uuid[]
    from unnest(${sql.join(columns, sql`, `)})
      as dispatched (id, due, severity, is_notified, told_to, held_from, facts)
    where organisation_id = ${group.organisationId} and route = ${group.route} and step = ${group.step}
      and subject_id = dispatched.id`)
}

const factsOfNotice = ({id: _id, change: _change, after_maintenance: _after, ...facts}: NoticeWire) => facts

async function forget(transaction: Transaction, group: Group, decided: readonly Decided[]) {
  if (decided.length === 0) return
  await transaction
    .delete(notificationThread)
    .where(and(isOf(group), isAnyOf(notificationThread.subjectId, subjectsOf(decided))))
}

const subjectsOf = (decided: readonly Decided[]) => decided.map(({thread}) => thread.subjectId)

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
