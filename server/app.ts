import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, {type FastifyInstance} from 'fastify'
import {serializerCompiler, validatorCompiler} from 'fastify-type-provider-zod'
import type {EpochMs, Milliseconds} from '../contract/wire/common'
import {type ClientConfig, clientConfig} from '../contract/wire/config'
import type {Authority} from '../contract/wire/user'
import {ACCESS, type Access, accessTo, OPEN_DOCS} from './access/access'
import {guardRoutes} from './access/guard'
import {createKnownAddresses} from './access/knownAddresses'
import {asRegistered} from './access/paths'
import {createAllReached, createReachedAmong} from './access/reach'
import {createFirstAdmin} from './account/firstAdmin'
import {createLetters} from './account/letters'
import {createOwnAccount} from './account/own'
import {ownAccountRoutes} from './account/ownRoutes'
import {createAccountRepository, deleteLinks} from './account/repository'
import {accountRoutes} from './account/routes'
import {createAlarms} from './alarm/alarms'
import {alarmCommandRoutes} from './alarm/commandRoutes'
import {createAlarmCommands} from './alarm/commands'
import {createDryRun} from './alarm/dryRun'
import {createPastMoments} from './alarm/moment'
import {createAlarmReport} from './alarm/report'
import {createAlarmRepository} from './alarm/repository'
import {alarmRoutes} from './alarm/routes'
import type {OnChanged} from './alarm/store'
import {readToldAlarms} from './alarm/told'
import {createFindByKey} from './apiKey/asking'
import {createApiKeyRepository} from './apiKey/repository'
import {apiKeyRoutes} from './apiKey/routes'
import {createAssetRepository} from './asset/repository'
import {assetRoutes} from './asset/routes'
import {createAttributeAdministration} from './attribute/administration'
import {type Attribute, createAttributeRepository, hearTogether, toLive} from './attribute/repository'
import {attributeRoutes} from './attribute/routes'
import {createAuditTrail} from './audit/repository'
import {auditRoutes} from './audit/routes'
import {createRefuseBreached} from './auth/breachedPasswords'
import {ownSessionRoutes} from './auth/ownSessionRoutes'
import {createOwnSessions} from './auth/ownSessions'
import {createPasswords} from './auth/passwords'
import {createRequirePassword} from './auth/presentPassword'
import {createSessionRepository, strengthenSession, weakenSessions} from './auth/repository'
import {authRoutes} from './auth/routes'
import {createCustomerRepository} from './customer/repository'
import {customerRoutes} from './customer/routes'
import type {Database} from './database/connect'
import {createCredentialsRepository} from './device/credentials'
import {createDeviceImport} from './device/import'
import {createDeviceRepository} from './device/repository'
import {credentialsRoutes, deviceImportRoutes, deviceRoutes, deviceStatusRoutes} from './device/routes'
import {createAttributePolls} from './deviceApi/polls'
import {deviceApiRoutes} from './deviceApi/routes'
import {createDeviceTokens} from './deviceApi/tokens'
import {createAdmission} from './digitalAsset/admission'
import {fileRoutes} from './digitalAsset/fileRoutes'
import {createLeaveDevices, createLeaveGroups} from './digitalAsset/lists'
import {playsRoutes} from './digitalAsset/plays'
import {createDigitalAssetRepository} from './digitalAsset/repository'
import {resumableRoutes} from './digitalAsset/resumableRoutes'
import {digitalAssetRoutes} from './digitalAsset/routes'
import {createFileSweep} from './digitalAsset/sweep'
import {uploadRoutes} from './digitalAsset/uploadRoutes'
import {type FileSettings, openFiles} from './files/openFiles'
import {createFileSignatures} from './files/signatures'
import {measureAnswers} from './http/answerMetrics'
import {serveClient} from './http/client'
import {refuseWhileStopping, trackConnections} from './http/closing'
import {COMPRESSION} from './http/compression'
import {createTokenCookies, type TokenLifetimes} from './http/cookies'
import {shareWith} from './http/cors'
import {databaseMetrics} from './http/databaseMetrics'
import {createDisks, type DisksOptions} from './http/disks'
import {type DocsReaders, describeApi} from './http/docs'
import {answerError} from './http/errorHandler'
import {securityHeaders, sendSecurityHeaders} from './http/headers'
import {knownBy, refuseUnknownHosts} from './http/host'
import {readJsonBodies} from './http/json'
import {createMetrics, type Metric, metricsRoutes} from './http/metrics'
import {callerOf, proxiesAt} from './http/network'
import {refuseForeignOrigins, refuseForms} from './http/origin'
import {readClientPage} from './http/page'
import {createPatience} from './http/patience'
import {processMetrics} from './http/processMetrics'
import {DEFAULT_RATE_LIMITS, type RateLimits} from './http/rateLimits'
import {tellRefusals} from './http/refusals'
import {serverOptions} from './http/serverOptions'
import {createSigningSecret} from './http/signingSecret'
import {watchStorage} from './http/storageFaults'
import {systemRoutes} from './http/system'
import {createWaiting} from './http/waiting'
import {liveMetrics} from './live/metrics'
import {joinPeers, noPeers} from './live/peers'
import type {LiveAttributePublisher} from './live/publisher'
import {createLiveServer, noLiveServer} from './live/server'
import {type Log, SILENT} from './log/log'
import {createMailQueue} from './mail/queue'
import {createMailRepository} from './mail/repository'
import type {MailTransport} from './mail/transport'
import {enlist, enlistRemoved} from './notification/enlist'
import {createAlarmLetters} from './notification/letters'
import {createNotifying} from './notification/notifying'
import {notificationRoutes} from './notification/routes'
import {createOrganisationRepository, organisationRetentions} from './organisation/repository'
import {organisationRoutes} from './organisation/routes'
import {createPairingRepository} from './pairing/repository'
import {pairingRoutes} from './pairing/routes'
import {createPreferencesRepository} from './preferences/repository'
import {preferencesRoutes} from './preferences/routes'
import {createProfileRepository} from './profile/repository'
import {profileRoutes} from './profile/routes'
import {createRetention} from './retention/retention'
import {createOwnSecondFactor} from './secondFactor/own'
import {createSecondFactorRepository} from './secondFactor/repository'
import {createRescue} from './secondFactor/rescue'
import {secondFactorRoutes} from './secondFactor/routes'
import {removeExpired} from './telemetry/expired'
import {createIngest} from './telemetry/ingest'
import {boundKeys} from './telemetry/keyBound'
import {createKeyIds} from './telemetry/keyIds'
import {hearKeySettings} from './telemetry/keySettings'
import {ingestMetrics, ingestRefusals} from './telemetry/metrics'
import {createTelemetryRemoval} from './telemetry/removal'
import {createTelemetryRepository, lastSeenOf, removeTelemetry} from './telemetry/repository'
import {telemetryRoutes} from './telemetry/routes'
import {createUserAdministration} from './user/administration'
import {createUserRepository} from './user/repository'
import {userRoutes} from './user/routes'
import {readVersion} from './version'
import {createWallLinkRepository} from './wallLink/repository'
import {wallLinkRoutes} from './wallLink/routes'

