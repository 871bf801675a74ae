import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, type EventFromLogic, fromCallback, fromEventObservable} from 'xstate'
import {LIVE, POLLING, RECONNECTING} from '../../../src/domain/link'
import type {HomeView} from '../../../src/domain/telemetry/devices/homeView'
import {NO_SERIES} from '../../../src/domain/telemetry/series/series'
import type {CurrentUser} from '../../../src/domain/user'
import type {SparklinesCommand, SparklinesInput} from '../../../src/machines/telemetry/home'
import {homeMachine} from '../../../src/machines/telemetry/home'
import {device} from '../../support/device'
import {refused} from '../../support/failures'
import {PULSEWALL} from '../../support/offer'
import {USER} from '../../support/user'
import {statesOf} from '../adjacency'
import {createCalls, settled} from '../calls'
import {createLiveDevices, NOW, reading} from '../liveDevices'
import {createVoice} from '../voice'

const user: CurrentUser = {...USER, authority: 'CUSTOMER_USER', customerId: 'c1'}
const view: HomeView = {span: '24h', statuses: []}
const input = {user, view, zone: 'UTC', lateAfter: 90_000, now: NOW}
const DEVICES = [device('a'), device('b')]
const SERIES = {...NO_SERIES, aggregation: 'average' as const, points: [{ts: NOW - 900_000, value: 1}]}
const FETCHED = {points: SERIES.points, gaps: [], isTruncated: false}

function createHomeActor() {
  const live = createLiveDevices()
  const address = new Subject<{type: 'address.changed'; view: HomeView}>()
  const shown: HomeView[] = []
  const city = createCalls<string | null, void>()
  const sparklines = createVoice<SparklinesInput, SparklinesCommand>()
  const {logged} = live
  const home = createActor(
    homeMachine.provide({
      actors: {
        devices: live.logic,
        addressChanges: fromEventObservable(() => address),
        loadCity: city.logic,
        sparklines: fromCallback(sparklines.start),
      },
      actions: {
        pushToUrl: (_, view) => shown.push(view),
        warn: (_, {deviceId, error}) => logged.push([deviceId, error]),
      },
    }),
    {input},
  ).start()
  live.tick()
  return {
    ...live,
    home,
    city,
    sparklines,
    address,
    shown,
    context: () => home.getSnapshot().context,
    send: (event: EventFromLogic<typeof homeMachine>) => home.send(event),
  }
}

/** The list is loaded; the server has everything and its socket is open. */
async function createLoadedHome() {
  const world = createHomeActor()
  world.link(LIVE)
  await world.list.answer(DEVICES)
  await world.subscriptions.answer()
  await world.overviews.fail()
  return world
}

/** Both devices are in view, and a has a key with numbers. */
async function createShownHome() {
  const world = await createLoadedHome()
  world.send({type: 'rows.shown', deviceIds: ['b', 'a']})
  world.read('a', {k: reading(1, NOW - 60_000)})
  return world
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the devices', () => {
  it('in view are read first', async () => {
    const {send, readings} = await createLoadedHome()
    send({type: 'rows.shown', deviceIds: ['b']})
    expect(readings.heard.slice(1)).toEqual([{type: 'rows.shown', deviceIds: ['b']}])
  })

  it('show all their values or a few, each by itself', async () => {
    const {send, context} = await createLoadedHome()
    send({type: 'values.toggled', deviceId: 'a'})
    send({type: 'values.toggled', deviceId: 'b'})
    send({type: 'values.toggled', deviceId: 'a'})
    expect([...context().unfoldedDeviceIds]).toEqual(['b'])
  })
})

