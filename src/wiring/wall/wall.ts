import {type ComponentType, createElement} from 'react'
import {distinctUntilChanged, from, map, NEVER, type Observable, startWith, timer} from 'rxjs'
import {fromCallback, fromEventObservable} from 'xstate'
import {isPulsewall} from '../../../contract/rules/offer'
import {HOUR} from '../../../contract/rules/time/durations'
import type {Milliseconds} from '../../../contract/wire/common'
import {loadCustomerNames} from '../../api/telemetry/customers'
import {loadSparklines} from '../../api/telemetry/sparklines'
import {organisationsOf} from '../../domain/telemetry/devices/navigator'
import {averagesFrom, sparklineBuckets} from '../../domain/telemetry/series/sparkline'
import {searchFromWallView, wallViewFromSearch} from '../../domain/wall/view'
import {WALLS} from '../../domain/wall/walls'
import {type Actors, connected} from '../../machines/ports'
import type {PreferencesRef} from '../../machines/preferences'
import type {SparklinesEvent} from '../../machines/telemetry/home'
import {type WallLogic, wallMachine} from '../../machines/wall/wall'
import type {HistoriesEvent, ShownInUrl} from '../../machines/wall/wallEvents'
import {wallsMachine} from '../../machines/wall/walls'
import {call} from '../../streams/call'
import {histories} from '../../streams/wall/histories'
import {watchingOf} from '../../streams/watching'
import type {LoadDeviceCard} from '../../ui/wall/DevicePanel'
import {WallScreen} from '../../ui/wall/WallScreen'
import {activeAlarmsOf} from '../activeAlarms'
import {createAddress} from '../address'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {fullScreenLogic} from '../fullScreen'
import {keepAwake} from '../keepAwake'
import {createListLogic} from '../lists'
import {presentMaintenance} from '../maintenance'
import {rememberDashboard} from '../rememberedDashboard'
import type {DashboardConnections} from '../telemetry/dashboard'
import {createDevicesLogic} from '../telemetry/devices'
import {requestsOf, type SparklinesActor, startSparklines} from '../telemetry/sparklines'
import {unusualOf} from '../telemetry/usual'
import {createKiosk, type KioskConnections} from './kiosk'
import {createPanelSources} from './panelSources'
import {createTabStateStore, type TabStateStore} from './tabState'

export type WallConnections = DashboardConnections & KioskConnections

/** What the screens of walls have from other rooms, whose code is loaded when it is first needed. */
export interface DeviceCardPart {
  deviceCard: LoadDeviceCard
}

type WallScreenConnections = WallConnections & DeviceCardPart & {preferences: PreferencesRef}

export function createWallScreen(connections: WallScreenConnections): ComponentType {
  rememberDashboard('wall')
  const stored = createTabStateStore()
  const parts = {
    logic: createWallLogic(connections, {
      stored,
      pathname: '/dashboard',
      walls: createListLogic(connections, {machine: wallsMachine, rules: WALLS}),
      firstWall: firstWallOf(connections.preferences),
    }),
    now: connections.serverClock.now,
    kiosk: createKiosk({...connections, stored, wallChanges: NEVER}),
    card: connections.deviceCard,
    links: async () => (await import('./wallLinksDialog')).createWallLinksDialog(connections),
    viewOf: wallViewFromSearch,
    stored: stored.read,
    sources: createPanelSources(connections),
  }
  return () => createElement(WallScreen, parts)
}

/** Emits the wall that the user sees first, at once and at each change. */
const firstWallOf = (preferences: PreferencesRef) =>
  from(preferences).pipe(
    startWith(preferences.getSnapshot()),
    map(({context}) => context.preferences.firstWall),
    distinctUntilChanged(),
  )

interface WallParts extends Pick<Actors<WallLogic>, 'walls'> {
  /** The name of the wall that the user sees first; null for that of the organisation. */
  firstWall: Observable<string | null>
  stored: TabStateStore
  pathname: string
}