export interface AppOptions {
  database: Database
  /** Where files of assets are kept, and how many bytes. */
  files: FileSettings
  now?: () => EpochMs
  /** The time since any moment, which is not changed when the clock is set. A given clock is never set, unless this is given, too. */
  elapsed?: () => Milliseconds
  /** The longest that a call waits for news; as long as it asks for, unless given. */
  longestWait?: Milliseconds
  /** The folder of the built client. Without it, only the API is served. */
  clientDir?: string
  /** Served as /config.json. */
  clientConfig?: ClientConfig
  /** False offers only the calls of the specification. The default is true. */
  additions?: boolean
  tokenLifetimes?: Partial<TokenLifetimes>
  rateLimits?: Partial<RateLimits>
  /** Whether users reach the server by https alone. Otherwise cookies are secure if their request came by https. */
  isPublicHttps?: boolean
  /** Addresses and networks of proxies that may name their callers, besides those on this machine. */
  trustedProxies?: readonly string[]
  /** The names by which the server is reached, besides that of `publicOrigin`, `localhost` and any IP address. */
  knownHosts?: readonly string[]
  /** Who may read the description of the API. The default is `signedIn`. */
  docs?: DocsReaders
  /** The origins of clients besides the server's own. */
  allowedOrigins?: readonly string[]
  /** The Redis by which several servers on the same database tell each other their news. */
  redisUrl?: string | undefined
  /** How long a request may take to arrive as a whole. */
  requestTimeout?: Milliseconds
  /** How mail leaves the server. Without it, mail stays in the database. */
  mailTransport?: MailTransport
  /** Whether webhooks may call addresses of private networks. The default is false. */
  webhookAllowPrivate?: boolean
  /** The beginning of links in mails. The default is the address that the server listens on. */
  publicOrigin?: string
  /**
   * Rows that are added to the access table or replace some of its rows, for routes that are added to the built app.
   */
  furtherAccess?: Readonly<Record<string, Access>>
  /** The service that tells which passwords are known from breaches. Without one, nobody is asked. */
  breachedPasswordsUrl?: string | undefined
  /** The authorities that do nothing without a second factor. The default is none. */
  secondFactorRequired?: readonly Authority[]
  /** Who brings it may read the metrics from anywhere. Without one, only programs on this machine may. */
  metricsToken?: string | undefined
  /** The folders, besides that of the files, whose disks are watched, and from when on their fullness is told. */
  disks?: Partial<Pick<DisksOptions, 'folders' | 'limits' | 'readDisk'>>
  /** For how many days values and the audit trail are kept; for ever without a number. */
  retention?: {values?: number | undefined; audit?: number | undefined}
  /** What is counted outside of the app. */
  furtherMetrics?: readonly Metric[]
  /** Without it, nothing is logged. */
  log?: Log
}

