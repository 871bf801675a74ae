import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, type EventFromLogic, fromEventObservable, fromPromise} from 'xstate'
import type {Offer} from '../../contract/wire/capabilities'
import {LIVE, OFFLINE, POLLING, PROBING, RECONNECTING} from '../../src/domain/link'
import {linkMachine, linkState} from '../../src/machines/link'
import type {SocketEvent} from '../../src/streams/telemetry/live'
import {PULSEWALL} from '../support/offer'
import {statesOf} from './adjacency'
import {quietLink} from './quietLink'

type LinkEvent = EventFromLogic<typeof linkMachine>

interface Overrides {
  probe?: () => Promise<Offer>
  renewAccess?: () => Promise<void>
  find?: () => Promise<void>
}

function createLinkActor({
  probe = async () => PULSEWALL,
  renewAccess = async () => {},
  find = async () => {},
}: Overrides = {}) {
  const network = new Subject<Extract<LinkEvent, {type: 'network.lost' | 'network.found'}>>()
  const clock = new Subject<Extract<LinkEvent, {type: 'clock.ticked' | 'clock.jumped'}>>()
  const socket = new Subject<SocketEvent>()
  const retries = new Subject<Extract<LinkEvent, {type: 'retry.scheduled' | 'retry.due'}>>()
  const misses = new Subject<Extract<LinkEvent, {type: 'server.missed'}>>()
  const tries: number[] = []
  const known: unknown[] = []
  let finds = 0
  const link = createActor(
    linkMachine.provide({
      actors: {
        networkChanges: fromEventObservable(() => network),
        clock: fromEventObservable(() => clock),
        probeOffer: fromPromise(({input}) => {
          known.push(input.known)
          return probe()
        }),
        findServer: fromPromise(() => {
          finds++
          return find()
        }),
        liveConnection: fromEventObservable(() => socket),
        renewAccess: fromPromise(() => renewAccess()),
        serverMisses: fromEventObservable(() => misses),
        backOff: fromEventObservable(({input}) => {
          tries.push(input.tries)
          return retries
        }),
      },
    }),
  ).start()
  const state = () => linkState(link.getSnapshot())
  const value = () => link.getSnapshot().value
  return {
    link,
    network,
    clock,
    socket,
    retries,
    misses,
    tries,
    known,
    probes: () => known.length,
    finds: () => finds,
    state,
    value,
  }
}

const answered = () => new Promise(resolve => setImmediate(resolve))

async function createLiveLink(overrides: Overrides = {}) {
  const world = createLinkActor(overrides)
  await answered()
  world.socket.next({type: 'socket.opened'})
  return world
}

async function createPollingLink(offer: Offer = 'specified') {
  const world = createLinkActor({probe: async () => offer})
  await answered()
  return world
}

async function createWaitingLink() {
  const world = createLinkActor({probe: () => Promise.reject(new Error('away'))})
  await answered()
  return world
}

describe('making the link', () => {
  it('is probing until the socket of a server that offers one is open', async () => {
    const {link, socket, state, value} = createLinkActor()
    expect([value(), state()]).toEqual(['probing', PROBING])
    await answered()
    expect([value(), state()]).toEqual([{live: 'connecting'}, PROBING])
    socket.next({type: 'socket.opened'})
    expect([value(), state(), link.getSnapshot().context.offer]).toEqual([{live: 'open'}, LIVE, PULSEWALL])
  })

  it('polls a server without a socket', async () => {
    const {state, value} = await createPollingLink()
    expect([value(), state()]).toEqual(['polling', POLLING])
  })

  it('asks a server without additions for them once, and from then on whether it is there', async () => {
    const {misses, retries, state, value, probes, finds} = await createPollingLink()
    misses.next({type: 'server.missed'})
    retries.next({type: 'retry.due'})
    expect([value(), state()]).toEqual(['finding', RECONNECTING])
    await answered()
    expect([value(), state(), probes(), finds()]).toEqual(['polling', POLLING, 1, 1])
  })

  it('waits while a server without additions is not found', async () => {
    const {clock, value} = await createPollingLink()
    clock.next({type: 'clock.jumped', at: 5_000_000})
    await answered()
    expect(value()).toBe('polling')
    const away = createLinkActor({probe: async () => 'specified', find: () => Promise.reject(new Error('away'))})
    await answered()
    away.clock.next({type: 'clock.jumped', at: 5_000_000})
    await answered()
    expect(away.value()).toBe('waiting')
  })

  it('asks a server with additions for them at each try, and tells which are known', async () => {
    const {socket, retries, known} = await createLiveLink()
    socket.next({type: 'socket.closed'})
    retries.next({type: 'retry.due'})
    expect(known).toEqual([null, PULSEWALL])
  })

  it('waits with a growing number of tries while the server is away', async () => {
    const {retries, tries, state, probes} = await createWaitingLink()
    expect(state()).toEqual(RECONNECTING)
    retries.next({type: 'retry.scheduled', at: 700})
    expect(state()).toEqual({kind: 'reconnecting', nextTryAt: 700})
    retries.next({type: 'retry.due'})
    expect(state()).toEqual(RECONNECTING)
    await answered()
    expect([tries, probes()]).toEqual([[1, 2], 2])
  })

  it('tells the same object as long as nothing changes', async () => {
    const {retries, clock, state} = await createWaitingLink()
    retries.next({type: 'retry.scheduled', at: 700})
    const told = state()
    clock.next({type: 'clock.ticked', at: 100})
    expect(state()).toBe(told)
  })

  it('tries at once on request', async () => {
    const {link, value} = await createWaitingLink()
    link.send({type: 'retry.requested'})
    expect(value()).toBe('probing')
  })
})

