import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import {LIVE, type LinkState} from '../../../src/domain/link'
import type {AskedMoment, ReplayFacts} from '../../../src/domain/moment'
import type {TimeRange} from '../../../src/domain/timeRange/timeRange'
import {type PlaybackEvent, type ReplayAddressChanged, replayMachine} from '../../../src/machines/replay/replay'
import {PULSEWALL} from '../../support/offer'
import {createCalls} from '../calls'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const HOUR = 3_600_000
const then = (hours: number) => NOW - hours * HOUR
const FACTS: ReplayFacts = {oldestAt: then(1000), marks: [{at: then(2), raised: 3}]}

function createReplayActor(asked: AskedMoment | null = null) {
  const links = new Subject<{type: 'link.changed'; link: LinkState; offer: Offer | null}>()
  const address = new Subject<ReplayAddressChanged>()
  const presents = new Subject<{type: 'present.ticked'; at: number}>()
  const facts = createCalls<ReplayFacts, {range: TimeRange}>()
  const told: string[] = []
  const played: {at: number; rate: number}[] = []
  let playback = new Subject<PlaybackEvent>()
  const replay = createActor(
    replayMachine.provide({
      actors: {
        linkChanges: fromEventObservable(() => links),
        addressChanges: fromEventObservable(() => address),
        presents: fromEventObservable(() => presents),
        playback: fromEventObservable(({input}) => {
          played.push({...input, at: (NOW - input.at) / HOUR})
          playback = new Subject()
          return playback
        }),
        loadFacts: facts.logic,
      },
      actions: {
        publishTime: (_, {at, updates}) => told.push(`${(NOW - at) / HOUR} h ago, ${updates.length}`),
        catchUp: () => told.push('catch up'),
        pushToUrl: (_, {moment, history}) =>
          told.push(`${history} ${moment === null ? 'live' : `${(NOW - moment.at) / HOUR} ${moment.rate}`}`),
        warn: (_, {error}) => told.push(String(error)),
      },
    }),
    {input: {now: NOW}},
  ).start()
  const go = (to: AskedMoment | null, {isFollowed = false, isReplayable = true} = {}) =>
    address.next({type: 'address.changed', asked: to, isFollowed, isReplayable})
  const offer = (offer: Offer | null = PULSEWALL) => links.next({type: 'link.changed', link: LIVE, offer})
  go(asked)
  return {
    replay,
    go,
    offer,
    presents,
    facts,
    told,
    played,
    say: (event: PlaybackEvent) => playback.next(event),
    state: () => {
      const {value} = replay.getSnapshot()
      if (typeof value !== 'object') return value
      const on = value.on
      return typeof on === 'object' ? on.shown : on
    },
    context: () => replay.getSnapshot().context,
  }
}

const paused = {progress: 'paused', facts: 'loading', hand: 'free'}
const running = {progress: {playing: 'running'}, facts: 'loading', hand: 'free'}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

