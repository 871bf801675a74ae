import {type ComponentType, createElement} from 'react'
import {defer, map, mergeMap, type Observable} from 'rxjs'
import {fromCallback, fromEventObservable} from 'xstate'
import {TILE_CHECK_PERIOD} from '../../../contract/limits'
import {TILE_PERIOD} from '../../../contract/rules/time/tileMinutes'
import {loadCustomerNames} from '../../api/telemetry/customers'
import {loadDeviceFacts, loadNotes, saveNotes} from '../../api/telemetry/deviceFacts'
import {readPushedStatistics} from '../../api/telemetry/telemetry'
import {telemetryOf} from '../../api/telemetry/telemetryOf'
import {mayReadCustomers} from '../../domain/telemetry/devices/deviceFacts'
import {searchFromView, viewFromSearch} from '../../domain/telemetry/view'
import {resolveRange} from '../../domain/timeRange/timeRange'
import {connected} from '../../machines/ports'
import {annotationsMachine} from '../../machines/telemetry/annotations'
import {comparisonMachine} from '../../machines/telemetry/comparison'
import {type DashboardLogic, dashboardMachine} from '../../machines/telemetry/dashboard'
import type {AddressChanged} from '../../machines/telemetry/dashboardContext'
import {detailMachine} from '../../machines/telemetry/detail'
import {navigatorMachine} from '../../machines/telemetry/navigator'
import {tilesMachine} from '../../machines/telemetry/tiles'
import {statisticsEvents} from '../../streams/telemetry/statisticsEvents'
import {minuteTicks} from '../../streams/ticks'
import {DashboardScreen} from '../../ui/telemetry/dashboard/DashboardScreen'
import {type Address, createAddress} from '../address'
import type {AddressRouter} from '../addressZone'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {fullScreenLogic} from '../fullScreen'
import {rememberDashboard} from '../rememberedDashboard'
import {createChartLogic} from './chart'
import {loadDrawn, loadDrawnAndNewest} from './chartSeries'
import {createDevicesLogic} from './devices'
import {startSmallCharts} from './sparklines'
import {unusualOf} from './usual'

export function createDashboardScreen(connections: DashboardConnections): ComponentType {
  rememberDashboard(null)
  const logic = createDashboardLogic(connections)
  return () => createElement(DashboardScreen, {logic, now: connections.serverClock.now})
}

export interface DashboardConnections extends Connections {
  router: AddressRouter
}

function createDashboardLogic({router, ...connections}: DashboardConnections): DashboardLogic {
  const address = createAddress(router, '/dashboard')
  return connected(dashboardMachine)({
    actors: {
      devices: createDevicesLogic(connections),
      chart: createChartLogic(connections, loadDrawnAndNewest),
      comparison: connected(comparisonMachine)({
        actors: {chart: createChartLogic(connections, loadDrawn, {isCompared: true})},
      }),
      navigator: connected(navigatorMachine)({
        actors: {
          alarms: fromEventObservable(() =>
            defer(() => importActiveAlarms()).pipe(mergeMap(alarms => alarms(connections))),
          ),
          maintenance: fromEventObservable(() =>
            defer(() => importMaintenance()).pipe(mergeMap(({presentMaintenance}) => presentMaintenance(connections))),
          ),
          unusual: fromEventObservable(() => unusualOf(connections)),
          loadCustomers: ask(connections.http, loadCustomerNames),
        },
      }),
      tiles: createTilesLogic(connections),
      detail: createDetailLogic(connections),
      addressChanges: fromEventObservable(() => addressChanges(address)),
    },
    actions: {
      pushToUrl: (_, {view, history}) => address.show(searchFromView(view), {replace: history === 'replace'}),
    },
  })
}

const importMaintenance = () => import('../maintenance')
const importActiveAlarms = async () => (await import('../activeAlarms')).activeAlarmsOf

function createTilesLogic({http, serverClock, feed, links, isReplay, polls}: Connections): typeof tilesMachine {
  const ticks = minuteTicks(TILE_CHECK_PERIOD, serverClock.now)
  return connected(tilesMachine)({
    actors: {
      // Played fast, the past would pass by the minutes at which the tiles are due.
      statisticsEvents: fromEventObservable(({input}) =>
        isReplay
          ? polls(TILE_PERIOD).pipe(map(() => ({type: 'statistics.due'})))
          : statisticsEvents({feed, links, ticks, now: serverClock.now, read: readPushedStatistics}, input),
      ),
      loadStatistics: ask(http, (_, {offer, ...of}, options) => telemetryOf(http, offer).statistics(of, options)),
    },
    actions: {logFailure: (_, {error}) => console.error('Failed to load the statistics', error)},
  })
}

function createDetailLogic(connections: Connections): typeof detailMachine {
  const {http, toasts} = connections
  return connected(detailMachine)({
    actors: {
      loadFacts: ask(http, (_, {deviceId, authority}, options) =>
        loadDeviceFacts(http, {deviceId, mayReadCustomer: mayReadCustomers(authority)}, options),
      ),
      maintenance: fromEventObservable(({input: {deviceId, range, zone}}) =>
        defer(() => importMaintenance()).pipe(
          mergeMap(({maintenanceOf}) =>
            maintenanceOf(connections, {deviceId, rangeAt: now => resolveRange(range, now, zone)}),
          ),
        ),
      ),
      smallCharts: fromCallback(actor => startSmallCharts(connections, actor)),
      fullScreen: fullScreenLogic,
      annotations: connected(annotationsMachine)({
        actors: {
          readNotes: ask(http, loadNotes),
          writeNotes: ask(http, saveNotes),
        },
        actions: {showOutcome: (_, {text}) => toasts.send({type: 'outcome.reported', kind: 'done', text})},
      }),
    },
    actions: {logFailure: (_, {error}) => console.error('Failed to load what surrounds the chart', error)},
  })
}

function addressChanges(address: Address): Observable<AddressChanged> {
  return address.changes.pipe(map(search => ({type: 'address.changed', view: viewFromSearch(search)})))
}
