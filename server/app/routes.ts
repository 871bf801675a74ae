import {createGrowingDelay} from '../access/growingDelay'
import {createFirstAdmin} from '../account/firstAdmin'
import {createOwnAccount} from '../account/own'
import {ownAccountRoutes} from '../account/ownRoutes'
import {deleteLinks} from '../account/repository'
import {accountRoutes} from '../account/routes'
import {alarmCommandRoutes} from '../alarm/commandRoutes'
import {createAlarmCommands} from '../alarm/commands'
import {createDryRun} from '../alarm/evaluation/dryRun'
import {PastMoments} from '../alarm/evaluation/moment'
import {linkRoutes} from '../alarm/linkRoutes'
import {createAlarmReport} from '../alarm/report'
import {alarmMetrics} from '../alarm/repository'
import {alarmRoutes} from '../alarm/routes'
import {createAlarmsInShift} from '../alarm/shift'
import {createApiKeyRepository} from '../apiKey/repository'
import {apiKeyRoutes} from '../apiKey/routes'
import {assetRoutes} from '../asset/routes'
import {AttributeAdministration} from '../attribute/administration'
import {attributeRoutes} from '../attribute/routes'
import {auditRoutes} from '../audit/routes'
import {createChangesInShift} from '../audit/shift'
import {ownSessionRoutes} from '../auth/ownSessionRoutes'
import {createOwnSessions} from '../auth/ownSessions'
import {createRefusals} from '../auth/refusals'
import {strengthenSession, weakenSessions} from '../auth/repository'
import {authRoutes} from '../auth/routes'
import {AvailabilityRepository} from '../availability/repository'
import {availabilityRoutes} from '../availability/routes'
import {claimRoutes} from '../claim/routes'
import {commandRoutes} from '../command/routes'
import {connectionRoutes} from '../connection/routes'
import {customerRoutes} from '../customer/routes'
import {CredentialsRepository} from '../device/credentials'
import {credentialsRoutes, deviceImportRoutes, deviceRoutes, deviceStatusRoutes} from '../device/routes'
import {mqttMetrics} from '../deviceApi/mqtt/sessions'
import {deviceApiRoutes} from '../deviceApi/routes'
import {Admission} from '../digitalAsset/admission'
import {fileRoutes} from '../digitalAsset/fileRoutes'
import {playsRoutes} from '../digitalAsset/plays'
import {resumableRoutes} from '../digitalAsset/resumableRoutes'
import {digitalAssetRoutes} from '../digitalAsset/routes'
import {uploadRoutes} from '../digitalAsset/uploadRoutes'
import {serveClient} from '../http/browser/client'
import {createTokenCookies} from '../http/browser/cookies'
import {databaseMetrics} from '../http/metrics/databaseMetrics'
import {metricsRoutes} from '../http/metrics/metrics'
import {processMetrics} from '../http/metrics/processMetrics'
import {queueMetrics} from '../http/metrics/queueMetrics'
import {openingRoutes} from '../http/opening'
import {systemRoutes} from '../http/system'
import {liveMetrics} from '../live/metrics'
import {maintenanceRoutes} from '../maintenance/routes'
import {pushRoutes} from '../notification/push/routes'
import {notificationRoutes} from '../notification/routes'
import {createRouteGuard} from '../notification/storedSecrets'
import {onCallRoutes} from '../onCall/routes'
import {organisationRoutes} from '../organisation/routes'
import {createPairingRepository} from '../pairing/repository'
import {pairingRoutes} from '../pairing/routes'
import {PictureRepository} from '../picture/repository'
import {pictureRoutes} from '../picture/routes'
import {createOverviews} from '../preferences/overview'
import {preferencesRoutes} from '../preferences/routes'
import {createProfileRepository} from '../profile/repository'
import {profileRoutes} from '../profile/routes'
import {provisioningProfileRoutes, provisionRoutes} from '../provisioning/routes'
import {OwnSecondFactor} from '../secondFactor/own'
import {SecondFactorRepository} from '../secondFactor/repository'
import {createRescue} from '../secondFactor/rescue'
import {secondFactorRoutes} from '../secondFactor/routes'
import {shiftRoutes} from '../shift/routes'
import {createReadShift} from '../shift/shift'
import type {UsualHours} from '../telemetry/manyRoutes'
import {ingestMetrics} from '../telemetry/metrics'
import {telemetryRoutes} from '../telemetry/routes'
import {UserAdministration} from '../user/administration'
import {readNames} from '../user/names'
import {userRoutes} from '../user/routes'
import {usualHours} from '../usual/hours'
import {usualRoutes} from '../usual/routes'
import {readVersion} from '../version'
import {wallLinkRoutes} from '../wallLink/routes'
import {wallVersionRoutes} from '../wallVersion/routes'
import type {Settings} from './options'
import type {Services} from './services'
import type {WebServer} from './webServer'