/** For a user, who may see the organisation's attributes. */
export function createWallLogic(
  {router, ...connections}: WallConnections,
  {stored, pathname, walls, firstWall}: WallParts,
): WallLogic {
  const {http} = connections
  const address = createAddress(router, pathname)
  return createShownWallLogic(connections, stored, {
    walls,
    firstWall,
    addressChanges: fromEventObservable(() =>
      address.changes.pipe(map(search => ({type: 'address.changed' as const, view: wallViewFromSearch(search)}))),
    ),
    loadFacts: ask(http, async (_, input, options) => {
      const {devices, mayReadCustomers} = input
      const names = mayReadCustomers
        ? await loadCustomerNames(http, {organisationIds: organisationsOf(devices)}, options)
        : new Map()
      return {customers: names}
    }),
    pushToUrl: ({view, history}) => address.show(searchFromWallView(view), {replace: history === 'replace'}),
  })
}

interface WallReader
  extends Pick<Actors<WallLogic>, 'walls' | 'addressChanges' | 'loadFacts'>,
    Pick<WallParts, 'firstWall'> {
  pushToUrl(shown: ShownInUrl): void
}

/** A wall as it is for users and on screens that have a link to it: `reader` has what differs. */
export function createShownWallLogic(
  connections: Omit<WallConnections, 'router'>,
  stored: TabStateStore,
  {pushToUrl, firstWall, ...reader}: WallReader,
): WallLogic {
  return connected(wallMachine)({
    actors: {
      ...reader,
      devices: createDevicesLogic(connections, {pace: 'steady', isShowingAll: true}),
      firstWall: fromEventObservable(() => firstWall.pipe(map(first => ({type: 'firstWall.chosen' as const, first})))),
      fullScreen: fullScreenLogic,
      watching: fromEventObservable(() => watchingOf(document, 'data-wall')),
      alarms: fromEventObservable(() => activeAlarmsOf(connections)),
      maintenance: fromEventObservable(() => presentMaintenance(connections)),
      unusual: fromEventObservable(() => unusualOf(connections)),
      sparklines: fromCallback(actor => startHistories(connections, actor)),
      turns: fromEventObservable(({input: {every}}) =>
        timer(every * 1000).pipe(map(() => ({type: 'turn.due' as const}))),
      ),
      awake: fromCallback(() => keepAwake()),
    },
    actions: {
      pushToUrl: (_, shown) => pushToUrl(shown),
      storeTurn: ({context: {board}}) => stored.write({turn: board.turn, isPaused: board.isPaused}),
      warn: (_, {text, error}) => console.warn(text, error),
    },
  })
}

/** The small charts of a wall are extended live, so that they need not be fetched often. */
const PERIOD: Milliseconds = HOUR

/** Starts fetching the small charts of the page, tile by tile where the server has no call for many. */
function startHistories(
  connections: Pick<Connections, 'http' | 'serverClock' | 'polls' | 'isReplay'>,
  {input, sendBack, receive}: SparklinesActor<HistoriesEvent>,
): () => void {
  const {http, serverClock, polls, isReplay} = connections
  if (!isPulsewall(input.offer)) {
    return startSparklines(connections, {input, receive, sendBack: event => sendBack(ofOne(event))}, PERIOD)
  }
  const subscription = histories({
    ...requestsOf({input, receive}, polls(PERIOD)),
    load: requested => {
      const now = serverClock.now()
      const buckets = sparklineBuckets(now, input.span)
      // Of the past, nothing counts that came later.
      const asked = isReplay ? {...buckets, end: now} : {...buckets, hasUsual: true}
      return call(signal => loadSparklines(http, {requested, ...asked}, {signal})).pipe(
        map(found => found.map(({points, ...id}) => ({...id, averages: averagesFrom(points, buckets)}))),
      )
    },
  }).subscribe(sendBack)
  return () => subscription.unsubscribe()
}

function ofOne(event: SparklinesEvent): HistoriesEvent {
  if (event.type === 'sparkline.missed') return {type: 'histories.missed', error: event.error}
  const {deviceId, key, series} = event
  return {type: 'histories.received', found: [{deviceId, key, averages: series}]}
}
