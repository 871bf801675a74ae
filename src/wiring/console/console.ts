import {type ComponentType, createElement} from 'react'
import {map} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {listAudit} from '../../api/audit'
import {loadApiKeys} from '../../api/console/apiKeys'
import {deleteAttribute, listAttributes, loadAttribute, writeAttribute} from '../../api/console/attributes'
import {loadConnection} from '../../api/console/connection'
import {
  createCredentials,
  deleteCredentials,
  endFormerToken,
  loadCredentials,
  replaceCredentials,
  setExpiry,
} from '../../api/console/credentials'
import {countDevices} from '../../api/console/health'
import {listDeliveries} from '../../api/console/notifications'
import {
  createRecord,
  deleteRecord,
  inviteAgain,
  listRecords,
  loadRecord,
  saveRecord,
  signOutEverywhere,
} from '../../api/console/records'
import {hasSecondFactor, removeSecondFactorOf} from '../../api/console/rescue'
import {listRotas} from '../../api/onCall'
import {loadOverview} from '../../api/telemetry/overview'
import {auditFilter, EVERYTHING, searchFromAuditFilter} from '../../domain/audit'
import {deviceToken, endOf, LIVES, OVERLAPS} from '../../domain/console/deviceCredentials'
import {consolePaths} from '../../domain/console/paths'
import type {ConsoleRecord} from '../../domain/console/records/description'
import type {StoredDraft} from '../../domain/console/records/draft'
import {settingsFacts} from '../../domain/console/settingsFacts'
import {withKeys} from '../../domain/telemetry/devices/device'
import {keysOf} from '../../domain/telemetry/readings/update'
import {type AuditTrailLogic, auditTrailMachine} from '../../machines/console/auditTrail'
import {type ConnectionLogic, connectionMachine} from '../../machines/console/connection'
import {countsMachine} from '../../machines/console/counts'
import {type DeviceValuesLogic, deviceValuesMachine} from '../../machines/console/deviceValues'
import {type NamesLogic, namesMachine} from '../../machines/console/names'
import {
  type OrganisationHealthLogic,
  organisationHealthMachine,
} from '../../machines/console/organisation/organisationHealth'
import {type SettingsFactsLogic, settingsFactsMachine} from '../../machines/console/organisation/settingsFacts'
import {attributeConflictMachine} from '../../machines/console/record/attributeConflict'
import {type AttributesLogic, attributesMachine} from '../../machines/console/record/attributes'
import {type ChoicesLogic, choicesMachine} from '../../machines/console/record/choices'
import {conflictMachine} from '../../machines/console/record/conflict'
import {type CredentialsLogic, credentialsMachine} from '../../machines/console/record/credentials'
import {deletionMachine} from '../../machines/console/record/deletion'
import {type RecordLogic, type RecordPlace, recordMachine} from '../../machines/console/record/record'
import {rescueMachine} from '../../machines/console/record/rescue'
import {invitationMachine, signOutEverywhereMachine} from '../../machines/console/record/userActions'
import {connected} from '../../machines/ports'
import type {SessionRef} from '../../machines/session'
import {animationFrames} from '../../streams/telemetry/frames'
import {livePoints} from '../../streams/telemetry/livePoints'
import {pollTicks, visibility} from '../../streams/ticks'
import {ConsoleScreen} from '../../ui/console/ConsoleScreen'
import {texts} from '../../ui/console/device/texts'
import type {ConsoleLogic} from '../../ui/console/logic'
import {download} from '../../ui/kit/text/download'
import type {KeyValueStorage} from '../accessTokenMark'
import {createAddress} from '../address'
import type {AddressRouter} from '../addressZone'
import {ask} from '../ask'
import type {Connections} from '../connections'
import type {DraftPlace, DraftsOf} from '../drafts'
import {resourceSources} from '../resource'
import {createSavedViewsLogic, createSavedViewsStore} from '../savedViews'
import {submit} from '../submit'
import {createDevicesLogic} from '../telemetry/devices'
import {createWallLinksLogic} from '../wall/wallLinks'
import {createFindChange} from './attributeCalls'
import {createDeviceImportLogic} from './deviceImport'
import {createRecordListLogic} from './recordList'
import {createThresholdPreviewLogic, createThresholdsLogic} from './thresholds'

export interface ConsoleConnections extends Connections {
  session: SessionRef
  router: () => AddressRouter
  drafts: DraftsOf<StoredDraft>
  storage: KeyValueStorage
  /** Loads what starts and ends maintenance of a device. */
  deviceMaintenance: ConsoleLogic['deviceMaintenance']
}

const authorityOf = ({session}: Pick<ConsoleConnections, 'session'>): string =>
  session.getSnapshot().context.user?.authority ?? ''

const REFRESH_PERIOD = 60_000

