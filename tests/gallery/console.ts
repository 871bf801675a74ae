import type {EventFromLogic, PromiseActorLogic} from 'xstate'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import type {Command} from '../../src/domain/console/command'
import type {Health} from '../../src/domain/console/health'
import type {Connection} from '../../src/domain/console/mqttDoor'
import {devices} from '../../src/domain/console/records/devices'
import {SENT_KEY, SENT_VALUES} from '../../src/domain/console/sendLines'
import type {CurrentUser} from '../../src/domain/user'
import {auditTrailMachine} from '../../src/machines/console/auditTrail'
import {bulkMachine, recordBatchMachine} from '../../src/machines/console/bulk'
import {type CommandsQuestion, commandListMachine, commandsMachine} from '../../src/machines/console/commands'
import {connectionMachine} from '../../src/machines/console/connection'
import {countsMachine} from '../../src/machines/console/counts'
import {deviceValuesMachine} from '../../src/machines/console/deviceValues'
import {namesMachine} from '../../src/machines/console/names'
import {
  type HealthQuestion,
  organisationHealthMachine,
} from '../../src/machines/console/organisation/organisationHealth'
import {provisioningProfilesMachine} from '../../src/machines/console/organisation/provisioningProfiles'
import {attributeConflictMachine} from '../../src/machines/console/record/attributeConflict'
import {attributesMachine} from '../../src/machines/console/record/attributes'
import {choicesMachine} from '../../src/machines/console/record/choices'
import {conflictMachine} from '../../src/machines/console/record/conflict'
import {credentialsMachine} from '../../src/machines/console/record/credentials'
import {deletionMachine} from '../../src/machines/console/record/deletion'
import {recordMachine} from '../../src/machines/console/record/record'
import {rescueMachine} from '../../src/machines/console/record/rescue'
import {recordListMachine} from '../../src/machines/console/recordList'
import type {Asked} from '../../src/machines/resource'
import {PULSEWALL} from '../support/offer'
import {
  ATTRIBUTES,
  AUDIT,
  BOILER,
  CELL_WORLD,
  CHANGE,
  COMMANDS,
  HEALTH,
  MQTT,
  PROFILE_ISSUED,
  RECORDS,
  REPLACED,
  SERIAL,
} from './consoleWorld'
import {type Entry, type Shown, type Step, shows, tell} from './entry'
import {type Answer, AWAY, answers, BROKEN, DONE, FORBIDDEN, PENDING, refusal, says, UNKNOWN_SERVER} from './given'
import type {Parts} from './parts'
import {pageOf} from './parts'
import {ago, LONG, NOW, PLANT_ADMIN, SYS_ADMIN} from './world'

const ORGANISATION = '/sys_admin/organisation/o-harbour'
const DEVICE = '/sys_admin/device/d-boiler'
const SENT_POINT = {ts: NOW + 1, value: SENT_VALUES.mosquitto}
const SENT = {deviceId: 'd-boiler', receivedAt: NOW + 1, points: [{...SENT_POINT, key: SENT_KEY}]}
const EDIT = '/sys_admin/device-edit/d-boiler'
const DEVICES = `${ORGANISATION}?tab=devices`
const KEYS = `${ORGANISATION}/keys`
const THEIRS = {...BOILER, version: 4, values: {...BOILER.values, name: 'Boiler 2', label: 'Hall 3'}}
const FILE = {name: 'devices.csv', columns: [], world: CELL_WORLD}
const FIRST_PAGE = {...pageOf(RECORDS.device), next: 'next', total: 1200}

const renamed = tell(recordMachine, {type: 'field.changed', name: 'name', value: 'Boiler of hall 2'})
const labelled = tell(recordMachine, {type: 'field.changed', name: 'label', value: 'Hall 2'})
const save = tell(recordMachine, {type: 'save.requested'})
const remove = tell(recordMachine, {type: 'delete.requested'})
const confirmed = tell(
  deletionMachine,
  {type: 'deletion.typed', name: 'Boiler'},
  {type: 'deletion.acknowledged', isAcknowledged: true},
  {type: 'deletion.confirmed'},
)
const typed = tell(
  attributesMachine,
  {type: 'edit.requested', attribute: SERIAL},
  {type: 'draft.changed', change: {text: 'BX-2209-115'}},
  {type: 'save.requested'},
)
const refusedSave = ({record}: Parts) => ({record: record.provide({actors: {saveRecord: answers(refusal(409))}})})
const refusedWrite = ({attributes}: Parts) => ({
  attributes: attributes.provide({actors: {writeAttribute: answers(refusal(409))}}),
})
const selected = tell(
  recordListMachine,
  {type: 'row.selected', id: 'd-boiler', isSelected: true},
  {type: 'row.selected', id: 'd-conveyor', isSelected: true},
)
const bulkDeletion = [...selected, ...tell(recordListMachine, {type: 'bulk.requested', action: 'delete'})]
const bulkAssignment = [...selected, ...tell(recordListMachine, {type: 'bulk.requested', action: 'assign'})]
const started = [
  ...bulkDeletion,
  ...tell(
    bulkMachine,
    {type: 'confirmation.typed', text: '2'},
    {type: 'consequence.acknowledged', isAcknowledged: true},
    {type: 'start.confirmed'},
  ),
]
const half = tell(recordBatchMachine, {
  type: 'items.finished',
  outcomes: [
    {id: 'd-boiler', message: null},
    {id: 'd-conveyor', message: 'The device is in use.'},
  ],
})

