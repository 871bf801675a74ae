import {type ComponentType, createElement} from 'react'
import {distinctUntilChanged, map, type Observable, skip, startWith} from 'rxjs'
import {fromEventObservable, fromPromise} from 'xstate'
import {LIVE_UPDATE_PERIOD, TILE_CHECK_PERIOD} from '../../../contract/limits'
import {loadPoints, loadSeries, loadStatistics} from '../../api/telemetry/telemetry'
import {deriveStatistics} from '../../domain/telemetry/derivedStatistics'
import {seriesFrom} from '../../domain/telemetry/seriesAnswer'
import {searchFromView, viewFromSearch} from '../../domain/telemetry/view'
import {chartMachine} from '../../machines/telemetry/chart'
import {type AddressChanged, type DashboardLogic, dashboardMachine} from '../../machines/telemetry/dashboard'
import {tilesMachine} from '../../machines/telemetry/tiles'
import {animationFrames} from '../../streams/telemetry/frames'
import {livePoints} from '../../streams/telemetry/livePoints'
import {minuteTicks, pollTicks} from '../../streams/ticks'
import {visibility} from '../../streams/visibility'
import {DashboardScreen} from '../../ui/telemetry/dashboard/DashboardScreen'
import {type Address, type AddressRouter, createAddress} from '../address'
import type {Connections} from '../connections'
import {createDevicesLogic} from './devices'

export function createDashboardScreen(connections: DashboardConnections): ComponentType {
  const logic = createDashboardLogic(connections)
  return () => createElement(DashboardScreen, {logic})
}

export interface DashboardConnections extends Connections {
  router: AddressRouter
}

/** The dashboard's machine with its real actors. */
function createDashboardLogic({router, ...connections}: DashboardConnections): DashboardLogic {
  const address = createAddress(router, '/dashboard')
  return dashboardMachine.provide({
    actors: {
      devices: createDevicesLogic(connections),
      chart: createChartLogic(connections),
      tiles: createTilesLogic(connections),
      addressChanges: fromEventObservable(() => addressChanges(address)),
    },
    actions: {
      showInAddress: (_, {view, history}) => address.show(searchFromView(view), {replace: history === 'replace'}),
    },
  })
}

function createChartLogic({http, feed, serverClock}: Connections): typeof chartMachine {
  return chartMachine.provide({
    actors: {
      minuteTicks: fromEventObservable(() => pollTicks(LIVE_UPDATE_PERIOD, visibility(document), serverClock.now)),
      points: fromEventObservable(({input}) => livePoints(feed, input, animationFrames)),
      loadSeries: fromPromise(async ({input: {question, capabilities}, signal}) => {
        const aggregates = capabilities.aggregation === true
        return seriesFrom(await loadSeries(http, {...question, aggregates}, {signal}), question)
      }),
    },
    actions: {logFailure: (_, {error}) => console.error('Failed to load the chart', error)},
  })
}

function createTilesLogic({http, serverClock}: Connections): typeof tilesMachine {
  return tilesMachine.provide({
    actors: {
      minuteTicks: fromEventObservable(() => minuteTicks(TILE_CHECK_PERIOD, serverClock.now)),
      loadStatistics: fromPromise(({input: {deviceId, key, zone, capabilities}, signal}) =>
        capabilities.statistics === true
          ? loadStatistics(http, {deviceId, key, zone}, {signal})
          : deriveStatistics(serverClock.now(), zone, range => loadPoints(http, {deviceId, key, ...range}, {signal})),
      ),
    },
    actions: {logFailure: (_, {error}) => console.error('Failed to load the statistics', error)},
  })
}

/** A router tells of the address that it leaves, too. */
function addressChanges(address: Address): Observable<AddressChanged> {
  return address.changes.pipe(
    startWith(address.search()),
    distinctUntilChanged(),
    skip(1),
    map(search => ({type: 'address.changed', view: viewFromSearch(search)})),
  )
}