export function createConsoleScreen(connections: ConsoleConnections): ComponentType {
  const views = createSavedViewsStore(connections.storage)
  const logic: ConsoleLogic = {
    record: createRecordLogic(connections),
    choices: createChoicesLogic(connections),
    recordList: createRecordListLogic(connections),
    counts: connected(countsMachine)({
      actors: {
        minuteTicks: fromEventObservable(() => pollTicks(REFRESH_PERIOD, visibility(document))),
        loadRecord: ask(connections.http, loadRecord),
      },
    }),
    organisationHealth: createOrganisationHealthLogic(connections),
    names: createNamesLogic(connections),
    savedViews: createSavedViewsLogic(views),
    storedViews: place => views.read(place),
    attributes: createAttributesLogic(connections),
    now: connections.serverClock.now,
    thresholds: createThresholdsLogic(connections, () => authorityOf(connections)),
    thresholdPreview: createThresholdPreviewLogic(connections),
    settingsFacts: createSettingsFactsLogic(connections),
    units: async () => (await import('./units')).createUnits(connections),
    walls: async () => (await import('./walls')).createWalls(connections),
    notifications: async () => (await import('./notifications')).createNotifications(connections),
    headlines: async () => (await import('./headlines')).createHeadlines(connections),
    wallLinks: createWallLinksLogic(connections),
    apiKeys: async () => (await import('./apiKeys')).createApiKeys(connections),
    provisioning: async () => (await import('./provisioning')).createProvisioning(connections),
    invitation: connected(invitationMachine)({actors: {submit: submit(connections.http, inviteAgain)}}),
    signOutEverywhere: connected(signOutEverywhereMachine)({
      actors: {submit: submit(connections.http, signOutEverywhere)},
    }),
    rescue: connected(rescueMachine)({
      actors: {
        retries: connections.retries,
        loadIsOn: ask(connections.http, hasSecondFactor),
        remove: ask(connections.http, removeSecondFactorOf),
      },
    }),
    commands: async () => (await import('./commands')).createCommands(connections),
    deviceMaintenance: connections.deviceMaintenance,
    credentials: createCredentialsLogic(connections),
    deviceValues: createDeviceValuesLogic(connections),
    connection: createConnectionLogic(connections),
    deviceImport: createDeviceImportLogic(connections),
    auditTrail: createAuditTrailLogic(connections),
    apiOrigin: new URL(connections.config.apiBase, window.location.href).origin,
    storedDraft: place => connections.drafts.find(draftPlace(place)),
  }
  return () => createElement(ConsoleScreen, {logic})
}

function createRecordLogic(connections: ConsoleConnections): RecordLogic {
  const {http, drafts, toasts} = connections
  return connected(recordMachine)({
    actors: {
      retries: connections.retries,
      loadRecord: ask(http, loadRecord),
      createRecord: ask(http, createRecord),
      saveRecord: ask(http, saveRecord),
      conflict: connected(conflictMachine)({
        actors: {loadRecord: ask(http, loadRecord), findChange: createFindChange(connections)},
      }),
      deletion: connected(deletionMachine)({actors: {deleteRecord: ask(http, deleteRecord)}}),
    },
    actions: {
      showOutcome: ({context}, {text}) =>
        toasts.send({type: 'outcome.reported', kind: 'done', text, ...nextStep(authorityOf(connections), context)}),
      storeDraft: ({context}) => drafts.keep(draftPlace(context), {record: context.record, draft: context.draft}),
      forgetDraft: ({context}) => drafts.keep(draftPlace(context), null),
    },
  })
}

/** A device that was just created waits for its first value. */
function nextStep(authority: string, {description: {kind}, id, record}: RecordPlace & {record: ConsoleRecord | null}) {
  if (kind !== 'device' || id !== null || record === null) return {}
  return {next: {to: consolePaths(authority).record(kind, record.id), label: texts.send.first}}
}

const createChoicesLogic = ({http, retries}: ConsoleConnections): ChoicesLogic =>
  connected(choicesMachine)({actors: {retries, listRecords: ask(http, listRecords)}})

const createNamesLogic = ({http}: ConsoleConnections): NamesLogic =>
  connected(namesMachine)({
    actors: {
      loadNamed: ask(http, (_, {organisationId, kinds}, options) =>
        Promise.all(
          kinds.map(async description => ({
            description,
            records: await listRecords(http, {description, organisationId}, options),
          })),
        ),
      ),
    },
  })

/** Forms for new records are stored apart by the organisation that the new record will belong to. */
const draftPlace = ({userId, description: {kind}, id, organisationId}: RecordPlace): DraftPlace => ({
  userId,
  screen: `/sys_admin/${kind}${id === null ? `-create/${organisationId}` : `/${id}`}`,
})

