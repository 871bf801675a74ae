import {of} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {thresholdsFrom} from '../../../contract/rules/thresholds'
import type {Json} from '../../../contract/wire/common'
import {LIVE, OFFLINE, POLLING, PROBING, RECONNECTING} from '../../../src/domain/link'
import {NO_KEY_SETTINGS, namedOf} from '../../../src/domain/telemetry/readings/keySettings'
import type {Overview} from '../../../src/domain/telemetry/readings/overview'
import type {DevicesInput} from '../../../src/machines/telemetry/devices'
import type {KeySettingsReceived} from '../../../src/machines/telemetry/readings'
import {device} from '../../support/device'
import {PULSEWALL} from '../../support/offer'
import {USER} from '../../support/user'
import {statesOf} from '../adjacency'
import {createLiveDevices, NOW, reading} from '../liveDevices'
import {createParent} from '../parent'

const DEVICES = [device('a'), device('b')]
const INPUT = {user: USER, lateAfter: 90_000, now: NOW, device: null, watchedDeviceId: null}

function createDevicesActor(overrides: Partial<DevicesInput> = {}, page: Parameters<typeof createLiveDevices>[0] = {}) {
  const live = createLiveDevices(page)
  const {child: devices, heard} = createParent(live.logic, {...INPUT, ...overrides})
  const context = () => devices.getSnapshot().context
  return {
    ...live,
    devices,
    context,
    state: () => devices.getSnapshot().value,
    heard: (...types: string[]) => heard.filter(({type}) => types.includes(type)),
    retry: () => devices.send({type: 'retry.requested'}),
    show: (...deviceIds: string[]) => devices.send({type: 'rows.shown', deviceIds}),
    watch: (deviceId: string) => devices.send({type: 'device.watched', deviceId}),
    miss: (deviceId: string) => live.readings.say({type: 'device.notEnriched', deviceId, error: new Error('no')}),
  }
}

/** The list is loaded; the server has everything and its socket is open, but the values are read by themselves. */
async function createLiveActor(overrides: Partial<DevicesInput> = {}) {
  const world = createDevicesActor(overrides)
  world.tick()
  world.link(LIVE)
  await world.list.answer(DEVICES)
  await world.subscriptions.answer()
  await world.overviews.fail()
  return world
}

