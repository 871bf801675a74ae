import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {Profile} from '../../../src/domain/account/profile'
import {type ProfileInput, profileMachine} from '../../../src/machines/account/profile'
import {refused, unreachable} from '../../support/failures'
import {statesOf} from '../adjacency'
import {createCalls} from '../calls'

const DEFAULTS: Profile = {
  name: '',
  surname: '',
  addressLine1: '',
  addressLine2: '',
  postcode: '',
  city: '',
  customerType: 'private',
  temperatureUnit: 'celsius',
}
const ADA: Profile = {...DEFAULTS, name: 'Ada', city: 'London', temperatureUnit: 'fahrenheit'}
const INPUT: ProfileInput = {userId: 'u1', draft: null, isJustSaved: false}

function createProfileActor(input: Partial<ProfileInput> = {}) {
  const loads = createCalls<Profile | null, unknown>()
  const saves = createCalls<void, {profile: Profile; isNew: boolean}>()
  const done: unknown[] = []
  const profile = createActor(
    profileMachine.provide({
      actors: {loadProfile: loads.logic, saveProfile: saves.logic},
      actions: {
        storeDraft: (_, kept) => done.push(kept),
        reload: () => done.push('reload'),
      },
    }),
    {input: {...INPUT, ...input}},
  ).start()
  const context = () => profile.getSnapshot().context
  return {
    profile,
    loads,
    saves,
    done,
    context,
    state: () => profile.getSnapshot().value,
    said: () => [context().message, context().hint],
    type: (change: Partial<Profile>) => profile.send({type: 'draft.changed', change}),
    save: () => profile.send({type: 'save.requested'}),
  }
}

async function editing(input: Partial<ProfileInput> = {}) {
  const actor = createProfileActor(input)
  await actor.loads.answer(ADA)
  return actor
}

async function creating() {
  const actor = createProfileActor()
  await actor.loads.answer(null)
  return actor
}

describe('loading the profile', () => {
  it('leads to editing what there is', async () => {
    const {loads, state, context} = createProfileActor()
    expect(state()).toBe('loading')
    await loads.answer(ADA)
    expect([state(), context().stored, context().draft]).toEqual(['editing', ADA, null])
  })

  it('leads to creating one where there is none', async () => {
    const {state, context} = await creating()
    expect([state(), context().stored, context().draft]).toEqual(['creating', null, null])
  })

  it.each([
    [unreachable, 'Failed to fetch user info.'],
    [refused(500), 'Failed to fetch user info.'],
    [refused(503, 'The database can not be used right now.'), 'The database can not be used right now.'],
  ])('says that it failed (%s), and tries again on request', async (error, text) => {
    const {profile, loads, state, said} = createProfileActor()
    await loads.fail(error)
    expect([state(), said()]).toEqual([{unloaded: 'waiting'}, [text, null]])
    profile.send({type: 'retry.requested'})
    profile.send({type: 'retry.requested'})
    expect([state(), loads.asked.length]).toEqual([{unloaded: 'retrying'}, 2])
    await loads.fail(error)
    expect(state()).toEqual({unloaded: 'waiting'})
    profile.send({type: 'retry.requested'})
    await loads.answer(ADA)
    expect([state(), said()]).toEqual(['editing', [null, null]])
  })

  it('shows what was typed before', async () => {
    const draft = {...ADA, city: 'Bonn'}
    const {loads, context, state} = createProfileActor({draft})
    await loads.answer(ADA)
    expect([state(), context().draft, context().stored]).toEqual(['editing', draft, ADA])
  })

  it('knows nothing of typing and saving before there is a form', () => {
    const {type, save, state, done, context} = createProfileActor()
    type({city: 'Bonn'})
    save()
    expect([state(), done, context().draft]).toEqual(['loading', [], null])
  })
})

describe('typing', () => {
  it('keeps the draft with each change', async () => {
    const {type, context, done} = await editing()
    type({city: 'Bonn'})
    type({temperatureUnit: 'celsius'})
    const draft = {...ADA, city: 'Bonn', temperatureUnit: 'celsius'}
    expect(context().draft).toEqual(draft)
    expect(done).toEqual([
      {userId: 'u1', draft: {...ADA, city: 'Bonn'}},
      {userId: 'u1', draft},
    ])
  })

  it('begins with the defaults where there is no profile', async () => {
    const {type, context} = await creating()
    type({city: 'Bonn'})
    expect(context().draft).toEqual({...DEFAULTS, city: 'Bonn'})
  })

  it('ends the word of what was just saved', async () => {
    const {type, context} = await editing({isJustSaved: true})
    expect(context().isJustSaved).toBe(true)
    type({city: 'Bonn'})
    expect(context().isJustSaved).toBe(false)
  })

  it('can be taken back', async () => {
    const {profile, type, context, done, save} = await editing()
    type({city: 'a\u0007'})
    save()
    profile.send({type: 'discard.requested'})
    expect([context().draft, context().isChecked]).toEqual([null, false])
    expect(done.at(-1)).toEqual({userId: 'u1', draft: null})
  })
})

