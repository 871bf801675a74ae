import {NEVER, Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {type AnyEventObject, createActor, type EventFromLogic, fromCallback, fromEventObservable} from 'xstate'
import type {TileStatistics} from '../../contract/telemetry'
import type {DeviceEntry} from '../../src/domain/device'
import {LIVE, OFFLINE, POLLING, PROBING, RECONNECTING} from '../../src/domain/link'
import {NO_SERIES, type Series} from '../../src/domain/series'
import {type DashboardView, DEFAULT_VIEW} from '../../src/domain/view'
import {chartMachine} from '../../src/machines/chart'
import {dashboardMachine} from '../../src/machines/dashboard'
import type {AddressChanged, DashboardInput, ShownInAddress} from '../../src/machines/dashboardSetup'
import type {
  ClockEvent,
  LinkChanged,
  ReadingsCommand,
  ReadingsInput,
  TelemetryReceived,
} from '../../src/machines/devicesSetup'
import {type MinuteTicked, tilesMachine} from '../../src/machines/tiles'
import {statesOf} from './adjacency'
import {createCalls, settled} from './calls'

const NOW = Date.parse('2026-01-14T12:00:00Z')
const ALL = {live: true, aggregation: true, latest: true, statistics: true}
const NO_STATISTICS: TileStatistics = {lastHour: null, today: null, yesterday: null, thisWeek: null, lastWeek: null}
const user = {
  id: 'u',
  email: 'u@x',
  name: null,
  authority: 'CUSTOMER_USER',
  organisationId: 'o',
  customerId: null,
  temperatureUnit: 'celsius' as const,
}
const device = (id: string, keys: string[] = []): DeviceEntry => ({
  id,
  name: id,
  label: null,
  type: null,
  keys,
  isRead: true,
})
const DEVICES = [device('a'), device('b')]

interface Overrides {
  view?: Partial<DashboardView>
}

function createDashboardActor({view = {}}: Overrides = {}) {
  const [clock, links, addresses] = [
    new Subject<ClockEvent>(),
    new Subject<LinkChanged>(),
    new Subject<AddressChanged>(),
  ]
  const telemetry = new Subject<TelemetryReceived>()
  const list = createCalls<readonly DeviceEntry[], {user: DashboardInput['user']}>()
  const subscriptions = createCalls<void, {deviceIds: readonly string[]}>()
  const series = createCalls<Series, Parameters<typeof Object>[0]>()
  const statistics = createCalls<TileStatistics, Parameters<typeof Object>[0]>()
  const commands: (ReadingsInput | ReadingsCommand)[] = []
  const shown: ShownInAddress[] = []
  const logged: unknown[] = []
  let sendBack: (event: AnyEventObject) => void = () => {}

  const minuteTicks = fromEventObservable<MinuteTicked, void>(() => NEVER)
  const chart = chartMachine.provide({
    actors: {minuteTicks, loadSeries: series.logic},
    actions: {logFailure: (_, {error}) => logged.push(error)},
  })
  const tiles = tilesMachine.provide({
    actors: {minuteTicks, loadStatistics: statistics.logic},
    actions: {logFailure: (_, {error}) => logged.push(error)},
  })
  const dashboard = createActor(
    dashboardMachine.provide({
      actors: {
        chart,
        tiles,
        clock: fromEventObservable(() => clock),
        linkChanges: fromEventObservable(() => links),
        addressChanges: fromEventObservable(() => addresses),
        loadDevices: list.logic,
        liveTelemetry: fromEventObservable(() => telemetry),
        subscribeTelemetry: subscriptions.logic,
        readings: fromCallback(actor => {
          commands.push(actor.input)
          actor.receive(command => commands.push(command))
          sendBack = actor.sendBack
        }),
      },
      actions: {
        showInAddress: (_, params) => shown.push(params),
        warn: (_, {deviceId, error}) => logged.push([deviceId, error]),
        logFailure: (_, {text, error}) => logged.push([text, error]),
      },
    }),
    {input: {user, view: {...DEFAULT_VIEW, ...view}, zone: 'UTC', lateAfter: 90_000}},
  ).start()
  clock.next({type: 'clock.ticked', at: NOW})

  const send = (event: EventFromLogic<typeof dashboardMachine>) => dashboard.send(event)
  const context = () => dashboard.getSnapshot().context
  const selected = () => [context().view.deviceId, context().view.key]
  const drawn = () => dashboard.getSnapshot().children.chart?.getSnapshot().context
  const link = (change: Omit<LinkChanged, 'type'>) => links.next({type: 'link.changed', ...change})
  const addressed = (next: Partial<DashboardView>) =>
    addresses.next({type: 'address.changed', view: {...DEFAULT_VIEW, ...next}})
  const enriched = (deviceId: string, ...keys: string[]) =>
    sendBack({type: 'readings.received', readings: new Map(), keys: new Map([[deviceId, keys]])})
  return {
    dashboard,
    ...{clock, links, telemetry, list, subscriptions, series, statistics, commands, shown, logged},
    ...{
      send,
      context,
      selected,
      drawn,
      link,
      addressed,
      enriched,
      sendBack: (event: AnyEventObject) => sendBack(event),
    },
  }
}

type World = ReturnType<typeof createDashboardActor>

/** The list is loaded; the server has everything and its socket is open. */
async function createLoadedDashboard(overrides: Overrides = {}, devices: readonly DeviceEntry[] = DEVICES) {
  const world = createDashboardActor(overrides)
  world.link({link: LIVE, capabilities: ALL})
  await world.list.answer(devices)
  await world.subscriptions.answer()
  return world
}

async function createPolledDashboard(overrides: Overrides = {}) {
  const world = createDashboardActor(overrides)
  world.link({link: POLLING, capabilities: {}})
  await world.list.answer(DEVICES)
  return world
}

const push = (world: World, deviceId: string, key: string, ts = NOW, value = 5) =>
  world.telemetry.next({type: 'telemetry.received', updates: [{deviceId, receivedAt: ts, points: [{key, ts, value}]}]})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('loading the list', () => {
  it('waits until it is known what the server offers', async () => {
    const {dashboard, list, link, context} = createDashboardActor()
    expect([dashboard.getSnapshot().value, list.asked]).toEqual([{loading: 'awaitingServer'}, []])
    link({link: PROBING, capabilities: ALL})
    expect([dashboard.getSnapshot().value, list.asked]).toEqual([{loading: 'fetching'}, [{user}]])
    await list.answer(DEVICES)
    expect([dashboard.getSnapshot().matches('loaded'), context().devices]).toEqual([true, DEVICES])
  })

  it('fails with its log line, leaves the list empty, and can be retried', async () => {
    const {dashboard, list, link, logged, send, context} = createDashboardActor()
    link({link: POLLING, capabilities: {}})
    await list.fail()
    expect([dashboard.getSnapshot().value, context().devices, logged]).toEqual([
      'failed',
      [],
      [['Failed to load devices', new Error('away')]],
    ])
    send({type: 'retry.requested'})
    expect(dashboard.getSnapshot().value).toEqual({loading: 'fetching'})
    await list.answer(DEVICES)
    expect(context().devices).toEqual(DEVICES)
  })

  it('fails at once without a server, and loads as soon as there is one', async () => {
    const {dashboard, list, link, logged, context} = createDashboardActor()
    link({link: RECONNECTING, capabilities: {}})
    expect([dashboard.getSnapshot().value, logged]).toEqual([
      'failed',
      [['Failed to load devices', new Error('The link is down')]],
    ])
    link({link: OFFLINE, capabilities: {}})
    expect(dashboard.getSnapshot().value).toBe('failed')
    link({link: POLLING, capabilities: {}})
    await list.answer(DEVICES)
    expect([context().link, context().devices]).toEqual([POLLING, DEVICES])
  })

  it('ignores selections before it is loaded', () => {
    const {send, selected, shown} = createDashboardActor()
    send({type: 'device.selected', deviceId: 'a'})
    send({type: 'key.selected', deviceId: 'a', key: 'k'})
    send({type: 'retry.requested'})
    expect([selected(), shown]).toEqual([[null, null], []])
  })

  it('outlives streams that break', async () => {
    const {dashboard, clock, links, telemetry} = await createLoadedDashboard()
    for (const stream of [clock, links, telemetry]) stream.error(new Error('broken'))
    expect([dashboard.getSnapshot().status, dashboard.getSnapshot().matches('loaded')]).toEqual(['active', true])
  })
})

describe('the values', () => {
  it('are read after the devices are subscribed, so that none falls between', async () => {
    const {list, subscriptions, commands, link} = createDashboardActor()
    link({link: LIVE, capabilities: ALL})
    await list.answer(DEVICES)
    expect([subscriptions.asked, commands]).toEqual([[{deviceIds: ['a', 'b']}], []])
    await subscriptions.answer()
    expect(commands).toEqual([{organisationId: 'o', deviceIds: ['a', 'b'], shownDeviceIds: ['a'], capabilities: ALL}])
  })

  it('wait for the socket, but not for long', async () => {
    const {list, subscriptions, commands, link} = createDashboardActor()
    link({link: PROBING, capabilities: ALL})
    await list.answer(DEVICES)
    expect(subscriptions.asked).toEqual([])
    vi.advanceTimersByTime(1500)
    await subscriptions.fail()
    expect(commands).toHaveLength(1)
  })

  it('of a server without a socket are read at once', async () => {
    const {subscriptions, commands} = await createPolledDashboard()
    expect([subscriptions.asked, commands.length]).toEqual([[], 1])
  })

  it('come in progressively, with their keys', async () => {
    const {sendBack, context} = await createPolledDashboard()
    const reading = {value: 1, ts: NOW, receivedAt: NOW}
    sendBack({
      type: 'readings.received',
      readings: new Map([['b', new Map([['k', reading]])]]),
      keys: new Map([['b', ['k', 'l']]]),
    })
    expect(context().devices).toEqual([device('a'), device('b', ['k', 'l'])])
    expect(context().readings.get('b')?.get('k')).toEqual(reading)
  })

  it('of a device that can’t be enriched are missing with a warning, and the device stays listed', async () => {
    const {sendBack, context, logged} = await createPolledDashboard()
    sendBack({type: 'device.notEnriched', deviceId: 'b', error: new Error('no')})
    sendBack({type: 'readings.missed', error: new Error('away')})
    expect(context().devices).toEqual(DEVICES)
    expect(logged).toEqual([
      ['b', new Error('no')],
      [null, new Error('away')],
    ])
  })

  it('are pushed, and a key that is new shows up', async () => {
    const world = await createLoadedDashboard()
    push(world, 'b', 'k')
    expect(world.context().readings.get('b')).toEqual(new Map([['k', {value: 5, ts: NOW, receivedAt: NOW}]]))
    expect(world.context().devices[1]).toEqual(device('b', ['k']))
  })

  it('in view come first, behind those of the selected device', async () => {
    const {send, commands} = await createPolledDashboard()
    send({type: 'rows.shown', deviceIds: ['b']})
    send({type: 'device.selected', deviceId: 'b'})
    expect(commands.slice(1)).toEqual([
      {type: 'rows.shown', deviceIds: ['a', 'b']},
      {type: 'rows.shown', deviceIds: ['b']},
    ])
  })

  it('are read again after the link was down', async () => {
    const {link, commands} = await createLoadedDashboard()
    link({link: RECONNECTING, capabilities: ALL})
    expect(commands).toHaveLength(1)
    link({link: LIVE, capabilities: ALL})
    expect(commands.slice(1)).toEqual([{type: 'refresh.requested'}])
    link({link: LIVE, capabilities: ALL})
    expect(commands).toHaveLength(2)
  })

  it('are read in the other way when the server offers something else', async () => {
    const {link, commands, subscriptions} = await createPolledDashboard()
    link({link: LIVE, capabilities: ALL})
    await subscriptions.answer()
    expect(commands.slice(1)).toEqual([
      {organisationId: 'o', deviceIds: ['a', 'b'], shownDeviceIds: ['a'], capabilities: ALL},
    ])
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
    expect([dashboard.getSnapshot().matches({loaded: {selection: 'none'}}), selected(), shown]).toEqual([
      true,
      [null, null],
      [],
    ])
  })

  it('is what the address says', async () => {
    const {selected, shown, drawn} = await createLoadedDashboard({
      view: {deviceId: 'b', key: 'k', aggregation: 'max', live: false},
    })
    expect([selected(), shown]).toEqual([['b', 'k'], []])
    expect(drawn()).toMatchObject({deviceId: 'b', key: 'k', aggregation: 'max', opensLive: false})
  })

  it('is a device alone when the address names no key', async () => {
    const {dashboard, selected, enriched} = await createLoadedDashboard({view: {deviceId: 'b'}})
    enriched('b', 'k')
    expect(selected()).toEqual(['b', null])
    expect(dashboard.getSnapshot().matches({loaded: {selection: 'device'}})).toBe(true)
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
    expect(shown).toEqual([{view: {...DEFAULT_VIEW, deviceId: 'b', key: 'l'}, history: 'push'}])
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
    link({link: LIVE, capabilities: ALL})
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
  it('gets the points of its device and key, and no others', async () => {
    const world = await createLoadedDashboard({view: {deviceId: 'a', key: 'k'}})
    await world.series.answer(NO_SERIES)
    push(world, 'a', 'l')
    push(world, 'b', 'k')
    push(world, 'a', 'k', NOW - 1000, 7)
    expect(world.drawn()?.series?.points).toEqual([{ts: NOW - 1000, value: 7}])
  })

  it('is loaded again once its device is subscribed, and after each lost link', async () => {
    const {series, link, drawn} = await createLoadedDashboard({view: {deviceId: 'a', key: 'k'}})
    expect(series.asked).toHaveLength(2)
    await series.answer(NO_SERIES)
    link({link: RECONNECTING, capabilities: ALL})
    expect([series.asked.length, drawn()?.link]).toEqual([2, RECONNECTING])
    link({link: LIVE, capabilities: ALL})
    expect([series.asked.length, drawn()?.link]).toEqual([3, LIVE])
  })

  it('knows the time and the link', async () => {
    const {clock, link, drawn, context} = await createLoadedDashboard({view: {deviceId: 'a', key: 'k'}})
    clock.next({type: 'clock.ticked', at: NOW + 1000})
    link({link: OFFLINE, capabilities: ALL})
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
    link({link: RECONNECTING, capabilities: ALL})
    link({link: LIVE, capabilities: ALL})
    await statistics.answer(NO_STATISTICS)
    expect(tiles()).toEqual({shown: 'idle'})
  })

  it('is opened anew when the server offers something else', async () => {
    const {dashboard, link, drawn} = await createPolledDashboard({view: {deviceId: 'a', key: 'k'}})
    const chart = dashboard.getSnapshot().children.chart
    link({link: LIVE, capabilities: ALL})
    expect([dashboard.getSnapshot().children.chart === chart, drawn()?.capabilities]).toEqual([false, ALL])
  })
})

it('takes a jump of the clock for a tick', () => {
  const {clock, context} = createDashboardActor()
  clock.next({type: 'clock.jumped', at: NOW + 99_000})
  expect(context().now).toBe(NOW + 99_000)
})

it('stops everything with itself', async () => {
  const {dashboard, telemetry} = await createLoadedDashboard({view: {deviceId: 'a', key: 'k'}})
  dashboard.stop()
  await settled()
  expect(telemetry.observed).toBe(false)
})

it('reaches every state', () => {
  const silent = () => {}
  const machine = dashboardMachine.provide({
    actors: {
      clock: fromEventObservable<ClockEvent, void>(() => NEVER),
      linkChanges: fromEventObservable<LinkChanged, void>(() => NEVER),
      addressChanges: fromEventObservable<AddressChanged, void>(() => NEVER),
      liveTelemetry: fromEventObservable<TelemetryReceived, void>(() => NEVER),
    },
    actions: {showInAddress: silent, warn: silent, logFailure: silent},
  })
  const fetching = 'actor.0.dashboard.loading.fetching'
  const subscribing = 'actor.0.dashboard.loaded.values.subscribing'
  const events = [
    {type: 'link.changed', link: RECONNECTING, capabilities: {}},
    {type: 'link.changed', link: PROBING, capabilities: ALL},
    {type: 'link.changed', link: LIVE, capabilities: ALL},
    {type: `xstate.done.${fetching}`, output: []},
    {type: `xstate.done.${fetching}`, output: DEVICES},
    {type: `xstate.error.${fetching}`, error: new Error('away')},
    {type: `xstate.done.${subscribing}`, output: undefined},
    {type: 'readings.received', readings: new Map(), keys: new Map([['a', ['k']]])},
    {type: 'device.selected', deviceId: 'a'},
  ]
  const values = ['awaitingLink', 'subscribing', 'reading']
  const selections = ['none', 'device', 'awaitingKey', 'series']
  const found = statesOf(machine, events, {user, view: DEFAULT_VIEW, zone: 'UTC', lateAfter: 90_000})
  for (const state of ['loading.awaitingServer', 'loading.fetching', 'failed']) expect(found).toContain(state)
  for (const part of [...values.map(each => `values.${each}`), ...selections.map(each => `selection.${each}`)]) {
    expect(
      found.filter(state => state.includes(part)),
      part,
    ).not.toEqual([])
  }
})
