import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import {DEFAULT_PREFERENCES, type Preferences, type StoredPreferences} from '../../src/domain/preferences'
import {preferencesMachine} from '../../src/machines/preferences'
import {refused, unreachable} from '../support/failures'
import {statesOf} from './adjacency'
import {createCalls} from './calls'

const NOTHING: StoredPreferences = {preferences: DEFAULT_PREFERENCES, unsaved: {}, userId: null}
const DARK: Preferences = {...DEFAULT_PREFERENCES, theme: 'dark'}

function createPreferencesActor(kept: Partial<StoredPreferences> = {}) {
  const loads = createCalls<Partial<Preferences>, unknown>()
  const saves = createCalls<void, {change: Partial<Preferences>}>()
  const keeps: StoredPreferences[] = []
  let reloads = 0
  const input = {...NOTHING, ...kept}
  const preferences = createActor(
    preferencesMachine.provide({
      actors: {loadPreferences: loads.logic, savePreferences: saves.logic},
      actions: {store: (_, now) => void keeps.push(now), reload: () => void reloads++},
    }),
    {input: {...input, spoken: input.preferences.language}},
  ).start()
  const context = () => preferences.getSnapshot().context
  return {
    loads,
    saves,
    context,
    lastKept: () => keeps.at(-1),
    reloads: () => reloads,
    state: () => preferences.getSnapshot().value,
    reach: (userId = 'u1') => preferences.send({type: 'account.reached', userId}),
    leave: () => preferences.send({type: 'account.left'}),
    change: (change: Partial<Preferences>) => preferences.send({type: 'preferences.changed', change}),
    retry: () => preferences.send({type: 'retry.requested'}),
  }
}

async function reached(told: Partial<Preferences>) {
  const actor = createPreferencesActor()
  actor.reach()
  await actor.loads.answer(told)
  return actor
}

describe('the preferences of a browser', () => {
  it('are kept here while nobody is signed in', () => {
    const {change, state, context, lastKept, saves} = createPreferencesActor()
    change({theme: 'dark'})
    expect([state(), context().preferences]).toEqual(['here', DARK])
    expect(lastKept()).toEqual({...NOTHING, preferences: DARK})
    expect(saves.asked).toEqual([])
  })

  it('load the page again for another language, once', () => {
    const {change, reloads, context} = createPreferencesActor()
    change({language: 'de'})
    change({theme: 'dark'})
    expect([reloads(), context().spoken]).toEqual([1, 'en'])
    change({language: 'en'})
    expect(reloads()).toBe(2)
  })
})