describe('saving', () => {
  it('creates what was typed, forgets the draft and loads the page again', async () => {
    const {type, save, saves, state, done, context} = await creating()
    type({city: 'Bonn'})
    save()
    expect([state(), saves.asked]).toEqual(['saving', [{profile: {...DEFAULTS, city: 'Bonn'}, isNew: true}]])
    done.length = 0
    await saves.answer()
    expect([state(), done]).toEqual(['saved', [{userId: 'u1', draft: null}, 'reload']])
    expect(context().stored).toEqual({...DEFAULTS, city: 'Bonn'})
  })

  it('creates the defaults of whoever has typed nothing', async () => {
    const {save, saves} = await creating()
    save()
    expect(saves.asked).toEqual([{profile: DEFAULTS, isNew: true}])
  })

  it('updates what there is', async () => {
    const {type, save, saves} = await editing()
    type({city: 'Bonn'})
    save()
    expect(saves.asked).toEqual([{profile: {...ADA, city: 'Bonn'}, isNew: false}])
  })

  it('can’t be asked for twice, and nothing is typed meanwhile', async () => {
    const {profile, type, save, saves, context} = await editing()
    type({city: 'Bonn'})
    save()
    save()
    type({city: 'Rome'})
    profile.send({type: 'discard.requested'})
    expect([saves.asked.length, context().draft?.city]).toEqual([1, 'Bonn'])
    await saves.answer()
    save()
    type({city: 'Rome'})
    expect([saves.asked.length, context().draft]).toEqual([1, null])
  })

  it('marks wrong fields instead', async () => {
    const {type, save, saves, state, context} = await editing()
    type({city: 'a\u0007'})
    expect(context().isChecked).toBe(false)
    save()
    expect([state(), saves.asked, context().isChecked]).toEqual(['editing', [], true])
    type({city: 'Bonn'})
    save()
    expect(state()).toBe('saving')
  })

  it.each([
    [refused(500), ['Failed to save profile.', null]],
    [refused(400, 'city: must not hold control characters'), ['city: must not hold control characters', null]],
    [unreachable, ['Failed to save profile.', 'The server can’t be reached right now. What you typed is kept.']],
  ])('says that it failed (%s) and keeps what was typed', async (error, text) => {
    const {type, save, saves, state, said, context} = await editing()
    type({city: 'Bonn'})
    save()
    await saves.fail(error)
    expect([state(), said(), context().draft?.city]).toEqual(['editing', text, 'Bonn'])
    save()
    expect([state(), said()]).toEqual(['saving', [null, null]])
  })
})

describe('a profile that was made elsewhere meanwhile', () => {
  const HINT = 'Your profile was changed elsewhere. What you typed is kept: save it again to replace that.'

  it('is read, and what was typed becomes an edit of it', async () => {
    const {type, save, saves, loads, state, said, context} = await creating()
    type({city: 'Bonn'})
    save()
    await saves.fail(refused(409, 'There is a profile already.'))
    expect(state()).toBe('rereading')
    await loads.answer(ADA)
    expect([state(), said(), context().stored]).toEqual(['editing', ['There is a profile already.', HINT], ADA])
    save()
    expect(saves.asked.at(-1)).toEqual({profile: {...DEFAULTS, city: 'Bonn'}, isNew: false})
  })

  it('or is gone, and can be made anew', async () => {
    const {type, save, saves, loads, state, said} = await editing()
    type({city: 'Bonn'})
    save()
    await saves.fail(refused(404))
    await loads.answer(null)
    expect([state(), said()]).toEqual(['creating', ['Failed to save profile.', HINT]])
    save()
    expect(saves.asked.at(-1)).toEqual({profile: {...ADA, city: 'Bonn'}, isNew: true})
  })

  it('stays unread when it can’t be had, and nothing that was typed is lost', async () => {
    const {type, save, saves, loads, state, said, context} = await creating()
    type({city: 'Bonn'})
    save()
    await saves.fail(refused(409))
    save()
    type({city: 'Rome'})
    await loads.fail(unreachable)
    expect([state(), said()[0], context().draft?.city]).toEqual(['creating', 'Failed to save profile.', 'Bonn'])
  })
})

it('reaches every state', () => {
  const machine = profileMachine.provide({
    actors: {
      loadProfile: createCalls<Profile | null, unknown>().logic,
      saveProfile: createCalls<void, {profile: Profile; isNew: boolean}>().logic,
    },
    actions: {storeDraft: () => {}, reload: () => {}},
  })
  const answers = ['loading', 'unloaded.retrying', 'rereading'].flatMap(state => [
    {type: `xstate.done.actor.0.profile.${state}`, output: null},
    {type: `xstate.done.actor.0.profile.${state}`, output: ADA},
    {type: `xstate.error.actor.0.profile.${state}`, error: unreachable},
  ])
  const events = [
    ...answers,
    {type: 'xstate.done.actor.0.profile.saving'},
    {type: 'xstate.error.actor.0.profile.saving', error: refused(409)},
    {type: 'xstate.error.actor.0.profile.saving', error: refused(500)},
    {type: 'save.requested'},
    {type: 'retry.requested'},
  ]
  expect(statesOf(machine, events, INPUT)).toEqual([
    'creating',
    'editing',
    'loading',
    'rereading',
    'saved',
    'saving',
    'unloaded.retrying',
    'unloaded.waiting',
  ])
})
