import {type ComponentType, createElement} from 'react'
import {EMPTY, from, lastValueFrom, map, merge, mergeMap, Subject, startWith, toArray} from 'rxjs'
import {fromCallback, fromEventObservable, fromPromise} from 'xstate'
import {STATUS_CHECK_PERIOD} from '../../../contract/limits'
import {BYTE_ORDER_MARK} from '../../../contract/rules/csv'
import type {PlaylistItem} from '../../../contract/rules/lists/playlist'
import type {StoredList} from '../../../contract/rules/lists/storedList'
import {isPulsewall} from '../../../contract/rules/offer'
import type {EpochMs} from '../../../contract/wire/common'
import {trimmed} from '../../../contract/wire/text'
import {loadRecord, saveRecord} from '../../api/console/records'
import type {Http} from '../../api/http'
import {createGroup, deleteGroup, loadGroups, renameGroup} from '../../api/media/groups'
import {loadPlaylistHistory} from '../../api/media/history'
import {loadPlays, loadPlaysCsv, loadPlaysOf} from '../../api/media/plays'
import {loadScreen, loadScreens, pairScreen, playerReports} from '../../api/media/screens'
import {loadDevices} from '../../api/telemetry/devices'
import {devices as deviceDescription} from '../../domain/console/records/devices'
import type {Result} from '../../domain/failure'
import {ASSIGNED, EMERGENCIES, fulfilled, MEMBERS, OPENING_HOURS, PLAYLIST, PREPARED} from '../../domain/listRules'
import {assignedTo, type Effect, type Given} from '../../domain/media/assignment'
import {counted, ordered, type Play, playsCsv, playsFileName} from '../../domain/media/play'
import {updateFromAll} from '../../domain/media/screenReport'
import {mediaViewFromSearch, searchFromMediaView} from '../../domain/media/view'
import {resolveRange, type TimeRange} from '../../domain/timeRange/timeRange'
import type {EntriesChanged} from '../../machines/entries'
import {type DeviceFieldInput, deviceFieldMachine, type StoredField} from '../../machines/media/deviceField'
import {
  type ChecksCommand,
  type ChecksEvent,
  type ChecksInput,
  deviceStatusMachine,
} from '../../machines/media/deviceStatus'
import {emergencyMachine} from '../../machines/media/emergency'
import {
  type AssignedDevice,
  assignmentBatchMachine,
  groupAssignmentMachine,
  resultOf,
} from '../../machines/media/groupAssignment'
import {type GroupsInput, groupEntriesMachine, groupsMachine} from '../../machines/media/groups'
import {
  assignedMachine,
  emergenciesMachine,
  intentTexts,
  membersMachine,
  openingHoursListMachine,
  playlistMachine,
  preparedMachine,
} from '../../machines/media/lists'
import {type MediaLogic, mediaMachine} from '../../machines/media/media'
import {openingHoursMachine} from '../../machines/media/openingHours'
import {pairingMachine} from '../../machines/media/pairing'
import {playlistHistoryMachine} from '../../machines/media/playlistHistory'
import {type PlaysLogic, playsMachine} from '../../machines/media/plays'
import type {VideoStored} from '../../machines/media/upload'
import type {UploadsRef} from '../../machines/media/uploads'
import {connected} from '../../machines/ports'
import type {KeySettingsQuestion, KeySettingsReceived} from '../../machines/telemetry/readings'
import {call} from '../../streams/call'
import {expiries} from '../../streams/media/expiry'
import {checksOfAll, checksOneByOne} from '../../streams/media/screenChecks'
import {liveScreenUpdates} from '../../streams/media/screenUpdates'
import {animationFrames} from '../../streams/telemetry/frames'
import {pollTicks, visibility} from '../../streams/ticks'
import {download} from '../../ui/kit/text/download'
import {MediaScreen} from '../../ui/media/screen/MediaScreen'
import {browserStorage} from '../accessTokenMark'
import {createAddress} from '../address'
import type {AddressRouter} from '../addressZone'
import {ask} from '../ask'
import {createBatchRun} from '../batchRun'
import type {Connections} from '../connections'
import {createFindChange} from '../console/attributeCalls'
import {changeList, createListLogic} from '../lists'
import {rememberDashboard} from '../rememberedDashboard'
import {resourceSources} from '../resource'
import {createDevicesLogic} from '../telemetry/devices'
import {createTimeRangeLogic} from '../timeRange'
import {createFallbacksLogic} from './fallbacks'
import {
  createDeletedVideosLogic,
  createPreviewLogic,
  createVideoDeletionLogic,
  createVideosLogic,
  storedVideos,
} from './videos'

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
  const restored = new Subject<VideoStored>()
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
      deletedVideos: createDeletedVideosLogic(connections, () => restored.next({type: 'video.stored'})),
      storedVideos: fromEventObservable(() => storedVideos(uploads, restored)),
      preview: createPreviewLogic(connections),
      emergency: createEmergencyLogic(connections),
      field: createFieldLogic(connections),
      openingHours: createOpeningHoursLogic(connections),
      pairing: connected(pairingMachine)({
        actors: {pair: ask(http, pairScreen)},
      }),
      assignment: createAssignmentLogic(http),
      fallbacks: createFallbacksLogic(connections),
      history: connected(playlistHistoryMachine)({
        actors: {
          ...resourceSources(connections),
          load: ask(http, (_, {question}, options) => loadPlaylistHistory(http, question, options)),
        },
      }),
      addressChanges: fromEventObservable(() =>
        address.changes.pipe(map(search => ({type: 'address.changed' as const, view: mediaViewFromSearch(search)}))),
      ),
    },
    actions: {pushToUrl: (_, {view}) => address.show(searchFromMediaView(view), {replace: false})},
  })
}