describe('a replay', () => {
  it('is off as long as the address names no moment', () => {
    const {offer, state, told} = createReplayActor()
    offer()

    expect(state()).toBe('off')
    expect(told).toEqual([])
  })

  it('shows the moment of the address as soon as the server is known', () => {
    const {offer, state, context, told, facts} = createReplayActor({at: then(5), rate: null})
    expect(state()).toBe('deciding')
    offer()

    expect(state()).toEqual(paused)
    expect(context()).toMatchObject({at: then(5), jumps: 1, slider: {start: then(24), end: NOW}})
    expect(told).toEqual(['5 h ago, 0', 'replace 5 null'])
    expect(facts.asked).toEqual([{range: {start: then(24), end: NOW}}])
  })

  it.each([
    ['unreadable', 'unreadable'],
    [{at: NOW + 1, rate: null}, 'ahead'],
  ] as const)('names what is wrong with %j', (asked, state) => {
    const actor = createReplayActor(asked)
    actor.offer()
    expect(actor.state()).toBe(state)
    actor.replay.send({type: 'live.requested'})
    expect([actor.state(), actor.told]).toEqual(['off', ['push live']])
  })

  it('shows a moment that was still to come when it has come', () => {
    const {offer, presents, state} = createReplayActor({at: NOW + 1000, rate: null})
    offer()
    presents.next({type: 'present.ticked', at: NOW + 1000})

    expect(state()).toEqual(paused)
  })

  it('says that it is not offered, and shows the past if it is later on', () => {
    const {offer, state} = createReplayActor({at: then(1), rate: null})
    offer('specified')
    expect(state()).toBe('notOffered')
    offer()
    expect(state()).toEqual(paused)
  })

  it('ends when another server has no past to offer', () => {
    const {offer, state} = createReplayActor({at: then(1), rate: null})
    offer()
    offer('specified')
    expect(state()).toBe('notOffered')
    offer()
    expect(state()).toEqual(paused)
  })

  it('begins an hour before the present on request, if it is offered', () => {
    const {replay, offer, state, told} = createReplayActor()
    replay.send({type: 'replay.requested'})
    expect(state()).toBe('off')
    offer()
    replay.send({type: 'replay.requested'})

    expect(state()).toEqual(paused)
    expect(told).toEqual(['push 1 null', '1 h ago, 0', 'replace 1 null'])
  })

  it('ends on request, and screens start anew', () => {
    const {replay, offer, state, context, told} = createReplayActor({at: then(1), rate: null})
    offer()
    replay.send({type: 'live.requested'})

    expect(state()).toBe('off')
    expect([context().jumps, context().facts, told.at(-1)]).toEqual([2, null, 'push live'])
  })

  it('plays from the address on, and tells the screens what comes', () => {
    const {offer, say, state, context, played, told} = createReplayActor({at: then(2), rate: 600})
    offer()
    expect(state()).toEqual(running)
    say({type: 'time.passed', at: then(1), updates: [{deviceId: 'd', receivedAt: then(1), points: []}]})

    expect(played).toEqual([{at: 2, rate: 600}])
    expect(context()).toMatchObject({at: then(1), rate: 600, jumps: 1})
    expect(told.at(-1)).toBe('1 h ago, 1')
  })

  it('pauses where it is, lets the screens catch up, and plays on', () => {
    const {replay, offer, say, state, played, told} = createReplayActor({at: then(2), rate: 60})
    offer()
    say({type: 'time.passed', at: then(1), updates: []})
    told.length = 0
    replay.send({type: 'play.toggled'})
    expect([state(), told]).toEqual([paused, ['catch up', 'replace 1 null']])
    replay.send({type: 'play.toggled'})

    expect(state()).toEqual(running)
    expect(played.at(-1)).toEqual({at: 1, rate: 60})
    expect(told.at(-1)).toBe('replace 1 60')
  })

  it('plays as fast as is chosen, while it plays and before', () => {
    const {replay, offer, played, told} = createReplayActor({at: then(2), rate: null})
    offer()
    replay.send({type: 'rate.chosen', rate: 10})
    replay.send({type: 'play.toggled'})
    replay.send({type: 'rate.chosen', rate: 600})

    expect(played).toEqual([
      {at: 2, rate: 10},
      {at: 2, rate: 600},
    ])
    expect(told.at(-1)).toBe('replace 2 600')
  })

  it('says that it waits, and that it misses what comes next, and tries again', () => {
    const {replay, offer, say, state, played, told} = createReplayActor({at: then(2), rate: 60})
    offer()
    say({type: 'history.awaited'})
    expect(state()).toEqual({...running, progress: {playing: 'waiting'}})
    say({type: 'history.missed', error: 'away'})
    expect(state()).toEqual({...running, progress: {playing: 'missed'}})
    expect(told.at(-1)).toBe('away')
    replay.send({type: 'retry.requested'})
    expect([state(), played.length]).toEqual([running, 2])
    say({type: 'history.missed', error: 'away'})
    say({type: 'time.passed', at: then(1), updates: []})
    expect(state()).toEqual(running)
  })

  it('ends in the present, where it can’t be played on', () => {
    const {replay, offer, say, state, told} = createReplayActor({at: then(2), rate: 60})
    offer()
    say({type: 'time.passed', at: NOW, updates: []})
    say({type: 'present.reached'})

    expect(state()).toEqual({...paused, progress: 'ended'})
    expect(told.slice(-2)).toEqual(['catch up', 'replace 0 null'])
    expect(replay.getSnapshot().can({type: 'play.toggled'})).toBe(false)
  })

  it('jumps after the slider was let go, at most to the present, and plays on if it did', () => {
    const {replay, offer, context, state, played, facts} = createReplayActor({at: then(2), rate: 60})
    offer()
    replay.send({type: 'slider.moved', at: then(9)})
    replay.send({type: 'slider.moved', at: then(10)})
    vi.advanceTimersByTime(249)
    expect(context()).toMatchObject({at: then(2), held: then(10), jumps: 1})
    vi.advanceTimersByTime(1)
    expect(context()).toMatchObject({at: then(10), held: null, jumps: 2, slider: {start: then(24)}})
    expect([state(), played.at(-1), facts.asked.length]).toEqual([running, {at: 10, rate: 60}, 2])
    replay.send({type: 'moment.chosen', at: NOW + HOUR})
    expect(context()).toMatchObject({at: NOW, jumps: 3})
  })

  it('moves the slider with a moment that is beyond it, and spans a week on request', async () => {
    const {replay, offer, context, facts} = createReplayActor({at: then(2), rate: null})
    offer()
    await facts.answer(FACTS)
    expect(context().facts).toBe(FACTS)
    replay.send({type: 'moment.chosen', at: then(1000)})
    expect(context().slider).toEqual({start: then(1012), end: then(988)})
    replay.send({type: 'span.chosen', span: 'week'})

    expect(context().slider).toEqual({start: then(1084), end: then(916)})
    expect(facts.asked).toHaveLength(3)
    expect(context().jumps).toBe(2)
  })

  it('shows the moment even if nothing is known of what surrounds it', async () => {
    const {offer, state, facts, told} = createReplayActor({at: then(2), rate: null})
    offer()
    await facts.fail()

    expect(state()).toEqual({...paused, facts: 'missed'})
    expect(told.at(-1)).toBe('Error: away')
  })

  it('follows Back to another moment, and out of the past', () => {
    const {go, offer, state, context} = createReplayActor({at: then(2), rate: null})
    offer()
    go({at: then(3), rate: null})
    expect(context()).toMatchObject({at: then(3), jumps: 2})
    go({at: then(3), rate: null})
    expect(context().jumps).toBe(2)
    go(null)
    expect(state()).toBe('off')
  })

  it('stays in the past when a link leads to another screen that has one', () => {
    const {go, offer, state, told} = createReplayActor({at: then(2), rate: null})
    offer()
    go(null, {isFollowed: true})
    expect([state(), told.at(-1)]).toEqual([paused, 'replace 2 null'])
    go(null, {isFollowed: true, isReplayable: false})
    expect(state()).toBe('off')
  })

  it('ignores a moment on a screen without a past', () => {
    const {go, offer, state} = createReplayActor()
    offer()
    go({at: then(2), rate: null}, {isReplayable: false})

    expect(state()).toBe('off')
  })
})
