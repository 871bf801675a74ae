import {NEVER, Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, type EventFromLogic, fromEventObservable} from 'xstate'
import {LIVE, OFFLINE, POLLING, RECONNECTING} from '../../../src/domain/link'
import type {DeviceEntry} from '../../../src/domain/telemetry/devices/device'
import {DEFAULT_NAVIGATOR} from '../../../src/domain/telemetry/devices/navigatorView'
import type {PointsReceived} from '../../../src/domain/telemetry/readings/update'
import {NO_SERIES, type Series} from '../../../src/domain/telemetry/series/series'
import type {DerivedStatistics, StatisticsEvent} from '../../../src/domain/telemetry/series/seriesStatistics'
import {type DashboardView, DEFAULT_VIEW} from '../../../src/domain/telemetry/view'
import type {MinuteTicked} from '../../../src/domain/timeRange/timeRange'
import {chartMachine} from '../../../src/machines/telemetry/chart'
import {dashboardMachine} from '../../../src/machines/telemetry/dashboard'
import type {AddressChanged, ShownInUrl} from '../../../src/machines/telemetry/dashboardContext'
import {type TilesQuestion, tilesMachine} from '../../../src/machines/telemetry/tiles'
import {device} from '../../support/device'
import {PULSEWALL} from '../../support/offer'
import {USER} from '../../support/user'
import {statesOf} from '../adjacency'
import {createCalls, settled} from '../calls'
import {createLiveDevices, NOW} from '../liveDevices'
import {quietDetail} from '../quietDetail'

const NO_STATISTICS: DerivedStatistics = {lastHour: null, today: null, yesterday: null, thisWeek: null, lastWeek: null}
const DEVICES = [device('a'), device('b')]

interface Overrides {
  view?: Partial<DashboardView>
}

function createDashboardActor({view = {}}: Overrides = {}) {
  const live = createLiveDevices()
  const addresses = new Subject<AddressChanged>()
  const series = createCalls<Series, Parameters<typeof Object>[0]>()
  const statistics = createCalls<DerivedStatistics, Parameters<typeof Object>[0]>()
  const shown: ShownInUrl[] = []
  const points = new Subject<PointsReceived>()
  const listenedFor: unknown[] = []
  const {logged} = live

  const minuteTicks = fromEventObservable<MinuteTicked, void>(() => NEVER)
  const chart = chartMachine.provide({
    actors: {
      minuteTicks,
      points: fromEventObservable<PointsReceived, {deviceId: string; key: string}>(({input}) => {
        listenedFor.push(input)
        return points
      }),
      loadSeries: series.logic,
    },
    actions: {logFailure: (_, {error}) => logged.push(error)},
  })
  const tiles = tilesMachine.provide({
    actors: {
      statisticsEvents: fromEventObservable<StatisticsEvent, TilesQuestion>(() => NEVER),
      loadStatistics: statistics.logic,
    },
    actions: {logFailure: (_, {error}) => logged.push(error)},
  })
  const dashboard = createActor(
    dashboardMachine.provide({
      actors: {
        devices: live.logic,
        chart,
        tiles,
        detail: quietDetail,
        addressChanges: fromEventObservable(() => addresses),
      },
      actions: {pushToUrl: (_, params) => shown.push(params)},
    }),
    {input: {user: USER, view: {...DEFAULT_VIEW, ...view}, zone: 'UTC', lateAfter: 90_000, now: NOW}},
  ).start()
  live.tick()

  const send = (event: EventFromLogic<typeof dashboardMachine>) => dashboard.send(event)
  const context = () => dashboard.getSnapshot().context
  const selected = () => [context().view.deviceId, context().view.key]
  const drawn = () => dashboard.getSnapshot().children.chart?.getSnapshot().context
  const addressed = (next: Partial<DashboardView>) =>
    addresses.next({type: 'address.changed', view: {...DEFAULT_VIEW, ...next}})
  const enriched = (deviceId: string, ...keys: string[]) =>
    live.readings.say({type: 'readings.received', at: NOW, readings: new Map(), keys: new Map([[deviceId, keys]])})
  return {
    ...live,
    dashboard,
    series,
    statistics,
    shown,
    points,
    listenedFor,
    devices: () => dashboard.getSnapshot().children.devices,
    send,
    context,
    selected,
    drawn,
    addressed,
    enriched,
  }
}

