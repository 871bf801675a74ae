import {and, count, desc, eq, getTableColumns, isNotNull, lt, min, sql} from 'drizzle-orm'
import {ALARM_ROUTES_ATTRIBUTE, type AlarmRoute, alarmRoutesFrom} from '../../contract/rules/alarmRoutes'
import {DAY} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {NoticeWire, NotificationWire} from '../../contract/wire/notification'
import type {MailLimit} from '../access/mailLimit'
import {lockEntity} from '../access/reach'
import type {Caller} from '../access/viewer'
import type {AttributeRepository} from '../attribute/repository'
import type {AuditTrail} from '../audit/repository'
import {ADVISORY_LOCKS} from '../database/advisoryLocks'
import type {Database, Transaction} from '../database/connect'
import {deleteFree, exactlyOne, isAnyOf} from '../database/rows'
import {notificationChannel, notificationDelivery, notificationThread} from '../database/schema/notification'
import {badRequest, noSuch} from '../http/failures/errors'
import type {Waiting} from '../http/metrics/queueMetrics'
import type {MailRepository} from '../mail/repository'
import {type ClockSetting, leaseAfter} from '../store/clock'
import type {Delivery, Mark} from './channel'
import {ORDERED_KINDS} from './channels'
import {channelsOf, distinctChannels, queueDeliveries} from './deliveries'
import {testOf} from './messages'
import type {Recipients} from './push/recipients'
import {targetsNow} from './targetsNow'

/** `nextTryAt` is null for deliveries that are not tried again here: mails have a queue of their own. */
export interface Outcome {
  state: Delivery['state']
  error: string | null
  nextTryAt?: EpochMs
  /** The channel is not called before then. */
  heldUntil?: EpochMs | null
}

/** Reads the routes of each of some organisations, as they are now. `within` is the transaction of the caller, if any. */
export type ReadRoutes = (
  organisationIds: readonly string[],
  within?: Pick<Transaction, 'select'>,
) => Promise<ReadonlyMap<string, readonly AlarmRoute[]>>

export interface NotificationRepositoryOptions {
  database: Pick<Database, 'db'>
  readRoutes: ReadRoutes
  mails: Pick<MailRepository, 'enqueue'>
  recipients: Pick<Recipients, 'channelsOf'>
  marks: () => Promise<Mark>
  mailLimit: MailLimit
  audit: AuditTrail
  now: () => EpochMs
}

/** No delivery that must come first still waits. */
const IS_NEXT = sql`not exists (
  select from notification_delivery earlier
  join notification_channel on notification_channel.id = earlier.channel_id
  where earlier.channel_id = due.channel_id and earlier.id < due.id and earlier.next_try_at is not null
    and notification_channel.kind = any(${sql.param([...ORDERED_KINDS])}::text[])
)`

const STORED: Milliseconds = 30 * DAY

export class NotificationRepository {
  readonly #options: NotificationRepositoryOptions
  readonly #db
  readonly #kind
  readonly #address
  readonly #secret

  constructor(options: NotificationRepositoryOptions) {
    this.#options = options
    this.#db = options.database.db
    const {kind, address, secret} = notificationChannel
    this.#kind = kind
    this.#address = address
    this.#secret = secret
  }

  /** Lists the newest first. Up to `limit` + 1 are returned; the additional one shows that there are more. */
  async list(
    organisationId: string,
    {limit, cursor}: {limit: number; cursor?: string | undefined},
  ): Promise<Delivery[]> {
    // No mark of a former version is shown.
    await this.#options.marks()
    return this.#select()
      .where(
        and(
          eq(notificationDelivery.organisationId, organisationId),
          cursor === undefined ? undefined : lt(notificationDelivery.id, cursor),
        ),
      )
      .orderBy(desc(notificationDelivery.id))
      .limit(limit + 1)
  }

