import {createHmac} from 'node:crypto'
import {and, desc, eq, notExists, sql} from 'drizzle-orm'
import {alias} from 'drizzle-orm/pg-core'
import {type AlarmRoute, targetsByStep} from '../../contract/rules/alarmRoutes'
import {MINUTE} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import type {WhomWire, WrittenMessage} from '../../contract/wire/notification'
import {target} from '../../contract/wire/target'
import type {MailLimit} from '../access/mailLimit'
import type {AttributeRepository} from '../attribute/repository'
import type {AuditTrail} from '../audit/repository'
import type {SessionRepository} from '../auth/repository'
import type {Database, Transaction} from '../database/connect'
import {notificationChannel, notificationDelivery} from '../database/schema/notification'
import type {Evaluate} from '../evaluation/evaluations'
import {noSuch} from '../http/failures/errors'
import {once} from '../http/once'
import {createSigningSecret} from '../http/secrets'
import type {MailRepository} from '../mail/repository'
import {type OnCall, readOnCall, readReached} from '../onCall/repository'
import type {PreferencesRepository} from '../preferences/repository'
import type {Job, Scheduler, UnderWay} from '../scheduler'
import {type Person, readPeople, type User, type UserRepository} from '../user/repository'
import {type Delivery, type Mark, personIn} from './channel'
import {addressOf} from './channels'
import {addressNow, channelsOf, distinctChannels, queueDeliveries} from './deliveries'
import {writtenTo} from './messages'
import {createPushKeys} from './push/keys'
import {OwnBrowsers} from './push/ownBrowsers'
import {createRecipients} from './push/recipients'
import {PushSubscriptions} from './push/subscriptions'
import {createReadRoutes, NotificationRepository, type ReadRoutes} from './repository'
import {isRequested, type NotifiedAlarm} from './sending/decision'
import {createDispatcher} from './sending/dispatcher'
import type {ReadAlarms} from './sending/sorting'
import {createWebhookQueue} from './sending/webhooks'
import {called, calledIn, type TargetNow} from './targetsNow'
import type {renderTemplate} from './wording/template'

export interface NotifyingOptions {
  database: Pick<Database, 'db'>
  scheduler: Pick<Scheduler, 'now' | 'elapsed' | 'after' | 'delay'>
  audit: AuditTrail
  readAlarms: ReadAlarms
  attributes: Pick<AttributeRepository, 'serverJson'>
  mails: Pick<MailRepository, 'enqueue'>
  mailLimit: MailLimit
  /** Called when mail was queued. */
  onMailQueued: () => void
  /** The origin that links begin with. */
  publicOrigin: () => string
  /** Whether webhooks may call addresses of private networks. */
  allowPrivate: boolean
  users: Pick<UserRepository, 'find'>
  preferences: Pick<PreferencesRepository, 'find'>
  sessions: Pick<SessionRepository, 'users'>
  acknowledgeTokenFor: (user: User, alarm: {alarmId: string; version: number}) => Promise<string | null>
  evaluateTemplate: Evaluate<typeof renderTemplate>
  /** A certificate that calls trust besides those of the machine. */
  ca?: string | undefined
  /** Called with the outcome of each call of a webhook. */
  onCalled?: (state: 'waiting' | 'delivered' | 'failed') => void
  jobs: {dispatch: Job; webhooks: Job}
  log: {warn(message: string): void}
}

/** A message to an address, or to a person by the channels that the person chose to be called by. */
export interface WrittenTo {
  organisationId: string
  /** The same for what must not be sent twice. */
  id: string
  to: string | Pick<Person, 'id' | 'email'>
  written: WrittenMessage
}

/** Notifies people of alarms by the routes of their organisations. */
export interface Notifying {
  notifications: NotificationRepository
  browsers: OwnBrowsers
  /** The browsers of the people of an organisation that alarms are pushed to. */
  browsersOf(db: Pick<Transaction, 'select'>, organisationId: string): Promise<readonly {email: string}[]>
  whom: ReturnType<typeof createWhom>
  /** The names of the routes of an organisation that name a rota. */
  routesWith(organisationId: string, rotaId: string): Promise<readonly string[]>
  /** Call it after the commit of entries. After the first time it also looks on its own timer. */
  wake(): void
  underWay: UnderWay
  /** Makes what marks channels in lists. */
  marks(): Promise<Mark>
  /** Queues a message to a person of an organisation, or to an address, in the transaction of its cause. */
  write(transaction: Transaction, message: WrittenTo): Promise<void>
  /** Call it when deliveries were queued in another way. */
  send(): void
  close(): Promise<void>
}

