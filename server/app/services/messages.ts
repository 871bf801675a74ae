import {createAccountEmails} from '../../account/emails'
import {createAcknowledgeLinks} from '../../alarm/acknowledgeLinks'
import {PastMoments} from '../../alarm/evaluation/moment'
import {enqueueMaintained} from '../../alarm/maintained'
import {createReadNotifiedAlarms} from '../../alarm/notified'
import {createAlarmReport} from '../../alarm/report'
import type {AlarmRepository} from '../../alarm/repository'
import type {AttributeRepository} from '../../attribute/repository'
import type {AuditTrail} from '../../audit/repository'
import {AvailabilityRepository} from '../../availability/repository'
import {createWeeklyEmails} from '../../availability/weeklyEmails'
import {createWeeklyWatch} from '../../availability/weeklyWatch'
import type {Evaluations} from '../../evaluation/evaluations'
import type {ChangeBus} from '../../live/bus'
import {createMailQueue} from '../../mail/queue'
import {createMaintenanceCommands} from '../../maintenance/commands'
import {MaintenanceRepository} from '../../maintenance/repository'
import {createMaintenanceTurns} from '../../maintenance/turns'
import {createNotifying} from '../../notification/notifying'
import {createReadRoutes} from '../../notification/repository'
import {requireCallable} from '../../notification/requireTargets'
import {createAlarmEmails} from '../../notification/sending/emails'
import {enqueue} from '../../notification/sending/enqueue'
import {createCalendars} from '../../onCall/calendars'
import {createOnCallCommands} from '../../onCall/commands'
import {createGapEmails} from '../../onCall/gapEmails'
import {createGapWatch} from '../../onCall/gaps'
import {createOwnReach} from '../../onCall/reach'
import {OnCallRepository} from '../../onCall/repository'
import {createShiftCommands} from '../../shift/commands'
import {createHandOverLetters, createShiftMail} from '../../shift/letters'
import type {TelemetryRepository} from '../../telemetry/repository'
import type {EvaluationTasks} from '../evaluationThread'
import type {Settings} from '../options'
import type {WebServer} from '../webServer'
import type {People} from './people'

interface MessagesOptions {
  audit: AuditTrail
  changes: ChangeBus
  attributes: AttributeRepository
  telemetry: TelemetryRepository
  people: People
  alarms: AlarmRepository
  evaluations: Evaluations<EvaluationTasks>
}

/** Mail, notifications of alarms by mail and webhooks, and maintenance, which holds them back. */
export function createMessages(
  settings: Settings,
  {app, background, metrics}: WebServer,
  {audit, changes, attributes, telemetry, people, alarms, evaluations}: MessagesOptions,
) {
  const {database, now, scheduler} = settings
  const {users, mails, preferences, limiting, sessions} = people
  const publicOrigin = () => settings.publicOrigin ?? app.listeningOrigin
  const writeToAccount = createAccountEmails({database, now, users, publicOrigin})
  const acknowledgeLinks = createAcknowledgeLinks(database, now)
  const acknowledgeTokenFor = acknowledgeLinks.tokenFor
  const writeOfAlarms = createAlarmEmails({
    database,
    users,
    preferences,
    telemetry,
    acknowledgeTokenFor,
    publicOrigin,
    now,
    readRoutes: createReadRoutes(attributes),
  })
  const writeOfWeeks = createWeeklyEmails({
    users,
    preferences,
    publicOrigin,
    availability: new AvailabilityRepository({database, now, audit}),
    report: createAlarmReport({database, now, alarms, moments: new PastMoments(database)}),
  })
  const writeOfGaps = createGapEmails({database, preferences, publicOrigin, now})
  const countMails = metrics.addCounts('mails_total', 'Attempts to send mail, by what came of them', 'state')
  const mailQueue = createMailQueue({
    mails,
    scheduler,
    transport: settings.mailTransport,
    jobs: {
      queue: background.job('mail_queue', 'It is not known which mail waits'),
      delivery: background.job('mail', 'Mail can not be delivered'),
    },
    compose({kind, ...mail}) {
      if (kind === 'alarm') return writeOfAlarms(mail)
      if (kind === 'weeklyReport') return writeOfWeeks(mail)
      return kind === 'onCallGap' ? writeOfGaps(mail) : writeToAccount({kind, ...mail})
    },
    onAttempted: async ({deliveryId}, outcome) => {
      countMails(outcome.state)
      if (deliveryId !== null) await notifying.notifications.settle(deliveryId, outcome)
    },
    log: app.log,
  })
  const notifying = createNotifying({
    database,
    scheduler,
    audit,
    attributes,
    mails,
    users,
    preferences,
    sessions,
    acknowledgeTokenFor,
    evaluateTemplate: evaluations.evaluate('renderTemplate'),
    ca: settings.webhookCa,
    mailLimit: limiting.mailLimit,
    log: app.log,
    jobs: {
      dispatch: background.job('notifications', 'Nobody is notified of alarms'),
      webhooks: background.job('webhooks', 'Webhooks are not called'),
    },
    readAlarms: createReadNotifiedAlarms(attributes),
    onMailQueued: mailQueue.wake,
    publicOrigin,
    allowPrivate: settings.webhookAllowPrivate ?? false,
    onCalled: metrics.addCounts('webhooks_total', 'Calls of webhooks, by what came of them', 'state'),
  })
  changes.on('alarms.changed', notifying.wake, 'here')
  changes.on('devices.removed', notifying.wake, 'here')
  const windows = new MaintenanceRepository(database, now)
  const turns = createMaintenanceTurns({
    database,
    scheduler,
    onEnded: (transaction, period) => enqueueMaintained(transaction, enqueue, period),
    onChanged: id => void changes.emit('maintenance.changed', id),
    log: app.log,
    job: background.job('maintenance', 'Maintenance neither begins nor ends'),
  })
  const commands = createMaintenanceCommands({
    database,
    now,
    audit,
    windows,
    log: app.log,
    onChanged(id) {
      turns.wake()
      void changes.emit('maintenance.changed', id)
    },
  })
  changes.on('maintenance.changed', notifying.wake, 'here')
  const {write, send} = notifying
  const letters = {preferences, write, send}
  const shift = {
    mail: createShiftMail({...letters, database, audit}),
    commands: createShiftCommands({
      database,
      now,
      audit,
      letters: createHandOverLetters(letters),
      onChanged: id => void changes.emit('shift.changed', id),
    }),
  }
  const gaps = createGapWatch({
    database,
    scheduler,
    mails,
    onQueued: mailQueue.wake,
    job: background.job('on_call', 'Nobody is notified of gaps in a rota'),
  })
  const weeks = createWeeklyWatch({
    database,
    scheduler,
    mails,
    preferences,
    onQueued: mailQueue.wake,
    job: background.job('weekly_report', 'Nobody is written to about the week'),
  })
  const onCall = createOnCallCommands({
    database,
    now,
    audit,
    routesWith: notifying.routesWith,
    onChanged(id) {
      gaps.wake()
      void changes.emit('onCall.changed', id)
    },
  })
  const calendars = createCalendars({database, now})
  return {
    mailQueue,
    notifying,
    acknowledgeLinks,
    maintenance: {windows, turns, commands},
    weeks,
    shift,
    onCall: {
      rotas: new OnCallRepository({
        database,
        now,
        browsersOf: notifying.browsersOf,
        calendarOf: calendars.pathOf,
      }),
      commands: onCall,
      calendars,
      gaps,
      reach: createOwnReach({
        database,
        now,
        audit,
        requireCallable: url => requireCallable(url, settings.webhookAllowPrivate ?? false),
      }),
    },
  }
}
