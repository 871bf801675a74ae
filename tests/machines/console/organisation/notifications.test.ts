import {of} from 'rxjs'
import {expect, it} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Attribute} from '../../../../src/domain/console/attribute'
import type {Deliveries} from '../../../../src/domain/console/delivery'
import {LIVE} from '../../../../src/domain/telemetry/readings/link'
import type {LinkChanged} from '../../../../src/machines/connectivity'
import {type AlarmRoutesOwner, alarmRoutesMachine} from '../../../../src/machines/console/organisation/alarmRoutes'
import {type DeliveriesQuestion, deliveriesMachine} from '../../../../src/machines/console/organisation/deliveries'
import {notificationsMachine, type RouteTest} from '../../../../src/machines/console/organisation/notifications'
import type {Asked} from '../../../../src/machines/resource'
import {unreachable} from '../../../support/failures'
import {createCalls} from '../../calls'

const OFFERED: LinkChanged = {type: 'link.changed', link: LIVE, capabilities: {alarms: true}}

function createNotifications() {
  const tests = createCalls<void, RouteTest>()
  const loads = createCalls<Attribute | null, {owner: AlarmRoutesOwner}>()
  const pages = createCalls<Deliveries, Asked<DeliveriesQuestion>>()
  const outcomes: string[] = []
  const actor = createActor(
    notificationsMachine.provide({
      actors: {
        routes: alarmRoutesMachine.provide({actors: {load: loads.logic}}),
        deliveries: deliveriesMachine.provide({
          actors: {linkChanges: fromEventObservable(() => of(OFFERED)), load: pages.logic},
        }),
        sendTest: tests.logic,
      },
      actions: {showOutcome: (_, {kind, text}) => outcomes.push(`${kind}: ${text}`)},
    }),
    {input: {organisationId: 'o1', zone: 'UTC'}},
  ).start()
  return {tests, pages, outcomes, send: actor.send, state: () => actor.getSnapshot().value}
}

it('sends a test by one route, says so, and reads the deliveries again', async () => {
  const {send, tests, pages, outcomes, state} = createNotifications()
  await pages.answer({deliveries: [], next: null})
  send({type: 'test.requested', route: 'Boss'})
  expect([state(), tests.asked]).toEqual(['testing', [{organisationId: 'o1', route: 'Boss'}]])
  await tests.answer()
  expect([state(), outcomes, pages.asked.length]).toEqual([
    'idle',
    ['done: Test sent. What comes of it is in the list of deliveries.'],
    2,
  ])
})

it('says why a test could not be sent', async () => {
  const {send, tests, outcomes} = createNotifications()
  send({type: 'test.requested', route: 'Boss'})
  await tests.fail(unreachable)
  expect(outcomes).toEqual(['failed: Failed to send the test'])
})
