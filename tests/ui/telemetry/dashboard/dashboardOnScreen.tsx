import {cleanup} from '@testing-library/react'
import {NEVER} from 'rxjs'
import {afterEach, beforeEach, vi} from 'vitest'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import type {TemperatureUnit} from '../../../../contract/wire/common'
import type {DeviceEntry} from '../../../../src/domain/telemetry/devices/device'
import type {PointsReceived} from '../../../../src/domain/telemetry/readings/update'
import type {Series} from '../../../../src/domain/telemetry/series/series'
import type {SeriesQuestion} from '../../../../src/domain/telemetry/series/seriesAnswer'
import type {DerivedStatistics, StatisticsEvent} from '../../../../src/domain/telemetry/series/seriesStatistics'
import {DEFAULT_VIEW} from '../../../../src/domain/telemetry/view'
import type {MinuteTicked, RawRange} from '../../../../src/domain/timeRange/timeRange'
import {chartMachine} from '../../../../src/machines/telemetry/chart'
import {type ChartFile, chartFileMachine} from '../../../../src/machines/telemetry/chartFile'
import {dashboardMachine} from '../../../../src/machines/telemetry/dashboard'
import type {AddressChanged} from '../../../../src/machines/telemetry/dashboardContext'
import {type TilesQuestion, tilesMachine} from '../../../../src/machines/telemetry/tiles'
import {timeRangeMachine} from '../../../../src/machines/timeRange'
import {Dashboard} from '../../../../src/ui/telemetry/dashboard/DashboardScreen'
import {createLiveDevices} from '../../../machines/liveDevices'
import {quietDetail} from '../../../machines/quietDetail'
import {device} from '../../../support/device'
import {USER} from '../../../support/user'
import {drawDevices, LATE_AFTER, loaded, NOW} from '../devicesOnScreen'

const DEVICES = [device('d1', ['cpu', 'load']), device('d2', ['cpu'])]
export const series = (overrides: Partial<Series> = {}): Series => ({
  points: [
    {ts: NOW - 120_000, value: 1},
    {ts: NOW - 60_000, value: 2},
  ],
  aggregation: 'none',
  window: null,
  total: 2,
  isThinned: false,
  isTruncated: false,
  gaps: [],
  ...overrides,
})
export const statistics: DerivedStatistics = {
  lastHour: {sum: 6, events: 1, average: 2, min: 1, max: 3.336},
  today: {sum: 6, events: 1, average: 20, min: 10, max: 30},
  yesterday: null,
  thisWeek: null,
  lastWeek: null,
}

interface World {
  userName?: string | null
  temperatureUnit?: TemperatureUnit
  loadDevices?: () => Promise<readonly DeviceEntry[]>
  loadSeries?: (question: SeriesQuestion) => Promise<Series>
  saveFile?: ({input}: {input: ChartFile}) => Promise<void>
  loadStatistics?: () => Promise<DerivedStatistics>
  detail?: typeof quietDetail
}

/** The real machines with fake requests, drawn. */
export function dashboardOnScreen(world: World = {}) {
  const live = createLiveDevices()
  const questions: SeriesQuestion[] = []
  const minuteTicks = fromEventObservable<MinuteTicked, void>(() => NEVER)
  const dashboard = createActor(
    dashboardMachine.provide({
      actors: {
        devices: live.logic.provide({actors: {loadDevices: fromPromise(world.loadDevices ?? (async () => DEVICES))}}),
        addressChanges: fromEventObservable<AddressChanged, void>(() => NEVER),
        chart: chartMachine.provide({
          actors: {
            minuteTicks,
            points: fromEventObservable<PointsReceived, {deviceId: string; key: string}>(() => NEVER),
            loadSeries: fromPromise(async ({input: {question}}) => {
              questions.push(question)
              return (world.loadSeries ?? (async () => series()))(question)
            }),
            timeRange: timeRangeMachine.provide({
              actors: {loadRecent: fromPromise<readonly RawRange[]>(async () => [])},
              actions: {storeRecent: () => {}},
            }),
            file: chartFileMachine.provide({
              actors: {saveFile: fromPromise(world.saveFile ?? (async () => {}))},
              actions: {logFailure: () => {}},
            }),
          },
          actions: {logFailure: () => {}},
        }),
        detail: world.detail ?? quietDetail,
        tiles: tilesMachine.provide({
          actors: {
            statisticsEvents: fromEventObservable<StatisticsEvent, TilesQuestion>(() => NEVER),
            loadStatistics: fromPromise(world.loadStatistics ?? (async () => statistics)),
          },
          actions: {logFailure: () => {}},
        }),
      },
      actions: {pushToUrl: () => {}},
    }),
    {
      input: {
        user: {...USER, name: world.userName ?? null, temperatureUnit: world.temperatureUnit ?? 'celsius'},
        view: DEFAULT_VIEW,
        zone: 'UTC',
        lateAfter: LATE_AFTER,
        now: NOW,
      },
    },
  ).start()
  return {dashboard, questions, ...drawDevices(live, <Dashboard dashboard={dashboard} />)}
}

export const loadedDashboard = (world: World = {}) => loaded(dashboardOnScreen(world))

/** jsdom lays nothing out: without a size the list has no rows in view, and without getBBox Highcharts can't write. */
export function withLayout() {
  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )
    vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800)
    Object.assign(Element.prototype, {scrollTo() {}, getBBox: () => ({x: 0, y: 0, width: 50, height: 12})})
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}
