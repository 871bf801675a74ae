import {type ComponentType, createElement} from 'react'
import {defer, map, mergeMap, type Observable} from 'rxjs'
import {fromCallback, fromEventObservable, fromPromise} from 'xstate'
import {LIVE_UPDATE_PERIOD, TILE_CHECK_PERIOD} from '../../../contract/limits'
import {TILE_PERIOD} from '../../../contract/rules/time/tileMinutes'
import type {Http} from '../../api/http'
import {loadCustomerNames} from '../../api/telemetry/customers'
import {loadDeviceFacts, loadNotes, saveNotes} from '../../api/telemetry/deviceFacts'
import {loadCsv, loadPoints, loadStatistics, readPushedStatistics} from '../../api/telemetry/telemetry'
import {mayReadCustomers} from '../../domain/telemetry/devices/deviceFacts'
import {chartCsv, csvName, textsCsv, withNamedUnit} from '../../domain/telemetry/series/csv'
import {deriveStatistics} from '../../domain/telemetry/series/derivedStatistics'
import {type FetchPoints, pointsBack} from '../../domain/telemetry/series/pointsBack'
import {NO_SERIES, type Series} from '../../domain/telemetry/series/series'
import {seriesPoints} from '../../domain/telemetry/series/seriesAnswer'
import {temperatureUnitOf} from '../../domain/telemetry/temperature'
import {searchFromView, viewFromSearch} from '../../domain/telemetry/view'
import {resolveRange} from '../../domain/timeRange/timeRange'
import {connected} from '../../machines/ports'
import {annotationsMachine} from '../../machines/telemetry/annotations'
import {chartMachine} from '../../machines/telemetry/chart'
import {type ChartFile, chartFileMachine} from '../../machines/telemetry/chartFile'
import {chartShareMachine} from '../../machines/telemetry/chartShare'
import {chartZoomMachine} from '../../machines/telemetry/chartZoom'
import {comparisonMachine} from '../../machines/telemetry/comparison'
import {type DashboardLogic, dashboardMachine} from '../../machines/telemetry/dashboard'
import type {AddressChanged} from '../../machines/telemetry/dashboardContext'
import {detailMachine} from '../../machines/telemetry/detail'
import {navigatorMachine} from '../../machines/telemetry/navigator'
import {tilesMachine} from '../../machines/telemetry/tiles'
import {animationFrames} from '../../streams/telemetry/frames'
import {livePoints} from '../../streams/telemetry/livePoints'
import {statisticsEvents} from '../../streams/telemetry/statisticsEvents'
import {minuteTicks} from '../../streams/ticks'
import {download} from '../../ui/kit/text/download'
import {DashboardScreen} from '../../ui/telemetry/dashboard/DashboardScreen'
import {type Address, createAddress} from '../address'
import type {AddressRouter} from '../addressZone'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {fullScreenLogic} from '../fullScreen'
import {browserStorage} from '../session/accessTokenMark'
import {rememberDashboard} from '../session/rememberedDashboard'
import {createTimeRangeLogic} from '../timeRange'
import {loadDrawn, loadDrawnAndNewest} from './chartSeries'
import {createDevicesLogic} from './devices'
import {pngOf} from './picture'
import {startSmallCharts} from './sparklines'

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
      comparison: connected(comparisonMachine)({actors: {chart: createChartLogic(connections, loadDrawn)}}),
      navigator: connected(navigatorMachine)({
        actors: {
          alarms: fromEventObservable(() =>
            defer(() => importStandingAlarms()).pipe(mergeMap(alarms => alarms(connections))),
          ),
          maintenance: fromEventObservable(() =>
            defer(() => importMaintenance()).pipe(mergeMap(({presentMaintenance}) => presentMaintenance(connections))),
          ),
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

const importMaintenance = () => import('./maintenance')
const importStandingAlarms = async () => (await import('./standingAlarms')).standingAlarmsOf

function createChartLogic({http, feed, retries, polls}: Connections, load: typeof loadDrawn): typeof chartMachine {
  return connected(chartMachine)({
    actors: {
      minuteTicks: fromEventObservable(() => polls(LIVE_UPDATE_PERIOD)),
      points: fromEventObservable(({input}) => livePoints(feed, input, animationFrames)),
      loadSeries: ask(http, load),
      zoom: connected(chartZoomMachine)({
        actors: {
          retries,
          loadSeries: ask(http, loadDrawn),
        },
        actions: {logFailure: (_, {error}) => console.error('Failed to load the points in view', error)},
      }),
      timeRange: createTimeRangeLogic(browserStorage()),
      share: connected(chartShareMachine)({
        actors: {
          // A page that was not loaded securely has no clipboard, which rejects here like a refusal.
          copyText: fromPromise(({input: {text}}) => navigator.clipboard.writeText(text)),
          savePicture: fromPromise(async ({input}) => download(input.name, 'image/png', await pngOf(input))),
        },
        actions: {logFailure: (_, {error}) => console.error('Failed to save the picture of the chart', error)},
      }),
      file: connected(chartFileMachine)({
        actors: {
          saveFile: fromPromise(async ({input, signal}) => {
            const {deviceId, key} = input.question
            download(csvName(deviceId, key), 'text/csv', await fileOf(http, input, signal))
          }),
        },
        actions: {logFailure: (_, {error}) => console.error('Failed to save the chart', error)},
      }),
    },
    actions: {logFailure: (_, {error}) => console.error('Failed to load the chart', error)},
  })
}

/** A server with the addition `csv` sends any number of points. From others the newest hundred thousand are fetched. */
const FILE_PAGES = 100

async function fileOf(http: Http, {question, capabilities, series, unit}: ChartFile, signal: AbortSignal) {
  const {key, zone} = question
  const fetch: FetchPoints = range => loadPoints(http, {...question, ...range}, {signal})
  // Of values that are no longer kept, more than what is drawn can't be had.
  const isWhole =
    series.aggregation !== 'none' || series.rollupsUntil !== undefined || !(series.isThinned || series.isTruncated)
  if (capabilities.csv === true && (!isWhole || series.states !== undefined)) {
    const file = await loadCsv(http, {...question, unit: temperatureUnitOf(unit)}, {signal})
    return withNamedUnit(file, key, unit)
  }
  if (series.states !== undefined) {
    const {points, since} = await pointsBack(question, fetch, {pages: FILE_PAGES})
    return textsCsv(key, points, {zone, isTruncated: since > question.start})
  }
  return chartCsv(key, isWhole ? series : await allPoints(), unit, zone)

  async function allPoints(): Promise<Series> {
    const {points, since} = await pointsBack(question, fetch, {pages: FILE_PAGES})
    const numbers = seriesPoints(points)
    return {...NO_SERIES, points: numbers, total: numbers.length, isTruncated: since > question.start}
  }
}

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
      loadStatistics: ask(http, (_, {deviceId, key, zone, capabilities}, options) =>
        capabilities.statistics === true
          ? loadStatistics(http, {deviceId, key, zone}, options)
          : deriveStatistics(serverClock.now(), zone, range => loadPoints(http, {deviceId, key, ...range}, options)),
      ),
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