function createEmergencyLogic(connections: Connections): typeof emergencyMachine {
  const {clock, serverClock, links} = connections
  return connected(emergencyMachine)({
    actors: {
      clock: fromEventObservable(() => clock.ticks(serverClock.now)),
      linkChanges: fromEventObservable(() => links),
      emergencies: createListLogic(connections, {machine: emergenciesMachine, rules: EMERGENCIES}),
      prepared: createListLogic(connections, {machine: preparedMachine, rules: PREPARED}),
    },
  })
}

const createOpeningHoursLogic = (connections: Connections): typeof openingHoursMachine =>
  connected(openingHoursMachine)({
    actors: {
      linkChanges: fromEventObservable(() => connections.links),
      list: createListLogic(connections, {machine: openingHoursListMachine, rules: OPENING_HOURS}),
    },
  })

function createGroupsLogic(connections: Connections): typeof groupsMachine {
  const {http, toasts} = connections
  return connected(groupsMachine)({
    actions: {showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'done', text})},
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
function createFieldLogic(connections: Pick<Connections, 'http' | 'links'>): typeof deviceFieldMachine {
  const {http} = connections
  const load = (deviceId: string, signal: AbortSignal) =>
    loadRecord(http, {description: deviceDescription, id: deviceId}, {signal})
  return connected(deviceFieldMachine)({
    actors: {
      loadField: fromPromise<StoredField, Pick<DeviceFieldInput, 'deviceId' | 'field'>>(
        async ({input: {deviceId, field}, signal}) => {
          const {version, values} = await load(deviceId, signal)
          const value = values[field]
          return {value: typeof value === 'string' ? value : '', version}
        },
      ),
      saveField: fromPromise(async ({input: {deviceId, field, stored, value}, signal}) => {
        const record = await load(deviceId, signal)
        const changes = {[field]: value === '' ? null : value}
        await saveRecord(
          http,
          {description: deviceDescription, record: {...record, version: stored.version}, changes},
          {signal},
        )
      }),
      findChange: createFindChange(connections),
    },
  })
}

function createAssignmentLogic(http: Http): typeof groupAssignmentMachine {
  const run = createBatchRun<AssignedDevice, Given>({
    act: ({id}, given, signal) => assign(http, {deviceId: id, given}, signal),
    failed: () => intentTexts.playlist.add,
  })
  return connected(groupAssignmentMachine)({actors: {batch: connected(assignmentBatchMachine)({actors: {run}})}})
}

async function assign(
  http: Http,
  {deviceId, given}: {deviceId: string; given: Given},
  signal: AbortSignal,
): Promise<Result> {
  const owner = {kind: 'device' as const, id: deviceId, organisationId: null}
  const add = given.items.map(({assetId}) => ({kind: 'add' as const, id: assetId}))
  const change = (list: StoredList<string>) => fulfilled(ASSIGNED, list, add).list
  await changeList(http, {owner, rules: ASSIGNED, change}, signal)
  let effect: Effect = {kind: 'unchanged'}
  const assignTo = (before: StoredList<PlaylistItem>) => {
    const after = assignedTo(before, given)
    effect = after.effect
    return after.list
  }
  await changeList(http, {owner, rules: PLAYLIST, change: assignTo}, signal)
  return resultOf(effect)
}

function createDeviceStatusLogic(connections: Connections): typeof deviceStatusMachine {
  const {clock, serverClock, feed, links} = connections
  return connected(deviceStatusMachine)({
    actors: {
      clock: fromEventObservable(() => clock.ticks(serverClock.now)),
      linkChanges: fromEventObservable(() => links),
      checks: fromCallback(actor => startChecks(connections, actor)),
      screenUpdates: fromEventObservable(() => liveScreenUpdates(feed.attributes, playerReports, animationFrames)),
      expiry: fromCallback(({receive, sendBack}) => {
        const awaited = new Subject<EpochMs | null>()
        receive(({at}) => awaited.next(at))
        const subscription = expiries(awaited, serverClock.now).subscribe(sendBack)
        return () => subscription.unsubscribe()
      }),
    },
    actions: {warn: (_, {error}) => console.warn('Failed to check screens', error)},
  })
}

interface ChecksActor {
  input: ChecksInput
  sendBack: (event: ChecksEvent) => void
  receive: (listener: (command: ChecksCommand) => void) => void
}

/** Asks in the way that the server offers. The returned function stops that. */
function startChecks({http}: Pick<Connections, 'http'>, {input, sendBack, receive}: ChecksActor): () => void {
  const {organisationId, deviceIds, shownDeviceIds, offer} = input
  const shown = new Subject<readonly string[]>()
  const refreshes = new Subject<void>()
  receive(command => (command.type === 'rows.shown' ? shown.next(command.deviceIds) : refreshes.next()))
  const polls = merge(refreshes, pollTicks(STATUS_CHECK_PERIOD, visibility(document)))
  const checks = isPulsewall(offer)
    ? checksOfAll({
        polls,
        load: () => call(signal => loadScreens(http, {organisationId, updateOf: updateFromAll}, {signal})),
      })
    : checksOneByOne({
        polls,
        deviceIds,
        shown: shown.pipe(startWith(shownDeviceIds)),
        load: deviceId => call(signal => loadScreen(http, {deviceId, updateOf: updateFromAll}, {signal})),
      })
  const subscription = checks.subscribe(sendBack)
  return () => subscription.unsubscribe()
}

type PlaysConnections = Pick<Connections, 'http' | 'links' | 'serverClock'>

function createPlaysLogic({http, links, serverClock}: PlaysConnections): PlaysLogic {
  return connected(playsMachine)({
    actors: {
      timeRange: createTimeRangeLogic(browserStorage()),
      linkChanges: fromEventObservable(() => links),
      loadPlays: fromPromise(async ({input: {organisationId, range: raw, zone, offer}, signal}) => {
        const readAt = serverClock.now()
        const range = resolveRange(raw, readAt, zone)
        const question = {organisationId, range}
        if (isPulsewall(offer))
          return {plays: ordered(await loadPlays(http, question, {signal})), range, readAt, isCut: false}
        const {plays, isCut} = await playsOfEach(http, question, signal)
        return {plays: ordered(counted(plays)), range, readAt, isCut}
      }),
      saveFile: fromPromise(async ({input: {organisationId, range: raw, zone, offer}, signal}) => {
        const range = resolveRange(raw, serverClock.now(), zone)
        const question = {organisationId, range}
        const text = isPulsewall(offer)
          ? await loadPlaysCsv(http, question, {signal})
          : playsCsv((await playsOfEach(http, question, signal)).plays)
        // A browser takes the mark off what it reads from the server.
        download(playsFileName(range, zone), 'text/csv', `${BYTE_ORDER_MARK}${text}`)
      }),
    },
  })
}

const AT_ONCE = 4

/** Asks for the plays of each screen by itself. */
async function playsOfEach(
  http: Http,
  {organisationId, range}: {organisationId: string; range: TimeRange},
  signal: AbortSignal,
): Promise<{plays: Play[]; isCut: boolean}> {
  const devices = await loadDevices(http, {organisationId}, {signal})
  const answers = await lastValueFrom(
    from(devices).pipe(
      mergeMap(device => loadPlaysOf(http, {device, range}, {signal}), AT_ONCE),
      toArray(),
    ),
  )
  return {plays: answers.flatMap(({plays}) => plays), isCut: answers.some(({isCut}) => isCut)}
}