async function createPolledActor() {
  const world = createDevicesActor()
  world.tick()
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

describe('loading the list', () => {
  it('waits until it is known what the server offers', async () => {
    const {list, link, state, context, heard} = createDevicesActor()
    expect([state(), list.asked]).toEqual([{loading: 'awaitingServer'}, []])
    link(PROBING)
    expect([state(), list.asked]).toEqual([{loading: 'fetching'}, [{user: USER}]])
    await list.answer(DEVICES)
    expect([state(), context().devices]).toEqual([{loaded: 'awaitingLink'}, DEVICES])
    expect(heard('devices.loaded')).toEqual([{type: 'devices.loaded', devices: DEVICES}])
  })

  it('fails with its log line, leaves the list empty, and can be retried', async () => {
    const {list, link, state, context, logged, retry, heard} = createDevicesActor()
    link(POLLING, 'specified')
    await list.fail()
    expect([state(), context().devices, logged]).toEqual([
      'failed',
      [],
      [['Failed to load devices', new Error('away')]],
    ])
    retry()
    expect([state(), heard('devices.loaded')]).toEqual([{loading: 'fetching'}, []])
    await list.answer(DEVICES)
    expect(context().devices).toEqual(DEVICES)
  })

  it('fails at once without a server, and loads as soon as there is one', async () => {
    const {list, link, state, context, logged} = createDevicesActor()
    link(RECONNECTING, null)
    expect([state(), logged]).toEqual(['failed', [['Failed to load devices', new Error('The link is down')]]])
    link(OFFLINE, null)
    expect(state()).toBe('failed')
    link(POLLING, 'specified')
    await list.answer(DEVICES)
    expect([context().link, context().devices]).toEqual([POLLING, DEVICES])
  })

  it('that failed with the link up loads again after the link was down', async () => {
    const {list, link, context} = createDevicesActor()
    link(LIVE)
    await list.fail()
    link(RECONNECTING)
    link(LIVE)
    await list.answer(DEVICES)
    expect(context().devices).toEqual(DEVICES)
  })

  it('is not needed where one device is given', async () => {
    const {list, link, subscriptions, readings, context} = createDevicesActor({device: {id: 'd', name: 'Boiler'}})
    link(LIVE)
    await subscriptions.answer()
    expect([list.asked, subscriptions.asked]).toEqual([[], [{watched: ['d']}]])
    expect(readings.heard).toEqual([
      {
        organisationId: 'o1',
        deviceIds: ['d'],
        shownDeviceIds: ['d'],
        offer: PULSEWALL,
        isGiven: true,
        isJustRead: false,
      },
    ])
    expect(context().devices).toEqual([{...device('d', [], 'Boiler'), isRead: false}])
  })
})

describe('reading the devices together with their values', () => {
  const OVERVIEW: Overview = {
    devices: DEVICES,
    at: NOW,
    readings: new Map([['a', new Map([['load', reading(50)]])]]),
    settings: {
      ...NO_KEY_SETTINGS,
      thresholds: {ofAll: thresholdsFrom({load: {critical: {above: 40}}}).thresholds, byDevice: new Map()},
    },
  }

  async function createTogether() {
    const world = createDevicesActor({isReadAtOnce: true, isNotifiedAtOnce: true})
    world.tick()
    world.link(LIVE, PULSEWALL)
    await world.subscriptions.answer()
    return world
  }

  it('takes one call, after all within reach is subscribed', async () => {
    const {link, list, overviews, subscriptions} = createDevicesActor({isReadAtOnce: true})
    link(LIVE, PULSEWALL)
    expect([subscriptions.asked, overviews.asked]).toEqual([[{watched: {organisationId: 'o1'}}], []])
    await subscriptions.answer()
    expect([overviews.asked, list.asked]).toEqual([[{user: USER}], []])
  })

  it('tells the devices first and then their values, and reads nothing again', async () => {
    const {overviews, readings, keySettingsAsked, context, heard} = await createTogether()
    await overviews.answer(OVERVIEW)
    expect(heard('devices.loaded', 'readings.changed', 'severities.changed').map(({type}) => type)).toEqual([
      ...['devices.loaded', 'severities.changed', 'readings.changed'],
    ])
    expect(context().devices.map(({keys, isRead}) => ({keys, isRead}))).toEqual([
      {keys: ['load'], isRead: true},
      {keys: [], isRead: true},
    ])
    expect(context().severities).toEqual(new Map([['a', new Map([['load', 'critical']])]]))
    expect([readings.heard, keySettingsAsked]).toMatchObject([[{isJustRead: true}], [{isJustRead: true}]])
  })

  it('loses nothing that is pushed meanwhile', async () => {
    const {overviews, push, context} = await createTogether()
    push('a', 'load', NOW + 1, 7)
    push('b', 'power', NOW + 1, 8)
    await overviews.answer(OVERVIEW)
    expect(context().devices.map(({keys}) => keys)).toEqual([['load'], ['power']])
    expect(context().readings.get('a')?.get('load')).toEqual(reading(7, NOW + 1))
    expect(context().severities).toEqual(new Map())
  })

  it('is done without a socket that stays away', async () => {
    const waiting = createDevicesActor({isReadAtOnce: true})
    waiting.link(PROBING, PULSEWALL)
    expect(waiting.subscriptions.asked).toEqual([])
    vi.advanceTimersByTime(1500)
    await waiting.subscriptions.fail()
    expect(waiting.overviews.asked).toEqual([{user: USER}])
  })

  it('that failed is done again on request, and after the link was down', async () => {
    const {overviews, subscriptions, state, retry, link, logged} = await createTogether()
    await overviews.fail()
    expect([state(), logged.length]).toEqual(['failed', 1])
    retry()
    await subscriptions.answer()
    await overviews.fail()
    link(RECONNECTING, PULSEWALL)
    link(LIVE, PULSEWALL)
    await subscriptions.answer()
    await overviews.answer(OVERVIEW)
    expect(state()).toEqual({loaded: 'reading'})
  })

  it('is done anew when devices are told of meanwhile, which an answer under way may not know', async () => {
    const {overviews, moved} = await createTogether()
    moved({devices: [device('c')]})
    expect(overviews.asked).toEqual([{user: USER}, {user: USER}])
  })

  it('is done again when the server offers something else', async () => {
    const {overviews, subscriptions, link} = await createTogether()
    await overviews.answer(OVERVIEW)
    link(POLLING, 'specified')
    link(LIVE, PULSEWALL)
    await subscriptions.answer()
    expect(overviews.asked).toHaveLength(2)
  })

  it('is followed by reading the values alone when it is not offered any more, or fails', async () => {
    const {overviews, subscriptions, link, readings} = await createTogether()
    await overviews.answer(OVERVIEW)
    link(POLLING, 'specified')
    expect(readings.heard.at(-1)).toMatchObject({isJustRead: false})
    link(LIVE, PULSEWALL)
    await subscriptions.answer()
    await overviews.fail()
    expect([overviews.asked.length, readings.heard.at(-1)]).toMatchObject([2, {isJustRead: false}])
  })

  it('follows the list for a screen that shows names at once', async () => {
    const world = createDevicesActor()
    const {link, list, overviews, subscriptions, readings, context, heard} = world
    link(LIVE, PULSEWALL)
    expect([list.asked, overviews.asked]).toEqual([[{user: USER}], []])
    await list.answer(DEVICES)
    expect(overviews.asked).toEqual([])
    await subscriptions.answer()
    await overviews.answer(OVERVIEW)
    expect(context().readings.get('a')?.get('load')).toEqual(reading(50))
    expect(readings.heard).toMatchObject([{isJustRead: true}])
    expect(heard('devices.loaded', 'keys.appeared', 'readings.changed')).toMatchObject([
      {type: 'devices.loaded', devices: [{keys: []}, {keys: []}]},
      {type: 'keys.appeared', devices: [{keys: ['load']}, {keys: []}]},
      {type: 'readings.changed'},
    ])
  })

  it.each([true, false])(
    'shows what came with the page until then, whether or not it reads at once (%s)',
    async isReadAtOnce => {
      const overviewOfPage = of({type: 'overview.came' as const, overview: OVERVIEW})
      const world = createDevicesActor({isReadAtOnce, isNotifiedAtOnce: true}, {overviewOfPage})
      const {link, list, overviews, subscriptions, context, heard, state, push} = world
      expect(state()).toEqual({loaded: 'awaitingLink'})
      expect(heard('devices.loaded', 'readings.changed', 'severities.changed').map(({type}) => type)).toEqual([
        ...['devices.loaded', 'severities.changed', 'readings.changed'],
      ])
      link(LIVE, PULSEWALL)
      await subscriptions.answer()
      expect([list.asked, overviews.asked]).toEqual([[], [{user: USER}]])
      push('a', 'load', NOW + 1, 7)
      await overviews.answer({...OVERVIEW, devices: [device('b')]})
      expect(context().devices.map(({id}) => id)).toEqual(['b'])
      expect(heard('keys.appeared')).toMatchObject([{devices: [{id: 'b'}]}])
      expect([state(), context().isJustRead]).toEqual([{loaded: 'reading'}, true])
    },
  )

  it('takes nothing from the page for a screen of one device', () => {
    const overviewOfPage = of({type: 'overview.came' as const, overview: OVERVIEW})
    const given = createDevicesActor({device: device('d')}, {overviewOfPage})
    expect(given.context().devices.map(({id}) => id)).toEqual(['d'])
  })

  it('is not asked of a server that can’t', async () => {
    const {list, overviews, link, state} = createDevicesActor({isReadAtOnce: true})
    link(POLLING, 'specified')
    await list.answer(DEVICES)
    expect([list.asked, overviews.asked, state()]).toEqual([[{user: USER}], [], {loaded: 'reading'}])
  })
})

describe('devices that come, change and go', () => {
  it('are told, those that stay as they were, and the values of new ones are read', async () => {
    const {moved, context, heard, readings} = await createLiveActor()
    const asked = readings.heard.length
    moved({devices: [{...device('a'), name: 'Crane'}], goneIds: ['b']})
    expect([context().devices.map(({id, name}) => [id, name]), readings.heard.length]).toEqual([
      [['a', 'Crane']],
      asked,
    ])
    moved({devices: [device('c')]})
    expect(heard('keys.appeared').at(-1)).toMatchObject({devices: [{id: 'a'}, {id: 'c'}]})
    expect(readings.heard.at(-1)).toMatchObject({deviceIds: ['a', 'c'], isJustRead: false})
    moved({devices: context().devices})
    expect(heard('keys.appeared')).toHaveLength(2)
  })
})

describe('the values', () => {
  it('are read after the devices are subscribed, so that none falls between', async () => {
    const {list, subscriptions, overviews, readings, link, heard} = createDevicesActor({watchedDeviceId: 'a'})
    link(LIVE)
    await list.answer(DEVICES)
    expect([subscriptions.asked, readings.heard, heard('telemetry.resumed')]).toEqual([
      [{watched: {organisationId: 'o1'}}],
      [],
      [],
    ])
    await subscriptions.answer()
    await overviews.fail()
    expect(readings.heard).toEqual([
      {
        organisationId: 'o1',
        deviceIds: ['a', 'b'],
        shownDeviceIds: ['a'],
        offer: PULSEWALL,
        isGiven: false,
        isJustRead: false,
      },
    ])
    expect(heard('telemetry.resumed')).toHaveLength(1)
  })

  it('are subscribed by reach, without naming the devices, where the server takes that', async () => {
    const {list, subscriptions, link} = createDevicesActor()
    link(LIVE, PULSEWALL)
    await list.answer(DEVICES)
    expect(subscriptions.asked).toEqual([{watched: {organisationId: 'o1'}}])
  })

  it('of one given device are subscribed by its id', () => {
    const {subscriptions, link} = createDevicesActor({device: {id: 'd', name: 'Boiler'}})
    link(LIVE, PULSEWALL)
    expect(subscriptions.asked).toEqual([{watched: ['d']}])
  })

  it('wait for the socket, but not for long', async () => {
    const {list, subscriptions, overviews, readings, link} = createDevicesActor()
    link(PROBING)
    await list.answer(DEVICES)
    expect(subscriptions.asked).toEqual([])
    vi.advanceTimersByTime(1500)
    await subscriptions.fail()
    await overviews.fail()
    expect(readings.heard).toHaveLength(1)
  })

  it('of a server without a socket are read at once', async () => {
    const {subscriptions, readings} = await createPolledActor()
    expect([subscriptions.asked, readings.heard.length]).toEqual([[], 1])
  })

  it('come in progressively, with their keys', async () => {
    const {readings, context, heard} = await createPolledActor()
    const one = {value: 1, ts: NOW, receivedAt: NOW}
    readings.say({
      type: 'readings.received',
      at: NOW,
      readings: new Map([['b', new Map([['k', one]])]]),
      keys: new Map([['b', ['k', 'l']]]),
    })
    expect(context().devices).toEqual([device('a'), device('b', ['k', 'l'])])
    expect(context().readings.get('b')?.get('k')).toEqual(one)
    expect(heard('keys.appeared', 'readings.changed')).toEqual([
      {type: 'keys.appeared', devices: context().devices},
      {type: 'readings.changed', readings: context().readings, at: NOW},
    ])
  })

  it('without an arrival count as arrived when the answer came, though the clock has not ticked since it was set', async () => {
    const {context, read, tick} = await createPolledActor()
    const unknown = {ts: null, receivedAt: null}
    read('b', {k: {...unknown, value: 1}})
    tick(NOW + 61_000)
    read('b', {k: {...unknown, value: 2}}, NOW + 1000)
    expect(context().readings.get('b')?.get('k')).toEqual({value: 2, ts: null, receivedAt: NOW + 1000})
  })

  it('of a device that can’t be read are missing with a warning, and the device stays listed', async () => {
    const {readings, context, logged, miss} = await createPolledActor()
    miss('b')
    readings.say({type: 'readings.missed', error: new Error('away')})
    expect([context().devices, [...context().unreadDeviceIds]]).toEqual([DEVICES, ['b']])
    expect(logged).toEqual([
      ['b', new Error('no')],
      [null, new Error('away')],
    ])
  })

  it('that could not be read are read again on request', async () => {
    const {readings, context, miss, retry, read} = await createPolledActor()
    miss('b')
    retry()
    expect(readings.heard.at(-1)).toEqual({type: 'refresh.requested'})
    read('b', {})
    expect([...context().unreadDeviceIds]).toEqual([])
  })

  it('are pushed, and a key that is new shows up', async () => {
    const {push, context, heard} = await createLiveActor()
    push('b', 'k')
    expect(context().readings.get('b')).toEqual(new Map([['k', reading(5)]]))
    expect(context().devices[1]).toEqual(device('b', ['k']))
    expect(heard('keys.appeared')).toEqual([{type: 'keys.appeared', devices: context().devices}])
  })

  it('in view come first, behind those of the watched device', async () => {
    const {show, watch, readings} = await createPolledActor()
    show('b')
    watch('a')
    watch('a')
    watch('b')
    expect(readings.heard.slice(1)).toEqual([
      {type: 'rows.shown', deviceIds: ['b']},
      {type: 'rows.shown', deviceIds: ['a', 'b']},
      {type: 'rows.shown', deviceIds: ['b']},
    ])
  })

  it('in view before they are read come first, too', async () => {
    const {show, watch, readings, link, list} = createDevicesActor()
    link(POLLING, 'specified')
    show('b')
    watch('c')
    await list.answer([...DEVICES, device('c')])
    expect(readings.heard).toMatchObject([{shownDeviceIds: ['c', 'b']}])
  })

  it('are read again after the link was down', async () => {
    const {link, readings, heard} = await createLiveActor()
    link(RECONNECTING)
    expect(readings.heard).toHaveLength(1)
    link(LIVE)
    expect(readings.heard.slice(1)).toEqual([{type: 'refresh.requested'}])
    expect(heard('telemetry.resumed')).toHaveLength(2)
    link(LIVE)
    expect(readings.heard).toHaveLength(2)
  })

  it('are read in the other way when the server offers something else', async () => {
    const {link, readings, subscriptions, overviews, heard} = await createPolledActor()
    const told = heard('offer.changed').length
    link(LIVE)
    await subscriptions.answer()
    await overviews.fail()
    expect(readings.heard.slice(1)).toEqual([
      {
        organisationId: 'o1',
        deviceIds: ['a', 'b'],
        shownDeviceIds: [],
        offer: PULSEWALL,
        isGiven: false,
        isJustRead: false,
      },
    ])
    expect([readings.stopped(), heard('offer.changed').length - told]).toEqual([1, 1])
  })

  it('are subscribed anew when the server comes back with another offer', async () => {
    const {link, readings, subscriptions, overviews} = await createLiveActor()
    link(POLLING, 'specified')
    link(LIVE)
    await subscriptions.answer()
    await overviews.fail()
    expect([subscriptions.asked.length, readings.heard.at(-1)]).toMatchObject([2, {offer: PULSEWALL}])
  })
})

describe('the screen', () => {
  it('hears of values that are pushed once a second, however many they are, and of none without news', async () => {
    const {push, tick, context, heard} = await createLiveActor()
    push('a', 'k', NOW + 100)
    push('a', 'k', NOW + 200, 6)
    push('b', 'k', NOW + 300)
    expect(heard('readings.changed')).toEqual([])
    tick(NOW + 1000)
    tick(NOW + 2000)
    expect(heard('readings.changed')).toEqual([
      {type: 'readings.changed', readings: context().readings, at: NOW + 1000},
    ])
  })

  it('hears of the time and of the link', () => {
    const {tick, link, clock, heard} = createDevicesActor()
    tick(NOW)
    clock.next({type: 'clock.jumped', at: NOW + 99_000})
    link(OFFLINE, null)
    expect(heard('clock.ticked', 'clock.jumped', 'link.changed')).toEqual([
      {type: 'clock.ticked', at: NOW},
      {type: 'link.changed', link: OFFLINE, offer: null},
    ])
  })
})

it('takes a jump of the clock for a tick', () => {
  const {clock, context} = createDevicesActor()
  clock.next({type: 'clock.jumped', at: NOW + 99_000})
  expect(context().now).toBe(NOW + 99_000)
})

it('ignores what has no meaning yet', () => {
  const {state, retry, read, context} = createDevicesActor()
  retry()
  read('a', {k: reading(1)})
  expect([state(), context().readings.size]).toEqual([{loading: 'awaitingServer'}, 0])
})

it('keeps what is known when a batch brings nothing new', async () => {
  const {push, context} = await createLiveActor()
  push('a', 'k')
  const {devices, readings} = context()
  push('a', 'k')
  expect([context().devices === devices, context().readings === readings]).toEqual([true, true])
})

it('outlives streams that break', async () => {
  const {devices, state, clock, links, telemetry} = await createLiveActor()
  for (const stream of [clock, links, telemetry]) stream.error(new Error('broken'))
  expect([devices.getSnapshot().status, state()]).toEqual(['active', {loaded: 'reading'}])
})

it('reaches every state', () => {
  const machine = createLiveDevices().logic.provide({actions: {notifyParent: () => {}, notifyLoaded: () => {}}})
  const events = [
    {type: 'link.changed', link: RECONNECTING, offer: null},
    {type: 'link.changed', link: PROBING, offer: PULSEWALL},
    {type: 'link.changed', link: LIVE, offer: PULSEWALL},
    {type: 'xstate.done.actor.0.devices.loading.takingOver', output: undefined},
    {type: 'xstate.done.actor.0.devices.loading.fetching', output: DEVICES},
    {type: 'xstate.error.actor.0.devices.loading.fetching', error: new Error('away')},
    {type: 'xstate.done.actor.0.devices.loaded.subscribing', output: undefined},
    {type: 'xstate.error.actor.0.devices.loaded.readingTogether', error: new Error('away')},
  ]
  expect(statesOf(machine, events, INPUT)).toEqual([
    'failed',
    'loaded.awaitingLink',
    'loaded.reading',
    'loaded.readingTogether',
    'loaded.subscribing',
    'loading.awaitingServer',
    'loading.fetching',
    'loading.takingOver',
  ])
})

const settings = (thresholds: Json = {}): KeySettingsReceived => ({
  type: 'keySettings.received',
  settings: {
    headlines: new Map(),
    units: {ofAll: new Map([['power', 'kW']]), byDevice: new Map()},
    thresholds: {ofAll: new Map(), byDevice: new Map([['a', thresholdsFrom(thresholds).thresholds]])},
  },
})

describe('units and thresholds', () => {
  it('are asked for once the server is known, and are missed without a word', async () => {
    const {keySettings, keySettingsAsked, context, logged} = await createLiveActor()
    expect(keySettingsAsked).toEqual([
      {
        organisationId: USER.organisationId,
        customerId: null,
        offer: PULSEWALL,
        watchedDeviceId: null,
        isJustRead: false,
      },
    ])
    keySettings.next(settings())
    expect(namedOf(context().units, 'a', 'power')).toBe('kW')
    keySettings.error(new Error('away'))
    expect(namedOf(context().units, 'a', 'power')).toBe('kW')
    expect(logged).toEqual([])
  })

  it('of one device are its own where it is the only one', () => {
    const {keySettingsAsked, tick, link} = createDevicesActor({device: {id: 'a', name: 'A'}})
    tick()
    link(POLLING, 'specified')
    expect(keySettingsAsked).toMatchObject([{watchedDeviceId: 'a'}])
  })

  it('judge the values that are read and each that is pushed, by what was before, and all anew when others are set', async () => {
    const {keySettings, read, push, telemetry, context} = await createLiveActor()
    const evaluated = () => Object.fromEntries(context().severities.get('a') ?? [])
    read('a', {power: reading(81, NOW - 5), load: reading('much', NOW - 5)})
    expect(context().severities.size).toBe(0)
    keySettings.next(settings({power: {warning: {above: 80}, clear: 2}, load: {warning: {above: 0}}}))
    expect(evaluated()).toEqual({power: 'warning'})
    push('a', 'power', NOW - 4, 79)
    expect(evaluated()).toEqual({power: 'warning'})
    push('a', 'power', NOW - 9, 0)
    expect(evaluated()).toEqual({power: 'warning'})
    push('a', 'power', NOW - 3, 78)
    expect(evaluated()).toEqual({})
    const points = [90, 79].map((value, at) => ({key: 'power', ts: NOW - 2 + at, value}))
    telemetry.next({type: 'telemetry.received', updates: [{deviceId: 'a', receivedAt: NOW, points}]})
    expect(evaluated()).toEqual({power: 'warning'})
    keySettings.next(settings({power: {critical: {above: 70}}}))
    expect(evaluated()).toEqual({power: 'critical'})
    keySettings.next(settings())
    expect(evaluated()).toEqual({})
  })
})

describe('those in view alone', () => {
  async function createViewActor() {
    const world = createDevicesActor({isOfView: true})
    world.tick()
    world.link(LIVE)
    await world.subscriptions.answer()
    const read = (...ids: string[]) =>
      world.readings.say({
        type: 'readings.received',
        at: NOW,
        readings: new Map(ids.map(id => [id, new Map([['load', reading(1)]])])),
        keys: new Map(ids.map(id => [id, ['load']])),
      })
    return {...world, read, known: () => [...world.context().readings.keys()]}
  }

  it('are read as soon as they are shown, and no list is asked for', async () => {
    const {list, readings, show, read, known, context} = await createViewActor()
    show('b', 'a', 'b')
    read('b', 'a')
    expect([list.asked, readings.heard.slice(1), known()]).toEqual([
      [],
      [{type: 'rows.shown', deviceIds: ['b', 'a']}],
      ['b', 'a'],
    ])
    expect(context().devices.map(({id, isRead}) => [id, isRead])).toEqual([
      ['b', true],
      ['a', true],
    ])
  })

  it('are forgotten out of view, and unread when they come back, whatever was said of them meanwhile', async () => {
    const {show, read, known, context} = await createViewActor()
    show('a', 'b')
    read('a', 'b')
    show('b', 'c')
    expect(known()).toEqual(['b'])
    read('a')
    show('a', 'b')
    expect([known(), context().devices.map(({isRead}) => isRead)]).toEqual([['b'], [false, true]])
  })

  it('have the watched one among them', async () => {
    const {show, watch, context} = await createViewActor()
    show('a')
    watch('z')
    expect(context().devices.map(({id}) => id)).toEqual(['z', 'a'])
  })
})