describe('losing the link', () => {
  it('is reconnecting from the moment the socket closes', async () => {
    const {socket, state, tries} = await createLiveLink()
    socket.next({type: 'socket.closed'})
    expect([state(), tries]).toEqual([RECONNECTING, [1]])
  })

  it('is reconnecting when the stream of the socket breaks or ends', async () => {
    const broken = await createLiveLink()
    broken.socket.error(new Error('defect'))
    const ended = await createLiveLink()
    ended.socket.complete()
    expect([broken.value(), ended.value()]).toEqual(['waiting', 'waiting'])
  })

  it('is reconnecting when a polled server misses a call', async () => {
    const {misses, state} = await createPollingLink()
    misses.next({type: 'server.missed'})
    expect(state()).toEqual(RECONNECTING)
  })

  it('counts its tries anew once it was up', async () => {
    const {socket, retries, tries} = await createLiveLink()
    socket.next({type: 'socket.closed'})
    retries.next({type: 'retry.due'})
    await answered()
    socket.next({type: 'socket.closed'})
    retries.next({type: 'retry.due'})
    await answered()
    socket.next({type: 'socket.opened'})
    socket.next({type: 'socket.closed'})
    expect(tries).toEqual([1, 2, 1])
  })

  it('is offline without a network, keeps trying, and may come up all the same', async () => {
    const {network, retries, socket, state, value} = await createLiveLink()
    network.next({type: 'network.lost'})
    expect([value(), state()]).toEqual(['waiting', OFFLINE])
    retries.next({type: 'retry.scheduled', at: 700})
    expect(state()).toEqual(OFFLINE)
    retries.next({type: 'retry.due'})
    await answered()
    socket.next({type: 'socket.opened'})
    expect(state()).toEqual(LIVE)
    network.next({type: 'network.found'})
    expect(state()).toEqual(LIVE)
  })

  it('tries at once when the network is back', async () => {
    const {network, value, state} = await createLiveLink()
    network.next({type: 'network.lost'})
    network.next({type: 'network.found'})
    expect([value(), state()]).toEqual(['probing', RECONNECTING])
  })

  it('stops polling without a network', async () => {
    const {network, state} = await createPollingLink()
    network.next({type: 'network.lost'})
    expect(state()).toEqual(OFFLINE)
  })

  it('is offline while it probes for the first time without a network', () => {
    const {network, state, value} = createLinkActor()
    network.next({type: 'network.lost'})
    expect([value(), state()]).toEqual(['probing', OFFLINE])
  })

  it.each([
    ['a socket', createLiveLink, 'probing'],
    ['polling', createPollingLink, 'finding'],
  ] as const)('is made anew over %s after a sleep', async (_, create, tried) => {
    const {clock, link, state, value} = await create()
    clock.next({type: 'clock.jumped', at: 5_000_000})
    expect([value(), state(), link.getSnapshot().context.now]).toEqual([tried, RECONNECTING, 5_000_000])
  })
})