  /**
   * Queues a test to the targets of a route. Throws 400 when there is no such route, 404 for an organisation out of
   * reach, and 429 while one of the targets has to wait.
   */
  async test(caller: Caller, organisationId: string, name: string): Promise<Delivery[]> {
    const route = (await this.#options.readRoutes([organisationId]))
      .get(organisationId)
      ?.find(found => found.name === name)
    const mark = await this.#options.marks()
    const ids = await this.#db.transaction(async transaction => {
      const ref = {entityType: 'organisation', entityId: organisationId} as const
      const held = await lockEntity(transaction, caller, ref)
      if (held === undefined) throw noSuch('organisation')
      if (route === undefined) throw badRequest('route: there is none of this name')
      const at = this.#options.now()
      const {targets} = (await targetsNow(transaction, organisationId, {route, step: 0, at}))()
      const {recipients} = this.#options
      const channelsFor = await channelsOf(transaction, organisationId, targets, {recipients, mark})
      const channels = distinctChannels(targets.flatMap(channelsFor))
      for (const {address} of channels) this.#options.mailLimit.count(address)
      const tests = channels.map(channel => testOf(channel, at))
      await this.#options.audit.record(transaction, caller, {
        action: 'notification.tested',
        ...ref,
        entityName: held.name,
        organisationId,
        detail: {route: name},
      })
      return queueDeliveries(transaction, this.#options.mails, {organisationId, route: name, step: 0}, tests, at)
    })
    return this.#select().where(isAnyOf(notificationDelivery.id, ids))
  }

  /**
   * Claims a delivery by a call. No other caller gets it within `lease`, nor another one to the same channel, nor one
   * that has to wait for those before it.
   */
  async claimWebhook(lease: Milliseconds): Promise<Delivery | undefined> {
    const at = this.#options.now()
    const claimed = await this.#db.transaction(async transaction => {
      await transaction.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.claimNotification})`)
      const {rows} = await transaction.execute<{id: string}>(sql`
        with next as (
          select id from notification_delivery due
          where next_try_at <= ${at} and coalesce(leased_until, 0) <= ${at} and ${IS_NEXT}
            and not exists (
              select from notification_delivery other
              where other.channel_id = due.channel_id and other.leased_until > ${at}
            )
          order by attempts > 0, next_try_at, id limit 1 for update skip locked
        )
        update notification_delivery set leased_until = ${at + lease}, attempts = attempts + 1
        where id in (select id from next) returning id`)
      return rows[0]
    })
    if (claimed === undefined) return undefined
    const [found] = await this.#select().where(eq(notificationDelivery.id, claimed.id))
    return found
  }

  /** The time at which the next call is due; undefined when none is. */
  async nextWebhookAt(): Promise<EpochMs | undefined> {
    const {rows} = await this.#db.execute<{at: EpochMs | null}>(sql`
      select min(greatest(next_try_at, (
        select max(leased_until) from notification_delivery other where other.channel_id = due.channel_id
      )))::float8 as at
      from notification_delivery due where next_try_at is not null and ${IS_NEXT}`)
    return rows[0]?.at ?? undefined
  }

  async waitingWebhooks(): Promise<Waiting> {
    const {createdAt, nextTryAt} = notificationDelivery
    const found = await this.#db
      .select({count: count(), oldestAt: min(createdAt)})
      .from(notificationDelivery)
      .where(isNotNull(nextTryAt))
    return exactlyOne(found)
  }

  /** Retries webhooks soon after the clock was set, except those being called just now. */
  async followClock({at, before}: ClockSetting, lease: Milliseconds): Promise<void> {
    const {nextTryAt, leasedUntil} = notificationDelivery
    await this.#db
      .update(notificationDelivery)
      .set({
        nextTryAt: sql`case when ${nextTryAt} is not null then least(${nextTryAt}, ${at}::int8) end`,
        leasedUntil: leaseAfter(leasedUntil, {at, before}, lease),
      })
      .where(sql`${nextTryAt} is not null or ${leasedUntil} is not null`)
  }

  /** Stores that a call of a delivery was accepted, so that no later attempt makes it again. */
  async accept(id: string, call: string): Promise<void> {
    await this.#db
      .update(notificationDelivery)
      .set({acceptedCalls: sql`array_append(${notificationDelivery.acceptedCalls}, ${call})`})
      .where(eq(notificationDelivery.id, id))
  }

  /** Stores the outcome of an attempt. `error` must hold no secret. */
  async settle(id: string, {state, error, nextTryAt, heldUntil}: Outcome): Promise<void> {
    const settledAt = state === 'waiting' ? null : this.#options.now()
    const {attempts} = notificationDelivery
    await this.#db
      .update(notificationDelivery)
      .set({
        state,
        settledAt,
        nextTryAt: nextTryAt ?? null,
        leasedUntil: heldUntil ?? null,
        lastError: error,
        // Webhooks are counted when they are claimed.
        attempts: sql`${attempts} + case when ${notificationDelivery.nextTryAt} is null then 1 else 0 end`,
      })
      .where(eq(notificationDelivery.id, id))
    if (state === 'delivered') await this.#tryOthers(id)
  }

  /** Deletes deliveries that nobody asks about any more, and channels that nothing was sent to for as long. */
  async deleteOld(): Promise<void> {
    await deleteFree(
      this.#db,
      notificationDelivery.id,
      lt(notificationDelivery.createdAt, this.#options.now() - STORED),
    )
    await deleteFree(
      this.#db,
      notificationChannel.id,
      sql`not exists (select from ${notificationDelivery} where ${notificationDelivery.channelId} = ${notificationChannel.id})
          and not exists (select from ${notificationThread} where ${notificationChannel.id} = any(${notificationThread.toldTo}))`,
    )
  }

  #select() {
    return this.#db
      .select({
        ...getTableColumns(notificationDelivery),
        kind: this.#kind,
        address: this.#address,
        secret: this.#secret,
      })
      .from(notificationDelivery)
      .innerJoin(notificationChannel, eq(notificationChannel.id, notificationDelivery.channelId))
      .$dynamic()
  }

  /** Retries the other failed deliveries of a webhook at once when it has just accepted one. */
  async #tryOthers(id: string) {
    const at = this.#options.now()
    await this.#db.execute(sql`
      update notification_delivery other set next_try_at = ${at} from notification_delivery delivered
      where delivered.id = ${id} and other.channel_id = delivered.channel_id
        and other.next_try_at > ${at} and other.leased_until is null`)
  }
}

export const toWire = (found: Delivery): NotificationWire => ({
  _id: found.id,
  created_at: found.createdAt,
  route: found.route,
  escalation: found.step,
  channel: {kind: found.kind, address: found.address},
  is_test: found.message.type === 'test',
  subject: found.message.written?.subject ?? null,
  total: found.message.total,
  first: subjectIn(found.message.notices),
  state: found.state,
  attempts: found.attempts,
  error: found.lastError,
  settled_at: found.settledAt,
})

function subjectIn([notice]: readonly NoticeWire[]): NotificationWire['first'] {
  if (notice === undefined) return null
  const {device_name, key, severity, change} = notice
  return {device_name, key, severity, change}
}

export function createReadRoutes(attributes: Pick<AttributeRepository, 'serverJson'>): ReadRoutes {
  return async (organisationIds, within) => {
    const stored = await attributes.serverJson(ALARM_ROUTES_ATTRIBUTE, [...new Set(organisationIds)], within)
    return new Map([...stored].map(([id, value]) => [id, alarmRoutesFrom(value).routes]))
  }
}
