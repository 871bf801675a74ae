import {of} from 'rxjs'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Attribute} from '../../../../src/domain/console/attribute'
import type {Deliveries, Delivery} from '../../../../src/domain/console/delivery'
import {LIVE} from '../../../../src/domain/link'
import type {LinkChanged} from '../../../../src/machines/connectivity'
import {type AlarmRoutesOwner, alarmRoutesMachine} from '../../../../src/machines/console/organisation/alarmRoutes'
import {type DeliveriesQuestion, deliveriesMachine} from '../../../../src/machines/console/organisation/deliveries'
import {notificationsMachine, type RouteTest} from '../../../../src/machines/console/organisation/notifications'
import type {Asked} from '../../../../src/machines/resource'
import {unreachable} from '../../../support/failures'
import {PULSEWALL} from '../../../support/offer'
import {createCalls} from '../../calls'

const OFFERED: LinkChanged = {type: 'link.changed', link: LIVE, offer: PULSEWALL}

beforeEach(() => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']})
})
afterEach(() => {
  vi.useRealTimers()
})

const delivery = (id: string, more: Partial<Delivery> = {}): Delivery => ({
  id,
  createdAt: 1,
  route: 'Boss',
  escalation: 0,
  kind: 'email',
  address: 'noc@works.test',
  isTest: true,
  total: 0,
  subject: null,
  first: null,
  state: 'waiting',
  attempts: 0,
  error: null,
  settledAt: null,
  ...more,
})

const DELIVERED = delivery('1', {state: 'delivered', attempts: 1})
const REFUSED = delivery('2', {attempts: 1, error: 'answered 500'})

function createNotifications() {
  const tests = createCalls<readonly Delivery[], RouteTest>()
  const newest = createCalls<readonly Delivery[], string>()
  const loads = createCalls<Attribute | null, {input: AlarmRoutesOwner}>()
  const pages = createCalls<Deliveries, Asked<DeliveriesQuestion>>()
  const actor = createActor(
    notificationsMachine.provide({
      actors: {
        routes: alarmRoutesMachine.provide({actors: {load: loads.logic}}),
        deliveries: deliveriesMachine.provide({
          actors: {linkChanges: fromEventObservable(() => of(OFFERED)), load: pages.logic},
        }),
        sendTest: tests.logic,
        readNewest: newest.logic,
      },
    }),
    {input: {organisationId: 'o1', zone: 'UTC'}},
  ).start()
  const state = () => actor.getSnapshot().value
  return {tests, newest, pages, send: actor.send, state, outcome: () => actor.getSnapshot().context.outcome}
}

/** A test of two channels without any result yet. */
async function createTest() {
  const created = createNotifications()
  await created.pages.answer({deliveries: [], next: null})
  created.send({type: 'test.requested', route: 'Boss'})
  await created.tests.answer([delivery('1'), delivery('2')])
  return created
}

it('sends a test by one route, waits until each channel was tried, and reads the deliveries again', async () => {
  const {tests, newest, pages, state, outcome} = await createTest()
  expect([state(), tests.asked]).toEqual([{testing: 'waiting'}, [{organisationId: 'o1', route: 'Boss'}]])

  vi.advanceTimersByTime(1000)
  await newest.answer([delivery('9'), DELIVERED])
  expect([state(), outcome()?.deliveries]).toEqual([{testing: 'waiting'}, [DELIVERED, delivery('2')]])

  vi.advanceTimersByTime(1000)
  await newest.answer([REFUSED, DELIVERED])
  expect([state(), outcome()]).toEqual(['idle', {deliveries: [DELIVERED, REFUSED], failure: null}])
  expect(pages.asked).toHaveLength(2)
})

it('asks again when what came of a test could not be read', async () => {
  const {newest, state} = await createTest()
  vi.advanceTimersByTime(1000)
  await newest.fail(unreachable)
  vi.advanceTimersByTime(1000)
  expect([state(), newest.asked.length]).toEqual([{testing: 'reading'}, 2])
})

it('waits ten seconds for what comes of a test', async () => {
  const {state, outcome} = await createTest()
  vi.advanceTimersByTime(10_000)
  expect([state(), outcome()?.deliveries]).toEqual(['idle', [delivery('1'), delivery('2')]])
})

it('is done at once with a test that goes to nobody', async () => {
  const {send, tests, state, outcome} = createNotifications()
  send({type: 'test.requested', route: 'Boss'})
  await tests.answer([])
  expect([state(), outcome()]).toEqual(['idle', {deliveries: [], failure: null}])
})

it('says why a test could not be sent, and forgets that with the next one', async () => {
  const {send, tests, state, outcome} = createNotifications()
  send({type: 'test.requested', route: 'Boss'})
  await tests.fail(unreachable)
  expect([state(), outcome()]).toEqual(['idle', {deliveries: [], failure: 'Failed to send the test'}])
  send({type: 'test.requested', route: 'Other'})
  expect(outcome()).toBeNull()
})