describe('the city', () => {
  it('is that of the profile', async () => {
    const {city, context} = await createLoadedHome()
    expect([city.asked.length, context().city]).toEqual([1, null])
    await city.answer('Lisbon')
    expect(context().city).toBe('Lisbon')
  })

  it('is none when the profile has none, and is not asked for again', async () => {
    const {city, context, link} = await createLoadedHome()
    await city.answer(null)
    link(RECONNECTING)
    link(LIVE)
    expect([context().city, city.asked.length]).toEqual([null, 1])
  })

  it('that can’t be had spoils nothing, and is asked for again with the link', async () => {
    const {home, city, context, link, logged} = await createLoadedHome()
    await city.fail()
    expect([home.getSnapshot().matches('loaded'), context().city, logged]).toEqual([true, null, []])
    link(RECONNECTING)
    link(LIVE)
    await city.answer('Lisbon')
    expect([context().city, city.asked.length]).toEqual(['Lisbon', 2])
  })
})

describe('the small charts', () => {
  it('are requested of the devices in view as soon as a key with numbers is known', async () => {
    const {sparklines, send, read, push, tick} = await createLoadedHome()
    send({type: 'rows.shown', deviceIds: ['b', 'a']})
    read('a', {k: reading(1)})
    push('b', 'temperature', NOW, 20)
    tick(NOW + 1000)
    expect(sparklines.heard).toEqual([
      {requested: [], span: '24h', zone: 'UTC', offer: PULSEWALL},
      {type: 'refresh.requested'},
      {type: 'sparklines.requested', sparklines: []},
      {type: 'sparklines.requested', sparklines: [{deviceId: 'a', key: 'k'}]},
      {
        type: 'sparklines.requested',
        sparklines: [
          {deviceId: 'b', key: 'temperature'},
          {deviceId: 'a', key: 'k'},
        ],
      },
    ])
  })

  it('end in the latest value, and grow with what is pushed', async () => {
    const {sparklines, context, push, tick} = await createShownHome()
    sparklines.say({type: 'sparkline.received', deviceId: 'a', key: 'k', series: SERIES})
    expect(context().sparklines.get('a')).toEqual({
      key: 'k',
      fetched: FETCHED,
      recent: [{ts: NOW - 60_000, value: 1}],
      failure: null,
    })
    push('a', 'k', NOW, 2)
    push('a', 'l', NOW, 3)
    push('b', 'k', NOW, 4)
    tick(NOW + 1000)
    expect(context().sparklines.get('a')?.recent).toEqual([
      {ts: NOW - 60_000, value: 1},
      {ts: NOW, value: 2},
    ])
  })

  it('grow with what is asked for', async () => {
    const {sparklines, context, read} = await createShownHome()
    sparklines.say({type: 'sparkline.received', deviceId: 'a', key: 'k', series: SERIES})
    read('a', {k: reading(2, NOW)})
    expect(context().sparklines.get('a')?.recent.at(-1)).toEqual({ts: NOW, value: 2})
  })

  it.each([
    ['the server’s own words', refused(404, 'Gone.'), 'Gone.'],
    ['ours', new Error('away'), 'The points could not be loaded.'],
  ])('that can’t be had say why in %s', async (_, error, failure) => {
    const {sparklines, context, logged} = await createShownHome()
    sparklines.say({type: 'sparkline.missed', deviceId: 'a', key: 'k', error})
    expect(context().sparklines.get('a')).toEqual({key: 'k', fetched: null, recent: [], failure})
    expect(logged).toEqual([['a', error]])
    sparklines.say({type: 'sparkline.received', deviceId: 'a', key: 'k', series: SERIES})
    expect(context().sparklines.get('a')).toMatchObject({fetched: FETCHED, failure: null})
  })

  it('that can’t be had again keep what they show', async () => {
    const {sparklines, context} = await createShownHome()
    sparklines.say({type: 'sparkline.received', deviceId: 'a', key: 'k', series: SERIES})
    sparklines.say({type: 'sparkline.missed', deviceId: 'a', key: 'k', error: new Error('away')})
    expect(context().sparklines.get('a')).toMatchObject({
      fetched: FETCHED,
      failure: 'The points could not be loaded.',
    })
  })

  it('are fetched again after the link was down', async () => {
    const {sparklines, link} = await createShownHome()
    const before = sparklines.heard.length
    link(RECONNECTING)
    link(LIVE)
    expect(sparklines.heard.slice(before)).toEqual([{type: 'refresh.requested'}])
  })

  it('are asked for in the other way when the server offers something else', async () => {
    const {sparklines, link} = await createShownHome()
    link(POLLING, 'specified')
    expect([sparklines.stopped(), sparklines.heard.at(-1)]).toEqual([
      1,
      {requested: [{deviceId: 'a', key: 'k'}], span: '24h', zone: 'UTC', offer: 'specified'},
    ])
  })
})

