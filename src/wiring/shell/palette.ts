import {type ComponentType, createElement} from 'react'
import {catchError, concat, from, map, mergeMap, type Observable, of, scan, switchMap, take} from 'rxjs'
import {fromEventObservable} from 'xstate'
import {isPulsewall} from '../../../contract/rules/offer'
import {listAlarms} from '../../api/alarms/alarms'
import {listRecords} from '../../api/console/records'
import type {Http} from '../../api/http'
import {loadDevices} from '../../api/telemetry/devices'
import {loadKeys, loadLatestOfMany} from '../../api/telemetry/telemetry'
import type {Alarm} from '../../domain/alarm'
import {EVERY_ALARM, STATES_OF_TAB} from '../../domain/alarms/filter'
import {organisations} from '../../domain/console/records/organisations'
import {hasOverview} from '../../domain/landing'
import {isServerKnown} from '../../domain/link'
import {may} from '../../domain/rights'
import type {PaletteAction, PaletteEntry, PalettePart, PaletteParts} from '../../domain/shell/palette'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import type {CurrentUser} from '../../domain/user'
import {connected} from '../../machines/ports'
import type {PreferencesRef} from '../../machines/preferences'
import type {SessionRef} from '../../machines/session'
import {type EntriesEvent, type PaletteLogic, paletteMachine} from '../../machines/shell/palette'
import type {ShellRef} from '../../machines/shell/shell'
import {call} from '../../streams/call'
import {Palette} from '../../ui/shell/palette/Palette'
import {texts} from '../../ui/shell/palette/texts'
import type {KeyValueStorage} from '../accessTokenMark'
import type {AddressRouter} from '../addressZone'
import type {Connections} from '../connections'
import {offeredIn} from '../links'
import {alarmEntries, deviceEntries, keyEntries, organisationEntries, placeEntries} from './paletteEntries'

export interface PaletteConnections extends Pick<Connections, 'config' | 'http' | 'links' | 'toasts'> {
  session: SessionRef
  shell: ShellRef
  preferences: PreferencesRef
  storage: KeyValueStorage
  router: () => AddressRouter
}

/** The palette. What it has loaded is cached for the next time that it is opened by the same user. */
export function createPalette(connections: PaletteConnections): ComponentType {
  const {session, shell, storage} = connections
  const user = () => session.getSnapshot().context.user
  let cached: {userId: string; parts: PaletteParts} | null = null
  const logic: PaletteLogic = connected(paletteMachine)({
    actors: {entries: fromEventObservable(() => allEntries(connections, user()))},
    actions: {
      storeParts({context: {parts}}) {
        cached = {userId: user()?.id ?? '', parts}
      },
      storeRecent: ({context}) => storage.setItem(recentOf(user()), JSON.stringify(context.recent)),
      leave: () => shell.send({type: 'palette.closed'}),
      perform: (_, {action}) => perform(connections, action),
    },
  })
  const inputOf = () => ({
    parts: cached !== null && cached.userId === user()?.id ? cached.parts : {},
    query: shell.getSnapshot().context.typed,
    recent: readRecent(storage.getItem(recentOf(user()))),
  })
  return () => createElement(Palette, {logic, inputOf})
}

const recentOf = (user: CurrentUser | null): string => `pulsewall.palette.${user?.id ?? ''}`

function readRecent(stored: string | null): readonly string[] {
  try {
    const recent: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(recent) ? recent.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}

function perform({router, preferences, shell, toasts}: PaletteConnections, action: PaletteAction | undefined): void {
  switch (action?.type) {
    case undefined:
      return
    case 'go':
      if (action.to === '/docs') window.open(action.to, '_blank', 'noreferrer')
      else router().navigate(action.to, {replace: action.to === '/logout'})
      return
    case 'change':
      preferences.send({type: 'preferences.changed', change: action.change})
      return
    case 'showKeys':
      shell.send({type: 'help.requested'})
      return
    case 'copyLink':
      copyLink().then(
        () => toasts.send({type: 'outcome.reported', kind: 'done', text: texts.copied}),
        () => toasts.send({type: 'outcome.reported', kind: 'failed', text: texts.notCopied}),
      )
      return
    default:
      action satisfies never
  }
}

/** On plain HTTP browsers have no clipboard, and reading it throws. */
async function copyLink(): Promise<void> {
  await navigator.clipboard.writeText(window.location.href)
}

/** Emits what is known at once, then each part as it arrives. A part that fails does not hold up the others. */
function allEntries(
  {http, links, session, config}: PaletteConnections,
  user: CurrentUser | null,
): Observable<EntriesEvent> {
  if (user === null) return of({type: 'entries.complete'})
  const {organisationId, authority} = user
  const devices = call(signal => loadDevices(http, {organisationId}, {signal}))
  const organisationList = may(authority, 'organisation.list')
    ? part(
        'organisations',
        call(signal => listRecords(http, {description: organisations, organisationId: ''}, {signal})).pipe(
          map(list => organisationEntries(list, user)),
        ),
      )
    : of()
  return concat(
    of({
      type: 'entries.loaded',
      part: 'places',
      entries: placeEntries(user, offeredIn(session), {
        hasOverview: hasOverview(user.organisationId, config),
      }),
    } as const),
    isPulsewall(offeredIn(session)) ? part('alarms', activeAlarms(http).pipe(map(alarmEntries))) : of(),
    organisationList,
    devices.pipe(
      switchMap(list =>
        concat(
          of({type: 'entries.loaded', part: 'devices', entries: deviceEntries(list, user)} as const),
          part('keys', keysOf({http, links}, list, organisationId).pipe(map(keys => keyEntries(list, keys)))),
        ),
      ),
      catchError(() => of({type: 'entries.failed', part: 'devices'} as const)),
    ),
    of({type: 'entries.complete'} as const),
  )
}

/** The first page of them is enough to be found by name. */
const activeAlarms = (http: Http): Observable<readonly Alarm[]> =>
  call(signal => listAlarms(http, {filter: EVERY_ALARM, states: STATES_OF_TAB.active, cursor: null}, {signal})).pipe(
    map(({alarms}) => alarms),
  )

function part(name: PalettePart, entries: Observable<readonly PaletteEntry[]>): Observable<EntriesEvent> {
  return entries.pipe(
    map(loaded => ({type: 'entries.loaded', part: name, entries: loaded}) as const),
    catchError(() => of({type: 'entries.failed', part: name} as const)),
  )
}

type Keys = ReadonlyMap<string, readonly string[]>

/** A server that can't tell the keys of all devices in one call is asked for those of the first few alone. */
function keysOf(
  {http, links}: Pick<Connections, 'http' | 'links'>,
  devices: readonly DeviceEntry[],
  organisationId: string | null,
): Observable<Keys> {
  const ofAll = call(signal => loadLatestOfMany(http, {organisationId}, {signal})).pipe(
    map((latest): Keys => new Map([...latest].map(([id, readings]) => [id, [...readings.keys()]]))),
  )
  const ofSome = from(devices.slice(0, ASKED_ONE_BY_ONE)).pipe(
    mergeMap(
      ({id}) =>
        call(signal => loadKeys(http, {deviceId: id}, {signal})).pipe(
          map((keys): [string, readonly string[]] => [id, keys]),
        ),
      2,
    ),
    scan((keys: Keys, [id, found]) => new Map([...keys, [id, found]]), new Map()),
  )
  return links.pipe(
    take(1),
    switchMap(known => (isServerKnown(known) && isPulsewall(known.offer) ? ofAll : ofSome)),
  )
}

const ASKED_ONE_BY_ONE = 20