type Given = (parts: Parts) => Partial<Parts>

/** An entry of the console, which only an administrator of the system may open. */
const ASK = {type: 'removal.requested'} as const
const REMOVE = {type: 'removal.confirmed'} as const

const SEND = {type: 'send.requested'} as const
const NAMED = {type: 'draft.changed', change: {method: 'reboot'}} as const

const commands = (
  name: string,
  state: string,
  actors: NonNullable<Parameters<Parts['commands']['provide']>[0]['actors']>,
  steps: readonly EventFromLogic<typeof commandsMachine>[],
) =>
  entry(name, DEVICE, shows(commandsMachine, state), {
    given: parts => ({commands: parts.commands.provide({actors})}),
    steps: [...commandsLoaded, ...tell(commandsMachine, ...steps)],
  })

const commandList = (
  name: string,
  state: string,
  load: PromiseActorLogic<readonly Command[], Asked<CommandsQuestion>>,
  steps: readonly (Step | Shown)[] = [],
) =>
  entry(name, DEVICE, shows(commandListMachine, state), {
    given: parts => ({commandList: parts.commandList.provide({actors: {load}})}),
    steps,
  })
const commandsLoaded = shows(commandListMachine, 'loaded.current')
const commandsDue = [...commandsLoaded, ...tell(commandListMachine, {type: 'refresh.due'})]

const connection = (name: string, state: string, answer: Answer<Connection>) =>
  entry(name, DEVICE, shows(connectionMachine, state), {
    given: ({connection}) => ({connection: connection.provide({actors: {loadConnection: answers(answer)}})}),
  })

const rescue = (
  name: string,
  state: string,
  actors: NonNullable<Parameters<Parts['rescue']['provide']>[0]['actors']>,
  steps: readonly EventFromLogic<typeof rescueMachine>[] = [],
) =>
  entry(name, '/sys_admin/user/u-tom', shows(rescueMachine, state), {
    given: parts => ({rescue: parts.rescue.provide({actors})}),
    steps: tell(rescueMachine, ...steps),
  })

const entry = (
  name: string,
  at: string,
  shown: readonly Shown[],
  {given = () => ({}), steps = [], until = ''}: {given?: Given; steps?: readonly (Step | Shown)[]; until?: string} = {},
): Entry => ({
  name,
  at,
  steps,
  until,
  shows: shown,
  given: parts => ({
    session: parts.session.provide({actors: {loadCurrentUser: answers(SYS_ADMIN)}}),
    ...given(parts),
  }),
})

/** The same screens, as those who look after one organisation or one customer have them. */
const settings = (name: string, at: string, user: CurrentUser, until: string): Entry =>
  entry(name, at, shows(recordMachine, 'shown'), {
    given: ({session}) => ({session: session.provide({actors: {loadCurrentUser: answers(user)}})}),
    until,
  })
const OWN_ADMIN = {...PLANT_ADMIN, organisationId: 'o-harbour'}
const CUSTOMER_ADMIN = {...OWN_ADMIN, authority: 'CUSTOMER_ADMIN', customerId: 'c-north'}

/** Other secrets that an organisation may issue are of the same machine, and take no events while they are loading. */
const provisioningAlone: Given = ({link, provisioningProfiles, apiKeys}) => ({
  apiKeys: apiKeys.provide({actors: {load: answers()}}),
  link: link.provide({actors: {probeOffer: answers({...PULSEWALL, ...MQTT})}}),
  provisioningProfiles: provisioningProfiles.provide({actors: {issue: answers(PROFILE_ISSUED)}}),
})

