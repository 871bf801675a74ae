import {randomUUID} from 'node:crypto'
import {eq} from 'drizzle-orm'
import {onTestFinished} from 'vitest'
import type {Severity} from '../../../contract/rules/thresholds'
import type {JOURNAL_KINDS} from '../../../contract/wire/alarm'
import type {EpochMs, Json, Milliseconds} from '../../../contract/wire/common'
import {createMailLimit} from '../../../server/access/mailLimit'
import {createAcknowledgeLinks} from '../../../server/alarm/acknowledgeLinks'
import {createReadNotifiedAlarms} from '../../../server/alarm/notified'
import {createAttributeRepository} from '../../../server/attribute/repository'
import {createAuditTrail} from '../../../server/audit/repository'
import {SessionRepository} from '../../../server/auth/repository'
import type {Database} from '../../../server/database/connect'
import {alarm, alarmOccurrence} from '../../../server/database/schema/alarm'
import {attribute} from '../../../server/database/schema/attribute'
import {device} from '../../../server/database/schema/device'
import {onCallRota} from '../../../server/database/schema/onCall'
import {telemetryKey} from '../../../server/database/schema/telemetry'
import {DEFAULT_RATE_LIMITS} from '../../../server/http/rateLimits'
import {createMailQueue} from '../../../server/mail/queue'
import {createMailRepository} from '../../../server/mail/repository'
import {createSmtp} from '../../../server/mail/smtp'
import type {MailTransport} from '../../../server/mail/transport'
import {createNotifying} from '../../../server/notification/notifying'
import {createReadRoutes} from '../../../server/notification/repository'
import {createAlarmEmails} from '../../../server/notification/sending/emails'
import {enqueue, enqueueRemoved} from '../../../server/notification/sending/enqueue'
import {renderTemplate} from '../../../server/notification/wording/template'
import {createPreferencesRepository} from '../../../server/preferences/repository'
import {drained} from '../../../server/scheduler'
import {createTelemetryRepository} from '../../../server/telemetry/repository'
import {createUserRepository} from '../../../server/user/repository'
import {PUBLIC_ORIGIN, seedDevice, seedOrganisation} from '../../support/app'
import {createTestDatabase} from '../../support/database'
import {keepFailures} from '../../support/jobs'
import {noWalls} from '../../support/noWalls'
import {startSmtp} from '../../support/smtp'
import {handMoved} from '../../support/virtualTime'

export const SECOND = 1000
export const MINUTE = 60 * SECOND

/** `setBy` is how far it was set since the beginning. */
interface Clock {
  now: EpochMs
  setBy?: Milliseconds
}

interface Raised {
  id: string
  occurrence: string
}

export type World = Awaited<ReturnType<typeof createWorld>>

