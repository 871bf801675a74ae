import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Offer} from '../../../../contract/wire/capabilities'
import type {Health} from '../../../../src/domain/console/health'
import {LIVE, type LinkState, OFFLINE, PROBING} from '../../../../src/domain/link'
import {
  type HealthQuestion,
  organisationHealthMachine,
} from '../../../../src/machines/console/organisation/organisationHealth'
import type {Asked} from '../../../../src/machines/resource'
import {PULSEWALL} from '../../../support/offer'
import {createCalls} from '../../calls'
import {timedRefreshes} from '../../timedRefreshes'

beforeEach(() => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval']})
})
afterEach(() => {
  vi.useRealTimers()
})

const NOON: Health = {at: 12, devices: {fresh: 3, late: 1, never: 0, newest: null}, recent: []}
const LATER: Health = {...NOON, at: 13}
const UNLOADED = 'How the organisation is doing could not be loaded.'

function createHealth() {
  const calls = createCalls<Health, Asked<HealthQuestion>>()
  const links = new Subject<{type: 'link.changed'; link: LinkState; offer: Offer | null}>()
  const health = createActor(
    organisationHealthMachine.provide({
      actors: {
        linkChanges: fromEventObservable(() => links),
        refreshes: timedRefreshes,
        load: calls.logic,
      },
    }),
    {input: {organisationId: 'o1'}},
  ).start()
  return {
    calls,
    health,
    connect: (offer: Offer | null = PULSEWALL, link: LinkState = LIVE) =>
      links.next({type: 'link.changed', link, offer}),
    tick: () => vi.advanceTimersByTime(60_000),
    now: () => {
      const {value, context} = health.getSnapshot()
      return [value, context.value, context.message]
    },
  }
}

describe('the health of an organisation', () => {
  it('is read when the server is known, and again each minute', async () => {
    const {calls, connect, tick, now} = createHealth()
    tick()
    expect(now()).toEqual(['awaitingServer', null, null])
    connect(null, PROBING)
    expect(now()).toEqual(['awaitingServer', null, null])
    connect()
    await calls.answer(NOON)
    expect(now()).toEqual([{loaded: 'current'}, NOON, null])
    tick()
    expect(now()).toEqual([{loaded: 'refreshing'}, NOON, null])
    await calls.answer(LATER)
    expect(now()).toEqual([{loaded: 'current'}, LATER, null])
    const question = {question: {organisationId: 'o1'}, offer: PULSEWALL, cursor: null}
    expect(calls.asked).toEqual([question, question])
  })

  it('that can’t be had is asked for again on demand', async () => {
    const {calls, health, connect, now} = createHealth()
    connect()
    await calls.fail()
    expect(now()).toEqual(['failed', null, UNLOADED])
    health.send({type: 'retry.requested'})
    await calls.answer(NOON)
    expect(now()).toEqual([{loaded: 'current'}, NOON, null])
  })

  it('that can’t be had comes with the server', async () => {
    const {calls, connect, now} = createHealth()
    connect(null, OFFLINE)
    expect(now()).toEqual(['failed', null, UNLOADED])
    connect(null, OFFLINE)
    expect(now()).toEqual(['failed', null, UNLOADED])
    connect()
    await calls.answer(NOON)
    expect(now()).toEqual([{loaded: 'current'}, NOON, null])
  })

  it('of before stays when it can’t be had again, until the link comes back', async () => {
    const {calls, health, connect, tick, now} = createHealth()
    connect()
    await calls.answer(NOON)
    connect(PULSEWALL, OFFLINE)
    tick()
    await calls.fail()
    expect(now()).toEqual([{loaded: 'missed'}, NOON, UNLOADED])
    health.send({type: 'retry.requested'})
    await calls.fail()
    expect(now()).toEqual([{loaded: 'missed'}, NOON, UNLOADED])
    connect()
    await calls.answer(LATER)
    expect(now()).toEqual([{loaded: 'current'}, LATER, null])
  })
})