describe('the preferences of a user', () => {
  it('are the server’s once they are read', async () => {
    const {state, context, lastKept, reloads} = await reached({...DARK, zone: 'Asia/Tokyo'})
    expect([state(), reloads()]).toEqual(['saved', 0])
    expect(context().preferences).toEqual({...DARK, zone: 'Asia/Tokyo'})
    expect(lastKept()).toEqual({preferences: {...DARK, zone: 'Asia/Tokyo'}, unsaved: {}, userId: 'u1'})
  })

  it('load the page again when the server’s language is another', async () => {
    expect((await reached({...DARK, language: 'de'})).reloads()).toBe(1)
  })

  it('stay the browser’s when the server has none, and are sent with the first change', async () => {
    const {state, change, saves} = await reached({})
    expect([state(), saves.asked]).toEqual(['saved', []])
    change({theme: 'dark'})
    expect([state(), saves.asked]).toEqual(['saving', [{change: DARK}]])
    await saves.answer()
    change({density: 'compact'})
    expect(saves.asked.at(-1)).toEqual({change: {density: 'compact'}})
  })

  it('are saved before the page is loaded again for another language', async () => {
    const {change, reloads, saves, state} = await reached(DEFAULT_PREFERENCES)
    change({language: 'de'})
    expect(reloads()).toBe(0)
    await saves.answer()
    expect([state(), reloads()]).toEqual(['saved', 1])
  })

  it('that are changed while a change is being saved are saved next, and kept here until then', async () => {
    const {change, saves, lastKept, state} = await reached(DEFAULT_PREFERENCES)
    change({theme: 'dark'})
    change({density: 'compact'})
    expect(lastKept()?.unsaved).toEqual({theme: 'dark', density: 'compact'})
    await saves.answer()
    expect([state(), saves.asked.at(-1)]).toEqual(['saving', {change: {density: 'compact'}}])
    await saves.answer()
    expect([state(), lastKept()?.unsaved]).toEqual(['saved', {}])
  })

  it('that are changed while they are read win over what is read', async () => {
    const {reach, change, loads, saves, context} = createPreferencesActor()
    reach()
    change({theme: 'light'})
    await loads.answer({...DARK, density: 'compact'})
    expect(context().preferences).toEqual({...DARK, theme: 'light', density: 'compact'})
    expect(saves.asked).toEqual([{change: {theme: 'light'}}])
  })

  it.each([
    [unreachable, 'Failed to save preferences.'],
    [refused(400, 'zone: is not a known time zone'), 'zone: is not a known time zone'],
  ])('that can’t be saved are kept here, and say so: %s', async (error, message) => {
    const {change, saves, state, context, lastKept} = await reached(DEFAULT_PREFERENCES)
    change({theme: 'dark'})
    await saves.fail(error)
    expect([state(), context().message]).toEqual(['unsaved', message])
    expect(lastKept()).toEqual({preferences: DARK, unsaved: {theme: 'dark'}, userId: 'u1'})
  })

  it('that could not be saved are saved on request', async () => {
    const {change, saves, loads, retry, state, context} = await reached(DEFAULT_PREFERENCES)
    change({theme: 'dark'})
    await saves.fail(unreachable)
    retry()
    await loads.answer(DEFAULT_PREFERENCES)
    expect(saves.asked).toEqual([{change: {theme: 'dark'}}, {change: {theme: 'dark'}}])
    await saves.answer()
    expect([state(), context().message]).toEqual(['saved', null])
  })

  it('that an earlier page could not save are saved for the same user only', async () => {
    const earlier = {preferences: DARK, unsaved: {theme: 'dark'}, userId: 'u1'} as const
    const same = createPreferencesActor(earlier)
    same.reach('u1')
    await same.loads.answer(DEFAULT_PREFERENCES)
    expect(same.saves.asked).toEqual([{change: {theme: 'dark'}}])
    const other = createPreferencesActor(earlier)
    other.reach('u2')
    await other.loads.answer(DEFAULT_PREFERENCES)
    expect([other.saves.asked, other.context().preferences]).toEqual([[], DEFAULT_PREFERENCES])
  })

  it('are the browser’s while they can’t be read, and are read again with a change', async () => {
    const {reach, loads, change, state, saves} = createPreferencesActor()
    reach()
    await loads.fail(unreachable)
    expect(state()).toBe('unread')
    change({theme: 'dark'})
    expect(state()).toBe('reading')
    await loads.fail(unreachable)
    expect([state(), saves.asked]).toEqual(['unsaved', []])
  })

  it('are left with the user', async () => {
    const {leave, state, saves, change} = await reached(DARK)
    leave()
    change({theme: 'light'})
    expect([state(), saves.asked]).toEqual(['here', []])
  })
})

it('reaches every state', () => {
  const machine = preferencesMachine.provide({actions: {store: () => {}, reload: () => {}}})
  const events = [
    {type: 'preferences.changed', change: {theme: 'dark'}},
    {type: 'account.reached', userId: 'u1'},
    {type: 'account.left'},
    {type: 'retry.requested'},
    {type: 'xstate.done.actor.0.preferences.reading', output: DARK},
    {type: 'xstate.error.actor.0.preferences.reading', error: unreachable},
    {type: 'xstate.done.actor.0.preferences.saving', output: undefined},
    {type: 'xstate.error.actor.0.preferences.saving', error: unreachable},
  ]
  expect(statesOf(machine, events, {...NOTHING, spoken: 'en'})).toEqual([
    'here',
    'reading',
    'saved',
    'saving',
    'unread',
    'unsaved',
  ])
})
