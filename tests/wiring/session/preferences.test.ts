import {Subject} from 'rxjs'
import {expect, it} from 'vitest'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import * as z from 'zod/mini'
import {inClientNames} from '../../../contract/wire/names'
import type {Route} from '../../../contract/wire/route'
import type {AskedOf, Http} from '../../../src/api/http'
import {DEFAULT_PREFERENCES, readStoredPreferences, type StoredPreferences} from '../../../src/domain/preferences'
import {sessionMachine} from '../../../src/machines/session'
import type {SessionEnded} from '../../../src/streams/telemetry/live'
import {linkChanges} from '../../../src/wiring/links'
import {createPreferences} from '../../../src/wiring/session/preferences'
import {linkOffering} from '../../machines/quietLink'
import {PULSEWALL} from '../../support/offer'
import {USER} from '../../support/user'

const settled = () => new Promise(resolve => setImmediate(resolve))

async function signedIn(offers: boolean) {
  const ends = new Subject<SessionEnded>()
  const session = createActor(
    sessionMachine.provide({
      actors: {
        link: linkOffering(offers ? PULSEWALL : 'specified'),
        loadCurrentUser: fromPromise(async () => USER),
        sessionEnds: fromEventObservable(() => ends),
      },
    }),
  ).start()
  const calls: unknown[] = []
  const call = async <R extends Route>({method, path, answer}: R, {body}: AskedOf<R>) => {
    calls.push([method, path, ...(body === undefined ? [] : [body])])
    const answered = z.parse<R['answer']>(answer, {theme: 'dark', zone: 'Mars/Olympus'})
    return inClientNames<R['answer']>(answer, answered)
  }
  const kept: StoredPreferences[] = []
  const page = {
    stored: readStoredPreferences(null, 'en'),
    store: (now: StoredPreferences) => void kept.push(now),
    reload() {},
  }
  const http: Http = {call, answerOfPage: async () => null, clock: {now: () => 0, toClient: at => at}}
  const preferences = createPreferences({http, links: linkChanges(session), session, page})
  await settled()
  await settled()
  return {preferences, calls, kept, ends, state: () => preferences.getSnapshot().value}
}

it('reads and saves where the server keeps preferences, until the user leaves', async () => {
  const {preferences, calls, kept, ends, state} = await signedIn(true)
  expect(preferences.getSnapshot().context.preferences).toEqual({...DEFAULT_PREFERENCES, theme: 'dark'})
  preferences.send({type: 'preferences.changed', change: {density: 'compact'}})
  await settled()
  expect(calls).toEqual([
    ['GET', '/api/v0/users/preferences'],
    ['PUT', '/api/v0/users/preferences', {density: 'compact'}],
  ])
  expect([state(), kept.at(-1)?.unsaved]).toEqual(['saved', {}])
  ends.next({type: 'session.ended'})
  expect(state()).toBe('here')
})

it('keeps to the browser where the server keeps none', async () => {
  const {preferences, calls, kept, state} = await signedIn(false)
  preferences.send({type: 'preferences.changed', change: {theme: 'light'}})
  expect([state(), calls, kept.at(-1)?.preferences.theme]).toEqual(['here', [], 'light'])
})
