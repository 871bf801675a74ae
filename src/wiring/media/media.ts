import {type ComponentType, createElement} from 'react'
import {EMPTY, map} from 'rxjs'
import {fromCallback, fromEventObservable, fromPromise} from 'xstate'
import type {KeptList} from '../../../contract/rules/lists/keptList'
import {trimmed} from '../../../contract/wire/text'
import {loadRecord, saveRecord} from '../../api/console/records'
import type {Http} from '../../api/http'
import {createGroup, deleteGroup, loadGroups, renameGroup} from '../../api/media/groups'
import {pairScreen} from '../../api/media/screens'
import {devices as deviceDescription} from '../../domain/console/records/devices'
import {ASSIGNED, fulfilled, MEMBERS, PLAYLIST} from '../../domain/listRules'
import {mediaViewFromSearch, searchFromMediaView} from '../../domain/media/view'
import type {EntriesChanged} from '../../machines/entries'
import {type DeviceLabelInput, deviceLabelMachine, type StoredLabel} from '../../machines/media/deviceLabel'
import {
  type Assigned,
  type AssignedDevice,
  assignmentBatchMachine,
  groupAssignmentMachine,
} from '../../machines/media/groupAssignment'
import {type GroupsInput, groupEntriesMachine, groupsMachine} from '../../machines/media/groups'
import {assignedMachine, intentTexts, membersMachine, playlistMachine} from '../../machines/media/lists'
import {type MediaLogic, mediaMachine} from '../../machines/media/media'
import {pairingMachine} from '../../machines/media/pairing'
import type {UploadsRef} from '../../machines/media/uploads'
import {connected} from '../../machines/ports'
import type {KeySettingsQuestion, KeySettingsReceived} from '../../machines/telemetry/readings'
import {MediaScreen} from '../../ui/media/screen/MediaScreen'
import {createAddress} from '../address'
import type {AddressRouter} from '../addressZone'
import {ask} from '../ask'
import {createBatchRun} from '../batchRun'
import type {Connections} from '../connections'
import {changeList, createListLogic} from '../lists'
import {rememberDashboard} from '../rememberedDashboard'
import {submit} from '../submit'
import {createDevicesLogic} from '../telemetry/devices'
import {createDeviceStatusLogic} from './deviceStatus'
import {createPlaysLogic} from './plays'
import {createPreviewLogic, createVideoDeletionLogic, createVideosLogic, storedVideos} from './videos'

export interface MediaConnections extends Connections {
  router: AddressRouter
}

export async function createMediaScreen(connections: MediaConnections): Promise<ComponentType> {
  rememberDashboard('media')
  const uploads = await connections.uploads.open()
  const logic = {
    media: createMediaLogic(connections, uploads),
    now: connections.serverClock.now,
    plays: createPlaysLogic(connections),
    uploads,
    playlistPreview: async () => (await import('./playlistPreview')).createPlaylistPreview(connections),
  }
  return () => createElement(MediaScreen, {logic})
}

function createMediaLogic({router, ...connections}: MediaConnections, uploads: UploadsRef): MediaLogic {
  const {http} = connections
  const address = createAddress(router, '/dashboard')
  return connected(mediaMachine)({
    actors: {
      // What the screens measure is not shown, so it is not read.
      devices: createDevicesLogic(connections).provide({
        actors: {
          readings: fromCallback(() => {}),
          keySettings: fromEventObservable<KeySettingsReceived, KeySettingsQuestion>(() => EMPTY),
        },
      }),
      status: createDeviceStatusLogic(connections),
      groups: createGroupsLogic(connections),
      playlist: createListLogic(connections, {machine: playlistMachine, rules: PLAYLIST}),
      assigned: createListLogic(connections, {machine: assignedMachine, rules: ASSIGNED}),
      videos: createVideosLogic(connections),
      deletion: createVideoDeletionLogic(connections),
      storedVideos: fromEventObservable(() => storedVideos(uploads)),
      preview: createPreviewLogic(connections),
      label: createLabelLogic(http),
      pairing: connected(pairingMachine)({
        actors: {submit: submit(http, pairScreen)},
      }),
      assignment: createAssignmentLogic(http),
      addressChanges: fromEventObservable(() =>
        address.changes.pipe(map(search => ({type: 'address.changed' as const, view: mediaViewFromSearch(search)}))),
      ),
    },
    actions: {pushToUrl: (_, {view}) => address.show(searchFromMediaView(view), {replace: false})},
  })
}