function createAttributesLogic(connections: Connections): AttributesLogic {
  const {http, clock, toasts} = connections
  return connected(attributesMachine)({
    actors: {
      retries: connections.retries,
      clock: fromEventObservable(() => clock.ticks()),
      listAttributes: ask(http, listAttributes),
      writeAttribute: ask(http, writeAttribute),
      deleteAttribute: ask(http, deleteAttribute),
      conflict: connected(attributeConflictMachine)({
        actors: {
          loadAttribute: ask(http, loadAttribute),
          findChange: createFindChange(connections),
        },
      }),
    },
    actions: {showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'done', text})},
  })
}

interface AuditTrailConnections extends Pick<Connections, 'http' | 'clock' | 'links'> {
  router: () => AddressRouter
}

export function createAuditTrailLogic({http, clock, links, router}: AuditTrailConnections): AuditTrailLogic {
  const address = () => createAddress(router(), router().state.location.pathname)
  return connected(auditTrailMachine)({
    actors: {
      linkChanges: fromEventObservable(() => links),
      addressChanges: fromEventObservable(() => {
        const shown = address()
        return shown.changes.pipe(map(search => ({type: 'address.changed' as const, filter: auditFilter(search)})))
      }),
      clock: fromEventObservable(() => clock.ticks()),
      loadPage: ask(http, listAudit),
    },
    actions: {
      saveFile: (_, {name, text}) => download(name, 'text/csv', text),
      pushToUrl: (_, {filter}) => address().show(searchFromAuditFilter(filter), {replace: true}),
    },
  })
}

function createCredentialsLogic({http, retries, serverClock, toasts}: Connections): CredentialsLogic {
  return connected(credentialsMachine)({
    actors: {
      retries,
      loadCredentials: ask(http, loadCredentials),
      createCredentials: ask(http, (_, {deviceId}, options) =>
        createCredentials(http, {deviceId, accessToken: deviceToken(randomBytes)}, options),
      ),
      replaceCredentials: ask(http, (_, {deviceId, overlap, life}, options) => {
        const now = serverClock.now()
        const ends = {formerUntil: endOf(OVERLAPS[overlap], now), expiresAt: endOf(LIVES[life], now)}
        return replaceCredentials(http, {deviceId, accessToken: deviceToken(randomBytes), ...ends}, options)
      }),
      setLife: ask(http, (_, {deviceId, life}, options) =>
        setExpiry(http, {deviceId, expiresAt: endOf(LIVES[life], serverClock.now())}, options),
      ),
      endFormerToken: ask(http, endFormerToken),
      deleteCredentials: ask(http, deleteCredentials),
    },
    actions: {showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'done', text})},
  })
}

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

function createDeviceValuesLogic(connections: Connections): DeviceValuesLogic {
  return connected(deviceValuesMachine)({
    actors: {
      devices: createDevicesLogic(connections),
      points: fromEventObservable(({input}) => livePoints(connections.feed, input, animationFrames)),
    },
  })
}

const CONNECTION_PERIOD = 30_000

function createConnectionLogic({http, links}: Connections): ConnectionLogic {
  return connected(connectionMachine)({
    actors: {
      linkChanges: fromEventObservable(() => links),
      ticks: fromEventObservable(() => pollTicks(CONNECTION_PERIOD, visibility(document))),
      loadConnection: ask(http, loadConnection),
    },
  })
}

const RECENT = 8

function createOrganisationHealthLogic(
  connections: Pick<Connections, 'http' | 'links' | 'config'>,
): OrganisationHealthLogic {
  const {http, config} = connections
  return connected(organisationHealthMachine)({
    actors: {
      ...resourceSources(connections),
      load: ask(http, async (_, {question: {organisationId}}, options) => {
        const recent = {filter: {...EVERYTHING, organisationId}, cursor: null, limit: RECENT}
        const [devices, page] = await Promise.all([
          countDevices(http, {organisationId, lateAfter: config.lateAfter}, options),
          listAudit(http, recent, options),
        ])
        return {at: Date.now(), devices, recent: page.entries}
      }),
    },
  })
}

function createSettingsFactsLogic(connections: Pick<Connections, 'http' | 'links'>): SettingsFactsLogic {
  const {http} = connections
  return connected(settingsFactsMachine)({
    actors: {
      ...resourceSources(connections),
      load: ask(http, async (_, {question: {organisationId}}, options) => {
        const owner = {kind: 'organisation', id: organisationId, organisationId} as const
        const [attributes, {devices, readings, settings}, {deliveries}, {rotas}, keys] = await Promise.all([
          listAttributes(http, {owner}, options),
          loadOverview(http, {organisationId}, options),
          listDeliveries(http, {organisationId, cursor: null}, options),
          listRotas(http, organisationId, options),
          loadApiKeys(http, organisationId, options),
        ])
        return settingsFacts({
          attributes,
          devices: withKeys(devices, keysOf(readings)),
          thresholds: settings.thresholds,
          deliveries,
          rotas: rotas.length,
          keys: keys.length,
        })
      }),
    },
  })
}