/** The list is loaded; the server has everything and its socket is open. */
async function createLoadedDashboard(overrides: Overrides = {}, devices: readonly DeviceEntry[] = DEVICES) {
  const world = createDashboardActor(overrides)
  world.link(LIVE)
  await world.list.answer(devices)
  await world.subscriptions.answer()
  await world.overviews.fail()
  return world
}

async function createPolledDashboard(overrides: Overrides = {}) {
  const world = createDashboardActor(overrides)
  world.link(POLLING, 'specified')
  await world.list.answer(DEVICES)
  return world
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('shows all statistics, and the few again, in the address without a step for Back', async () => {
  const {send, shown, context} = await createLoadedDashboard()
  send({type: 'statistics.toggled'})
  expect([context().view.statistics, shown.at(-1)]).toEqual(['all', {view: context().view, history: 'replace'}])
  send({type: 'statistics.toggled'})
  expect(context().view.statistics).toBe('few')
})

describe('the devices', () => {
  it('are loaded before anything can be selected', async () => {
    const {dashboard, send, selected, shown, link, list, context} = createDashboardActor()
    send({type: 'device.selected', deviceId: 'a'})
    send({type: 'key.selected', deviceId: 'a', key: 'k'})
    expect([dashboard.getSnapshot().value, selected(), shown]).toEqual(['loading', [null, null], []])
    link(LIVE)
    await list.answer(DEVICES)
    expect([dashboard.getSnapshot().matches('loaded'), context().devices]).toEqual([true, DEVICES])
  })

  it('are selectable once a list that could not be loaded is', async () => {
    const {dashboard, devices, list, link, send, selected} = createDashboardActor()
    link(LIVE)
    await list.fail()
    expect(dashboard.getSnapshot().value).toBe('loading')
    devices()?.send({type: 'retry.requested'})
    await list.answer(DEVICES)
    send({type: 'device.selected', deviceId: 'b'})
    expect(selected()).toEqual(['b', null])
  })

  it('have the selected one read first', async () => {
    const {send, devices, readings} = await createPolledDashboard()
    devices()?.send({type: 'rows.shown', deviceIds: ['b']})
    send({type: 'device.selected', deviceId: 'b'})
    expect(readings.heard.slice(1)).toEqual([
      {type: 'rows.shown', deviceIds: ['a']},
      {type: 'rows.shown', deviceIds: ['a', 'b']},
      {type: 'rows.shown', deviceIds: ['b']},
    ])
  })

  it('have the one that the address names read first', async () => {
    const {readings} = await createPolledDashboard({view: {deviceId: 'b'}})
    expect(readings.heard).toMatchObject([{shownDeviceIds: ['b']}])
  })

  it('tell nothing of values as they are pushed', async () => {
    const {dashboard, push} = await createLoadedDashboard({view: {deviceId: 'a', key: 'k'}}, [device('a', ['k'])])
    const snapshots: unknown[] = []
    dashboard.subscribe(snapshot => snapshots.push(snapshot))
    push('a', 'k')
    push('a', 'k', NOW + 1)
    expect(snapshots).toEqual([])
  })

  it('outlive streams that break', async () => {
    const {dashboard, clock, links, telemetry} = await createLoadedDashboard()
    for (const stream of [clock, links, telemetry]) stream.error(new Error('broken'))
    expect([dashboard.getSnapshot().status, dashboard.getSnapshot().matches('loaded')]).toEqual(['active', true])
  })
})

describe('the selection', () => {
  it('is by itself the first device and its first key, without a step back to before', async () => {
    const {selected, shown, enriched, drawn} = await createLoadedDashboard()
    expect([selected(), shown]).toEqual([['a', null], []])
    enriched('b', 'x')
    expect(selected()).toEqual(['a', null])
    enriched('a', 'l', 'k')
    expect([selected(), drawn()?.key]).toEqual([['a', 'k'], 'k'])
    expect(shown).toEqual([{view: {...DEFAULT_VIEW, deviceId: 'a', key: 'k'}, history: 'replace'}])
  })

  it('is nothing without devices', async () => {
    const {dashboard, selected, shown} = await createLoadedDashboard({}, [])
    expect([dashboard.getSnapshot().matches({loaded: 'none'}), selected(), shown]).toEqual([true, [null, null], []])
  })

  it('is what the address says', async () => {
    const {selected, shown, drawn} = await createLoadedDashboard({
      view: {deviceId: 'b', key: 'k', aggregation: 'max', live: false},
    })
    expect([selected(), shown]).toEqual([['b', 'k'], []])
    expect(drawn()).toMatchObject({deviceId: 'b', key: 'k', aggregation: 'max', pausedAt: NOW})
  })

  it('is a device alone when the address names no key', async () => {
    const {dashboard, selected, enriched} = await createLoadedDashboard({view: {deviceId: 'b'}})
    enriched('b', 'k')
    expect(selected()).toEqual(['b', null])
    expect(dashboard.getSnapshot().matches({loaded: 'device'})).toBe(true)
  })

  it('falls back to the first when the address names an unknown device', async () => {
    const {selected, enriched, shown, addressed} = await createLoadedDashboard({view: {deviceId: 'gone', key: 'k'}})
    enriched('a', 'k')
    expect([selected(), shown.length]).toEqual([['a', 'k'], 1])
    addressed({deviceId: 'a', key: 'k'})
    expect([selected(), shown.length]).toEqual([['a', 'k'], 1])
  })

  it('of a device clears the key', async () => {
    const {dashboard, send, selected, shown} = await createLoadedDashboard({view: {deviceId: 'a', key: 'k'}})
    send({type: 'device.selected', deviceId: 'a'})
    expect([selected(), dashboard.getSnapshot().children.chart]).toEqual([['a', null], undefined])
    expect(shown).toEqual([{view: {...DEFAULT_VIEW, deviceId: 'a'}, history: 'push'}])
    send({type: 'device.selected', deviceId: 'a'})
    expect(shown).toHaveLength(1)
  })

  it('of a device before the first key is known stays without a key', async () => {
    const {send, selected, enriched} = await createLoadedDashboard()
    send({type: 'device.selected', deviceId: 'a'})
    enriched('a', 'k')
    expect(selected()).toEqual(['a', null])
  })

  it('of a key selects its device, and draws that', async () => {
    const {send, selected, drawn, shown, series} = await createLoadedDashboard({view: {deviceId: 'a', key: 'k'}})
    send({type: 'key.selected', deviceId: 'b', key: 'l'})
    expect([selected(), drawn()?.deviceId, drawn()?.key]).toEqual([['b', 'l'], 'b', 'l'])
    expect(shown).toEqual([{view: {...DEFAULT_VIEW, deviceId: 'b', key: 'l', page: 'detail'}, history: 'push'}])
    const asked = series.asked.length
    send({type: 'key.selected', deviceId: 'b', key: 'l'})
    expect([shown.length, series.asked.length]).toEqual([1, asked])
  })

  it('of a device that is not listed is ignored', async () => {
    const {send, selected, shown} = await createLoadedDashboard({view: {deviceId: 'a'}})
    send({type: 'device.selected', deviceId: 'gone'})
    send({type: 'key.selected', deviceId: 'gone', key: 'k'})
    expect([selected(), shown]).toEqual([['a', null], []])
  })
})

describe('the address', () => {
  it('brings a former selection back, and is not written again', async () => {
    const {addressed, selected, shown, drawn} = await createLoadedDashboard({view: {deviceId: 'a', key: 'k'}})
    addressed({deviceId: 'b', key: 'l', windowMinutes: 60})
    expect([selected(), drawn()?.key, drawn()?.windowMinutes, shown]).toEqual([['b', 'l'], 'l', 60, []])
    addressed({deviceId: 'b'})
    expect([selected(), drawn()]).toEqual([['b', null], undefined])
  })

  it('brings former settings back into the same chart', async () => {
    const {dashboard, addressed, drawn, shown} = await createLoadedDashboard({view: {deviceId: 'a', key: 'k'}})
    const chart = dashboard.getSnapshot().children.chart
    addressed({deviceId: 'a', key: 'k', aggregation: 'sum', live: false})
    expect([drawn()?.aggregation, dashboard.getSnapshot().children.chart === chart, shown]).toEqual(['sum', true, []])
    expect(chart?.getSnapshot().value.update).toBe('paused')
  })

  it('without a selection selects the first again', async () => {
    const {addressed, selected, enriched, shown} = await createLoadedDashboard({view: {deviceId: 'b', key: 'k'}})
    enriched('a', 'm')
    addressed({})
    expect([selected(), shown.at(-1)?.history]).toEqual([['a', 'm'], 'replace'])
  })

  it('before the list is there decides what will be selected', async () => {
    const {addressed, list, link, selected} = createDashboardActor()
    addressed({deviceId: 'b'})
    link(LIVE)
    await list.answer(DEVICES)
    expect(selected()).toEqual(['b', null])
  })

  it('holds what is chosen in the chart', async () => {
    const {dashboard, shown, context, addressed, series} = await createLoadedDashboard({
      view: {deviceId: 'a', key: 'k'},
    })
    dashboard.getSnapshot().children.chart?.send({type: 'aggregation.chosen', aggregation: 'min'})
    const view = {...DEFAULT_VIEW, deviceId: 'a', key: 'k', aggregation: 'min'} as const
    expect([context().view, shown]).toEqual([view, [{view, history: 'push'}]])
    const asked = series.asked.length
    addressed(view)
    expect(series.asked.length).toBe(asked)
    dashboard.getSnapshot().children.chart?.send({type: 'liveUpdate.toggled'})
    expect(shown.at(-1)).toEqual({view: {...view, live: false}, history: 'replace'})
  })
})

describe('the chart', () => {
  it('listens itself for the points of its device and key', async () => {
    const world = await createLoadedDashboard({view: {deviceId: 'a', key: 'k'}})
    await world.series.answer(NO_SERIES)
    world.points.next({type: 'points.received', points: [{ts: NOW - 1000, value: 7}], at: NOW})
    expect(world.listenedFor).toEqual([{deviceId: 'a', key: 'k'}])
    expect(world.drawn()?.series?.points).toEqual([{ts: NOW - 1000, value: 7}])
  })

  it('is loaded again once its device is subscribed, and after each lost link', async () => {
    const {series, link, drawn} = await createLoadedDashboard({view: {deviceId: 'a', key: 'k'}})
    expect(series.asked).toHaveLength(2)
    await series.answer(NO_SERIES)
    link(RECONNECTING)
    expect([series.asked.length, drawn()?.link]).toEqual([2, RECONNECTING])
    link(LIVE)
    expect([series.asked.length, drawn()?.link]).toEqual([3, LIVE])
  })

  it('knows the time and the link', async () => {
    const {clock, link, drawn, context} = await createLoadedDashboard({view: {deviceId: 'a', key: 'k'}})
    clock.next({type: 'clock.ticked', at: NOW + 1000})
    link(OFFLINE)
    expect([drawn()?.now, context().now, drawn()?.link, context().link]).toEqual([
      NOW + 1000,
      NOW + 1000,
      OFFLINE,
      OFFLINE,
    ])
  })

  it('has tiles beside it, which come back with the link', async () => {
    const {dashboard, statistics, link} = await createLoadedDashboard({view: {deviceId: 'a', key: 'k'}})
    const tiles = () => dashboard.getSnapshot().children.tiles?.getSnapshot().value
    await statistics.fail()
    expect(tiles()).toEqual({hidden: 'idle'})
    link(RECONNECTING)
    link(LIVE)
    await statistics.answer(NO_STATISTICS)
    expect(tiles()).toEqual({shown: 'idle'})
  })

  it('is opened anew when the server offers something else', async () => {
    const {dashboard, link, drawn} = await createPolledDashboard({view: {deviceId: 'a', key: 'k'}})
    const chart = dashboard.getSnapshot().children.chart
    link(LIVE)
    expect([dashboard.getSnapshot().children.chart === chart, drawn()?.offer]).toEqual([false, PULSEWALL])
  })
})

it('stops everything with itself', async () => {
  const {dashboard, telemetry} = await createLoadedDashboard({view: {deviceId: 'a', key: 'k'}})
  dashboard.stop()
  await settled()
  expect(telemetry.observed).toBe(false)
})

it('reaches every state', () => {
  const machine = dashboardMachine.provide({
    actors: {addressChanges: fromEventObservable<AddressChanged, void>(() => NEVER)},
    actions: {pushToUrl: () => {}, watchSelected: () => {}},
  })
  const events = [
    {type: 'devices.loaded', devices: []},
    {type: 'devices.loaded', devices: DEVICES},
    {type: 'keys.appeared', devices: [device('a', ['k'])]},
    {type: 'device.selected', deviceId: 'a'},
  ]
  expect(statesOf(machine, events, {user: USER, view: DEFAULT_VIEW, zone: 'UTC', lateAfter: 90_000})).toEqual([
    'loaded.awaitingKey',
    'loaded.device',
    'loaded.none',
    'loaded.series',
    'loading',
  ])
})

describe('the list of devices', () => {
  const key = {deviceId: 'b', key: 'l'}
  const linked = () => createLoadedDashboard({view: {...key, page: 'detail'}}, [device('a', ['k']), device('b', ['l'])])

  it('writes what it shows into the address, and leaves the chart alone', async () => {
    const {dashboard, shown, series, drawn} = await linked()
    const [chart, asked] = [drawn(), series.asked.length]
    dashboard.getSnapshot().children.navigator?.send({type: 'sort.chosen', sort: 'worst'})
    const navigator = {...DEFAULT_NAVIGATOR, sort: 'worst'}
    expect(shown).toEqual([{view: {...DEFAULT_VIEW, ...key, page: 'detail', navigator}, history: 'push'}])
    expect([drawn() === chart, series.asked.length]).toEqual([true, asked])
  })

  it('takes what Back brings from the address, and leaves the chart alone', async () => {
    const {dashboard, addressed, series} = await linked()
    const asked = series.asked.length
    addressed({...key, page: 'list', navigator: {...DEFAULT_NAVIGATOR, q: 'b'}})
    const {view, arrangement} = dashboard.getSnapshot().children.navigator?.getSnapshot().context ?? {}
    expect([view?.q, arrangement?.shown, series.asked.length]).toEqual(['b', 1, asked])
    expect(dashboard.getSnapshot().context.view.page).toBe('list')
  })

  it('selects the first device that it shows', async () => {
    const devices = [device('a', ['k']), device('b', ['l'])]
    const {selected, shown} = await createLoadedDashboard({view: {navigator: {...DEFAULT_NAVIGATOR, q: 'b'}}}, devices)
    expect([selected(), shown.map(({view, history}) => [view.page, history])]).toEqual([
      ['b', 'l'],
      [['list', 'replace']],
    ])
  })

  it('gives way to a chosen key, and comes back, where both do not fit', async () => {
    const {send, shown} = await createLoadedDashboard({}, [device('a', ['k', 'l'])])
    send({type: 'detail.opened'})
    send({type: 'list.opened'})
    send({type: 'list.opened'})
    send({type: 'key.selected', deviceId: 'a', key: 'l'})
    send({type: 'detail.opened'})
    send({type: 'device.selected', deviceId: 'a'})
    send({type: 'detail.opened'})
    expect(shown.map(({view, history}) => [view.key, view.page, history])).toEqual([
      ['k', 'list', 'replace'],
      ['k', 'detail', 'push'],
      ['k', 'list', 'replace'],
      ['l', 'detail', 'push'],
      [null, 'list', 'push'],
    ])
  })
})