describe('the view', () => {
  it('fetches the charts of the chosen span instead of those that are there, and shows it in the address', async () => {
    const {sparklines, context, send, shown} = await createShownHome()
    sparklines.say({type: 'sparkline.received', deviceId: 'a', key: 'k', series: SERIES})
    send({type: 'span.chosen', span: '7d'})
    expect([context().sparklines.size, sparklines.stopped(), shown]).toEqual([0, 1, [{span: '7d', statuses: []}]])
    expect(sparklines.heard.at(-1)).toMatchObject({requested: [{deviceId: 'a', key: 'k'}], span: '7d'})
  })

  it('follows the address, which Back may change, without writing it', async () => {
    const {sparklines, context, address, shown} = await createShownHome()
    address.next({type: 'address.changed', view: {span: '1h', statuses: ['late']}})
    expect([context().view, shown]).toEqual([{span: '1h', statuses: ['late']}, []])
    expect(sparklines.heard.at(-1)).toMatchObject({span: '1h'})
  })

  it('keeps the charts when only the chosen states change', async () => {
    const {sparklines, context, send, shown} = await createShownHome()
    sparklines.say({type: 'sparkline.received', deviceId: 'a', key: 'k', series: SERIES})
    send({type: 'status.toggled', status: 'late'})
    send({type: 'status.toggled', status: 'fresh'})
    send({type: 'status.toggled', status: 'late'})
    send({type: 'filter.cleared'})
    expect(shown.map(({statuses}) => statuses)).toEqual([['late'], ['fresh', 'late'], ['fresh'], []])
    expect([context().sparklines.size, sparklines.stopped()]).toEqual([1, 0])
  })

  it('counts the devices by how they stand as time passes and the link breaks', async () => {
    const {context, tick, link} = await createShownHome()
    expect(context().counts).toMatchObject({fresh: 1, late: 0, linkDown: 0})
    tick(NOW + 120_000)
    expect(context().counts).toMatchObject({fresh: 0, late: 1, linkDown: 0})
    link(RECONNECTING)
    expect(context().counts).toMatchObject({fresh: null, late: null, linkDown: 1})
  })
})

it('outlives streams that break', async () => {
  const {home, clock, links, telemetry} = await createLoadedHome()
  for (const stream of [clock, links, telemetry]) stream.error(new Error('broken'))
  expect([home.getSnapshot().status, home.getSnapshot().matches('loaded')]).toEqual(['active', true])
})

it('stops everything with itself', async () => {
  const {home, telemetry, readings, sparklines} = await createLoadedHome()
  home.stop()
  await settled()
  expect([telemetry.observed, readings.stopped(), sparklines.stopped()]).toEqual([false, 1, 1])
})

it('reaches every state', () => {
  const asking = 'actor.0.home.loaded.city.asking'
  const events = [
    {type: 'devices.loaded', devices: DEVICES},
    {type: `xstate.done.${asking}`, output: 'Lisbon'},
    {type: `xstate.error.${asking}`, error: new Error('away')},
  ]
  expect(statesOf(homeMachine, events, input)).toEqual([
    'loaded.city.asking charts.',
    'loaded.city.settled charts.',
    'loaded.city.unknown charts.',
    'loading',
  ])
})
