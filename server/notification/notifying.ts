import {targetsByStep} from '../../contract/rules/alarmRoutes'
import type {MailLimit} from '../access/mailLimit'
import type {AttributeRepository} from '../attribute/repository'
import type {AuditTrail} from '../audit/repository'
import type {SessionRepository} from '../auth/repository'
import type {Database} from '../database/connect'
import type {Evaluate} from '../evaluation/evaluations'
import type {MailRepository} from '../mail/repository'
import type {PreferencesRepository} from '../preferences/repository'
import type {Job, Scheduler, UnderWay} from '../scheduler'
import type {User, UserRepository} from '../user/repository'
import type {Delivery, Mark} from './channel'
import {createMarks} from './marks'
import {createPushKeys} from './push/keys'
import {OwnBrowsers} from './push/ownBrowsers'
import {createRecipients} from './push/recipients'
import {PushSubscriptions} from './push/subscriptions'
import {createReadRoutes, NotificationRepository} from './repository'
import {createDispatcher} from './sending/dispatcher'
import type {ReadAlarms} from './sending/sorting'
import {createWebhookQueue} from './sending/webhooks'
import {createWhom} from './whom'
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

/** Notifies people of alarms by the routes of their organisations. */
export interface Notifying {
  notifications: NotificationRepository
  browsers: OwnBrowsers
  whom: ReturnType<typeof createWhom>
  /** The names of the routes of an organisation that name a rota. */
  routesWith(organisationId: string, rotaId: string): Promise<readonly string[]>
  /** Call it after the commit of entries. After the first time it also looks on its own timer. */
  wake(): void
  underWay: UnderWay
  /** Makes what marks channels in lists. */
  marks(): Promise<Mark>
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
    send,
    marks,
    underWay: () => dispatcher.underWay() ?? webhooks.underWay(),
    async close() {
      await dispatcher.close()
      await webhooks.close()
    },
  }
}
