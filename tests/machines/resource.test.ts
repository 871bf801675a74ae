import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Offer} from '../../contract/wire/capabilities'
import {LIVE, type LinkState, OFFLINE, PROBING} from '../../src/domain/link'
import type {LinkChanged} from '../../src/machines/connectivity'
import {type Asked, createResource, type RefreshDue} from '../../src/machines/resource'
import {PULSEWALL} from '../support/offer'
import {createCalls, settled} from './calls'
import {explore} from './freshness/explore'

/** A list of numbers, newest first, which is read in pages. */
interface Listed {
  rows: readonly number[]
  next: string | null
}

interface Question {
  of: string
}

const UNLOADED = 'The list could not be loaded.'
const NUMBERS: Listed = {rows: [5, 4], next: '4'}

const listMachine = createResource<Listed, Question>({
  id: 'list',
  texts: {unloaded: UNLOADED},
  pause: ({rows}) => (rows.includes(0) ? null : 3000),
  pages: {
    reached: ({rows, next}) => ({next, loaded: rows.length}),
    joined: (known, page, cursor) => (cursor === null ? page : {rows: [...known.rows, ...page.rows], next: page.next}),
  },
})

function createList() {
  const calls = createCalls<Listed, Asked<Question>>()
  const links = new Subject<LinkChanged>()
  const due = new Subject<RefreshDue>()
  const pauses: (number | null)[] = []
  const list = createActor(
    listMachine.provide({
      actors: {
        linkChanges: fromEventObservable(() => links),
        refreshes: fromEventObservable(({input: {pause}}) => {
          pauses.push(pause)
          return due
        }),
        load: calls.logic,
      },
    }),
    {input: {of: 'numbers'}},
  ).start()
  return {
    calls,
    list,
    pauses,
    send: list.send,
    connect: (offer: Offer | null = PULSEWALL, link: LinkState = LIVE) =>
      links.next({type: 'link.changed', link, offer}),
    lose: () => links.next({...list.getSnapshot().context, type: 'link.changed', link: OFFLINE}),
    elapse: () => due.next({type: 'refresh.due'}),
    now: () => {
      const {value, context} = list.getSnapshot()
      return [value, context.value, context.message]
    },
  }
}

async function loaded(value = NUMBERS) {
  const list = createList()
  list.connect()
  await list.calls.answer(value)
  return list
}

