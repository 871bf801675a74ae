import {NEVER, of} from 'rxjs'
import {expect, it} from 'vitest'
import {createActor, fromEventObservable, toPromise} from 'xstate'
import * as z from 'zod/mini'
import {inClientNames} from '../../../contract/wire/names'
import type {Route} from '../../../contract/wire/route'
import type {Http} from '../../../src/api/http'
import type {Attribute} from '../../../src/domain/console/attribute'
import {alarmRoutesTexts, routeEntries} from '../../../src/machines/console/organisation/alarmRoutes'
import {toastsMachine} from '../../../src/machines/shell/toasts'
import {attributeCalls} from '../../../src/wiring/console/attributeCalls'

const NOC = {name: 'Noc', targets: [{kind: 'email', address: 'noc@works.test'}]}
const BOSS = {name: 'Boss', targets: [{kind: 'email', address: 'boss@works.test'}]}
const STORED: Attribute = {
  scope: 1,
  key: 'alarmRoutes',
  value: {type: 'json', value: [NOC, BOSS]},
  updatedAt: 1,
  version: 4,
}
const ROW = {name: 'Noc', json: NOC, route: null, faults: []}

/** A server that answers each write likewise. */
function createCalls(answer: () => unknown) {
  const http: Http = {
    clock: {now: () => 0, toClient: at => at},
    answerOfPage: async () => null,
    call: async <R extends Route>(route: R) =>
      inClientNames<R['answer']>(route.answer, z.parse<R['answer']>(route.answer, answer())),
  }
  const toasts = createActor(toastsMachine).start()
  const retries = fromEventObservable<{type: 'retry.requested'}, void>(() => NEVER)
  const calls = attributeCalls({http, toasts, retries, links: of()}, routeEntries, alarmRoutesTexts)
  const input = {input: {organisationId: 'o1', zone: 'UTC'}, loaded: STORED, row: ROW}
  return {
    remove: () => toPromise(createActor(calls.remove, {input}).start()),
    said: () => toasts.getSnapshot().context.toasts.map(({text}) => text),
  }
}

it('resolves to the attribute that the server sends back, and says that it is done', async () => {
  const {remove, said} = createCalls(() => ({
    attributeType: 1,
    attributeKey: 'alarmRoutes',
    json_v: [BOSS],
    lastUpdateTs: 9,
    version: 5,
  }))
  expect(await remove()).toEqual({...STORED, value: {type: 'json', value: [BOSS]}, updatedAt: 9, version: 5})
  expect(said()).toEqual(['Route removed.'])
})

it('resolves to the attribute as it was written where the server doesn’t send it back', async () => {
  const {remove} = createCalls(() => null)
  expect(await remove()).toEqual({...STORED, value: {type: 'json', value: [BOSS]}, updatedAt: null})
})

it('says nothing when the write failed', async () => {
  const {remove, said} = createCalls(() => {
    throw new Error('away')
  })
  await expect(remove()).rejects.toThrow('away')
  expect(said()).toEqual([])
})
