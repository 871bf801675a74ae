import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import {arrivalIn} from '../../../src/domain/telemetry/arrival'
import {LIVE, POLLING, RECONNECTING} from '../../../src/domain/telemetry/link'
import type {Reading} from '../../../src/domain/telemetry/reading'
import {deviceValuesMachine} from '../../../src/machines/console/deviceValues'
import {USER} from '../../support/user'
import {statesOf} from '../adjacency'
import {ALL, createLiveDevices, NOW, reading} from '../liveDevices'

const INPUT = {
  user: {...USER, authority: 'SYS_ADMIN', organisationId: null},
  lateAfter: 90_000,
  device: {id: 'd', name: 'Boiler'},
}

function createDeviceActor() {
  const live = createLiveDevices()
  const warned: unknown[] = []
  const logic = deviceValuesMachine.provide({
    actors: live.actors,
    actions: {warn: (_, {deviceId}) => warned.push(deviceId)},
  })
  const device = createActor(logic, {input: INPUT}).start()
  const context = () => device.getSnapshot().context
  return {
    ...live,
    ...{logic, device, warned, context},
    state: () => device.getSnapshot().value,
    read: (values: Record<string, Reading>) => live.read('d', values),
    miss: () => live.readings.say({type: 'device.notEnriched', deviceId: 'd', error: new Error('no')}),
    push: (key: string, value: number, receivedAt: number) => live.push('d', key, receivedAt, value),
  }
}

async function watching() {
  const world = createDeviceActor()
  world.tick()
  world.link(LIVE)
  await world.subscriptions.answer()
  return world
}

describe('the values of one device', () => {
  it('are subscribed and read as soon as the link is known', async () => {
    const {state, link, subscriptions, readings} = createDeviceActor()
    expect([state(), subscriptions.asked]).toEqual(['awaitingLink', []])
    link(LIVE)
    expect([state(), subscriptions.asked, readings.heard]).toEqual(['subscribing', [{deviceIds: ['d']}], []])
    await subscriptions.answer()
    expect(readings.heard).toEqual([{organisationId: null, deviceIds: ['d'], shownDeviceIds: ['d'], capabilities: ALL}])
  })

  it('are read, and then grow with what is pushed', async () => {
    const {read, push, context} = await watching()
    expect(context().devices[0]).toMatchObject({name: 'Boiler', keys: [], isRead: false})
    read({cpu: reading(1, NOW - 1000)})
    push('load', 2, NOW + 1000)
    expect(context().devices[0]).toMatchObject({keys: ['cpu', 'load'], isRead: true})
    expect(context().readings.get('d')?.get('load')).toEqual(reading(2, NOW + 1000))
  })

  it('that can’t be read say so, and are read again on request', async () => {
    const {device, miss, read, context, readings, warned} = await watching()
    miss()
    expect([context().isUnread, warned]).toEqual([true, ['d']])
    device.send({type: 'retry.requested'})
    expect(readings.heard.at(-1)).toEqual({type: 'refresh.requested'})
    read({})
    expect([context().isUnread, context().devices[0]?.isRead]).toEqual([false, true])
  })

  it('are read again after the link was down', async () => {
    const {link, readings} = await watching()
    link(RECONNECTING)
    link(LIVE)
    expect(readings.heard.slice(1)).toEqual([{type: 'refresh.requested'}])
  })

  it('are asked for where nothing is pushed', () => {
    const {link, subscriptions, readings, state} = createDeviceActor()
    link(POLLING, {})
    expect([state(), subscriptions.asked, readings.heard.length]).toEqual(['reading', [], 1])
  })
})

describe('what has arrived', () => {
  const arrived = ({context}: Pick<ReturnType<typeof createDeviceActor>, 'context'>) =>
    arrivalIn(context().readings.get('d') ?? new Map(), {since: context().openedAt, now: context().now})

  it('counts from the first tick on', async () => {
    const world = await watching()
    world.tick(NOW + 5000)
    expect([world.context().openedAt, world.context().now]).toEqual([NOW, NOW + 5000])
    world.read({cpu: reading(1, NOW - 1)})
    expect(arrived(world)).toBeNull()
    world.push('cpu', 2, NOW + 2000)
    expect(arrived(world)).toEqual({key: 'cpu', reading: reading(2, NOW + 2000)})
  })

  it('is what arrived last; a device’s own time counts where arrivals are unknown, unless it lies ahead', () => {
    const readings = new Map([
      ['told', reading(1, NOW + 2, NOW + 9000)],
      ['untold', reading(2, null, NOW + 3)],
      ['ahead', reading(3, null, NOW + 6000)],
      ['unknown', reading(4, null, null)],
    ])
    expect(arrivalIn(readings, {since: NOW, now: NOW + 5000})?.key).toBe('untold')
    expect(arrivalIn(readings, {since: NOW, now: NOW + 1})?.key).toBe('told')
    expect(arrivalIn(readings, {since: NOW + 4, now: NOW + 5000})).toBeNull()
  })
})

it('outlives streams that break', async () => {
  const {device, clock, links, telemetry} = await watching()
  for (const stream of [clock, links, telemetry]) stream.error(new Error('broken'))
  expect(device.getSnapshot().status).toBe('active')
})

it('stops everything with itself', async () => {
  const {device, clock, links, telemetry} = await watching()
  device.stop()
  expect([clock, links, telemetry].map(({observed}) => observed)).toEqual([false, false, false])
})

it('reaches every state', () => {
  const events = [
    {type: 'link.changed', link: LIVE, capabilities: ALL},
    {type: 'xstate.done.actor.0.deviceValues.subscribing'},
  ]
  expect(statesOf(createDeviceActor().logic, events, INPUT)).toEqual(['awaitingLink', 'reading', 'subscribing'])
})
