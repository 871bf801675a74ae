import {sql} from 'drizzle-orm'
import {bigint, index, integer, pgTable, primaryKey, smallint, text, unique, uuid} from 'drizzle-orm/pg-core'
import {DELIVERY_STATES, type NoticeMessage, type NoticeWire} from '../../../contract/wire/notification'
import {CHANNEL_KINDS} from '../../../contract/wire/target'
import {session} from './account'
import {createdAt, epochMs, id, jsonb} from './columns'
import {organisation} from './organisation'
import {user} from './user'

/**
 * Changes of alarms that the routes of their organisations have still to evaluate, as columns of the journal. Written
 * in the transaction of the change, and deleted when its recipients are known.
 */
export const notificationEntry = pgTable('notification_entry', {
  id: bigint({mode: 'number'}).primaryKey().generatedAlwaysAsIdentity(),
  alarmIds: uuid().array().notNull(),
  occurrenceIds: uuid().array().notNull().$type<(string | null)[]>(),
  kinds: text().array().notNull(),
})

/**
 * The recipients of one message: a step of a route of an organisation, 0 for its first recipients and 1 for its first
 * escalation. `dueAt` is when there may be something to send, `since` when the first of it came, `toldAt` when the last
 * message was sent.
 */
export const notificationGroup = pgTable(
  'notification_group',
  {
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id, {onDelete: 'cascade'}),
    route: text().notNull(),
    step: smallint().notNull(),
    dueAt: epochMs(),
    since: epochMs(),
    toldAt: epochMs(),
  },
  table => [
    primaryKey({columns: [table.organisationId, table.route, table.step]}),
    index().on(table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
)

/**
 * The notifications of a group on an occurrence, or on the flapping of an alarm (`subjectId` is its id). A thread is
 * stored until the notified recipients have been notified of the end. `facts` are those of the last notice, for a
 * removed alarm. `backAt` is when the alarm came back from a shelf or into service, or from the state in `backFrom`,
 * after that. Notices are held back from the channels `heldFrom`, whose readers have quiet hours.
 */
export const notificationThread = pgTable(
  'notification_thread',
  {
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id, {onDelete: 'cascade'}),
    route: text().notNull(),
    step: smallint().notNull(),
    subjectId: uuid().notNull(),
    about: text({enum: ['occurrence', 'flapping']}).notNull(),
    alarmId: uuid().notNull(),
    createdAt: epochMs().notNull(),
    arrivedAt: epochMs().notNull(),
    dueAt: epochMs(),
    backAt: epochMs(),
    backFrom: text({enum: ['maintenance']}),
    toldTo: uuid().array().notNull().default([]),
    toldSeverity: text({enum: ['warning', 'critical']}),
    toldAt: epochMs(),
    facts: jsonb().$type<Omit<NoticeWire, 'id' | 'change'>>().notNull(),
    heldFrom: uuid().array().notNull().default([]),
  },
  table => [
    primaryKey({columns: [table.organisationId, table.route, table.step, table.subjectId]}),
    index().on(table.alarmId),
  ],
)

/**
 * A browser that alarms are pushed to, until the end of the session in which its user switched that on. The endpoint
 * and the keys are enough to send to it.
 */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => user.id, {onDelete: 'cascade'}),
    sessionId: uuid()
      .notNull()
      .unique()
      .references(() => session.id, {onDelete: 'cascade'}),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    browser: text(),
    createdAt: createdAt(),
  },
  table => [index().on(table.userId)],
)

/** A target of notifications: an email, or the URL of a webhook with the secret that signs its calls. */
export const notificationChannel = pgTable(
  'notification_channel',
  {
    id: id(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id, {onDelete: 'cascade'}),
    kind: text({enum: CHANNEL_KINDS}).notNull(),
    address: text().notNull(),
    secret: text(),
  },
  table => [unique().on(table.organisationId, table.kind, table.address)],
)

/**
 * A message to a channel. `key` is derived from its notices and the channel, so that nothing is sent twice. Mail has a
 * row in `mail`, too, until it was sent or given up; a webhook is called by a server that holds `leasedUntil`.
 * `acceptedCalls` names what its peer has accepted of a delivery that needs several calls.
 */
export const notificationDelivery = pgTable(
  'notification_delivery',
  {
    id: id(),
    organisationId: uuid()
      .notNull()
      .references(() => organisation.id, {onDelete: 'cascade'}),
    channelId: uuid()
      .notNull()
      .references(() => notificationChannel.id, {onDelete: 'cascade'}),
    route: text().notNull(),
    step: smallint().notNull(),
    key: text().notNull().unique(),
    message: jsonb().$type<NoticeMessage>().notNull(),
    state: text({enum: DELIVERY_STATES}).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    nextTryAt: epochMs(),
    leasedUntil: epochMs(),
    lastError: text(),
    createdAt: epochMs().notNull(),
    settledAt: epochMs(),
    acceptedCalls: text().array().notNull().default([]),
  },
  table => [
    index().on(table.organisationId, table.id),
    index('notification_delivery_alarms_index').using(
      'gin',
      sql`jsonb_path_query_array(${table.message}, '$.notices[*].alarm_id') jsonb_path_ops`,
    ),
    index().on(table.channelId),
    index().on(table.createdAt),
    index().on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`),
  ],
)