describe('a resource', () => {
  it('is read when it is known what the server offers', async () => {
    const {calls, connect, now} = createList()
    expect([now(), calls.asked]).toEqual([['awaitingServer', null, null], []])
    connect()
    expect([now(), calls.asked]).toEqual([
      ['loading', null, null],
      [{question: {of: 'numbers'}, offer: PULSEWALL, cursor: null}],
    ])
    await calls.answer(NUMBERS)
    expect(now()).toEqual([{loaded: 'current'}, NUMBERS, null])
  })

  it('fails at once while nothing is known of the server', () => {
    const {connect, now, send} = createList()
    connect(null, OFFLINE)
    expect(now()).toEqual(['failed', null, UNLOADED])
    send({type: 'retry.requested'})
    expect(now()).toEqual(['failed', null, UNLOADED])
  })

  it('is asked for once while the link comes up for the first time', async () => {
    const {calls, connect} = createList()
    connect(PULSEWALL, PROBING)
    connect()
    expect(calls.asked).toHaveLength(1)
    await calls.answer(NUMBERS)
    expect(calls.asked).toHaveLength(1)
  })

  it('that could not be read before the link is up is asked for again when it is', async () => {
    const {calls, connect, now} = createList()
    connect(PULSEWALL, PROBING)
    await calls.fail()
    expect(now()[0]).toBe('failed')
    connect()
    expect(calls.asked).toHaveLength(2)
  })

  it('is asked for while the link is down when the server is known, and again when the link is up', () => {
    const {calls, connect} = createList()
    connect(PULSEWALL, OFFLINE)
    expect(calls.asked).toHaveLength(1)
    connect()
    expect(calls.asked).toHaveLength(2)
  })

  it('that could not be loaded is loaded on demand', async () => {
    const {calls, connect, now, send} = createList()
    connect()
    await calls.fail()
    expect(now()).toEqual(['failed', null, UNLOADED])
    send({type: 'retry.requested'})
    await calls.answer(NUMBERS)
    expect(now()).toEqual([{loaded: 'current'}, NUMBERS, null])
  })

  it('is read again after the pause that its value asks for', async () => {
    const {calls, elapse, now, pauses} = await loaded()
    elapse()
    expect(now()).toEqual([{loaded: 'refreshing'}, NUMBERS, null])
    await calls.answer({rows: [0], next: null})
    expect([now()[1], pauses]).toEqual([{rows: [0], next: null}, [3000, null]])
  })

  it('stays with a message while it can’t be read again, and is tried again each minute', async () => {
    const {calls, elapse, now, pauses, send} = await loaded()
    send({type: 'refresh.requested'})
    await calls.fail()
    expect([now(), pauses]).toEqual([
      [{loaded: 'missed'}, NUMBERS, UNLOADED],
      [3000, 60_000],
    ])
    elapse()
    expect(now()).toEqual([{loaded: 'refreshing'}, NUMBERS, UNLOADED])
    await calls.answer(NUMBERS)
    expect(now()).toEqual([{loaded: 'current'}, NUMBERS, null])
  })

  it('is read again when that is requested while it is being read, and not when it is only due', async () => {
    const {calls, elapse, send} = await loaded()
    send({type: 'refresh.requested'})
    elapse()
    send({type: 'refresh.due'})
    expect(calls.asked).toHaveLength(2)
    send({type: 'refresh.requested'})
    expect(calls.asked).toHaveLength(3)
  })

  it('takes what is known otherwise, and is not overwritten by what was asked before', async () => {
    const {calls, now, send} = await loaded()
    send({type: 'value.changed', change: ({rows, next}) => ({rows: [6, ...rows], next})})
    expect(now()[1]).toEqual({rows: [6, 5, 4], next: '4'})
    send({type: 'refresh.requested'})
    send({type: 'value.changed', change: ({rows, next}) => ({rows: [7, ...rows], next})})
    expect([now()[1], calls.asked.length]).toEqual([{rows: [7, 6, 5, 4], next: '4'}, 3])
  })
})

describe('a resource of pages', () => {
  it('grows by the next page when its last rows are shown', async () => {
    const {calls, now, send} = await loaded()
    send({type: 'rows.shown', lastInView: 1})
    expect(calls.asked.map(({cursor}) => cursor)).toEqual([null, '4'])
    await calls.answer({rows: [3], next: null})
    send({type: 'rows.shown', lastInView: 2})
    expect([now()[1], calls.asked.length]).toEqual([{rows: [5, 4, 3], next: null}, 2])
  })

  it('reads the newest page after a page could not be read, or when that is requested meanwhile', async () => {
    const {calls, send} = await loaded()
    send({type: 'rows.shown', lastInView: 1})
    send({type: 'refresh.requested'})
    await calls.fail()
    send({type: 'retry.requested'})
    expect(calls.asked.map(({cursor}) => cursor)).toEqual([null, '4', null, null])
  })
})

const STEPS = [
  ...(['connect', 'connectElsewhere', 'lose', 'loseUnknown', 'answer', 'fail'] as const),
  ...(['elapse', 'refresh', 'retry', 'scroll', 'change'] as const),
]
type Step = (typeof STEPS)[number]

