import * as z from 'zod/mini'
import type {Language} from '../languages/languages'
import {AUDIT_PAGE_LENGTH, NAME_LENGTH, SEVERITIES} from '../limits'
import {ALARM_KINDS, screenTrouble} from './alarm'
import {type EpochMs, id} from './common'
import {addition} from './route'
import {CHANNEL_KINDS} from './target'

/**
 * The changes of an alarm that notify people. `passed`: it was raised and ended before any notification. `reminded`:
 * nobody has acknowledged it yet. `resumed`: it is back from a shelf or in service again, and still active;
 * `after_maintenance`: it was in maintenance. `flapping`: it comes and goes, and its changes are held back until it has
 * `settled`.
 */
export const NOTICE_CHANGES = [
  'raised',
  'worsened',
  'reminded',
  'resumed',
  'ended',
  'passed',
  'flapping',
  'settled',
] as const
export type NoticeChange = (typeof NOTICE_CHANGES)[number]

/**
 * Further properties of an alarm. `limit` is the one that its worst value exceeds, of its severity. `place` is the
 * label of the device. `alarm_version` is the alarm's version at the notification. `runbook` is the threshold's: an
 * address or a text. Older messages have none of them.
 */
const inItsPlace = {
  unit: z.nullish(z.string()),
  limit: z.nullish(z.object({side: z.enum(['above', 'below']), value: z.number()})),
  place: z.nullish(z.string()),
  customer_name: z.nullish(z.string()),
  alarm_version: z.nullish(z.number()),
  runbook: z.nullish(z.string()),
}

/**
 * One notification. `id` is the same whenever it is repeated: a receiver may drop an id that it has seen. `severity` is
 * the present one; at an end it is the highest there was. `ended_by` says why: `returned`, `reset`, `ruleChanged`,
 * `ruleRemoved`, or `removed` with its device. Times are epoch ms.
 */
export const notice = z.object({
  id: z.string(),
  change: z.enum(NOTICE_CHANGES),
  alarm_id: z.string(),
  occurrence_id: z.nullable(z.string()),
  device_id: z.string(),
  device_name: z.string(),
  key: z.string(),
  kind: z.enum(ALARM_KINDS),
  /** Of an alarm of a screen alone. */
  screen: z.optional(screenTrouble),
  severity: z.nullable(z.enum(SEVERITIES)),
  value: z.nullable(z.number()),
  peak: z.nullable(z.number()),
  raised_at: z.nullable(z.number()),
  acknowledged_at: z.nullable(z.number()),
  ended_at: z.nullable(z.number()),
  ended_by: z.nullable(z.string()),
  ...inItsPlace,
  after_maintenance: z.optional(z.boolean()),
})
export type NoticeWire = z.infer<typeof notice>

/**
 * A message that is no alarm's, in the words that its recipient reads. `link` leads to a path of the client, and `why`
 * says for what reason the recipient gets it.
 */
export interface WrittenMessage {
  language: Language
  subject: string
  before: string[]
  list: string[]
  link: {label: string; path: string}
  why: string
}

/**
 * The content of a delivery. `total` and `counts` include all notices; a mail names only some. `unmanned` are the names
 * of the rotas in which nobody is on call, although the notices are for the person on call.
 */
export interface NoticeMessage {
  type: 'alarms.changed' | 'test' | 'written'
  at: EpochMs
  total: number
  counts: Partial<Record<NoticeChange, number>>
  notices: NoticeWire[]
  unmanned?: string[]
  /** Of a message of the type `written` alone. Only mails, browsers and a person's own chat get one. */
  written?: WrittenMessage
}

/**
 * The body of a webhook call, with the headers of the Standard Webhooks: `webhook-id` (the same in every attempt),
 * `webhook-timestamp` (seconds) and `webhook-signature`. `escalation` is 0 for the first recipients. `total` counts all
 * notices; beyond 1,000 the rest comes in further calls. `unmanned` are rotas in which nobody is on call.
 */
export const webhookBody = z.object({
  type: z.enum(['alarms.changed', 'test']),
  timestamp: z.number(),
  organisation_id: z.string(),
  route: z.string(),
  escalation: z.number(),
  total: z.number(),
  notices: z.array(notice),
  unmanned: z.optional(z.array(z.string())),
})
export type WebhookBody = z.infer<typeof webhookBody>

/**
 * Lists the delivered and waiting notifications of an organisation, newest first. `cursor` is the `next` of the
 * previous page. `error` is the last one, such as `answered 500`.
 */
const notificationQuery = z.object({
  organisation_id: id,
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(AUDIT_PAGE_LENGTH)), AUDIT_PAGE_LENGTH),
  cursor: z.optional(id),
})

/** `delivered`: the peer has accepted it. `failed`: it was given up. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

const notification = z.object({
  _id: z.string(),
  created_at: z.number(),
  route: z.string(),
  escalation: z.number(),
  channel: z.object({kind: z.enum(CHANNEL_KINDS), address: z.string()}),
  is_test: z.boolean(),
  /** The subject of a message that is no alarm's. */
  subject: z.nullish(z.string()),
  /** The number of notices in it. */
  total: z.number(),
  /** The subject of its first notice. A test has none. */
  first: z.nullish(z.pick(notice, {device_name: true, key: true, severity: true, change: true})),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  error: z.nullable(z.string()),
  /** The time at which it was delivered or given up. */
  settled_at: z.nullable(z.number()),
})
export type NotificationWire = z.infer<typeof notification>

export const listNotifications = addition('GET', '/api/v0/notification', {
  query: notificationQuery,
  answer: z.object({items: z.array(notification), next: z.nullable(z.string())}),
})
/**
 * Sends a test to all recipients of a route's first step in the attribute `alarmRoutes`. The list shows its outcome.
 */
export const testNotification = addition('POST', '/api/v0/notification/test', {
  body: z.object({organisation_id: id, route: z.string().check(z.minLength(1), z.maxLength(NAME_LENGTH))}),
  answer: z.object({items: z.array(notification)}),
  status: 202,
})

/**
 * The recipients that the routes of an alarm would notify now: at once, and `after_minutes` without an acknowledgement.
 * `unmanned` are the rotas of a step in which nobody is on call and others are notified instead. `notified` are the
 * channels that were notified of what is active now, each with its newest delivery. `name` is that of the person, if
 * the channel is a person's.
 */
export const readWhom = addition('GET', '/api/v0/notification/by-alarm/:id', {
  answer: z.object({
    steps: z.array(
      z.object({
        route: z.string(),
        after_minutes: z.number(),
        recipients: z.array(z.object({kind: z.enum(CHANNEL_KINDS), address: z.string()})),
        unmanned: z.array(z.string()),
      }),
    ),
    notified: z.array(
      z.object({
        kind: z.enum(CHANNEL_KINDS),
        address: z.string(),
        name: z.nullable(z.string()),
        route: z.string(),
        at: z.number(),
        state: z.enum(DELIVERY_STATES),
      }),
    ),
  }),
})
export type WhomWire = z.infer<typeof readWhom.answer>