/** An organisation with routes, devices and alarms, whose rows are written here as the life cycle writes them. */
export async function createWorld() {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const clock: Clock = {now: Date.UTC(2026, 10, 23, 12)}
  const organisationId = await seedOrganisation(database)
  const [key] = await database.db.insert(telemetryKey).values({name: 'temperature'}).returning()
  const keyId = key?.id ?? 0

  const change = async (
    id: string,
    values: Partial<typeof alarm.$inferInsert>,
    kind: (typeof JOURNAL_KINDS)[number],
    occurrence: {id: string; values: Partial<typeof alarmOccurrence.$inferInsert>} | null = null,
  ) =>
    database.db.transaction(async transaction => {
      await transaction
        .update(alarm)
        .set({...values, changedAt: clock.now})
        .where(eq(alarm.id, id))
      if (occurrence !== null)
        await transaction.update(alarmOccurrence).set(occurrence.values).where(eq(alarmOccurrence.id, occurrence.id))
      await enqueue(transaction, [{entries: [{alarmId: id, occurrenceId: occurrence?.id ?? null, kind}]}])
    })

  const enqueueAll = (raised: readonly Raised[], kind: string) =>
    enqueue(database.db, [{entries: raised.map(({id, occurrence}) => ({alarmId: id, occurrenceId: occurrence, kind}))}])

  return {
    database,
    clock,
    organisationId,

    /** Writes the attribute of the organisation. */
    async route(...routes: Json[]) {
      await database.db.delete(attribute)
      await database.db.insert(attribute).values({
        entityType: 'organisation',
        entityId: organisationId,
        organisationId,
        scope: 1,
        key: 'alarmRoutes',
        jsonV: routes,
        lastUpdateTs: clock.now,
      })
    },

    /** The id of a new rota of these people, whose turns begin at eight each day in UTC. `more` is of its plan. */
    async rota(people: string[], more: object = {}): Promise<string> {
      const plan = {
        zone: 'UTC',
        hand_over: {time: '08:00', days: 1, since: '2026-11-22'},
        people,
        layers: [],
        ...more,
      }
      const [made] = await database.db
        .insert(onCallRota)
        .values({organisationId, name: 'Night', plan, overrides: [], dueAt: clock.now, createdBy: ''})
        .returning()
      return made?.id ?? ''
    },

    /** A device with an alarm that is at rest. */
    async alarmOf(name: string, values: {label?: string; type?: string} = {}): Promise<string> {
      const device = await seedDevice(database, {name, organisationId, ...values})
      const id = randomUUID()
      await database.db.insert(alarm).values({
        id,
        deviceId: device.id,
        deviceNumber: device.number,
        keyId,
        kind: 'value',
        state: {},
        threshold: {},
        standing: 'normal',
        isResting: true,
        changedAt: clock.now,
        urgency: 0,
      })
      return id
    },

    async raise(id: string, severity: Severity = 'critical', value = 87.25): Promise<string> {
      const occurrenceId = randomUUID()
      await database.db
        .insert(alarmOccurrence)
        .values({id: occurrenceId, alarmId: id, severity, raisedAt: clock.now, value, peak: value})
      await change(id, {severity, standing: 'unacknowledged', occurrenceId}, 'raised', {
        id: occurrenceId,
        values: {severity},
      })
      return occurrenceId
    },
    /** Raises alarms of as many devices at once. */
    async raiseMany(count: number) {
      const {rows} = await database.pool.query<{id: string; occurrence: string}>(
        `with made as (
           insert into device (id, organisation_id, name, created_at)
           select gen_random_uuid(), $1, 'Pump ' || number, 0 from generate_series(1, $2::int) number returning id, number
         ), alarms as (
           insert into alarm (id, device_id, device_number, key_id, kind, state, threshold, standing, severity, is_resting,
             changed_at, urgency)
           select gen_random_uuid(), id, number, $3, 'value', '{}', '{}', 'unacknowledged', 'critical', false, $4, 0 from made
           returning id
         )
         insert into alarm_occurrence (id, alarm_id, severity, raised_at)
         select gen_random_uuid(), id, 'critical', $4 from alarms returning alarm_id as id, id as occurrence`,
        [organisationId, count, keyId, clock.now],
      )
      await enqueueAll(rows, 'raised')
      return rows
    },
    async endMany(raised: readonly Raised[]) {
      await database.pool.query("update alarm_occurrence set ended_at = $1, ended_by = 'returned'", [clock.now])
      await database.pool.query("update alarm set standing = 'normal', severity = null")
      await enqueueAll(raised, 'cleared')
    },
    worsen: (id: string, occurrence: string) =>
      change(id, {severity: 'critical', standing: 'unacknowledged'}, 'severityChanged', {
        id: occurrence,
        values: {severity: 'critical'},
      }),
    end: (id: string, occurrence: string) =>
      change(id, {severity: null, standing: 'normal'}, 'cleared', {
        id: occurrence,
        values: {endedAt: clock.now, endedBy: 'returned'},
      }),
    /** The device of an alarm. */
    remove: (id: string) =>
      database.db.transaction(async transaction => {
        const [found] = await transaction.select({id: alarm.deviceId}).from(alarm).where(eq(alarm.id, id))
        await enqueueRemoved(transaction, [id])
        await transaction.delete(device).where(eq(device.id, found?.id ?? ''))
      }),
    acknowledge: (id: string) => change(id, {standing: 'acknowledged'}, 'acknowledged'),
    shelve: (id: string) => change(id, {standing: 'shelved'}, 'shelved'),
    unshelve: (id: string) => change(id, {standing: 'unacknowledged'}, 'shelfEnded'),
    flap: (id: string) => change(id, {isFlapping: true}, 'flappingBegan'),
    settle: (id: string) => change(id, {isFlapping: false}, 'flappingEnded'),
  }
}

export interface ServerOptions {
  transport?: MailTransport
  allowPrivate?: boolean
  ca?: string
}

