import {type ComponentType, createElement} from 'react'
import {distinctUntilChanged, finalize, map, type Observable, skip, startWith} from 'rxjs'
import {fromCallback, fromEventObservable, fromPromise} from 'xstate'
import {LIVE_UPDATE_PERIOD, TILE_CHECK_PERIOD} from '../../contract/limits'
import type {LiveTelemetry} from '../../contract/live'
import {loadDevices} from '../api/devices'
import {loadPoints, loadSeries, loadStatistics} from '../api/telemetry'
import {telemetryValue} from '../api/values'
import {deriveStatistics} from '../domain/derivedStatistics'
import {seriesFrom} from '../domain/seriesAnswer'
import type {TelemetryUpdate} from '../domain/update'
import {searchFromView, viewFromSearch} from '../domain/view'
import {chartMachine} from '../machines/chart'
import {type DashboardLogic, dashboardMachine} from '../machines/dashboard'
import type {AddressChanged, TelemetryReceived} from '../machines/dashboardSetup'
import {tilesMachine} from '../machines/tiles'
import {clock} from '../streams/clock'
import {animationFrames} from '../streams/frames'
import type {LiveFeed} from '../streams/live'
import {liveTelemetry} from '../streams/liveTelemetry'
import {minuteTicks, pollTicks} from '../streams/ticks'
import {visibility} from '../streams/visibility'
import {DashboardScreen} from '../ui/dashboard/DashboardScreen'
import type {Address} from './address'
import type {Connections} from './connections'
import {startReadings} from './readings'

export function createDashboardScreen(connections: DashboardConnections): ComponentType {
  const logic = createDashboardLogic(connections)
  return () => createElement(DashboardScreen, {logic})
}

export interface DashboardConnections extends Connections {
  /** Of the screen /dashboard. */
  address: Address
}

/** The dashboard's machine with its real actors. */
function createDashboardLogic(connections: DashboardConnections): DashboardLogic {
  const {http, feed, links, address} = connections
  return dashboardMachine.provide({
    actors: {
      chart: createChartLogic(connections),
      tiles: createTilesLogic(connections),
      clock: fromEventObservable(() => clock({monotonic: () => performance.now()})),
      linkChanges: fromEventObservable(() => links),
      addressChanges: fromEventObservable(() => addressChanges(address)),
      loadDevices: fromPromise(({input: {user}, signal}) =>
        loadDevices(http, {organisationId: user.organisationId, signal}),
      ),
      liveTelemetry: fromEventObservable(() => telemetryReceived(feed)),
      subscribeTelemetry: fromPromise(async ({input}) => {
        await feed.subscribe(input.deviceIds)
      }),
      readings: fromCallback(actor => startReadings(connections, actor)),
    },
    actions: {
      showInAddress: (_, {view, history}) => address.show(searchFromView(view), {replace: history === 'replace'}),
      warn: (_, {deviceId, error}) =>
        console.warn(deviceId === null ? 'Failed to load latest values' : `Failed to enrich device ${deviceId}`, error),
      logFailure: (_, {text, error}) => console.error(text, error),
    },
  })
}

function createChartLogic({http}: Connections): typeof chartMachine {
  return chartMachine.provide({
    actors: {
      minuteTicks: fromEventObservable(() => pollTicks(LIVE_UPDATE_PERIOD, visibility(document))),
      loadSeries: fromPromise(async ({input: {question, capabilities}, signal}) => {
        const aggregates = capabilities.aggregation === true
        return seriesFrom(await loadSeries(http, {...question, aggregates}, {signal}), question)
      }),
    },
    actions: {logFailure: (_, {error}) => console.error('Failed to load the chart', error)},
  })
}

function createTilesLogic({http}: Connections): typeof tilesMachine {
  return tilesMachine.provide({
    actors: {
      minuteTicks: fromEventObservable(() => minuteTicks(TILE_CHECK_PERIOD)),
      loadStatistics: fromPromise(({input: {deviceId, key, zone, capabilities}, signal}) =>
        capabilities.statistics === true
          ? loadStatistics(http, {deviceId, key, zone}, {signal})
          : deriveStatistics(Date.now(), zone, range => loadPoints(http, {deviceId, key, ...range}, {signal})),
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

/** When nobody listens any more the server need not push. */
function telemetryReceived(feed: LiveFeed): Observable<TelemetryReceived> {
  return liveTelemetry(feed, animationFrames).pipe(
    map(({batch}): TelemetryReceived => ({type: 'telemetry.received', updates: batch.map(updateFrom)})),
    finalize(() => {
      feed.subscribe([]).catch(() => {})
    }),
  )
}

function updateFrom({device_id, received_at, points}: LiveTelemetry): TelemetryUpdate {
  return {
    deviceId: device_id,
    receivedAt: received_at,
    points: points.map(({key, ts, ...typed}) => ({key, ts, value: telemetryValue(typed)})),
  }
}
