import type {Milliseconds} from '../../contract/wire/common'
import type {LiveAttribute} from '../../contract/wire/live'
import {ACCESS, accessTo} from '../access/access'
import {createKnownAddresses} from '../access/knownAddresses'
import {createMailLimit} from '../access/mailLimit'
import {createAllReached, createReachedAmong} from '../access/reach'
import {createLetters} from '../account/letters'
import {createAccountRepository} from '../account/repository'
import {createAlarms} from '../alarm/alarms'
import {createAlarmRepository} from '../alarm/repository'
import type {OnChanged} from '../alarm/store'
import {readToldAlarms} from '../alarm/told'
import {createAssetRepository} from '../asset/repository'
import {type Attribute, createAttributeRepository, hearTogether, toLive} from '../attribute/repository'
import {createAuditTrail} from '../audit/repository'
import {createRefuseBreached} from '../auth/breachedPasswords'
import {createPasswords} from '../auth/passwords'
import {createRequirePassword} from '../auth/presentPassword'
import {createSessionRepository} from '../auth/repository'
import {createClaimRepository} from '../claim/repository'
import {createCommandDelivery} from '../command/delivery'
import {createCommandRepository} from '../command/repository'
import {createConnectionNotes} from '../connection/notes'
import {createConnectionRepository} from '../connection/repository'
import {createCustomerRepository} from '../customer/repository'
import {createDeviceImport} from '../device/import'
import {createProvisioned} from '../device/provisioned'
import {createDeviceRepository} from '../device/repository'
import {createAccepting} from '../deviceApi/accepting'
import {createCommandPolls} from '../deviceApi/commandPolls'
import {createAdmission} from '../deviceApi/mqtt/admission'
import {createMqttServer} from '../deviceApi/mqtt/listen'
import {createMqttSessions} from '../deviceApi/mqtt/sessions'
import {createAttributePolls} from '../deviceApi/polls'
import {createDeviceTokens} from '../deviceApi/tokens'
import {createLeaveDevices, createLeaveGroups} from '../digitalAsset/lists'
import {createDigitalAssetRepository} from '../digitalAsset/repository'
import {createFileSweep} from '../digitalAsset/sweep'
import {openFiles} from '../files/openFiles'
import {createFileSignatures} from '../files/signatures'
import {createDisks} from '../http/disks'
import {callerOf} from '../http/network'
import {createSigningSecret} from '../http/signingSecret'
import {createWaiting} from '../http/waiting'
import {joinPeers, noPeers} from '../live/peers'
import type {LiveAttributePublisher} from '../live/publisher'
import {createLiveServer, noLiveServer} from '../live/server'
import {createMailQueue} from '../mail/queue'
import {createMailRepository} from '../mail/repository'
import {enlist, enlistRemoved} from '../notification/enlist'
import {createAlarmLetters} from '../notification/letters'
import {createNotifying} from '../notification/notifying'
import {createOrganisationRepository, organisationRetentions} from '../organisation/repository'
import {createPreferencesRepository} from '../preferences/repository'
import {createProvisioning} from '../provisioning/provisioning'
import {createProvisioningRepository} from '../provisioning/repository'
import {createRetention} from '../retention/retention'
import {removeExpired} from '../telemetry/expired'
import {createIngest} from '../telemetry/ingest'
import {boundKeys} from '../telemetry/keyBound'
import {createKeyIds} from '../telemetry/keyIds'
import {hearKeySettings} from '../telemetry/keySettings'
import {ingestRefusals} from '../telemetry/metrics'
import {createTelemetryRemoval} from '../telemetry/removal'
import {createTelemetryRepository, lastSeenOf, removeTelemetry} from '../telemetry/repository'
import {createSharedStatistics} from '../telemetry/sharedStatistics'
import {createUpkeep} from '../telemetry/upkeep'
import {createUserRepository} from '../user/repository'
import {createWallLinkRepository} from '../wallLink/repository'
import type {Settings} from './options'
import type {WebServer} from './webServer'

export type Services = Awaited<ReturnType<typeof createServices>>

/** Of a disk, as a share. */
const DISK_LIMITS = {warning: 0.8, critical: 0.9}
/** A wall gets values four times a second, and many devices write far more often. */
const INGEST_PACE: Milliseconds = 20