const healthOf =
  (load: PromiseActorLogic<Health, Asked<HealthQuestion>>): Given =>
  ({organisationHealth}) => ({
    organisationHealth: organisationHealth.provide({actors: {load}}),
  })
const aMinuteLater = [
  ...shows(organisationHealthMachine, 'loaded.current'),
  ...tell(organisationHealthMachine, {type: 'refresh.due'}),
]

export const records: readonly Entry[] = [
  entry('record-loading', DEVICE, shows(recordMachine, 'loading'), {
    given: ({record}) => ({record: record.provide({actors: {loadRecord: answers()}})}),
  }),
  entry('record-failed', DEVICE, shows(recordMachine, 'failed.waiting'), {
    given: ({record}) => ({record: record.provide({actors: {loadRecord: answers(AWAY)}})}),
  }),
  entry('record-forbidden', DEVICE, shows(recordMachine, 'failed.waiting'), {
    given: ({record}) => ({record: record.provide({actors: {loadRecord: answers(FORBIDDEN)}})}),
  }),
  entry('record-retrying', DEVICE, shows(recordMachine, 'failed.retrying'), {
    given: ({record}) => ({record: record.provide({actors: {loadRecord: answers(BROKEN, PENDING)}})}),
    steps: tell(recordMachine, {type: 'retry.requested'}),
  }),
  entry('record-not-found', '/sys_admin/device/nowhere', shows(recordMachine, 'notFound')),
  entry('organisation', ORGANISATION, shows(recordMachine, 'shown')),
  entry('provisioning-none', KEYS, shows(provisioningProfilesMachine, 'shown'), {given: provisioningAlone}),
  entry('provisioning-issued', KEYS, shows(provisioningProfilesMachine, 'shown'), {
    given: provisioningAlone,
    steps: tell(provisioningProfilesMachine, {
      type: 'issue.requested',
      request: {name: PROFILE_ISSUED.secret.name, customerId: null},
    }),
    until: 'mosquitto_rr',
  }),
  entry('organisation-health', ORGANISATION, shows(organisationHealthMachine, 'loaded.current')),
  entry('organisation-health-awaiting', ORGANISATION, shows(organisationHealthMachine, 'awaitingServer'), {
    given: healthOf(answers(BROKEN)),
    steps: [...shows(organisationHealthMachine, 'failed'), ...tell(organisationHealthMachine, ...UNKNOWN_SERVER)],
  }),
  entry('organisation-health-loading', ORGANISATION, shows(organisationHealthMachine, 'loading'), {
    given: healthOf(answers()),
  }),
  entry('organisation-health-failed', ORGANISATION, shows(organisationHealthMachine, 'failed'), {
    given: healthOf(answers(BROKEN)),
  }),
  entry('organisation-health-refreshing', ORGANISATION, shows(organisationHealthMachine, 'loaded.refreshing'), {
    given: healthOf(answers(HEALTH, PENDING)),
    steps: aMinuteLater,
  }),
  entry('organisation-health-missed', ORGANISATION, shows(organisationHealthMachine, 'loaded.missed'), {
    given: healthOf(answers(HEALTH, AWAY)),
    steps: aMinuteLater,
  }),
  entry('organisation-long-name', '/sys_admin/organisation/o-long', shows(recordMachine, 'shown')),
  entry('organisation-rtl', '/sys_admin/organisation/o-rtl', shows(recordMachine, 'shown')),
  settings('settings-organisation', '/settings', OWN_ADMIN, 'Recent activity'),
  settings('settings-users', '/settings?tab=users', OWN_ADMIN, 'petra@harbour.test'),
  settings('settings-device', '/settings/device/d-boiler', OWN_ADMIN, 'Access token'),
  settings('settings-customer', '/settings', CUSTOMER_ADMIN, 'north@harbour.test'),
  settings('settings-customer-devices', '/settings?tab=devices', CUSTOMER_ADMIN, 'Conveyor'),
  settings('settings-customer-device', '/settings/device/d-boiler', CUSTOMER_ADMIN, 'Access token'),
  entry('settings-unplaced', '/settings', [], {
    given: ({session}) => ({
      session: session.provide({actors: {loadCurrentUser: answers({...PLANT_ADMIN, organisationId: null})}}),
    }),
    until: 'no organisation',
  }),
  entry('user', '/sys_admin/user/u-tom', [...shows(recordMachine, 'shown'), ...shows(rescueMachine, 'off')]),
  rescue('rescue-loading', 'loading', {loadIsOn: answers()}),
  rescue('rescue-failed', 'failed', {loadIsOn: answers(AWAY)}),
  rescue('rescue-on', 'on', {loadIsOn: answers(true)}),
  rescue('rescue-asking', 'asking', {loadIsOn: answers(true)}, [ASK]),
  rescue('rescue-removing', 'removing', {loadIsOn: answers(true), remove: answers()}, [ASK, REMOVE]),
  rescue('rescue-removed', 'removed', {loadIsOn: answers(true), remove: answers(DONE)}, [ASK, REMOVE]),
  entry('device', DEVICE, [
    ...shows(recordMachine, 'shown'),
    ...shows(attributesMachine, 'shown.idle'),
    ...shows(credentialsMachine, 'present.hidden'),
    ...shows(connectionMachine, 'watching.known'),
    ...shows(commandListMachine, 'loaded.current'),
    ...shows(commandsMachine, 'typing'),
  ]),
  entry('device-value-sent', DEVICE, shows(recordMachine, 'shown'), {
    given: ({devices, link}) => ({
      link: link.provide({actors: {probeOffer: answers({...PULSEWALL, ...MQTT})}}),
      devices: devices.provide({actors: {liveTelemetry: says({type: 'telemetry.received', updates: [SENT]})}}),
    }),
    steps: tell(deviceValuesMachine, {type: 'points.received', points: [SENT_POINT], at: SENT.receivedAt}),
    until: 'mosquitto_pub',
  }),
  entry('device-long-name', '/sys_admin/device/d-long', shows(recordMachine, 'shown')),
  entry('record-creating', '/sys_admin/device-create/o-harbour', shows(recordMachine, 'creating.typing')),
  entry('record-creating-wrong', '/sys_admin/device-create/o-harbour', shows(recordMachine, 'creating.typing'), {
    steps: save,
    until: devices.texts.required ?? '',
  }),
  entry('record-creating-sending', '/sys_admin/device-create/o-harbour', shows(recordMachine, 'creating.sending'), {
    steps: [...renamed, ...save],
  }),
  entry('record-editing', EDIT, [...shows(recordMachine, 'editing.typing'), ...shows(choicesMachine, 'loaded')]),
  entry('record-editing-sending', EDIT, shows(recordMachine, 'editing.sending'), {steps: [...renamed, ...save]}),
  entry('record-editing-failed', EDIT, shows(recordMachine, 'editing.typing'), {
    given: ({record}) => ({record: record.provide({actors: {saveRecord: answers(AWAY)}})}),
    steps: [...renamed, ...save],
    until: 'What you typed is kept.',
  }),
  entry(
    'record-comparing',
    EDIT,
    [...shows(recordMachine, 'editing.conflict'), ...shows(conflictMachine, 'comparing')],
    {
      given: refusedSave,
      steps: [...renamed, ...save],
    },
  ),
  entry('record-conflict', EDIT, shows(conflictMachine, 'choosing'), {
    given: parts => ({
      ...refusedSave(parts),
      conflict: parts.conflict.provide({actors: {loadRecord: answers(THEIRS)}}),
    }),
    steps: [...renamed, ...labelled, ...save],
    until: CHANGE.email,
  }),
  entry('record-conflict-unknown', EDIT, shows(conflictMachine, 'choosing'), {
    given: parts => ({
      ...refusedSave(parts),
      conflict: parts.conflict.provide({actors: {loadRecord: answers(THEIRS), findChange: answers(null)}}),
    }),
    steps: [...renamed, ...save],
  }),
  entry('choices-loading', EDIT, shows(choicesMachine, 'loading'), {
    given: ({choices}) => ({choices: choices.provide({actors: {listRecords: answers()}})}),
  }),
  entry('choices-settling', '/sys_admin/user-edit/u-tom', shows(choicesMachine, 'settling'), {
    steps: tell(recordMachine, {type: 'field.changed', name: 'organisationId', value: 'o-mill'}),
  }),
  entry('choices-failed', EDIT, shows(choicesMachine, 'failed.waiting'), {
    given: ({choices}) => ({choices: choices.provide({actors: {listRecords: answers(BROKEN)}})}),
  }),
  entry('choices-retrying', EDIT, shows(choicesMachine, 'failed.retrying'), {
    given: ({choices}) => ({choices: choices.provide({actors: {listRecords: answers(BROKEN, PENDING)}})}),
    steps: tell(choicesMachine, {type: 'retry.requested'}),
  }),
  entry('deletion', DEVICE, [...shows(recordMachine, 'deleting'), ...shows(deletionMachine, 'asking')], {
    steps: remove,
  }),
  entry('deletion-organisation', ORGANISATION, shows(deletionMachine, 'asking'), {steps: remove}),
  entry('deletion-sending', DEVICE, shows(deletionMachine, 'sending'), {steps: [...remove, ...confirmed]}),
  entry('deletion-failed', DEVICE, shows(deletionMachine, 'asking'), {
    given: ({deletion}) => ({deletion: deletion.provide({actors: {deleteRecord: answers(AWAY)}})}),
    steps: [...remove, ...confirmed],
    until: devices.texts.deleteFailed,
  }),
]

