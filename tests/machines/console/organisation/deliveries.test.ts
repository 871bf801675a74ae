import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Offer} from '../../../../contract/wire/capabilities'
import type {Deliveries, Delivery} from '../../../../src/domain/console/delivery'
import {LIVE, type LinkState, OFFLINE} from '../../../../src/domain/link'
import type {LinkChanged} from '../../../../src/machines/connectivity'
import {type DeliveriesQuestion, deliveriesMachine} from '../../../../src/machines/console/organisation/deliveries'
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

const delivery = (id: string, state: Delivery['state'] = 'delivered'): Delivery => ({
  id,
  createdAt: 1,
  route: 'Noc',
  escalation: 0,
  kind: 'email',
  address: 'noc@works.test',
  isTest: false,
  total: 1,
  subject: null,
  first: null,
  state,
  attempts: 1,
  error: null,
  settledAt: 2,
})

function createDeliveries() {
  const links = new Subject<LinkChanged>()
  const pages = createCalls<Deliveries, Asked<DeliveriesQuestion>>()
  const actor = createActor(
    deliveriesMachine.provide({
      actors: {linkChanges: fromEventObservable(() => links), refreshes: timedRefreshes, load: pages.logic},
    }),
    {input: {organisationId: 'o1'}},
  ).start()
  return {
    pages,
    send: actor.send,
    connect: (link: LinkState = LIVE, offer: Offer | null = PULSEWALL) =>
      links.next({type: 'link.changed', link, offer}),
    state: () => actor.getSnapshot().value,
    message: () => actor.getSnapshot().context.message,
    ids: () => actor.getSnapshot().context.value?.deliveries.map(({id}) => id),
  }
}

async function loaded(page: Deliveries) {
  const deliveries = createDeliveries()
  deliveries.connect()
  await deliveries.pages.answer(page)
  return deliveries
}

describe('the deliveries', () => {
  it('are loaded as soon as the link is up', async () => {
    const {connect, state, pages} = createDeliveries()
    connect(OFFLINE, null)
    expect(state()).toBe('failed')
    connect()
    await pages.answer({deliveries: [], next: null})
    expect(state()).toEqual({loaded: 'current'})
  })

  it('that can’t be loaded are asked for again on demand', async () => {
    const {connect, send, state, message, pages} = createDeliveries()
    connect()
    await pages.fail()
    expect([state(), message()]).toEqual(['failed', 'The deliveries could not be loaded.'])
    send({type: 'retry.requested'})
    expect(state()).toEqual('loading')
  })

  it('are read again as long as one waits', async () => {
    const {state, pages} = await loaded({deliveries: [delivery('2', 'waiting')], next: null})
    vi.advanceTimersByTime(3000)
    expect(state()).toEqual({loaded: 'refreshing'})
    await pages.answer({deliveries: [delivery('2')], next: null})
    vi.advanceTimersByTime(60_000)
    expect([state(), pages.asked.length]).toEqual([{loaded: 'current'}, 2])
  })

  it('that are older stay when the newest page is read again, as it is after the link was lost', async () => {
    const {connect, send, ids, pages} = await loaded({deliveries: [delivery('5'), delivery('4')], next: '4'})
    send({type: 'rows.shown', lastInView: 1})
    await pages.answer({deliveries: [delivery('3')], next: null})
    connect(OFFLINE)
    connect()
    await pages.answer({deliveries: [delivery('6'), delivery('5')], next: '5'})
    expect([ids(), pages.asked.map(({cursor}) => cursor)]).toEqual([
      ['6', '5', '4', '3'],
      [null, '4', null],
    ])
    send({type: 'rows.shown', lastInView: 3})
    expect(pages.asked).toHaveLength(3)
  })

  it('stay when they can’t be read again, which is said', async () => {
    const {send, ids, state, message, pages} = await loaded({deliveries: [delivery('5')], next: null})
    send({type: 'refresh.requested'})
    await pages.fail()
    expect([state(), ids(), message()]).toEqual([{loaded: 'missed'}, ['5'], 'The deliveries could not be loaded.'])
    send({type: 'retry.requested'})
    await pages.answer({deliveries: [delivery('6')], next: null})
    expect([state(), ids(), message()]).toEqual([{loaded: 'current'}, ['6'], null])
  })
})