/** The calls of each noun, with their dependencies. */
export async function registerRoutes(settings: Settings, web: WebServer, services: Services) {
  const {database, scheduler, now, elapsed, allowedOrigins, lifetimes, rateLimits} = settings
  const {app, page, patience, stopping, storage, background, metrics} = web
  const {audit, reachedAmong, sessions, wallLinks, wallVersions, users, passwords, requirePassword, mails, mailQueue} =
    services
  const {accounts, preferences, account, limiting} = services
  const {
    polls,
    commands,
    commandPolls,
    delivery,
    unpaired,
    publishAttributes,
    onAttributes,
    attributes,
    telemetry,
    statistics,
    ingest,
    tokens,
  } = services
  const {accepting, mqttSessions, claims, profiles, provisioning} = services
  const {devices, deviceImport, alarms, alarmRepository, onAlarms, notifying} = services
  const {assets, bin, facts, files, fileSweep, store, incoming, hashing, fileLimit, quota, signatures} = services
  const {customers, organisations, changes, live, disks, retention} = services

  const onSessionEnded = (id: string) => void changes.emit('session.ended', id)
  const changeTokens = (id: string) => void changes.emit('tokens.changed', [id])

  const {backups} = settings
  await app.register(systemRoutes, {
    database,
    readinessChecks: [storage.check, disks.check, services.mqtt.check, background.check],
    notices: () => [...disks.notices(), ...(backups?.notices() ?? [])],
    stopping,
    elapsed,
    metrics,
    version: {...readVersion(), startedAt: now()},
    clientConfig: settings.clientConfig,
    build: page.build,
    mqttPorts: () => services.mqtt.ports(),
  })
  await app.register(openingRoutes)
  metrics.add([
    ...processMetrics(app, scheduler),
    ...databaseMetrics(database),
    ...liveMetrics(live.counts),
    ...services.peers.metrics,
    ...queueMetrics('mails', mails.waiting, now),
    ...queueMetrics('webhooks', () => notifying.notifications.waitingWebhooks(), now),
    ...mqttMetrics(mqttSessions),
    retention.metric,
    ...ingestMetrics(() => ingest.counts()),
    ...(settings.furtherMetrics ?? []),
  ])
  await app.register(metricsRoutes, {metrics, token: settings.metricsToken})
  const secondFactors = new SecondFactorRepository({database, now})
  await app.register(authRoutes, {
    secondFactors,
    ...limiting,
    sessions,
    refusals: createRefusals({database, audit, mails, onMailQueued: mailQueue.wake}),
    wallLinks,
    onSessionEnded,
    users,
    passwords,
    cookies: createTokenCookies(lifetimes, settings.isPublicHttps || undefined),
    now,
  })
  const guesses = createGrowingDelay(rateLimits.linkAddress, now)
  await app.register(accountRoutes, {
    ...limiting,
    accounts,
    guesses,
    firstAdmin: createFirstAdmin(account),
    onMailQueued: mailQueue.wake,
    onSessionEnded,
    hashNewPassword: passwords.hashNew,
  })
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
    onSessionEnded,
  })
  await app.register(ownSessionRoutes, {own: createOwnSessions(account), onSessionEnded})
  const endSessions = sessions.endAllOf
  await app.register(secondFactorRoutes, {
    secondFactors,
    own: new OwnSecondFactor({
      database,
      now,
      mails,
      endSessions,
      audit,
      requirePassword,
      strengthen: strengthenSession,
      weaken: weakenSessions,
    }),
    rescue: createRescue({database, users, secondFactors, mails, endSessions, audit}),
    onMailQueued: mailQueue.wake,
    onSessionEnded,
  })
  await app.register(userRoutes, {
    users,
    administration: new UserAdministration({
      ...account,
      endSessions: sessions.endAllOf,
      deleteLinks,
      onSessionEnded,
      onReachChanged: id => void changes.emit('reach.changed', id),
      mails,
      mailLimit: limiting.mailLimit,
      onMailQueued: mailQueue.wake,
      hashNewPassword: passwords.hashNew,
      requirePassword,
    }),
    findWall: id => wallLinks.findUser(id),
  })
  await app.register(profileRoutes, {profiles: createProfileRepository(account)})
  await app.register(organisationRoutes, {organisations})
  await app.register(customerRoutes, {customers})
  await app.register(assetRoutes, {assets})
  const admission = new Admission({...account, assets, files, facts, store, fileLimit, quota})
  await app.register(digitalAssetRoutes, {
    assets,
    files,
    bin,
    signatures,
    onPurged: fileSweep.removeLeftBehind,
    fileLimit,
    quota,
  })
  await app.register(uploadRoutes, {admission, patience, incoming, hashing, fileLimit})
  await app.register(resumableRoutes, {admission, patience, incoming, hashing, fileLimit})
  await app.register(fileRoutes, {files, now, signatures, store, isShared: allowedOrigins.length > 0})
  await app.register(deviceRoutes, {devices})
  const credentials = new CredentialsRepository({...account, devices})
  const onAccessEnded = (id: string) => {
    mqttSessions.endDevices(id)
    changeTokens(id)
  }
  await app.register(credentialsRoutes, {
    credentials,
    onCredentialsEnded: onAccessEnded,
    onCredentialsChanged: changeTokens,
  })
  const pairings = createPairingRepository({
    ...account,
    devices,
    attributes,
    ensureToken: (transaction, caller, device) => credentials.ensure(transaction, caller, device),
    replaceToken: (transaction, caller, device) => credentials.replace(transaction, caller, device),
  })
  const accessOf = (deviceId: string) => credentials.accessOf(deviceId)
  await app.register(pairingRoutes, {pairings, devices, accessOf, onAccessEnded, waiting: unpaired, rateLimits, now})
  await app.register(deviceApiRoutes, {
    claims,
    tokens,
    isReplaced: token => credentials.isReplaced(token),
    accepting,
    attributes,
    polls,
    commands: delivery,
    commandPolls,
    assets,
    files,
    signatures,
    rateLimits,
    now,
  })
  const guard = createRouteGuard(database, {
    allowPrivate: settings.webhookAllowPrivate ?? false,
    evaluateTemplates: services.evaluations.evaluate('tryTemplates'),
  })
  await app.register(attributeRoutes, {
    attributes,
    administration: new AttributeAdministration({
      ...account,
      publish: publishAttributes,
      guard,
      onAttributes,
      history: wallVersions?.onChanged,
    }),
    guard,
  })
  const usualHoursOf: UsualHours = (series, range) => usualHours(database, series, range)
  await app.register(telemetryRoutes, {
    devices,
    telemetry,
    statistics,
    attributes,
    now,
    usualHours: services.usual && usualHoursOf,
  })
  if (services.usual !== undefined) {
    const {onAccepted} = services.usual
    await app.register(usualRoutes, {database, audit, now, devices, telemetry, onAccepted})
  }
  if (alarms !== undefined) {
    const moments = new PastMoments(database)
    const report = createAlarmReport({database, now, moments, alarms: alarmRepository})
    const dryRun = createDryRun({telemetry, now})
    await app.register(alarmRoutes, {alarms: alarmRepository, moments, report, dryRun, devices})
    metrics.addLabelled([alarmMetrics(alarmRepository)])
    const {store} = alarms
    const commands = createAlarmCommands({...account, alarms: alarmRepository, store, onChanged: onAlarms})
    await app.register(alarmCommandRoutes, {commands, now})
    await app.register(linkRoutes, {commands, links: services.acknowledgeLinks, users, guesses, now})
  }
  await app.register(playsRoutes, {devices, assets, telemetry})
  await app.register(commandRoutes, {
    commands,
    delivery,
    publish: changed => void changes.emit('command.changed', changed),
    now,
  })
  await app.register(connectionRoutes, {connections: services.connections, now})
  await app.register(deviceStatusRoutes, {devices})
  await app.register(deviceImportRoutes, {deviceImport})
  await app.register(notificationRoutes, {...notifying, reachedAmong})
  if (app.hasAdditions) await notifying.browsers.keys()
  await app.register(pushRoutes, {browsers: notifying.browsers})
  await app.register(maintenanceRoutes, services.maintenance)
  await app.register(onCallRoutes, services.onCall)
  await app.register(availabilityRoutes, {availability: new AvailabilityRepository({database, now, audit})})
  await app.register(wallLinkRoutes, {links: wallLinks})
  if (wallVersions) await app.register(wallVersionRoutes, {versions: wallVersions, reachedAmong})
  await app.register(pictureRoutes, {
    pictures: new PictureRepository({...account, wallOf: id => wallLinks.wallOf(id)}),
    judge: services.evaluations.evaluate('judgePicture'),
    patience,
    isShared: allowedOrigins.length > 0,
  })
  await app.register(claimRoutes, {claims, rateLimits, now})
  await app.register(provisioningProfileRoutes, {profiles})
  if (provisioning !== undefined) await app.register(provisionRoutes, {provisioning})
  const keys = createApiKeyRepository(account)
  await app.register(apiKeyRoutes, {keys})
  const trail = {audit, reachedAmong, keysAmong: keys.among}
  await app.register(auditRoutes, {...trail, namesOf: ids => readNames(database.db, ids)})
  await app.register(shiftRoutes, {
    ...services.shift,
    ...limiting,
    database,
    read: createReadShift({
      database,
      now,
      alarms: createAlarmsInShift({database, alarms: alarmRepository}),
      changes: createChangesInShift(trail),
      windows: services.maintenance.windows,
      commands,
      rotas: services.onCall.rotas,
    }),
  })
  await app.register(preferencesRoutes, {preferences, overviews: createOverviews({database, now, audit})})
  await serveClient(app, settings.clientDir, page)
}