export const panels: readonly Entry[] = [
  entry('attributes-loading', DEVICE, shows(attributesMachine, 'loading'), {
    given: ({attributes}) => ({attributes: attributes.provide({actors: {listAttributes: answers()}})}),
  }),
  entry('attributes-failed', DEVICE, shows(attributesMachine, 'failed'), {
    given: ({attributes}) => ({attributes: attributes.provide({actors: {listAttributes: answers(BROKEN)}})}),
  }),
  entry('attributes-empty', DEVICE, shows(attributesMachine, 'shown.idle'), {
    given: ({attributes}) => ({attributes: attributes.provide({actors: {listAttributes: answers([])}})}),
  }),
  entry('attributes-refreshing', DEVICE, shows(attributesMachine, 'shown.refreshing'), {
    given: ({attributes}) => ({
      attributes: attributes.provide({actors: {listAttributes: answers(ATTRIBUTES, PENDING)}}),
    }),
    steps: tell(attributesMachine, {type: 'refresh.requested'}),
  }),
  entry('attribute-adding', DEVICE, shows(attributesMachine, 'form.typing'), {
    steps: tell(attributesMachine, {type: 'add.requested'}),
  }),
  entry('attribute-wrong', DEVICE, shows(attributesMachine, 'form.typing'), {
    steps: tell(
      attributesMachine,
      {type: 'add.requested'},
      {type: 'draft.changed', change: {key: LONG, text: ''}},
      {type: 'type.chosen', valueType: 'json'},
      {type: 'save.requested'},
    ),
  }),
  entry('attribute-sending', DEVICE, shows(attributesMachine, 'form.sending'), {steps: typed}),
  entry(
    'attribute-comparing',
    DEVICE,
    [...shows(attributesMachine, 'form.conflict'), ...shows(attributeConflictMachine, 'comparing')],
    {given: refusedWrite, steps: typed},
  ),
  entry('attribute-conflict', DEVICE, shows(attributeConflictMachine, 'choosing'), {
    given: parts => ({
      ...refusedWrite(parts),
      attributeConflict: parts.attributeConflict.provide({
        actors: {loadAttribute: answers({...SERIAL, version: 9, value: {type: 'text', value: 'CY-1'}})},
      }),
    }),
    steps: typed,
    until: CHANGE.email,
  }),
  entry('attribute-conflict-gone', DEVICE, shows(attributeConflictMachine, 'choosing'), {
    given: parts => ({
      ...refusedWrite(parts),
      attributeConflict: parts.attributeConflict.provide({actors: {loadAttribute: answers(refusal(404))}}),
    }),
    steps: typed,
    until: CHANGE.email,
  }),
  entry('attribute-deleting', DEVICE, shows(attributesMachine, 'deleting.asking'), {
    steps: tell(attributesMachine, {type: 'delete.requested', attribute: SERIAL}),
  }),
  entry('attribute-deleting-sending', DEVICE, shows(attributesMachine, 'deleting.sending'), {
    steps: tell(attributesMachine, {type: 'delete.requested', attribute: SERIAL}, {type: 'deletion.confirmed'}),
  }),
  entry('attributes-scope', DEVICE, shows(attributesMachine, 'shown.idle'), {
    steps: tell(attributesMachine, {type: 'scope.chosen', scope: ATTRIBUTE_SCOPES.client}),
  }),
  entry('credentials-loading', DEVICE, shows(credentialsMachine, 'loading'), {
    given: ({credentials}) => ({credentials: credentials.provide({actors: {loadCredentials: answers()}})}),
  }),
  entry('credentials-failed', DEVICE, shows(credentialsMachine, 'failed'), {
    given: ({credentials}) => ({credentials: credentials.provide({actors: {loadCredentials: answers(AWAY)}})}),
  }),
  entry('credentials-none', DEVICE, shows(credentialsMachine, 'none'), {
    given: ({credentials}) => ({credentials: credentials.provide({actors: {loadCredentials: answers(null)}})}),
  }),
  entry('credentials-creating', DEVICE, shows(credentialsMachine, 'creating'), {
    given: ({credentials}) => ({credentials: credentials.provide({actors: {loadCredentials: answers(null)}})}),
    steps: tell(credentialsMachine, {type: 'create.requested'}),
  }),
  entry('credentials-revealed', DEVICE, shows(credentialsMachine, 'present.revealed'), {
    steps: tell(credentialsMachine, {type: 'show.requested'}),
  }),
  entry('credentials-deleting', DEVICE, shows(credentialsMachine, 'deleting.asking'), {
    steps: tell(credentialsMachine, {type: 'delete.requested'}),
  }),
  entry('credentials-former', DEVICE, shows(credentialsMachine, 'present.hidden'), {
    given: ({credentials}) => ({credentials: credentials.provide({actors: {loadCredentials: answers(REPLACED)}})}),
  }),
  entry('credentials-replacing', DEVICE, shows(credentialsMachine, 'replacing.asking'), {
    steps: tell(credentialsMachine, {type: 'replacement.requested'}),
  }),
  entry('credentials-replacing-sending', DEVICE, shows(credentialsMachine, 'replacing.sending'), {
    given: ({credentials}) => ({credentials: credentials.provide({actors: {replaceCredentials: answers()}})}),
    steps: tell(credentialsMachine, {type: 'replacement.requested'}, {type: 'replacement.confirmed'}),
  }),
  entry('credentials-not-replaced', DEVICE, shows(credentialsMachine, 'replacing.asking'), {
    given: ({credentials}) => ({credentials: credentials.provide({actors: {replaceCredentials: answers(AWAY)}})}),
    steps: tell(credentialsMachine, {type: 'replacement.requested'}, {type: 'replacement.confirmed'}),
  }),
  entry('credentials-limiting', DEVICE, shows(credentialsMachine, 'limiting.asking'), {
    steps: tell(credentialsMachine, {type: 'life.requested'}),
  }),
  entry('credentials-limiting-sending', DEVICE, shows(credentialsMachine, 'limiting.sending'), {
    given: ({credentials}) => ({credentials: credentials.provide({actors: {setLife: answers()}})}),
    steps: tell(credentialsMachine, {type: 'life.requested'}, {type: 'life.confirmed'}),
  }),
  entry('credentials-ending-former', DEVICE, shows(credentialsMachine, 'endingFormer.asking'), {
    given: ({credentials}) => ({credentials: credentials.provide({actors: {loadCredentials: answers(REPLACED)}})}),
    steps: tell(credentialsMachine, {type: 'formerEnd.requested'}),
  }),
  entry('credentials-ending-former-sending', DEVICE, shows(credentialsMachine, 'endingFormer.sending'), {
    given: ({credentials}) => ({
      credentials: credentials.provide({actors: {loadCredentials: answers(REPLACED), endFormerToken: answers()}}),
    }),
    steps: tell(credentialsMachine, {type: 'formerEnd.requested'}, {type: 'formerEnd.confirmed'}),
  }),
  entry('connection-awaiting-server', DEVICE, shows(connectionMachine, 'awaitingLink'), {
    given: ({link}) => ({link: link.provide({actors: {liveConnection: says()}})}),
  }),
  connection('connection-reading', 'watching.reading', PENDING),
  connection('connection-ended', 'watching.known', {state: 'disconnected', since: ago(12)}),
  connection('connection-unknown', 'watching.known', {state: 'unknown', since: ago(3)}),
  connection('connection-never', 'watching.known', {state: 'never'}),
  connection('connection-unread', 'watching.unread', AWAY),
  commandList('commands-awaiting-server', 'awaitingServer', answers(BROKEN), [
    ...shows(commandListMachine, 'failed'),
    ...tell(commandListMachine, ...UNKNOWN_SERVER),
  ]),
  commandList('commands-loading', 'loading', answers(PENDING)),
  commandList('commands-failed', 'failed', answers(BROKEN)),
  commandList('commands-none', 'loaded.current', answers([])),
  commands('commands-wrong', 'typing', {}, [{type: 'draft.changed', change: {params: '{'}}, SEND]),
  commands('commands-sending', 'sending.waiting', {sendCommand: answers()}, [NAMED, SEND]),
  commands('commands-refused', 'typing', {sendCommand: answers(AWAY)}, [NAMED, SEND]),
  commandList('commands-refreshing', 'loaded.refreshing', answers(COMMANDS, PENDING), commandsDue),
  commandList('commands-missed', 'loaded.missed', answers(COMMANDS, AWAY), commandsDue),
  entry('credentials-deleting-sending', DEVICE, shows(credentialsMachine, 'deleting.sending'), {
    steps: tell(credentialsMachine, {type: 'delete.requested'}, {type: 'deletion.confirmed'}),
  }),
]

