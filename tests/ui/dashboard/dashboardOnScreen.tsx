import {MantineProvider} from '@mantine/core'
import {act, cleanup, configure, render} from '@testing-library/react'
import {afterEach, beforeEach, vi} from 'vitest'
import {createActor, fromCallback, fromEventObservable, fromPromise} from 'xstate'
import type {TileStatistics} from '../../../contract/telemetry'
import type {TemperatureUnit} from '../../../contract/temperatureUnit'
import type {DeviceEntry} from '../../../src/domain/device'
import type {LinkState} from '../../../src/domain/link'
import type {Reading} from '../../../src/domain/reading'
import type {Series} from '../../../src/domain/series'
import type {SeriesQuestion} from '../../../src/domain/seriesAnswer'
import {DEFAULT_VIEW} from '../../../src/domain/view'
import {chartMachine} from '../../../src/machines/chart'
import {dashboardMachine} from '../../../src/machines/dashboard'
import {tilesMachine} from '../../../src/machines/tiles'
import {Dashboard} from '../../../src/ui/dashboard/DashboardScreen'

export const NOW = Date.UTC(2026, 2, 4, 12, 30)
export const LATE_AFTER = 90_000

export const device = (id: string, keys: readonly string[] = ['cpu'], name = `Device ${id}`): DeviceEntry => ({
  id,
  name,
  label: null,
  type: null,
  keys,
  isRead: true,
})
export const reading = (value: Reading['value'], receivedAt: number | null = NOW): Reading => ({
  value,
  ts: NOW,
  receivedAt,
})
export const series = (overrides: Partial<Series> = {}): Series => ({
  points: [
    {ts: NOW - 120_000, value: 1},
    {ts: NOW - 60_000, value: 2},
  ],
  aggregation: 'none',
  total: 2,
  isThinned: false,
  isTruncated: false,
  gaps: [],
  ...overrides,
})
export const statistics: TileStatistics = {
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
  loadStatistics?: () => Promise<TileStatistics>
}

const silent = () => ({subscribe: () => ({unsubscribe: () => {}})})

/** The real machines with what they ask for faked, drawn; events stand in for the link, the clock and the socket. */
export function dashboardOnScreen(world: World = {}) {
  const questions: SeriesQuestion[] = []
  const minuteTicks = fromEventObservable<{type: 'minute.ticked'; at: number}, void>(silent)
  const dashboard = createActor(
    dashboardMachine.provide({
      actors: {
        clock: fromEventObservable(silent),
        linkChanges: fromEventObservable(silent),
        addressChanges: fromEventObservable(silent),
        liveTelemetry: fromEventObservable(silent),
        loadDevices: fromPromise(world.loadDevices ?? (async () => [device('d1', ['cpu', 'load']), device('d2')])),
        subscribeTelemetry: fromPromise(async () => {}),
        readings: fromCallback(() => {}),
        chart: chartMachine.provide({
          actors: {
            minuteTicks,
            loadSeries: fromPromise(async ({input: {question}}) => {
              questions.push(question)
              return (world.loadSeries ?? (async () => series()))(question)
            }),
          },
          actions: {logFailure: () => {}},
        }),
        tiles: tilesMachine.provide({
          actors: {minuteTicks, loadStatistics: fromPromise(world.loadStatistics ?? (async () => statistics))},
          actions: {logFailure: () => {}},
        }),
      },
      actions: {showInAddress: () => {}, warn: () => {}, logFailure: () => {}},
    }),
    {
      input: {
        user: {
          id: 'u',
          email: 'noc@demo.test',
          name: world.userName ?? null,
          authority: 'ORGANISATION_ADMIN',
          organisationId: 'o',
          customerId: null,
          temperatureUnit: world.temperatureUnit ?? 'celsius',
        },
        view: DEFAULT_VIEW,
        zone: 'UTC',
        lateAfter: LATE_AFTER,
      },
    },
  ).start()
  const screen = render(
    <MantineProvider>
      <Dashboard dashboard={dashboard} />
    </MantineProvider>,
  )
  const tell = (...events: Parameters<typeof dashboard.send>[0][]) => act(async () => events.forEach(dashboard.send))
  return {
    dashboard,
    questions,
    ...screen,
    tell,
    linkIs: (link: LinkState) => tell({type: 'link.changed', link, capabilities: {}}),
    clockIs: (at: number) => tell({type: 'clock.ticked', at}),
    read: (deviceId: string, key: string, latest: Reading) =>
      tell({
        type: 'readings.received',
        readings: new Map([[deviceId, new Map([[key, latest]])]]),
        keys: new Map(),
      }),
  }
}

/** A loaded dashboard at NOW with its link up. */
export async function loadedDashboard(world: World = {}) {
  const shown = dashboardOnScreen(world)
  await shown.clockIs(NOW)
  await shown.linkIs({kind: 'polling'})
  await act(async () => {})
  return shown
}

// What is hidden is not told from the rest by role: jsdom takes seconds to find out.
configure({defaultHidden: true})

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