/** A server whose list has a newer number each time it is asked. */
function createWorld() {
  const parts = createList()
  const {calls, list} = parts
  /** Counts the settled calls, and holds the newest number that was received, and whether the last call succeeded. */
  let settledCalls = 0
  let newest = 0
  let isWell = true
  const wrong: string[] = []
  const asking = () => list.getSnapshot().matches('loading') || list.getSnapshot().matches({loaded: 'refreshing'})

  const acts: Record<Step, () => unknown> = {
    connect: () => parts.connect(),
    connectElsewhere: () => parts.connect('specified'),
    lose: parts.lose,
    loseUnknown: () => parts.connect(null, OFFLINE),
    answer: async () => {
      if (!asking()) return
      settledCalls = calls.asked.length
      newest = calls.asked.length
      isWell = true
      await calls.answer({rows: [newest], next: String(newest)})
    },
    fail: async () => {
      if (!asking()) return
      settledCalls = calls.asked.length
      isWell = false
      await calls.fail()
    },
    elapse: parts.elapse,
    refresh: () => parts.send({type: 'refresh.requested'}),
    retry: () => parts.send({type: 'retry.requested'}),
    scroll: () => parts.send({type: 'rows.shown', lastInView: 1}),
    change: () => {
      if (!list.getSnapshot().matches('loaded')) return
      newest = calls.asked.length + 0.5
      parts.send({type: 'value.changed', change: ({rows, next}) => ({rows: [...rows, newest], next})})
    },
  }
  const latest = ({rows}: Listed) => Math.max(...rows)

  function check(step: Step, askedBefore: number, wasUp: boolean) {
    const snapshot = list.getSnapshot()
    const {value, message, link} = snapshot.context
    const isUp = link.kind === 'live'
    const claim = (what: string, holds: boolean) => holds || wrong.push(what)
    if (value !== null) claim('what is shown is the newest that was received', latest(value) === newest)
    claim('a value is shown in `loaded`, and only there', snapshot.matches('loaded') === (value !== null))
    if (snapshot.matches({loaded: 'current'})) claim('what is current was read last', isWell && message === null)
    if (snapshot.matches({loaded: 'missed'})) claim('what was missed says so', !isWell && message === UNLOADED)
    if (snapshot.matches({loaded: 'refreshing'}))
      claim('it says so until there is a newer one', isWell === (message === null))
    if (snapshot.matches('failed')) claim('a failure says so', message === UNLOADED)
    claim(
      'something is being read, or can be',
      asking() || snapshot.can({type: 'retry.requested'}) || isWaiting(snapshot),
    )
    const hasAsked = calls.asked.length > askedBefore
    if (snapshot.matches('awaitingServer')) claim('nothing is asked before the offer is known', !hasAsked)
    if (step === 'connect' && !wasUp) claim('it is asked for when the link is up again', isUp && hasAsked)
  }

  /** Only the link leads out of this state. */
  const isWaiting = (snapshot: ReturnType<typeof list.getSnapshot>) => snapshot.matches('awaitingServer')

  return {
    wrong,
    async take(step: Step) {
      const askedBefore = calls.asked.length
      const wasUp = list.getSnapshot().context.link.kind === 'live'
      await acts[step]()
      await settled()
      check(step, askedBefore, wasUp)
    },
    key() {
      const {value, context} = list.getSnapshot()
      const {link, offer, message, cursor} = context
      return JSON.stringify([value, link, offer, message, cursor === null, isWell, settledCalls, calls.asked.length])
    },
    stop: () => list.stop(),
  }
}

describe('a resource to which anything happens', () => {
  it('shows the newest value received, says when there may be a newer one, and leaves a way out of each state', async () => {
    const wrong: string[] = []
    const seen = new Set<string>()
    const {states} = await explore<Step, ReturnType<typeof createWorld>>(
      async () => createWorld(),
      STEPS,
      6,
      (world, path) => {
        seen.add(String(JSON.parse(world.key())[0]?.loaded ?? JSON.parse(world.key())[0]))
        if (wrong.length < 10) wrong.push(...world.wrong.map(what => `${path.join(', ')}: ${what}`))
      },
    )
    expect(wrong).toEqual([])
    expect([...seen].sort()).toEqual(['awaitingServer', 'current', 'failed', 'loading', 'missed', 'refreshing'])
    expect(states).toBeGreaterThan(20)
  })
})