export const lists: readonly Entry[] = [
  entry('organisations', '/sys_admin', shows(recordListMachine, 'loaded.rows.current.idle')),
  entry('list-awaiting-server', DEVICES, shows(recordListMachine, 'loading.awaitingServer'), {
    given: ({link}) => ({link: link.provide({actors: {probeOffer: answers()}})}),
  }),
  entry('list-loading', DEVICES, shows(recordListMachine, 'loading.fetching'), {
    given: ({recordList}) => ({recordList: recordList.provide({actors: {loadPage: answers()}})}),
  }),
  entry('list-failed', DEVICES, shows(recordListMachine, 'failed'), {
    given: ({recordList}) => ({recordList: recordList.provide({actors: {loadPage: answers(BROKEN)}})}),
  }),
  entry('list-empty', DEVICES, shows(recordListMachine, 'loaded'), {
    given: ({recordList}) => ({recordList: recordList.provide({actors: {loadPage: answers(pageOf([]))}})}),
  }),
  entry('list-nothing-found', `${DEVICES}&q=nothing`, shows(recordListMachine, 'loaded'), {
    given: ({recordList}) => ({recordList: recordList.provide({actors: {loadPage: answers(pageOf([]))}})}),
  }),
  entry('list', DEVICES, [
    ...shows(recordListMachine, 'loaded.view.settled', 'loaded.selection.choosing'),
    ...shows(countsMachine, 'known'),
    ...shows(namesMachine, 'loaded'),
  ]),
  entry('list-counts-loading', DEVICES, shows(countsMachine, 'loading'), {
    steps: tell(countsMachine, {type: 'counts.requested'}),
  }),
  entry('list-names-loading', DEVICES, shows(namesMachine, 'loading'), {
    given: ({names}) => ({names: names.provide({actors: {loadNamed: answers()}})}),
  }),
  entry('list-names-failed', DEVICES, shows(namesMachine, 'failed'), {
    given: ({names}) => ({names: names.provide({actors: {loadNamed: answers(AWAY)}})}),
  }),
  entry('list-peek', DEVICES, shows(recordListMachine, 'loaded'), {
    steps: tell(recordListMachine, {type: 'view.changed', view: {peek: 'd-boiler'}}),
  }),
  entry('list-typing', DEVICES, shows(recordListMachine, 'loaded.view.typing', 'loaded.rows.pausing'), {
    steps: tell(recordListMachine, {type: 'search.changed', q: 'boil'}),
  }),
  entry('list-searching', DEVICES, shows(recordListMachine, 'loaded.rows.searching'), {
    given: ({recordList}) => ({
      recordList: recordList.provide({actors: {loadPage: answers(pageOf(RECORDS.device), PENDING)}}),
    }),
    steps: tell(recordListMachine, {type: 'view.changed', view: {sort: '-name'}}),
  }),
  entry('list-missed', DEVICES, shows(recordListMachine, 'loaded.rows.missed'), {
    given: ({recordList}) => ({
      recordList: recordList.provide({actors: {loadPage: answers(pageOf(RECORDS.device), BROKEN)}}),
    }),
    steps: tell(recordListMachine, {type: 'view.changed', view: {sort: '-name'}}),
  }),
  entry('list-fetching-more', DEVICES, shows(recordListMachine, 'loaded.rows.current.fetchingMore'), {
    given: ({recordList}) => ({recordList: recordList.provide({actors: {loadPage: answers(FIRST_PAGE, PENDING)}})}),
  }),
  entry('list-missed-more', DEVICES, shows(recordListMachine, 'loaded.rows.current.missedMore'), {
    given: ({recordList}) => ({recordList: recordList.provide({actors: {loadPage: answers(FIRST_PAGE, AWAY)}})}),
  }),
  entry('list-exporting', DEVICES, shows(recordListMachine, 'loaded.rows.gathering.exporting'), {
    given: ({recordList}) => ({recordList: recordList.provide({actors: {loadPage: answers(FIRST_PAGE, PENDING)}})}),
    steps: tell(recordListMachine, {type: 'export.requested', file: FILE}),
  }),
  entry('list-selecting', DEVICES, shows(recordListMachine, 'loaded.rows.gathering.selecting'), {
    given: ({recordList}) => ({recordList: recordList.provide({actors: {loadPage: answers(FIRST_PAGE, PENDING)}})}),
    steps: [...selected, ...tell(recordListMachine, {type: 'all.selected'})],
  }),
  entry('list-selected', DEVICES, shows(recordListMachine, 'loaded.selection.choosing'), {steps: selected}),
  entry(
    'bulk-asking',
    DEVICES,
    [...shows(recordListMachine, 'loaded.selection.acting'), ...shows(bulkMachine, 'asking')],
    {
      steps: bulkDeletion,
    },
  ),
  entry('bulk-listing', DEVICES, shows(bulkMachine, 'listing'), {
    given: ({bulk}) => ({bulk: bulk.provide({actors: {loadCustomers: answers()}})}),
    steps: bulkAssignment,
  }),
  entry('bulk-assigning', DEVICES, shows(bulkMachine, 'asking'), {steps: bulkAssignment}),
  entry('bulk-unlisted', DEVICES, shows(bulkMachine, 'unlisted'), {
    given: ({bulk}) => ({bulk: bulk.provide({actors: {loadCustomers: answers(BROKEN)}})}),
    steps: bulkAssignment,
  }),
  entry('bulk-going', DEVICES, [...shows(bulkMachine, 'doing'), ...shows(recordBatchMachine, 'running.going')], {
    steps: started,
  }),
  entry('bulk-cancelling', DEVICES, shows(recordBatchMachine, 'running.cancelling'), {
    steps: [...started, ...tell(recordBatchMachine, {type: 'cancel.requested'})],
  }),
  entry('bulk-finished', DEVICES, shows(recordBatchMachine, 'finished'), {
    steps: [...started, ...half, ...tell(recordBatchMachine, {type: 'run.ended'})],
  }),
]

