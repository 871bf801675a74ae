import {Subject} from 'rxjs'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {createActor} from 'xstate'
import {customers} from '../../../../src/domain/console/records/customers'
import type {ConsoleRecord} from '../../../../src/domain/console/records/description'
import {assets} from '../../../../src/domain/console/records/descriptions'
import {LIVE, type LinkState, RECONNECTING} from '../../../../src/domain/link'
import type {LinkChanged} from '../../../../src/machines/connectivity'
import {type ChoicesInput, type ChoicesQuestion, choicesMachine} from '../../../../src/machines/console/record/choices'
import {retriesOver} from '../../../../src/wiring/links'
import {refused, unreachable} from '../../../support/failures'
import {statesOf} from '../../adjacency'
import {createCalls} from '../../calls'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const OWNER: ConsoleRecord = {id: 'c1', version: 1, counts: {}, values: {title: 'Owner', email: 'owner@works.test'}}
const INPUT: ChoicesInput = {description: customers, organisationId: 'o1', except: null, isJustChosen: false}

function createChoicesActor(input: Partial<ChoicesInput> = {}) {
  const lists = createCalls<readonly ConsoleRecord[], ChoicesQuestion>()
  const links = new Subject<LinkChanged>()
  const logic = choicesMachine.provide({actors: {listRecords: lists.logic, retries: retriesOver(links)}})
  const choices = createActor(logic, {input: {...INPUT, ...input}}).start()
  return {
    logic,
    lists,
    link: (link: LinkState) => links.next({type: 'link.changed', link, offer: null}),
    retry: () => choices.send({type: 'retry.requested'}),
    state: () => choices.getSnapshot().value,
    message: () => choices.getSnapshot().context.message,
    labels: () => choices.getSnapshot().context.choices.map(({label}) => label),
  }
}

it('lists what may be named within an organisation', async () => {
  const {lists, state, labels} = createChoicesActor()
  expect([state(), lists.asked, labels()]).toEqual(['loading', [{description: customers, organisationId: 'o1'}], []])
  await lists.answer([OWNER])
  expect([state(), labels()]).toEqual(['loaded', ['Owner (owner@works.test)']])
})

it('leaves out the one that must not name itself', async () => {
  const {lists, labels} = createChoicesActor({description: assets, except: 'a1'})
  const room = (id: string) => ({...OWNER, id, values: {name: `Room ${id}`}})
  await lists.answer([room('a1'), room('a2')])
  expect(labels()).toEqual(['Room a2'])
})

it.each([
  [unreachable, 'The customers could not be loaded.'],
  [refused(500), 'The customers could not be loaded.'],
  [refused(404, 'Organisation not found.'), 'Organisation not found.'],
])('says why it failed (%s), and tries again on request', async (error, text) => {
  const {lists, retry, state, message, labels} = createChoicesActor()
  await lists.fail(error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([state(), message(), lists.asked.length]).toEqual([{failed: 'waiting'}, text, 1])
  retry()
  retry()
  expect([state(), message(), lists.asked.length]).toEqual([{failed: 'retrying'}, text, 2])
  await lists.fail(error)
  expect(state()).toEqual({failed: 'waiting'})
  retry()
  await lists.answer([OWNER])
  expect([state(), labels()]).toEqual(['loaded', ['Owner (owner@works.test)']])
})

it('tries again when the link is back', async () => {
  const {lists, link, state} = createChoicesActor()
  await lists.fail(unreachable)
  for (const now of [LIVE, RECONNECTING]) link(now)
  expect([state(), lists.asked.length]).toEqual([{failed: 'waiting'}, 1])
  link(LIVE)
  expect([state(), lists.asked.length]).toEqual([{failed: 'retrying'}, 2])
  await lists.answer([OWNER])
  expect(state()).toBe('loaded')
})

it('waits until an organisation that was just chosen, or is being typed, has been the same for a moment', async () => {
  const {lists, state} = createChoicesActor({isJustChosen: true})
  await vi.advanceTimersByTimeAsync(299)
  expect([state(), lists.asked]).toEqual(['settling', []])
  await vi.advanceTimersByTimeAsync(1)
  expect([state(), lists.asked.length]).toEqual(['loading', 1])
})

it('ignores a request while it loads and when it has loaded', async () => {
  const {lists, retry, state} = createChoicesActor()
  retry()
  await lists.answer([])
  retry()
  expect([state(), lists.asked.length]).toEqual(['loaded', 1])
})

it.each([
  [false, ['failed.retrying', 'failed.waiting', 'loaded', 'loading']],
  [true, ['failed.retrying', 'failed.waiting', 'loaded', 'loading', 'settling']],
])('reaches every state (just chosen: %s)', (isJustChosen, states) => {
  const events = [
    {type: 'retry.requested'},
    {type: 'xstate.after.typingPause.choices.settling'},
    ...['loading', 'failed.retrying'].flatMap(state => [
      {type: `xstate.done.actor.0.choices.${state}`, output: [OWNER]},
      {type: `xstate.error.actor.0.choices.${state}`, error: unreachable},
    ]),
  ]
  expect(statesOf(choicesMachine, events, {...INPUT, isJustChosen})).toEqual(states)
})
