import {type ComponentType, createElement} from 'react'
import {map, NEVER, timer} from 'rxjs'
import {fromCallback, fromEventObservable} from 'xstate'
import {loadCustomerNames} from '../../api/telemetry/customers'
import {organisationsOf} from '../../domain/telemetry/devices/navigator'
import {searchFromWallView, wallViewFromSearch} from '../../domain/wall/view'
import {WALLS} from '../../domain/wall/walls'
import {type Actors, connected} from '../../machines/ports'
import {type ShownInUrl, type WallLogic, wallMachine} from '../../machines/wall/wall'
import {wallsMachine} from '../../machines/wall/walls'
import {watchingOf} from '../../streams/watching'
import type {LoadDeviceAlarms} from '../../ui/wall/DevicePanel'
import {WallScreen} from '../../ui/wall/WallScreen'
import {standingAlarmsOf} from '../activeAlarms'
import {createAddress} from '../address'
import {ask} from '../ask'
import {fullScreenLogic} from '../fullScreen'
import {keepAwake} from '../keepAwake'
import {createListLogic} from '../lists'
import {presentMaintenance} from '../maintenance'
import {rememberDashboard} from '../rememberedDashboard'
import type {DashboardConnections} from '../telemetry/dashboard'
import {createDevicesLogic} from '../telemetry/devices'
import {unusualOf} from '../telemetry/usual'
import {startHistories} from './histories'
import {createKiosk, type KioskConnections} from './kiosk'
import {createPanelSources} from './panelSources'
import {createTabStateStore, type TabStateStore} from './tabState'

export type WallConnections = DashboardConnections & KioskConnections

/** What the screens of walls have from other rooms, whose code is loaded when it is first needed. */
export interface DeviceAlarmsPart {
  deviceAlarms: LoadDeviceAlarms
}

export function createWallScreen(connections: WallConnections & DeviceAlarmsPart): ComponentType {
  rememberDashboard('wall')
  const stored = createTabStateStore()
  const parts = {
    logic: createWallLogic(connections, {
      stored,
      pathname: '/dashboard',
      walls: createListLogic(connections, {machine: wallsMachine, rules: WALLS}),
    }),
    now: connections.serverClock.now,
    kiosk: createKiosk({...connections, stored, wallChanges: NEVER}),
    alarms: connections.deviceAlarms,
    links: async () => (await import('./wallLinksDialog')).createWallLinksDialog(connections),
    viewOf: wallViewFromSearch,
    stored: stored.read,
    sources: createPanelSources(connections),
  }
  return () => createElement(WallScreen, parts)
}

interface WallParts extends Pick<Actors<WallLogic>, 'walls'> {
  stored: TabStateStore
  pathname: string
}

/** For a user, who may see the organisation's attributes. */
export function createWallLogic(
  {router, ...connections}: WallConnections,
  {stored, pathname, walls}: WallParts,
): WallLogic {
  const {http} = connections
  const address = createAddress(router, pathname)
  return createShownWallLogic(connections, stored, {
    walls,
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

interface WallReader extends Pick<Actors<WallLogic>, 'walls' | 'addressChanges' | 'loadFacts'> {
  pushToUrl(shown: ShownInUrl): void
}

/** A wall as it is for users and on screens that have a link to it: `reader` has what differs. */
export function createShownWallLogic(
  connections: Omit<WallConnections, 'router'>,
  stored: TabStateStore,
  {pushToUrl, ...reader}: WallReader,
): WallLogic {
  return connected(wallMachine)({
    actors: {
      ...reader,
      devices: createDevicesLogic(connections, {pace: 'steady', isShowingAll: true}),
      fullScreen: fullScreenLogic,
      watching: fromEventObservable(() => watchingOf(document, 'data-wall')),
      alarms: fromEventObservable(() => standingAlarmsOf(connections)),
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