export const audit: readonly Entry[] = [
  entry('audit', '/sys_admin/audit', shows(auditTrailMachine, 'loaded.idle')),
  entry(
    'audit-filtered',
    '/sys_admin/audit?entityType=device&action=device.updated',
    shows(auditTrailMachine, 'loaded.idle'),
  ),
  entry('audit-gathering', '/sys_admin/audit', shows(auditTrailMachine, 'loaded.gathering'), {
    steps: [...shows(auditTrailMachine, 'loaded.fetchingMore'), ...tell(auditTrailMachine, {type: 'export.requested'})],
    given: ({auditTrail}) => ({
      auditTrail: auditTrail.provide({actors: {loadPage: answers({entries: AUDIT, next: 'next'}, PENDING)}}),
    }),
  }),
  entry('audit-saved', '/sys_admin/audit', shows(auditTrailMachine, 'loaded.idle'), {
    steps: tell(auditTrailMachine, {type: 'export.requested'}),
  }),
  entry('audit-loading', '/sys_admin/audit', shows(auditTrailMachine, 'loading'), {
    given: ({auditTrail}) => ({auditTrail: auditTrail.provide({actors: {loadPage: answers()}})}),
  }),
  entry('audit-failed', '/sys_admin/audit', shows(auditTrailMachine, 'failed'), {
    given: ({auditTrail}) => ({auditTrail: auditTrail.provide({actors: {loadPage: answers(BROKEN)}})}),
  }),
  entry('audit-empty', '/sys_admin/audit', shows(auditTrailMachine, 'loaded.idle'), {
    given: ({auditTrail}) => ({
      auditTrail: auditTrail.provide({actors: {loadPage: answers({entries: [], next: null})}}),
    }),
  }),
  entry('audit-pausing', '/sys_admin/audit', shows(auditTrailMachine, 'pausing'), {
    steps: [
      ...shows(auditTrailMachine, 'loaded.idle'),
      ...tell(auditTrailMachine, {type: 'filter.changed', filter: {entityId: 'd-boiler'}}),
    ],
  }),
  entry('audit-fetching-more', '/sys_admin/audit', shows(auditTrailMachine, 'loaded.fetchingMore'), {
    given: ({auditTrail}) => ({
      auditTrail: auditTrail.provide({actors: {loadPage: answers({entries: AUDIT, next: 'next'}, PENDING)}}),
    }),
  }),
  entry('audit-missed', '/sys_admin/audit', shows(auditTrailMachine, 'loaded.missed'), {
    given: ({auditTrail}) => ({
      auditTrail: auditTrail.provide({actors: {loadPage: answers({entries: AUDIT, next: 'next'}, AWAY)}}),
    }),
  }),
]
