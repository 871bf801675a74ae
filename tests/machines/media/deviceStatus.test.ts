import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromCallback, fromEventObservable} from 'xstate'
import {HEARTBEAT_FRESHNESS} from '../../../contract/limits'
import {LIVE, RECONNECTING} from '../../../src/domain/link'
import type {ScreenUpdate} from '../../../src/domain/media/screenReport'
import {statusReason} from '../../../src/domain/media/statuses'
import type {LinkChanged} from '../../../src/machines/connectivity'
import {
  type ChecksCommand,
  type ChecksInput,
  deviceStatusMachine,
  type ExpiryAwaited,
  type ScreensReceived,
} from '../../../src/machines/media/deviceStatus'
import type {ClockEvent} from '../../../src/machines/telemetry/devicesEvents'
import {PULSEWALL} from '../../support/offer'
import {createVoice} from '../voice'

const NOW = Date.parse('2026-01-14T12:00:00Z')
const MINUTE = 60_000

const beat = (deviceId: string, minutes: number, arrivedAgo = minutes): ScreenUpdate => ({
  deviceId,
  heartbeat: {ts: NOW - minutes * MINUTE, arrivedAt: NOW - arrivedAgo * MINUTE},
})

function createXActor() {
  const [clock, links] = [new Subject<ClockEvent>(), new Subject<LinkChanged>()]
  const checks = createVoice<ChecksInput, ChecksCommand>()
  const awaited: (number | null)[] = []
  const actor = createActor(
    deviceStatusMachine.provide({
      actors: {
        clock: fromEventObservable<ClockEvent, void>(() => clock),
        linkChanges: fromEventObservable<LinkChanged, void>(() => links),
        checks: fromCallback(checks.start),
        screenUpdates: fromEventObservable<ScreensReceived, void>(() => new Subject<ScreensReceived>()),
        expiry: fromCallback<ExpiryAwaited, void>(({receive}) => receive(({at}) => awaited.push(at))),
      },
      actions: {warn: () => {}},
    }),
    {input: {organisationId: 'o', deviceIds: ['a', 'b'], link: LIVE, offer: PULSEWALL, now: NOW}},
  ).start()
  clock.next({type: 'clock.ticked', at: NOW})
  return {
    actor,
    checks,
    awaited,
    read: (...updates: ScreenUpdate[]) => actor.send({type: 'screens.read', updates, isAll: true}),
    link: (link: LinkChanged['link']) => links.next({type: 'link.changed', link, offer: PULSEWALL}),
    statuses: () => Object.fromEntries(actor.getSnapshot().context.statuses),
    reason(id: string) {
      const {heartbeats, asOf, now} = actor.getSnapshot().context
      return statusReason(heartbeats.get(id), asOf, now)
    },
  }
}