/**
 * The part of a server that notifies of alarms. Several on one world are several servers, and one after another is a
 * restart.
 */
export function startServer(
  {database, clock}: Pick<World, 'clock'> & {database: Database},
  {transport, allowPrivate = true, ca}: ServerOptions = {},
) {
  const scheduler = handMoved(clock)
  const {now} = scheduler
  const warnings: string[] = []
  const log = {warn: (message: string) => void warnings.push(message)}
  const job = keepFailures(warnings)
  const audit = createAuditTrail(database, now)
  const mails = createMailRepository(database, now)
  const users = createUserRepository({database, endSessions: async () => [], onSessionEnded() {}})
  const preferences = createPreferencesRepository({database, now, audit})
  const attributes = createAttributeRepository({database, now, publish() {}})
  const lifetimes = {access: 15 * MINUTE, refresh: 24 * 60 * MINUTE, session: 24 * 60 * MINUTE}
  const sessions = new SessionRepository({database, lifetimes, audit, now, walls: noWalls})
  const acknowledgeTokenFor = createAcknowledgeLinks(database, now).tokenFor
  const mailQueue = createMailQueue({
    mails,
    scheduler,
    log,
    transport,
    jobs: {queue: job, delivery: job},
    compose: createAlarmEmails({
      database,
      users,
      preferences,
      now,
      publicOrigin: () => PUBLIC_ORIGIN,
      readRoutes: createReadRoutes(attributes),
      telemetry: createTelemetryRepository(database),
      acknowledgeTokenFor,
    }),
    onAttempted: async ({deliveryId}, outcome) => notifying.notifications.settle(deliveryId ?? '', outcome),
  })
  const notifying = createNotifying({
    database,
    scheduler,
    audit,
    mails,
    log,
    allowPrivate,
    ca,
    users,
    preferences,
    sessions,
    acknowledgeTokenFor,
    jobs: {dispatch: job, webhooks: job},
    mailLimit: createMailLimit({rateLimits: DEFAULT_RATE_LIMITS, now}),
    readAlarms: createReadNotifiedAlarms(attributes),
    publicOrigin: () => PUBLIC_ORIGIN,
    attributes,
    onMailQueued: mailQueue.wake,
    evaluateTemplate: (_, input) => renderTemplate(input),
  })
  let isClosed = false
  async function close() {
    if (isClosed) return
    isClosed = true
    await notifying.close()
    await mailQueue.close()
  }
  onTestFinished(close)
  return {...notifying, sessions, mailQueue, warnings, close}
}

/** Such a server with a mail server, whose mails of alarms are known by their subjects. */
export async function createToldWorld() {
  const world = await createWorld()
  const smtp = await startSmtp()
  const servers: ReturnType<typeof startServer>[] = []
  function open(options: ServerOptions = {}) {
    const transport = createSmtp({url: smtp.url, from: 'Pulsewall <noc@works.test>'})
    const server = startServer(world, {transport, ...options})
    servers.push(server)
    return server
  }
  const told = {...world, smtp, server: open()}

  /** Waits until no server has anything to do any more. */
  async function settled() {
    told.server.wake()
    told.server.send()
    await drained(servers.flatMap(server => [server, server.mailQueue]))
  }

  return Object.assign(told, {
    open,
    settled,
    /** Lets time pass after all events were seen, and sends all notifications that are due by then. */
    async pass(time: Milliseconds) {
      await settled()
      world.clock.now += time
      await settled()
    },
    /** Sets the clock, which the server has followed afterwards. */
    async setClock(by: Milliseconds) {
      world.clock.now += by
      world.clock.setBy = (world.clock.setBy ?? 0) + by
      const nobodys = {alarmId: randomUUID(), occurrenceId: null, kind: 'raised'}
      await enqueue(world.database.db, [{entries: [nobodys]}])
      await settled()
    },
    /** Ends the server, whatever it is doing, and opens another one on the same database. */
    async restart() {
      await told.server.close()
      told.server = open()
    },
    /** Returns the subjects of the mails to an address, without their figures. */
    subjects: (email: string) =>
      smtp.mails
        .filter(({recipients}) => recipients.includes(email))
        .map(({mail}) => mail.subject?.replace('Pulsewall: ', '').replace(/(, temperature[^:]*): .*/, '$1')),
  })
}