export function createNotifying(options: NotifyingOptions): Notifying {
  const {onMailQueued, attributes, scheduler, jobs} = options
  const readRoutes = createReadRoutes(attributes)
  const {now} = scheduler
  const keys = createPushKeys(options.database)
  const subscriptions = new PushSubscriptions({...options, now})
  const recipients = createRecipients({...options, subscriptions, keys})
  const marks = createMarks(options.database)
  const notifications = new NotificationRepository({...options, now, readRoutes, recipients, marks})
  const onGone = async ({secret}: Delivery) => subscriptions.forget(secret ?? '')
  const webhooks = createWebhookQueue({...options, job: jobs.webhooks, notifications, recipients, onGone})
  const send = () => {
    onMailQueued()
    webhooks.wake()
  }
  const dispatcher = createDispatcher({...options, job: jobs.dispatch, readRoutes, recipients, marks, onQueued: send})
  return {
    notifications,
    browsers: new OwnBrowsers({...options, subscriptions, keys, now}),
    browsersOf: (db, organisationId) => subscriptions.ofPeople(db, organisationId),
    whom: createWhom({...options, now: scheduler.now, readRoutes, marks}),
    async routesWith(organisationId, rotaId) {
      const routes = (await readRoutes([organisationId])).get(organisationId) ?? []
      return routes
        .filter(route =>
          targetsByStep(route)
            .flat()
            .some(target => target.kind === 'rota' && target.rota === rotaId),
        )
        .map(({name}) => name)
    },
    wake() {
      dispatcher.wake()
      webhooks.wake()
    },
    async write(transaction, {organisationId, id, to, written}) {
      const at = now()
      const targets: TargetNow[] =
        typeof to === 'string' ? [{kind: 'email', address: to}] : called(await readReached(transaction, to))
      const channelsFor = await channelsOf(transaction, organisationId, targets, {recipients, mark: await marks()})
      const deliveries = distinctChannels(targets.flatMap(channelsFor)).map(channel =>
        writtenTo(channel, id, written, at),
      )
      await queueDeliveries(transaction, options.mails, {organisationId, route: '', step: 0}, deliveries, at)
    },
    send,
    marks,
    underWay: () => dispatcher.underWay() ?? webhooks.underWay(),
    async close() {
      await dispatcher.close()
      await webhooks.close()
    },
  }
}

const MARK_LENGTH = 12
/** The marks of versions before, which were not keyed. */
const FORMER_MARK = ' · [0-9a-f]{8}$'

/** Reads the key of the marks. The first to ask gives stored channels their keyed mark, so that each stays the same channel. */
function createMarks({db}: Pick<Database, 'db'>): () => Promise<Mark> {
  const signingSecret = createSigningSecret({db}, 'alarmRoutes')
  return once(async () => {
    const key = await signingSecret()
    const mark: Mark = secret => createHmac('sha256', key).update(secret).digest('hex').slice(0, MARK_LENGTH)
    await markAgain(db, mark)
    return mark
  })
}

async function markAgain(db: Database['db'], mark: Mark) {
  const {id, organisationId, kind, address, secret} = notificationChannel
  const former = await db
    .select({id, organisationId, kind, secret})
    .from(notificationChannel)
    .where(and(sql`${address} ~ ${FORMER_MARK}`, sql`${kind} not in ('email', 'webhook', 'push')`))
  const other = alias(notificationChannel, 'other')
  for (const channel of former) {
    const {data} = target.safeParse(JSON.parse(channel.secret ?? 'null'))
    if (data === undefined || data.kind === 'rota') continue
    const marked = addressOf(data, mark).address
    const isSame = and(
      eq(other.organisationId, channel.organisationId),
      eq(other.kind, channel.kind),
      eq(other.address, marked),
    )
    await db
      .update(notificationChannel)
      .set({address: marked})
      .where(and(eq(id, channel.id), notExists(db.select().from(other).where(isSame))))
  }
}

