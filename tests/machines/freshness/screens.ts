import {concat, NEVER, of} from 'rxjs'
import {type AnyActorRef, createActor, fromCallback, fromEventObservable, fromPromise} from 'xstate'
import {NO_LIST, type StoredList} from '../../../contract/rules/lists/storedList'
import type {Offer} from '../../../contract/wire/capabilities'
import type {DeviceStates} from '../../../src/domain/telemetry/devices/deviceStates'
import type {HomeView} from '../../../src/domain/telemetry/devices/homeView'
import {mostUnusualOf} from '../../../src/domain/telemetry/devices/navigatedDevices'
import {freshness} from '../../../src/domain/telemetry/readings/freshness'
import type {PointsReceived} from '../../../src/domain/telemetry/readings/update'
import {NO_SERIES, type Series} from '../../../src/domain/telemetry/series/series'
import type {SeriesQuestion} from '../../../src/domain/telemetry/series/seriesAnswer'
import type {StatisticsEvent} from '../../../src/domain/telemetry/series/seriesStatistics'
import type {Unusual, UnusualReceived} from '../../../src/domain/telemetry/usual'
import {DEFAULT_VIEW} from '../../../src/domain/telemetry/view'
import type {MinuteTicked} from '../../../src/domain/timeRange/timeRange'
import type {WallFacts} from '../../../src/domain/wall/board'
import {faceOf} from '../../../src/domain/wall/faces'
import {DEFAULT_WALL_VIEW, type WallView} from '../../../src/domain/wall/view'
import type {Wall} from '../../../src/domain/wall/walls'
import type {ListChange, ListOwner} from '../../../src/machines/listAttribute'
import {chartMachine} from '../../../src/machines/telemetry/chart'
import {dashboardMachine} from '../../../src/machines/telemetry/dashboard'
import type {AddressChanged} from '../../../src/machines/telemetry/dashboardContext'
import type {DevicesSnapshot, devicesMachine} from '../../../src/machines/telemetry/devices'
import {homeMachine} from '../../../src/machines/telemetry/home'
import {navigatorMachine} from '../../../src/machines/telemetry/navigator'
import {type TilesQuestion, tilesMachine} from '../../../src/machines/telemetry/tiles'
import {wallMachine} from '../../../src/machines/wall/wall'
import type {FactsQuestion} from '../../../src/machines/wall/wallEvents'
import {wallsMachine} from '../../../src/machines/wall/walls'
import {USER} from '../../support/user'
import {quietDetail} from '../quietDetail'
import {DEVICES} from './parts'
import {LATE_AFTER, START} from './times'
import type {OpenScreen, Painted} from './world'

export function homeOf(devices: typeof devicesMachine): OpenScreen {
  const logic = homeMachine.provide({
    actors: {
      devices,
      addressChanges: fromEventObservable<{type: 'address.changed'; view: HomeView}, void>(() => NEVER),
      loadCity: fromPromise<string | null, void>(async () => null),
      sparklines: fromCallback(() => {}),
    },
    actions: {pushToUrl: () => {}, warn: () => {}},
  })
  const input = {user: USER, view: {span: '24h' as const, statuses: []}, zone: 'UTC', lateAfter: LATE_AFTER, now: START}
  return () => {
    const home = createActor(logic, {input}).start()
    return {
      painted: () => {
        const {children, context} = home.getSnapshot()
        return [...valuesOf(children.devices?.getSnapshot()), ...devicesOf('card', context.deviceStates)]
      },
      state: () => {
        const {value, context, children} = home.getSnapshot()
        const {link, now, readings, deviceStates, counts} = context
        return [value, link, now, readings, statusesOf(deviceStates), counts, stateOf(children.devices)]
      },
      stop: () => home.stop(),
    }
  }
}

export function dashboardOf(devices: typeof devicesMachine): OpenScreen {
  const minuteTicks = fromEventObservable<MinuteTicked, void>(() => NEVER)
  const logic = dashboardMachine.provide({
    actors: {
      devices,
      detail: quietDetail,
      navigator: navigatorMachine.provide({actors: {unusual: allUnusual}}),
      addressChanges: fromEventObservable<AddressChanged, void>(() => NEVER),
      chart: chartMachine.provide({
        actors: {
          minuteTicks,
          points: fromEventObservable<PointsReceived, {deviceId: string; key: string}>(() => NEVER),
          loadSeries: fromPromise<Series, {question: SeriesQuestion; offer: Offer | null}>(async () => NO_SERIES),
        },
        actions: {logFailure: () => {}},
      }),
      tiles: tilesMachine.provide({
        actors: {
          statisticsEvents: fromEventObservable<StatisticsEvent, TilesQuestion>(() => NEVER),
          loadStatistics: fromPromise(() => new Promise(() => {})),
        },
        actions: {logFailure: () => {}},
      }),
    },
    actions: {pushToUrl: () => {}},
  })
  const view = {...DEFAULT_VIEW, deviceId: 'a', key: 'k'}
  return () => {
    const dashboard = createActor(logic, {
      input: {user: USER, view, zone: 'UTC', lateAfter: LATE_AFTER, now: START},
    }).start()
    return {
      painted: () => {
        const {children} = dashboard.getSnapshot()
        const navigator = children.navigator?.getSnapshot().context
        const lines = navigator ? devicesOf('line', navigator.deviceStates) : []
        const judged = navigator
          ? lines.flatMap(line => judgedAs(line, mostUnusualOf(navigator, line.what.replace('line ', ''))))
          : []
        return [...valuesOf(children.devices?.getSnapshot()), ...lines, ...judged]
      },
      state: () => {
        const {value, context, children} = dashboard.getSnapshot()
        const {view, now, link} = context
        const navigator = children.navigator?.getSnapshot().context
        return [
          ...[value, view.deviceId, view.key, now, link, stateOf(children.devices)],
          ...[navigator?.now, navigator?.link, navigator?.readings, navigator && statusesOf(navigator.deviceStates)],
        ]
      },
      switchDevice() {
        const {deviceId} = dashboard.getSnapshot().context.view
        dashboard.send({type: 'key.selected', deviceId: deviceId === 'a' ? 'b' : 'a', key: 'k'})
      },
      stop: () => dashboard.stop(),
    }
  }
}

