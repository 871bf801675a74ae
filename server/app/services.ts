import {createReachedAmong} from '../access/reach'
import {Alarms} from '../alarm/alarms'
import {AlarmRepository} from '../alarm/repository'
import {
  type AttributeListener,
  combineListeners,
  createAttributeReader,
  createAttributeRepository,
  type PublishAttributes,
} from '../attribute/repository'
import {createAuditTrail} from '../audit/repository'
import {endSessionsOfWall} from '../auth/ending'
import {screenPlansListener} from '../deviceApi/screenPlans'
import {createEvaluations} from '../evaluation/evaluations'
import {createChangeBus} from '../live/bus'
import {noPeers, type Peers} from '../live/peers'
import {enqueue} from '../notification/sending/enqueue'
import {createKeyIds} from '../telemetry/ingest/keyIds'
import {keySettingsListener} from '../telemetry/keySettings'
import {ingestRefusals} from '../telemetry/metrics'
import {createSharedStatistics} from '../telemetry/read/sharedStatistics'
import {createTelemetryRepository} from '../telemetry/repository'
import {WallLinkRepository} from '../wallLink/repository'
import {WallVersionRepository} from '../wallVersion/repository'
import type {EvaluationTasks} from './evaluationThread'
import type {Settings} from './options'
import {createDevices} from './services/devices'
import {createLive} from './services/live'
import {createMessages} from './services/messages'
import {createPeople} from './services/people'
import {createScreens} from './services/screens'
import {createTenants} from './services/tenants'
import {createTransports} from './services/transports'
import {createUpkeepServices} from './services/upkeep'
import {createUsual} from './services/usual'
import type {WebServer} from './webServer'

export type Services = Awaited<ReturnType<typeof createServices>>

const EVALUATION_THREAD = new URL('evaluationThread.ts', import.meta.url)

/**
 * What the nouns store and do on the database. Each part uses what was made before it, and the bus of changes carries
 * the rest. What only the routes of one noun use is made beside them.
 */
export async function createServices(settings: Settings, web: WebServer) {
  const {
    database,
    scheduler,
    now,
    additions,
    redisUrl,
    redisPatience: patience,
    evaluationDeadline: deadline,
  } = settings
  const {app, background, metrics, storage} = web
  const audit = createAuditTrail(database, now)
  const account = {database, now, audit}
  const evaluations = createEvaluations<EvaluationTasks>({code: EVALUATION_THREAD, scheduler, deadline})
  const reachedAmong = createReachedAmong(database)
  const peers = redisUrl !== undefined && additions ? await openPeers(redisUrl) : noPeers
  const changes = createChangeBus(peers)

  const alarmRepository = new AlarmRepository(database, now)
  function onAlarms(ids: readonly string[]) {
    if (ids.length > 0) void changes.emit('alarms.changed', ids)
  }
  const alarms = additions
    ? new Alarms({
        database,
        scheduler,
        job: background.job('alarms', 'Alarms are not evaluated'),
        findKeyIds: createKeyIds(database).find,
        enqueue,
        onChanged: onAlarms,
      })
    : undefined
  const wallLinks = new WallLinkRepository({
    ...account,
    attributes: createAttributeReader(database),
    endSessionsOf: (transaction, linkId) => endSessionsOfWall(transaction, linkId, now()),
    onSessionEnded: id => void changes.emit('session.ended', id),
    onReachChanged: id => void changes.emit('reach.changed', id),
  })
  const listeners: AttributeListener[] =
    alarms === undefined
      ? []
      : [
          alarms.onAttributes,
          wallLinks.onAttributes,
          keySettingsListener(id => void changes.emit('keySettings.changed', id)),
          screenPlansListener(id => void changes.emit('screenPlans.changed', id)),
        ]
  const onAttributes = combineListeners(listeners)
  const publishAttributes: PublishAttributes = batch => void changes.emit('attributes.written', batch)
  const attributes = createAttributeRepository({database, now, publish: publishAttributes, onAttributes})
  const telemetry = createTelemetryRepository(database)
  const statistics = createSharedStatistics(telemetry)
  changes.on('points.stored', statistics.onStored, 'here')

  const people = createPeople(settings, web, {audit, changes, wallLinks})
  const devices = createDevices(settings, web, {audit, changes, alarms, peers})
  const live = createLive(settings, web, {
    sessions: people.sessions,
    alarmRepository,
    changes,
    devices,
    peers,
    reachedAmong,
    statistics,
  })
  peers.listen({
    onChange: changes.receive,
    onGap: live.reconnect,
    onTakeOver: devices.mqttSessions.endTakenOver,
  })
  const usual = additions ? createUsual(settings, web, {alarms, attributes, changes}) : undefined
  const transports = createTransports(settings, web, {audit, changes, alarms, attributes, devices, telemetry, usual})
  const messages = createMessages(settings, web, {
    audit,
    changes,
    attributes,
    telemetry,
    people,
    evaluations,
    alarms: alarmRepository,
  })
  const tenants = await createTenants(settings, web, {audit, devices, people, evaluations})
  const screens = alarms && createScreens(settings, web, {alarms, attributes, assets: tenants.assets})
  const upkeep = createUpkeepServices(settings, web, {audit, devices: devices.devices, usual})
  metrics.add(evaluations.metrics)
  metrics.addLabelled([
    ...evaluations.labelledMetrics,
    ...upkeep.disks.metrics,
    ...ingestRefusals(() => transports.ingest.counts()),
    transports.mqtt.metric,
    storage.metric,
    ...background.metrics,
    ...(screens === undefined ? [] : [screens.metric]),
  ])
  return {
    ...people,
    ...devices,
    ...transports,
    ...messages,
    ...tenants,
    ...upkeep,
    account,
    alarmRepository,
    alarms,
    attributes,
    audit,
    changes,
    evaluations,
    onAttributes,
    live,
    onAlarms,
    peers,
    publishAttributes,
    reachedAmong,
    screens,
    statistics,
    telemetry,
    usual,
    wallLinks,
    wallVersions: additions ? new WallVersionRepository({database, now}) : undefined,
  }

  /** Few servers have others, so Redis is loaded only for them. */
  async function openPeers(url: string): Promise<Peers> {
    const {RedisPeers} = await import('../live/redisPeers')
    return new RedisPeers(url, {scheduler, patience, warn: text => app.log.warn(text)})
  }
}