describe('the status of devices', () => {
  it('is beside the last refusal of a second player, which stays known until another is noted', () => {
    const {actor, read} = createXActor()
    const refusals = () => Object.fromEntries(actor.getSnapshot().context.secondPlayers)
    read({...beat('a', 1), secondPlayer: NOW - MINUTE})
    expect(refusals()).toEqual({a: NOW - MINUTE, b: null})
    actor.send({type: 'screens.received', updates: [beat('a', 0), {deviceId: 'b', secondPlayer: NOW}]})
    expect(refusals()).toEqual({a: NOW - MINUTE, b: NOW})
  })

  it('is unknown before they are checked', () => {
    const world = createXActor()
    expect(world.statuses()).toEqual({})
    expect(world.reason('a')).toEqual({kind: 'notChecked'})
  })

  it('is active under 10 minutes, and inactive after, or without a heartbeat', () => {
    const world = createXActor()
    world.read(beat('a', 9.99))
    expect(world.statuses()).toEqual({a: 'active', b: 'inactive'})
    expect(world.reason('b')).toEqual({kind: 'noHeartbeat'})
    const later = createXActor()
    later.read(beat('a', 10))
    expect(later.statuses()).toEqual({a: 'inactive', b: 'inactive'})
    expect(later.reason('a')).toEqual({kind: 'silent', at: NOW - 10 * MINUTE})
  })

  it('turns inactive at the very moment at which the heartbeat is 10 minutes old', () => {
    const world = createXActor()
    world.read(beat('a', 4), beat('b', 7))
    expect(world.awaited).toEqual([NOW + 3 * MINUTE])
    world.actor.send({type: 'expiry.reached', at: NOW + 3 * MINUTE})
    expect(world.statuses()).toEqual({a: 'active', b: 'inactive'})
    expect(world.awaited.at(-1)).toBe(NOW - 4 * MINUTE + HEARTBEAT_FRESHNESS)
  })

  it('turns active again with a heartbeat that is pushed', () => {
    const world = createXActor()
    world.read(beat('a', 30))
    world.actor.send({type: 'screens.received', updates: [beat('a', 0)]})
    expect(world.statuses().a).toBe('active')
  })

  it('keeps a pushed heartbeat when an older answer comes after it', () => {
    const world = createXActor()
    world.actor.send({type: 'screens.received', updates: [beat('a', 0)]})
    world.read(beat('a', 30))
    expect(world.statuses().a).toBe('active')
  })

  it('says of a device whose clock is behind that it is the clock', () => {
    const world = createXActor()
    world.read(beat('a', 24 * 60, 1))
    expect(world.statuses().a).toBe('inactive')
    expect(world.reason('a')).toEqual({kind: 'clock', error: -(24 * 60 - 1) * MINUTE})
  })

  it('is unknown while the link is down, whatever time passes, and until all are checked anew', () => {
    const world = createXActor()
    world.read(beat('a', 1))
    world.link(RECONNECTING)
    expect(world.statuses()).toEqual({})
    expect(world.reason('a')).toEqual({kind: 'linkDown', asOf: NOW})
    world.actor.send({type: 'expiry.reached', at: NOW + 60 * MINUTE})
    expect(world.statuses()).toEqual({})
    world.link(LIVE)
    expect(world.reason('a')).toEqual({kind: 'notChecked'})
    world.read(beat('a', 1))
    expect(world.statuses()).toEqual({a: 'active', b: 'inactive'})
  })

  it('changes nothing that is shown with a heartbeat that changes no status', () => {
    const world = createXActor()
    world.read(beat('a', 1), beat('b', 2))
    const before = world.actor.getSnapshot().context.statuses
    world.actor.send({type: 'screens.received', updates: [beat('a', 0)]})
    expect(world.actor.getSnapshot().context.statuses).toBe(before)
  })

  it('comes with what the public sees, which is as of then while the link is down, and until it is read again', () => {
    const world = createXActor()
    const report = {
      revision: 1,
      fetching: null,
      ready: 1,
      files: 1,
      playing: 'v',
      free: null,
      clockError: 0,
      zone: null,
      faults: {},
    }
    const states = () => Object.fromEntries(world.actor.getSnapshot().context.states)
    world.read({...beat('a', 1), report})
    const playing = {kind: 'playing', item: 'v', since: null}
    expect(states()).toEqual({a: playing, b: {kind: 'new'}})
    const before = world.actor.getSnapshot().context.states
    world.actor.send({type: 'screens.received', updates: [beat('a', 0)]})
    expect(world.actor.getSnapshot().context.states).toBe(before)
    const then = {
      a: {kind: 'unknown', asOf: NOW, was: playing},
      b: {kind: 'unknown', asOf: NOW, was: {kind: 'new'}},
    }
    world.link(RECONNECTING)
    expect(states()).toEqual(then)
    world.link(LIVE)
    expect(states()).toEqual(then)
    world.read({...beat('a', 0), report: {...report, playing: null, dark: 'outsideHours'}})
    expect(states()).toMatchObject({a: {kind: 'dark', why: 'outsideHours'}, b: {kind: 'new'}})
  })
})
