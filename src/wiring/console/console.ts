import {type ComponentType, createElement} from 'react'
import {fromEventObservable} from 'xstate'
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
import {consolePaths} from '../../domain/console/paths'
import type {ConsoleRecord} from '../../domain/console/records/description'
import type {StoredDraft} from '../../domain/console/records/draft'
import {countsMachine} from '../../machines/console/counts'
import {type NamesLogic, namesMachine} from '../../machines/console/names'
import {type ChoicesLogic, choicesMachine} from '../../machines/console/record/choices'
import {conflictMachine} from '../../machines/console/record/conflict'
import {deletionMachine} from '../../machines/console/record/deletion'
import {type RecordLogic, type RecordPlace, recordMachine} from '../../machines/console/record/record'
import {rescueMachine} from '../../machines/console/record/rescue'
import {invitationMachine, signOutEverywhereMachine} from '../../machines/console/record/userActions'
import {connected} from '../../machines/ports'
import type {SessionRef} from '../../machines/session/session'
import {pollTicks, visibility} from '../../streams/ticks'
import {ConsoleScreen} from '../../ui/console/ConsoleScreen'
import {texts} from '../../ui/console/device/texts'
import type {ConsoleLogic} from '../../ui/console/logic'
import type {AddressRouter} from '../addressZone'
import {ask} from '../ask'
import type {Connections} from '../connections'
import type {DraftPlace, DraftsOf} from '../drafts'
import type {KeyValueStorage} from '../session/accessTokenMark'
import {submit} from '../submit'
import {createWallLinksLogic} from '../wall/wallLinks'
import {createAttributesLogic} from './attributes'
import {createAuditTrailLogic} from './auditTrail'
import {createDeviceImportLogic} from './deviceImport'
import {createConnectionLogic, createCredentialsLogic, createDeviceValuesLogic} from './devicePage'
import {createFindChange} from './editor'
import {createOrganisationHealthLogic} from './organisationHealth'
import {createRecordListLogic} from './recordList'
import {createSavedViewsLogic, createSavedViewsStore} from './savedViews'
import {createThresholdPreviewLogic, createThresholdsLogic} from './thresholds'

export interface ConsoleConnections extends Connections {
  session: SessionRef
  router: () => AddressRouter
  drafts: DraftsOf<StoredDraft>
  storage: KeyValueStorage
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
    notifications: async () => (await import('./notifications')).createNotifications(connections),
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

/** Forms for new records are kept apart by the organisation that the new record will belong to. */
const draftPlace = ({userId, description: {kind}, id, organisationId}: RecordPlace): DraftPlace => ({
  userId,
  screen: `/sys_admin/${kind}${id === null ? `-create/${organisationId}` : `/${id}`}`,
})
