import type {Milliseconds} from '../../../contract/wire/common'
import type {Alarms} from '../../alarm/alarms'
import type {AttributeRepository} from '../../attribute/repository'
import type {AuditTrail} from '../../audit/repository'
import {createProvisioned} from '../../device/provisioned'
import {createAccepting} from '../../deviceApi/accepting'
import {createAdmission} from '../../deviceApi/mqtt/admission'
import {MqttServer} from '../../deviceApi/mqtt/listen'
import type {ChangeBus} from '../../live/bus'
import {createProvisioning} from '../../provisioning/provisioning'
import {createProvisioningRepository} from '../../provisioning/repository'
import {Ingest} from '../../telemetry/ingest/ingest'
import {boundKeys} from '../../telemetry/ingest/keyBound'
import type {TelemetryRepository} from '../../telemetry/repository'
import type {Settings} from '../options'
import type {WebServer} from '../webServer'
import type {Devices} from './devices'
import type {UsualServices} from './usual'

/** A wall gets values four times a second, and many devices write far more often. */
const INGEST_PACE: Milliseconds = 20

interface TransportsOptions {
  audit: AuditTrail
  changes: ChangeBus
  alarms: Alarms | undefined
  attributes: AttributeRepository
  devices: Devices
  telemetry: TelemetryRepository
  usual: UsualServices | undefined
}

/** How devices reach the server, and what stores their values. */
export function createTransports(
  settings: Settings,
  {app, background, isProxy, metrics, storage, logRefused}: WebServer,
  {audit, changes, alarms, attributes, devices, telemetry, usual}: TransportsOptions,
) {
  const {database, scheduler, now, additions, rateLimits} = settings
  const account = {database, now, audit}
  const ingest = new Ingest({
    database,
    scheduler,
    publish: stored => void changes.emit('points.stored', stored),
    jobs: {
      storing: background.job('ingest', 'Values of devices are not stored'),
      passingOn: background.job('passing_on', 'Stored values do not reach walls and alarms'),
    },
    pace: settings.ingestPace ?? INGEST_PACE,
    onCommitted: metrics.addDuration('ingest_commit_seconds', 'Commits of values of devices, which messages share'),
    ...(alarms && {alarms: alarms.ingest}),
    ...(usual && {onStored: usual.judging.judge}),
  })
  const accepting = createAccepting({
    telemetry: boundKeys(ingest, telemetry),
    attributes,
    rateLimits,
    now,
    onFailed: storage.onFailed,
  })
  const profiles = createProvisioningRepository(account)
  const provisioning = additions
    ? createProvisioning({
        profiles,
        now,
        rateLimits,
        guessLimit: rateLimits.loginAddress,
        createDevice: createProvisioned({...account, onCreated: ids => changes.emit('devices.changed', ids)}),
      })
    : undefined
  const mqtt = new MqttServer({
    accepting,
    tokens: devices.tokens,
    attributes,
    claims: devices.claims,
    provisioning,
    rateLimits,
    now,
    scheduler,
    log: app.log,
    commands: devices.delivery,
    sessions: devices.mqttSessions,
    admission: createAdmission(isProxy),
    onRefused: (address, error) => logRefused({log: app.log, address, call: 'a connection by MQTT', error}),
    onFailed: storage.onFailed,
    count: metrics.addCounts('mqtt_total', 'What came by MQTT, or why it was refused', 'what'),
  })
  return {ingest, accepting, profiles, provisioning, mqtt}
}