/** The server has called all of them unusual, and nobody has said since that they are so no longer. */
const allUnusual = fromEventObservable<UnusualReceived, void>(() =>
  concat(
    of({
      type: 'unusual.received' as const,
      changes: DEVICES.map(({id}) => ({deviceId: id, key: 'k', since: START, score: 5})),
      isAll: true,
    }),
    NEVER,
  ),
)

/** An unusual value is painted as fresh, or as fresh at the shown moment. */
const judgedAs = (painted: Painted, unusual: Unusual | boolean | null): Painted[] =>
  unusual
    ? [{...painted, what: `unusual ${painted.what}`, freshness: painted.freshness === 'replay' ? 'replay' : 'fresh'}]
    : []

/** The latest values, wherever a screen shows them. */
function valuesOf(snapshot: DevicesSnapshot | undefined): Painted[] {
  if (snapshot === undefined) return []
  const {context} = snapshot
  return DEVICES.flatMap(({id, keys}) =>
    keys.map(key => {
      const arrival = context.readings.get(id)?.get(key)
      return {what: `value ${id}`, freshness: freshness(arrival, context), arrival}
    }),
  )
}

const devicesOf = (what: string, deviceStates: DeviceStates): Painted[] =>
  [...deviceStates].map(([id, {status, newest}]) => ({what: `${what} ${id}`, freshness: status, arrival: newest}))

export function wallOf(devices: typeof devicesMachine): OpenScreen {
  const list = wallsMachine.provide({
    actors: {
      readList: fromPromise<StoredList<Wall>, {owner: ListOwner}>(async () => NO_LIST),
      changes: fromEventObservable<ListChange<Wall>, {owner: ListOwner}>(() => NEVER),
    },
    actions: {showOutcome: () => {}},
  })
  const logic = wallMachine.provide({
    actors: {
      devices,
      walls: list,
      addressChanges: fromEventObservable<{type: 'address.changed'; view: WallView}, void>(() => NEVER),
      watching: fromEventObservable<{type: 'watching.changed'; isWatched: boolean}, void>(() => NEVER),
      loadFacts: fromPromise<WallFacts, FactsQuestion>(async () => ({thresholds: new Map(), customers: new Map()})),
      sparklines: fromCallback(() => {}),
      unusual: allUnusual,
      turns: fromEventObservable<{type: 'turn.due'}, {every: number}>(() => NEVER),
      awake: fromCallback(() => {}),
    },
    actions: {pushToUrl: () => {}, storeTurn: () => {}, warn: () => {}},
  })
  const user = {...USER, organisationId: 'o1'}
  const input = {
    user,
    view: DEFAULT_WALL_VIEW,
    zone: 'UTC',
    lateAfter: LATE_AFTER,
    now: START,
    mayReadCustomers: false,
    stored: {turn: {wall: 0, page: 0}, isPaused: false},
  }
  return () => {
    const wall = createActor(logic, {input}).start()
    wall.send({type: 'box.measured', box: {width: 1600, height: 900, screen: {width: 1920, height: 1080}}})
    return {
      painted: () => {
        const {context, children} = wall.getSnapshot()
        const {board} = context
        const faces = [true, false].flatMap(isOfKey =>
          (board.page?.tiles ?? []).flatMap(tile => {
            const face = faceOf({...tile, keys: ['k']}, board, isOfKey)
            const arrival = board.readings.get(tile.device.id)?.get('k')
            const painted = {
              what: `${isOfKey ? 'value' : 'device'} tile ${tile.id}`,
              freshness: face.freshness,
              arrival,
            }
            return [painted, ...judgedAs(painted, face.isUnusual)]
          }),
        )
        return [...valuesOf(children.devices?.getSnapshot()), ...devicesOf('device', board.deviceStates), ...faces]
      },
      state: () => {
        const {context, children} = wall.getSnapshot()
        const {link, now, readings, deviceStates, counts, page} = context.board
        return [link, now, readings, statusesOf(deviceStates), counts, page?.tiles.length, stateOf(children.devices)]
      },
      stop: () => wall.stop(),
    }
  }
}

const statusesOf = (deviceStates: DeviceStates) =>
  [...deviceStates].map(([id, {status, seenAt}]) => [id, status, seenAt])

function stateOf(ref: AnyActorRef | undefined) {
  const {value, context} = ref?.getSnapshot() ?? {}
  if (context === undefined) return null
  const {now, link, offer, readings, unreadDeviceIds} = context
  return [value, now, link, offer, readings, unreadDeviceIds]
}