const SECOND: Milliseconds = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const TOKEN_LIFETIMES: TokenLifetimes = {access: 15 * MINUTE, refresh: 30 * DAY, session: 90 * DAY}
/** Of a disk, as a share. */
const DISK_LIMITS = {warning: 0.8, critical: 0.9}
const CLEANUP_PERIOD = 60 * MINUTE
/** A wall gets values four times a second, and many devices write far more often. */
const INGEST_PACE: Milliseconds = 20

/** Builds the whole server on a database. It does not listen yet. `close` ends it, but not the database. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const {database, now = Date.now, elapsed = options.now ?? (() => performance.now())} = options
  const {additions = true, allowedOrigins = [], log = SILENT} = options
  const lifetimes = {...TOKEN_LIFETIMES, ...options.tokenLifetimes}
  const rateLimits = {...DEFAULT_RATE_LIMITS, ...options.rateLimits}
  const configuration = options.clientConfig ?? clientConfig.parse({})

  const audit = createAuditTrail(database, now)
  const reachedAmong = createReachedAmong(database)
  const sessions = createSessionRepository({
    ...{database, lifetimes, audit, now, secondFactorRequired: options.secondFactorRequired ?? []},
    walls: {shownOn: wall => wallLinks.shownOn(wall), markSeen: (tx, id) => wallLinks.markSeen(tx, id)},
  })
  const wallLinks = createWallLinkRepository({
    ...{database, now, audit},
    attributes: () => attributes,
    endSessionsOf: sessions.endAllOfWall,
    onSessionEnded: id => live.endSession(id),
    onReachChanged: id => live.reconnectUser(id),
  })

  const patience = createPatience()
  const page = readClientPage(options.clientDir)
  const isProxy = proxiesAt(options.trustedProxies ?? [])
  const publicHost = options.publicOrigin === undefined ? [] : [new URL(options.publicOrigin).hostname]
  const isKnownHost = knownBy([...publicHost, ...(options.knownHosts ?? [])])
  const headers = securityHeaders({
    connectTo: configuration.apiBase === '' ? [] : [configuration.apiBase],
    scriptHashes: page.scriptHashes,
    isPublicHttps: options.isPublicHttps ?? false,
  })
  const app = Fastify({
    ...serverOptions({requestTimeout: options.requestTimeout, log, patience, isProxy, headers}),
    rewriteUrl: asRegistered,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  readJsonBodies(app)
  await app.register(cookie)
  await app.register(compress, COMPRESSION)
  sendSecurityHeaders(app, headers)
  app.addHook('onRequest', refuseUnknownHosts(isKnownHost))
  await shareWith(app, allowedOrigins)
  const stopping = refuseWhileStopping(app)
  const storage = watchStorage(app, elapsed)
  app.addHook('onRequest', refuseForeignOrigins(allowedOrigins))
  app.addHook('onRequest', refuseForms)
  const {docs = 'signedIn'} = options
  guardRoutes(app, {
    findAsking: sessions.findAsking,
    findByKey: additions
      ? createFindByKey({database, now, guessLimit: rateLimits.loginAddress, log: app.log})
      : undefined,
    userLimits: rateLimits.user,
    laneWidth: Math.max(1, (database.pool.options.max ?? 1) / 2),
    furtherAccess: {...(docs === 'everyone' && OPEN_DOCS), ...options.furtherAccess},
  })
  const metrics = createMetrics()
  measureAnswers(app, metrics)
  const tellRefused = tellRefusals(app, metrics, elapsed)
  await describeApi(app, docs)

  const account = {database, now, audit}
  const polls = createAttributePolls(options.longestWait)
  const unpaired = createWaiting<true>(options.longestWait)
  const publisher: LiveAttributePublisher = {publishAttributes: batch => live.publishAttributes(batch)}
  const findKeyIds = createKeyIds(database).find
  const alarmRepository = createAlarmRepository(database, now)
  const onAlarms: OnChanged = ids => {
    if (ids.length === 0) return
    live.publishAlarms(ids)
    notifying.wake()
  }
  const alarms = additions
    ? createAlarms({database, now, elapsed, log: app.log, findKeyIds, enlist, onChanged: onAlarms})
    : undefined
  app.addHook('onListen', async () => alarms?.wake())
  const hear = hearTogether(
    alarms === undefined
      ? []
      : [alarms.onAttributes, wallLinks.hear, hearKeySettings(id => live.changeKeySettings(id))],
  )
  const attributes = createAttributeRepository({database, now, publisher, hear})
  const lists = {now, onWritten: (written: Attribute[]) => live.publishAttributes(toLive(written))}
  const telemetry = createTelemetryRepository(database)
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
      tokens.forget(ids)
      polls.endDeleted(ids)
      removal.wake()
      notifying.wake()
      return live.recheckDevices(ids)
    },
  })
  const deviceImport = createDeviceImport({...account, onCreated: ids => live.recheckDevices(ids)})
  const tokens = createDeviceTokens(devices, {now, guessLimit: rateLimits.loginAddress})
  const peers =
    options.redisUrl !== undefined && additions ? joinPeers(options.redisUrl, text => app.log.warn(text)) : noPeers
  app.addHook('onClose', async () => peers.close())
  const live = additions
    ? createLiveServer(app.server, {
        ...sessions,
        access: accessTo({...ACCESS, ...options.furtherAccess}, 'SUBSCRIBE /socket.io'),
        reachedAmong,
        allReached: createAllReached(database),
        allowedOrigins,
        isProxy,
        isKnownHost,
        headers,
        peers,
        onAttributes: polls.tell,
        readAlarms: alarmRepository.read,
        readDevices: devices.read,
        onRefused: (request, error) =>
          tellRefused({log: app.log, address: callerOf(request, isProxy), call: 'a live connection', error}),
      })
    : {...noLiveServer, publishAttributes: polls.tell}
  const connections = trackConnections(app.server)
  app.addHook('preClose', async () => {
    live.close()
    polls.close()
    unpaired.close()
    await connections.endIdle()
  })

  const users = createUserRepository({database, endSessions: sessions.endAllOf, onSessionEnded: live.endSession})
  const salts = createSigningSecret(database, 'passwords')
  // It is made before anybody signs in, so that a refused sign-in changes nothing.
  app.addHook('onReady', async () => void (await salts().catch(error => app.log.warn(error))))
  const passwords = createPasswords({
    secret: salts,
    hashesOf: users.hashesOf,
    refuseBreached:
      options.breachedPasswordsUrl === undefined
        ? undefined
        : createRefuseBreached(options.breachedPasswordsUrl, {warn: text => app.log.warn(text)}),
  })
  const requirePassword = createRequirePassword({users, limit: rateLimits.loginAccount, now})
  const ingest = createIngest({
    database,
    now,
    publisher: live,
    log,
    pace: INGEST_PACE,
    ...(alarms && {alarms: alarms.ingest}),
  })
  app.addHook('onClose', () => ingest.close())
  app.addHook('onClose', async () => alarms?.close())

  const removal = createTelemetryRemoval({database, now, log: app.log})
  app.addHook('onClose', () => removal.close())

  const mails = createMailRepository(database, now)
  const accounts = createAccountRepository({database, now, mails, sessions, users, audit})
  const cleanup = setInterval(() => {
    for (const done of [sessions.deleteEnded(), accounts.deleteExpiredLinks(), notifying.notifications.deleteOld()])
      done.catch(error => app.log.warn(error))
  }, CLEANUP_PERIOD).unref()
  app.addHook('onClose', async () => clearInterval(cleanup))

  const publicOrigin = () => options.publicOrigin ?? app.listeningOrigin
  const preferences = createPreferencesRepository(account)
  const writeToAccount = createLetters({database, now, users, publicOrigin})
  const writeOfAlarms = createAlarmLetters({database, users, preferences, publicOrigin})
  const countMails = metrics.addCounts('mails_total', 'Attempts to send mail, by what came of them', 'state')
  const mailQueue = createMailQueue({
    mails,
    now,
    elapsed,
    transport: options.mailTransport,
    compose: ({kind, ...mail}) => (kind === 'alarm' ? writeOfAlarms(mail) : writeToAccount({kind, ...mail})),
    onAttempted: async ({deliveryId}, outcome) => {
      countMails(outcome.state)
      if (deliveryId !== null) await notifying.notifications.settle(deliveryId, outcome)
    },
    log: app.log,
  })
  app.addHook('onListen', async () => mailQueue.wake())
  app.addHook('onClose', () => mailQueue.close())

  const notifying = createNotifying({
    ...{database, now, elapsed, audit, attributes, mails, log: app.log},
    readAlarms: readToldAlarms,
    onMailQueued: mailQueue.wake,
    allowPrivate: options.webhookAllowPrivate ?? false,
    onCalled: metrics.addCounts('webhooks_total', 'Calls of webhooks, by what came of them', 'state'),
  })
  if (additions) app.addHook('onListen', async () => notifying.wake())
  app.addHook('onClose', () => notifying.close())

  const limiting = {rateLimits, known: createKnownAddresses()}
  const {store, incoming, hashing, fileLimit, quota} = await openFiles(options.files)
  const files = createDigitalAssetRepository(database)
  const signatures = createFileSignatures(database, now)
  const fileSweep = createFileSweep({files, store, incoming, now, log: app.log})
  app.addHook('onListen', async () => void fileSweep.sweep())
  app.addHook('onClose', () => fileSweep.close())
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
    ...{limits: DISK_LIMITS, now, log: app.log, ...options.disks},
    folders: {...options.disks?.folders, ...(options.files.url === undefined && {uploads: options.files.folder})},
  })
  app.addHook('onListen', async () => disks.start())
  app.addHook('onClose', () => disks.close())
  metrics.addLabelled([...disks.metrics, ...ingestRefusals(ingest.counts)])

  const countRemoved = metrics.addCounts('retention_removed_total', 'Rows that retention has removed, by kind', 'kind')
  const retention = createRetention({
    ...{database, now, elapsed, log: app.log, ownersOf: devices.ownersOf, removeAudit: audit.removeBefore},
    days: options.retention ?? {},
    organisationDays: () => organisationRetentions(database),
    removeValues: keptSince => removeExpired(database, keptSince),
    onRemoved(removed) {
      for (const [kind, count] of Object.entries(removed)) countRemoved(kind, count)
    },
  })
  app.addHook('onListen', async () => retention.start())
  app.addHook('onClose', () => retention.close())

  await app.register(systemRoutes, {
    database,
    readinessChecks: [storage, disks.check],
    notices: disks.notices,
    ...{stopping, elapsed, additions},
    version: {...readVersion(), startedAt: now()},
    clientConfig: configuration,
    build: page.build,
  })
  metrics.add([
    ...processMetrics(app),
    ...databaseMetrics(database),
    ...liveMetrics(live.counts),
    retention.metric,
    ...ingestMetrics(ingest.counts),
    ...(options.furtherMetrics ?? []),
  ])
  await app.register(metricsRoutes, {metrics, token: options.metricsToken})
  const secondFactors = createSecondFactorRepository({database, now})
  await app.register(authRoutes, {
    secondFactors,
    ...limiting,
    sessions,
    wallLinks,
    onSessionEnded: live.endSession,
    users,
    passwords,
    cookies: createTokenCookies(lifetimes, options.isPublicHttps || undefined),
    additions,
    now,
  })
  await app.register(accountRoutes, {
    ...limiting,
    accounts,
    firstAdmin: createFirstAdmin(account),
    onMailQueued: mailQueue.wake,
    onSessionEnded: live.endSession,
    hashNewPassword: passwords.hashNew,
    now,
  })
  if (additions) {
    await app.register(ownAccountRoutes, {
      ...limiting,
      own: createOwnAccount({
        database,
        users,
        mails,
        sessions,
        audit,
        requirePassword,
        hashNewPassword: passwords.hashNew,
      }),
      onMailQueued: mailQueue.wake,
      onSessionEnded: live.endSession,
      now,
    })
    await app.register(ownSessionRoutes, {own: createOwnSessions(account), onSessionEnded: live.endSession})
    const endSessions = sessions.endAllOf
    await app.register(secondFactorRoutes, {
      secondFactors,
      own: createOwnSecondFactor({
        ...{database, now, mails, endSessions, audit, requirePassword},
        ...{strengthen: strengthenSession, weaken: weakenSessions},
      }),
      rescue: createRescue({database, users, secondFactors, mails, endSessions, audit}),
      onMailQueued: mailQueue.wake,
      onSessionEnded: live.endSession,
    })
  }
  await app.register(userRoutes, {
    users,
    administration: createUserAdministration({
      ...account,
      endSessions: sessions.endAllOf,
      deleteLinks,
      onSessionEnded: live.endSession,
      onReachChanged: live.reconnectUser,
      mails,
      onMailQueued: mailQueue.wake,
      hashNewPassword: passwords.hashNew,
      requirePassword,
    }),
    findWall: wallLinks.findUser,
    additions,
    ...{rateLimits, now},
  })
  await app.register(profileRoutes, {profiles: createProfileRepository(account)})
  await app.register(organisationRoutes, {organisations, additions})
  await app.register(customerRoutes, {customers, additions})
  await app.register(assetRoutes, {assets, additions})
  const admission = createAdmission({...account, assets, files, store, fileLimit, quota})
  await app.register(digitalAssetRoutes, {assets, files, signatures, fileLimit, quota, additions})
  await app.register(uploadRoutes, {admission, patience, incoming, hashing, fileLimit})
  if (additions) await app.register(resumableRoutes, {admission, patience, incoming, hashing, fileLimit})
  await app.register(fileRoutes, {files, now, signatures, store, isShared: allowedOrigins.length > 0})
  await app.register(deviceRoutes, {devices, additions})
  const credentials = createCredentialsRepository({...account, devices})
  await app.register(credentialsRoutes, {
    credentials,
    onCredentialsEnded: tokens.forget,
  })
  if (additions) {
    const pairings = createPairingRepository({...account, devices, ensureToken: credentials.ensure})
    const {accessOf} = credentials
    await app.register(pairingRoutes, {pairings, accessOf, waiting: unpaired, rateLimits, now})
  }
  await app.register(deviceApiRoutes, {
    ...{tokens, telemetry: boundKeys(ingest, telemetry), attributes, polls},
    ...{assets, files, signatures, rateLimits, now, additions},
  })
  await app.register(attributeRoutes, {
    attributes,
    administration: createAttributeAdministration({...account, publisher, hear}),
    additions,
  })
  await app.register(telemetryRoutes, {devices, telemetry, attributes, now, additions})
  if (alarms !== undefined) {
    const moments = createPastMoments(database)
    const report = createAlarmReport({database, now, moments, alarms: alarmRepository})
    const dryRun = createDryRun({telemetry, now})
    await app.register(alarmRoutes, {alarms: alarmRepository, moments, report, dryRun, devices})
    const {store} = alarms
    const commands = createAlarmCommands({...account, alarms: alarmRepository, store, onChanged: onAlarms})
    await app.register(alarmCommandRoutes, {commands, now})
  }
  if (additions) await app.register(playsRoutes, {devices, assets, telemetry})
  if (additions) await app.register(deviceStatusRoutes, {devices})
  if (additions) await app.register(deviceImportRoutes, {deviceImport})
  if (additions) await app.register(notificationRoutes, {...notifying, reachedAmong})
  if (additions) await app.register(wallLinkRoutes, {links: wallLinks})
  if (additions) await app.register(apiKeyRoutes, {keys: createApiKeyRepository(account)})
  if (additions) await app.register(auditRoutes, {audit, reachedAmong})
  if (additions) await app.register(preferencesRoutes, {preferences})
  await serveClient(app, options.clientDir, page)
  return app
}