/** What the nouns keep and do on the database. What only the routes of one noun use is made beside them. */
export async function createServices(settings: Settings, web: WebServer) {
  const {database, scheduler, now, additions, allowedOrigins, lifetimes, rateLimits} = settings
  const {app, isProxy, isKnownHost, headers, storage, background, metrics, tellRefused} = web

  const audit = createAuditTrail(database, now)
  const reachedAmong = createReachedAmong(database)
  const sessions = createSessionRepository({
    ...{database, lifetimes, audit, now, secondFactorRequired: settings.secondFactorRequired ?? []},
    walls: {shownOn: wall => wallLinks.shownOn(wall), markSeen: (tx, id) => wallLinks.markSeen(tx, id)},
  })
  const wallLinks = createWallLinkRepository({
    ...{database, now, audit},
    attributes: () => attributes,
    endSessionsOf: sessions.endAllOfWall,
    onSessionEnded: id => live.endSession(id),
    onReachChanged: id => live.reconnectUser(id),
  })

  const account = {database, now, audit}
  const polls = createAttributePolls(scheduler, settings.longestWait)
  const connections = createConnectionRepository(database)
  const connectionNotes = createConnectionNotes({
    connections,
    scheduler,
    job: background.job('connections', 'It is not noted which devices are connected'),
  })
  const mqttSessions = createMqttSessions(connectionNotes, (client, onOrdered) => peers.takeOver(client, onOrdered))
  const tellDevices = (batch: readonly LiveAttribute[]) => {
    polls.tell(batch)
    mqttSessions.tell(batch)
  }
  const unpaired = createWaiting<true>(scheduler, settings.longestWait)
  const publisher: LiveAttributePublisher = {publishAttributes: batch => live.publishAttributes(batch)}
  const findKeyIds = createKeyIds(database).find
  const alarmRepository = createAlarmRepository(database, now)
  const onAlarms: OnChanged = ids => {
    if (ids.length === 0) return
    live.publishAlarms(ids)
    notifying.wake()
  }
  const alarms = additions
    ? createAlarms({
        database,
        scheduler,
        job: background.job('alarms', 'Alarms are not judged'),
        findKeyIds,
        enlist,
        onChanged: onAlarms,
      })
    : undefined
  const hear = hearTogether(
    alarms === undefined
      ? []
      : [alarms.onAttributes, wallLinks.hear, hearKeySettings(id => live.changeKeySettings(id))],
  )
  const attributes = createAttributeRepository({database, now, publisher, hear})
  const lists = {now, onWritten: (written: Attribute[]) => live.publishAttributes(toLive(written))}
  const telemetry = createTelemetryRepository(database)
  const statistics = createSharedStatistics(telemetry)
  const devices = createDeviceRepository({
    ...account,
    async removeTelemetry(transaction, deviceNumbers, removedAt) {
      await removeTelemetry(transaction, deviceNumbers, removedAt)
      const removed = await alarms?.store.remove(transaction, deviceNumbers)
      if (removed) await enlistRemoved(transaction, removed)
    },
    onMoving: async (transaction, ids) => alarms?.onMoving(transaction, ids),
    lastSeenOf,
    belongings: {groups: createLeaveGroups(lists)},
    onCreated: ids => live.recheckDevices(ids),
    onChanged: ({id}) => live.recheckDevices([id]),
    onRemoved(ids) {
      mqttSessions.endDevices(ids)
      live.changeTokens(ids)
      polls.endDeleted(ids)
      commandPolls.endDeleted(ids)
      removal.wake()
      notifying.wake()
      return live.recheckDevices(ids)
    },
  })
  const deviceImport = createDeviceImport({...account, onCreated: ids => live.recheckDevices(ids)})
  const commands = createCommandRepository({...account, devices})
  const delivery = createCommandDelivery({
    ...{commands, scheduler},
    job: background.job('commands', 'Commands to devices wait'),
    tell: news => live.publishCommand(news),
    waiting: createWaiting<true>(scheduler, settings.longestWait),
    longestWait: settings.longestWait,
  })
  const commandPolls = createCommandPolls(delivery, scheduler, settings.longestWait)
  const tokens = createDeviceTokens(devices, {now, guessLimit: rateLimits.loginAddress})
  const checkTokens = (deviceIds: readonly string[]) => {
    tokens.forget(deviceIds)
    mqttSessions.renewDevices(deviceIds)
  }
  const peers =
    settings.redisUrl !== undefined && additions
      ? joinPeers(settings.redisUrl, {scheduler, warn: text => app.log.warn(text)})
      : noPeers
  const live = additions
    ? createLiveServer(app.server, {
        ...sessions,
        access: accessTo({...ACCESS, ...settings.furtherAccess}, 'SUBSCRIBE /socket.io'),
        reachedAmong,
        allReached: createAllReached(database),
        allowedOrigins,
        isProxy,
        isKnownHost,
        headers,
        ...{peers, scheduler},
        onAttributes: tellDevices,
        onCommand: delivery.hear,
        onTokens: checkTokens,
        onTakeOver: mqttSessions.endTakenOver,
        readAlarms: alarmRepository.read,
        readDevices: devices.read,
        statistics: {
          access: accessTo(
            {...ACCESS, ...settings.furtherAccess},
            'GET /api/v0/telemetry/:entityType/:entityId/statistics',
          ),
          async read({device_id: id, key, time_zone: timeZone}) {
            const number = await devices.numberOf(id)
            return number === undefined ? undefined : statistics.asOf(now(), {device: {id, number}, key, timeZone})
          },
          job: background.job('statistics', 'Statistics on walls are old'),
        },
        onRefused: (request, error) =>
          tellRefused({log: app.log, address: callerOf(request, isProxy), call: 'a live connection', error}),
      })
    : {...noLiveServer, publishAttributes: tellDevices, publishCommand: delivery.hear, changeTokens: checkTokens}

  const users = createUserRepository({database, endSessions: sessions.endAllOf, onSessionEnded: live.endSession})
  const salts = createSigningSecret(database, 'passwords')
  const passwords = createPasswords({
    secret: salts,
    hashesOf: users.hashesOf,
    work: settings.passwordWork,
    refuseBreached:
      settings.breachedPasswordsUrl === undefined
        ? undefined
        : createRefuseBreached(settings.breachedPasswordsUrl, {warn: text => app.log.warn(text)}),
  })
  const requirePassword = createRequirePassword({users, limit: rateLimits.loginAccount, now})
  const ingest = createIngest({
    ...{database, scheduler},
    publisher: {
      publish(stored) {
        statistics.hear(stored)
        live.publish(stored)
      },
    },
    jobs: {
      storing: background.job('ingest', 'Values of devices are not stored'),
      passingOn: background.job('passing_on', 'Stored values do not reach walls and alarms'),
    },
    pace: settings.ingestPace ?? INGEST_PACE,
    onCommitted: metrics.addDuration('ingest_commit_seconds', 'Commits of values of devices, which messages share'),
    ...(alarms && {alarms: alarms.ingest}),
  })
  const bounded = boundKeys(ingest, telemetry)
  const accepting = createAccepting({telemetry: bounded, attributes, rateLimits, now, onFailed: storage.hear})
  const claims = createClaimRepository({...account, devices})
  const profiles = createProvisioningRepository(account)
  const provisioning = additions
    ? createProvisioning({
        ...{profiles, now, rateLimits, guessLimit: rateLimits.loginAddress},
        createDevice: createProvisioned({...account, onCreated: ids => live.recheckDevices(ids)}),
      })
    : undefined
  const mqtt = createMqttServer({
    ...{accepting, tokens, attributes, claims, provisioning, rateLimits, now, scheduler, log: app.log},
    commands: delivery,
    sessions: mqttSessions,
    admission: createAdmission(isProxy),
    onRefused: (address, error) => tellRefused({log: app.log, address, call: 'a connection by MQTT', error}),
    onFailed: storage.hear,
    count: metrics.addCounts('mqtt_total', 'What came by MQTT, or why it was refused', 'what'),
  })
  const removal = createTelemetryRemoval({
    database,
    scheduler,
    job: background.job('removal', 'Values of deleted devices are not removed'),
  })

  const mails = createMailRepository(database, now)
  const accounts = createAccountRepository({database, now, mails, sessions, users, audit})

  const publicOrigin = () => settings.publicOrigin ?? app.listeningOrigin
  const preferences = createPreferencesRepository(account)
  const writeToAccount = createLetters({database, now, users, publicOrigin})
  const writeOfAlarms = createAlarmLetters({database, users, preferences, publicOrigin})
  const countMails = metrics.addCounts('mails_total', 'Attempts to send mail, by what came of them', 'state')
  const mailQueue = createMailQueue({
    ...{mails, scheduler},
    transport: settings.mailTransport,
    jobs: {
      queue: background.job('mail_queue', 'It is not known which mail waits'),
      delivery: background.job('mail', 'Mail can not be delivered'),
    },
    compose: ({kind, ...mail}) => (kind === 'alarm' ? writeOfAlarms(mail) : writeToAccount({kind, ...mail})),
    onAttempted: async ({deliveryId}, outcome) => {
      countMails(outcome.state)
      if (deliveryId !== null) await notifying.notifications.settle(deliveryId, outcome)
    },
    log: app.log,
  })

  const mailLimit = createMailLimit({rateLimits, now})
  const notifying = createNotifying({
    ...{database, scheduler, audit, attributes, mails, mailLimit, log: app.log},
    jobs: {
      telling: background.job('notifications', 'Nobody is told of alarms'),
      webhooks: background.job('webhooks', 'Webhooks are not called'),
    },
    readAlarms: readToldAlarms,
    onMailQueued: mailQueue.wake,
    allowPrivate: settings.webhookAllowPrivate ?? false,
    onCalled: metrics.addCounts('webhooks_total', 'Calls of webhooks, by what came of them', 'state'),
  })

  const limiting = {rateLimits, mailLimit, known: createKnownAddresses()}
  const {store, incoming, hashing, fileLimit, quota} = await openFiles(settings.files)
  const files = createDigitalAssetRepository(database)
  const signatures = createFileSignatures(database, now)
  const fileSweep = createFileSweep({
    ...{files, store, incoming, scheduler, log: app.log},
    job: background.job('file_sweep', 'Files of deleted videos are not removed'),
  })
  const assets = createAssetRepository({
    ...account,
    belongings: {lists: createLeaveDevices(lists)},
    onRemoved: () => fileSweep.removeLeftBehind(),
  })
  const customers = createCustomerRepository({
    ...account,
    additions,
    belongings: {users: users.leaveCustomer, devices: devices.leaveCustomer, assets: assets.leaveCustomer},
  })
  const organisations = createOrganisationRepository({
    ...account,
    additions,
    belongings: {
      devices: devices.removeOf,
      assets: assets.removeOf,
      users: users.removeOf,
      customers: customers.removeOf,
    },
  })

  const disks = createDisks({
    ...{limits: DISK_LIMITS, scheduler, log: app.log, ...settings.disks},
    job: background.job('disks', 'It is not known how full the disks are'),
    folders: {...settings.disks?.folders, ...(settings.files.url === undefined && {uploads: settings.files.folder})},
  })
  metrics.addLabelled([
    ...disks.metrics,
    ...ingestRefusals(ingest.counts),
    mqtt.metric,
    storage.metric,
    ...background.metrics,
  ])

  const countRemoved = metrics.addCounts('retention_removed_total', 'Rows that retention has removed, by kind', 'kind')
  const retention = createRetention({
    ...{database, scheduler, log: app.log, ownersOf: devices.ownersOf, removeAudit: audit.removeBefore},
    job: background.job('retention', 'What is older than it is kept is not removed'),
    days: settings.retention ?? {},
    organisationDays: () => organisationRetentions(database),
    removeValues: keptSince => removeExpired(database, keptSince),
    onRemoved(removed) {
      for (const [kind, count] of Object.entries(removed)) countRemoved(kind, count)
    },
  })

  const countPassedOver = metrics.addCounts(
    'upkeep_passed_over_total',
    'Hours and days of series that could not be rolled up or packed; the log names them',
    'work',
  )
  const upkeep = createUpkeep({
    ...{database, scheduler, log: app.log, isPacking: settings.packing !== false},
    jobs: {
      rollups: background.job('rollups', 'Values are not rolled up'),
      packing: background.job('packing', 'Values are not packed'),
    },
    onPassedOver: countPassedOver,
  })

  return {
    ...{audit, reachedAmong, sessions, wallLinks, users, salts, passwords, requirePassword, mails, mailQueue},
    ...{accounts, preferences, account, limiting},
    ...{
      polls,
      commands,
      delivery,
      commandPolls,
      unpaired,
      publisher,
      hear,
      attributes,
      telemetry,
      statistics,
      ingest,
      removal,
      tokens,
      accepting,
      mqtt,
      mqttSessions,
      connections,
      connectionNotes,
      claims,
      profiles,
      provisioning,
    },
    ...{devices, deviceImport, alarms, alarmRepository, onAlarms, notifying},
    ...{assets, files, store, incoming, hashing, fileLimit, quota, signatures, fileSweep},
    ...{customers, organisations, live, peers, disks, retention, upkeep},
  }
}