describe('how long the link has been down', () => {
  it('counts from the last moment when it was up', async () => {
    const {link, clock, socket, retries} = await createLiveLink()
    const since = () => link.getSnapshot().context.downSince
    clock.next({type: 'clock.ticked', at: 10_000})
    expect(since()).toBe(null)
    socket.next({type: 'socket.closed'})
    clock.next({type: 'clock.ticked', at: 11_000})
    retries.next({type: 'retry.due'})
    await answered()
    expect(since()).toBe(10_000)
    socket.next({type: 'socket.opened'})
    expect(since()).toBe(null)
  })

  it('includes the time for which the machine slept', async () => {
    const {link, clock} = await createLiveLink()
    clock.next({type: 'clock.ticked', at: 10_000})
    clock.next({type: 'clock.jumped', at: 500_000})
    expect(link.getSnapshot().context.downSince).toBe(10_000)
  })

  it('counts from the first try that failed when it was never up', async () => {
    const {link, clock} = createLinkActor({probe: () => Promise.reject(new Error('away'))})
    clock.next({type: 'clock.ticked', at: 10_000})
    await answered()
    expect(link.getSnapshot().context.downSince).toBe(10_000)
  })
})

describe('too many connections', () => {
  it('are told of until the link is up', async () => {
    const {link, socket, retries, state, value} = createLinkActor()
    const isCrowded = () => link.getSnapshot().context.isCrowded
    await answered()
    socket.next({type: 'socket.crowded'})
    expect([value(), state(), isCrowded()]).toEqual(['waiting', RECONNECTING, true])
    retries.next({type: 'retry.due'})
    await answered()
    expect(isCrowded()).toBe(true)
    socket.next({type: 'socket.opened'})
    expect([value(), isCrowded()]).toEqual([{live: 'open'}, false])
  })
})

describe('a refused access token', () => {
  it('is renewed before the next try', async () => {
    const {socket, state, value, tries} = await createLiveLink()
    socket.next({type: 'socket.rejected'})
    expect([value(), state()]).toEqual(['renewing', RECONNECTING])
    await answered()
    expect([value(), tries]).toEqual(['waiting', [1]])
  })

  it('that can’t be renewed is tried again later', async () => {
    const {socket, value} = await createLiveLink({renewAccess: () => Promise.reject(new Error('away'))})
    socket.next({type: 'socket.rejected'})
    await answered()
    expect(value()).toBe('waiting')
  })
})

describe('events that mean nothing now', () => {
  it('are ignored while waiting', async () => {
    const {link, value} = await createWaitingLink()
    link.send({type: 'socket.opened'})
    link.send({type: 'server.missed'})
    link.send({type: 'clock.jumped', at: 9})
    expect(value()).toBe('waiting')
  })

  it('are ignored while live', async () => {
    const {link, value} = await createLiveLink()
    link.send({type: 'server.missed'})
    link.send({type: 'retry.due'})
    link.send({type: 'retry.requested'})
    expect(value()).toEqual({live: 'open'})
  })

  it('are ignored while polling', async () => {
    const {link, value} = await createPollingLink()
    link.send({type: 'socket.closed'})
    link.send({type: 'retry.requested'})
    expect(value()).toBe('polling')
  })

  it('leave it as it is when the clock or the network can’t be heard', async () => {
    const {clock, network, value} = await createLiveLink()
    clock.error(new Error('gone'))
    network.error(new Error('gone'))
    expect(value()).toEqual({live: 'open'})
  })

  it('leave it waiting when the back-off breaks, and a request still tries', async () => {
    const {retries, link, value} = await createWaitingLink()
    retries.error(new Error('gone'))
    expect(value()).toBe('waiting')
    link.send({type: 'retry.requested'})
    expect(value()).toBe('probing')
  })
})

it('reaches every state', () => {
  const slept = {type: 'clock.jumped', at: 1}
  expect(
    statesOf(quietLink, [
      {type: 'xstate.done.actor.0.link.probing', output: PULSEWALL},
      {type: 'xstate.done.actor.0.link.probing', output: 'specified'},
      {type: 'xstate.done.actor.0.link.finding', output: undefined},
      {type: 'xstate.error.actor.0.link.probing', error: new Error('away')},
      {type: 'xstate.done.actor.0.link.renewing', output: undefined},
      slept,
      {type: 'socket.opened'},
      {type: 'socket.closed'},
      {type: 'socket.rejected'},
      {type: 'socket.crowded'},
      {type: 'network.lost'},
      {type: 'network.found'},
      {type: 'server.missed'},
      {type: 'retry.due'},
    ]),
  ).toEqual(['finding', 'live.connecting', 'live.open', 'polling', 'probing', 'renewing', 'waiting'])
})