function createGroupsLogic(connections: Connections): typeof groupsMachine {
  const {http} = connections
  return connected(groupsMachine)({
    actors: {
      members: createListLogic(connections, {machine: membersMachine, rules: MEMBERS}),
      entries: connected(groupEntriesMachine)({
        actors: {
          retries: connections.retries,
          changes: fromEventObservable<EntriesChanged, void>(() => EMPTY),
          load: ask(http, (_, {input}, options) => loadGroups(http, input, options)),
          save: fromPromise(async ({input: {input, loaded, row, draft}, signal}) => {
            const name = trimmed(draft.name)
            if (row === null) return [...loaded, await createEmptyGroup(http, {...input, name}, signal)]
            await renameGroup(http, {group: row, name}, {signal})
            return undefined
          }),
          remove: ask(http, async (_, {loaded, row}, options) => {
            await deleteGroup(http, row, options)
            return loaded.filter(({id}) => id !== row.id)
          }),
        },
      }),
    },
  })
}

async function createEmptyGroup(http: Http, {organisationId, name}: GroupsInput & {name: string}, signal: AbortSignal) {
  const group = await createGroup(http, {name, organisationId: organisationId ?? ''}, {signal})
  const owner = {kind: 'asset' as const, id: group.id, organisationId}
  await changeList(http, {owner, rules: MEMBERS, change: list => ({...list, items: []})}, signal)
  return group
}

/** A device is saved whole, as in the console, so that no server forgets its other fields. */
function createLabelLogic(http: Http): typeof deviceLabelMachine {
  const load = (deviceId: string, signal: AbortSignal) =>
    loadRecord(http, {description: deviceDescription, id: deviceId}, {signal})
  return connected(deviceLabelMachine)({
    actors: {
      loadLabel: fromPromise<StoredLabel, Pick<DeviceLabelInput, 'deviceId'>>(async ({input: {deviceId}, signal}) => {
        const {version, values} = await load(deviceId, signal)
        return {label: typeof values.label === 'string' ? values.label : '', version}
      }),
      saveLabel: fromPromise(async ({input: {deviceId, stored, label}, signal}) => {
        const record = await load(deviceId, signal)
        const changes = {label: label === '' ? null : label}
        await saveRecord(
          http,
          {description: deviceDescription, record: {...record, version: stored.version}, changes},
          {signal},
        )
      }),
    },
  })
}

function createAssignmentLogic(http: Http): typeof groupAssignmentMachine {
  const run = createBatchRun<AssignedDevice, Assigned>({
    act: ({id}, assigned, signal) => assign(http, {deviceId: id, assigned}, signal),
    failed: () => intentTexts.assigned.add,
  })
  return connected(groupAssignmentMachine)({actors: {batch: connected(assignmentBatchMachine)({actors: {run}})}})
}

async function assign(
  http: Http,
  {deviceId, assigned}: {deviceId: string; assigned: Assigned},
  signal: AbortSignal,
): Promise<void> {
  const owner = {kind: 'device' as const, id: deviceId, organisationId: null}
  const ids = assigned.kind === 'video' ? [assigned.videoId] : assigned.items.map(({assetId}) => assetId)
  const change = (list: KeptList<string>) =>
    fulfilled(
      ASSIGNED,
      list,
      ids.map(id => ({kind: 'add', id})),
    ).list
  await changeList(http, {owner, rules: ASSIGNED, change}, signal)
  if (assigned.kind === 'video') return
  const {items} = assigned
  await changeList(http, {owner, rules: PLAYLIST, change: list => ({...list, items})}, signal)
}
