import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import {SENT_VALUES} from '../../../src/domain/console/sendLines'
import {LIVE, RECONNECTING} from '../../../src/domain/link'
import {arrivalIn} from '../../../src/domain/telemetry/readings/arrival'
import type {PointsReceived} from '../../../src/domain/telemetry/readings/update'
import {deviceValuesMachine} from '../../../src/machines/console/deviceValues'
import {PULSEWALL} from '../../support/offer'
import {USER} from '../../support/user'
import {createLiveDevices, NOW, reading} from '../liveDevices'

const INPUT = {
  user: {...USER, authority: 'SYS_ADMIN', organisationId: null},
  lateAfter: 90_000,
  device: {id: 'd', name: 'Boiler'},
  openedAt: NOW,
}

function createDeviceActor() {
  const live = createLiveDevices()
  const points = new Subject<PointsReceived>()
  const pointsAsked: unknown[] = []
  const logic = deviceValuesMachine.provide({
    actors: {
      devices: live.logic,
      points: fromEventObservable(({input}) => {
        pointsAsked.push(input)
        return points
      }),
    },
  })
  const page = createActor(logic, {input: INPUT}).start()
  const devices = () => page.getSnapshot().children.devices?.getSnapshot().context
  return {
    ...live,
    page,
    devices,
    points,
    pointsAsked,
    pushPoints: (values: readonly number[], at = NOW) =>
      points.next({type: 'points.received', points: values.map(value => ({ts: at, value})), at}),
    arrivedWays: () => [...page.getSnapshot().context.arrivedWays],
    arrived: () => {
      const {openedAt} = page.getSnapshot().context
      const {readings, now} = devices() ?? {readings: new Map(), now: 0}
      return arrivalIn(readings.get('d') ?? new Map(), {since: openedAt, now})
    },
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
  it('are read, and then grow with what is pushed', async () => {
    const {read, push, devices, readings} = await watching()
    expect(readings.heard).toEqual([
      {
        organisationId: null,
        deviceIds: ['d'],
        shownDeviceIds: ['d'],
        offer: PULSEWALL,
        isGiven: true,
        isJustRead: false,
      },
    ])
    expect(devices()?.devices[0]).toMatchObject({name: 'Boiler', keys: [], isRead: false})
    read('d', {cpu: reading(1, NOW - 1000)})
    push('d', 'load', NOW + 1000, 2)
    expect(devices()?.devices[0]).toMatchObject({keys: ['cpu', 'load'], isRead: true})
    expect(devices()?.readings.get('d')?.get('load')).toEqual(reading(2, NOW + 1000))
  })
})

describe('what has arrived', () => {
  it('counts from the first tick on', async () => {
    const {page, tick, read, push, arrived} = await watching()
    tick(NOW + 5000)
    expect(page.getSnapshot().context.openedAt).toBe(NOW)
    read('d', {cpu: reading(1, NOW - 1)})
    expect(arrived()).toBeNull()
    push('d', 'cpu', NOW + 2000, 2)
    expect(arrived()).toEqual({key: 'cpu', reading: reading(2, NOW + 2000)})
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

describe('the ways whose values have arrived', () => {
  it('are told by each pushed value, also of several within a second', async () => {
    const {pushPoints, pointsAsked, arrivedWays} = await watching()
    expect(pointsAsked).toEqual([{deviceId: 'd', key: 'temperature'}])
    pushPoints([SENT_VALUES.sh, 20, SENT_VALUES.python])
    pushPoints([SENT_VALUES.mosquitto])
    expect(arrivedWays()).toEqual(['sh', 'python', 'mosquitto'])
  })

  it('are told by what is read once the link is back', async () => {
    const {link, read, arrivedWays} = await watching()
    link(RECONNECTING)
    link(LIVE)
    read('d', {temperature: reading(SENT_VALUES.powerShell, NOW + 2000)})
    expect(arrivedWays()).toEqual(['powerShell'])
  })

  it('stay, whatever arrives after', async () => {
    const {tick, pushPoints, read, arrivedWays} = await watching()
    pushPoints([SENT_VALUES.sh])
    read('d', {temperature: reading(20, NOW + 2000)})
    pushPoints([20], NOW + 3000)
    tick(NOW + 90_000)
    expect(arrivedWays()).toEqual(['sh'])
  })

  it('are none by what arrived before the page was opened, or for another device', async () => {
    const {tick, link, subscriptions, read, pushPoints, arrivedWays} = createDeviceActor()
    pushPoints([SENT_VALUES.sh], NOW - 1)
    tick()
    link(LIVE)
    await subscriptions.answer()
    read('d', {temperature: reading(SENT_VALUES.powerShell, NOW - 1)})
    read('e', {temperature: reading(SENT_VALUES.mosquitto, NOW + 1)})
    pushPoints([SENT_VALUES.python], NOW - 1)
    expect(arrivedWays()).toEqual([])
  })
})

it('stops everything with itself', async () => {
  const {page, clock, links, telemetry, points, readings} = await watching()
  page.stop()
  expect([clock, links, telemetry, points].map(({observed}) => observed)).toEqual([false, false, false, false])
  expect(readings.stopped()).toBe(1)
})