interface WhomOptions {
  database: Pick<Database, 'db'>
  readAlarms: ReadAlarms
  readRoutes: ReadRoutes
  marks: () => Promise<Mark>
  now: () => EpochMs
}

/** Returns a function that finds whom the routes would notify now of an alarm, step by step, and who was notified. */
function createWhom({database: {db}, readAlarms, readRoutes, marks, now}: WhomOptions) {
  return async (alarmId: string): Promise<WhomWire> => {
    const at = now()
    const [alarm] = await readAlarms(db, {alarmIds: [alarmId], occurrenceIds: [], at})
    if (alarm === undefined) throw noSuch('alarm')
    const {organisationId, severity} = alarm
    const routes = (await readRoutes([organisationId])).get(organisationId) ?? []
    const onCall = await readOnCall(db, organisationId, {at, deviceIds: [alarm.deviceId]})
    const mark = await marks()
    const requested = routes.filter(route => isRequested(alarm, {severity}, route))
    return {
      steps: requested.flatMap(route => stepsOf(route, {onCall, deviceId: alarm.deviceId, mark})),
      notified: await readNotified(db, organisationId, alarm),
    }
  }
}

interface Asked {
  onCall: OnCall
  deviceId: string
  mark: Mark
}

function stepsOf(route: AlarmRoute, {onCall, deviceId, mark}: Asked): WhomWire['steps'] {
  /** Nobody is pushed an alarm whose device they don't see. */
  const isNotified = (target: TargetNow) =>
    target.kind !== 'push' || target.email === undefined || onCall.sees(target.email, deviceId)
  return [...targetsByStep(route).keys()].map(step => {
    const {targets, unmanned} = calledIn(route, step, onCall, deviceId)
    const after = route.escalations[step - 1]?.after ?? 0
    return {
      route: route.name,
      after_minutes: after / MINUTE,
      recipients: targets
        .filter(isNotified)
        .flatMap(target => ('isIfAny' in target ? [] : [{kind: target.kind, address: shownAddress(target, mark)}])),
      unmanned: [...unmanned],
    }
  })
}

/** People are shown by their email, whatever browsers they have. */
const shownAddress = (target: TargetNow, mark: Mark): string =>
  'isMailedWithout' in target && target.email !== undefined ? target.email : addressNow(target, mark).address

/** Reads the channels that were notified of what is active of an alarm, each with its newest delivery, in their order. */
async function readNotified(
  db: Pick<Transaction, 'select' | 'selectDistinctOn'>,
  organisationId: string,
  {id: alarmId, isFlapping, occurrences: [active]}: NotifiedAlarm,
): Promise<WhomWire['notified']> {
  if (active === undefined && !isFlapping) return []
  const {kind, address} = notificationChannel
  const {id, channelId, route, createdAt: at, state, message} = notificationDelivery
  const asked = {alarm: alarmId, occurrence: active?.id ?? null, flapping: isFlapping ? null : false}
  const deliveries = await db
    .selectDistinctOn([channelId], {kind, address, route, at, state})
    .from(notificationDelivery)
    .innerJoin(notificationChannel, eq(notificationChannel.id, channelId))
    .where(
      and(
        eq(notificationDelivery.organisationId, organisationId),
        // The index contains this expression.
        sql`jsonb_path_query_array(${message}, '$.notices[*].alarm_id') @> jsonb_build_array(${alarmId}::text)`,
        sql`jsonb_path_exists(${message}, ${OF_OCCURRENCE}::jsonpath, ${JSON.stringify(asked)}::jsonb)`,
      ),
    )
    .orderBy(channelId, desc(id))
  const people = await readPeople(db, organisationId, deliveries.map(personIn))
  const names = new Map(people.map(({email, name}) => [email, name]))
  return deliveries
    .map(delivery => ({...delivery, name: names.get(personIn(delivery)) ?? null}))
    .sort((a, b) => a.at - b.at || (a.address < b.address ? -1 : 1))
}

/** The notices of a flapping alarm name no occurrence. */
const OF_OCCURRENCE =
  '$.notices[*] ? (@.alarm_id == $alarm && (@.occurrence_id == $occurrence || @.occurrence_id == $flapping))'
