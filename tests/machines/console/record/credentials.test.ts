import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {DeviceCredentials, Replacement} from '../../../../src/domain/console/deviceCredentials'
import {credentialsMachine} from '../../../../src/machines/console/record/credentials'
import {refused, unreachable} from '../../../support/failures'
import {statesOf} from '../../adjacency'
import {createCalls} from '../../calls'

const OURS: DeviceCredentials = {accessToken: 'Abc123', createdAt: 1, expiresAt: null, formerUntil: null}
const DEVICE = {deviceId: 'd1'}

function createCredentialsActor() {
  const loads = createCalls<DeviceCredentials | null, {deviceId: string}>()
  const creations = createCalls<DeviceCredentials | null, {deviceId: string}>()
  const deletions = createCalls<void, {deviceId: string; accessToken: string}>()
  const replacements = createCalls<DeviceCredentials, typeof DEVICE & Replacement>()
  const lives = createCalls<DeviceCredentials, typeof DEVICE & Pick<Replacement, 'life'>>()
  const formerEnds = createCalls<void, typeof DEVICE>()
  const told: string[] = []
  const logic = credentialsMachine.provide({
    actors: {
      loadCredentials: loads.logic,
      createCredentials: creations.logic,
      deleteCredentials: deletions.logic,
      replaceCredentials: replacements.logic,
      setLife: lives.logic,
      endFormerToken: formerEnds.logic,
    },
    actions: {showOutcome: (_, {text}) => told.push(text)},
  })
  const credentials = createActor(logic, {input: DEVICE}).start()
  const context = () => credentials.getSnapshot().context
  return {
    send: credentials.send,
    logic,
    loads,
    creations,
    deletions,
    replacements,
    lives,
    formerEnds,
    told,
    context,
    state: () => credentials.getSnapshot().value,
    said: () => [context().message, context().hint],
  }
}

async function loaded(found: DeviceCredentials | null) {
  const actor = createCredentialsActor()
  await actor.loads.answer(found)
  return actor
}

describe('the credentials of a device', () => {
  it('stay hidden until somebody asks for them', async () => {
    const {send, loads, state, context} = await loaded(OURS)
    expect([loads.asked, state(), context().credentials]).toEqual([[DEVICE], {present: 'hidden'}, OURS])
    send({type: 'show.requested'})
    expect(state()).toEqual({present: 'revealed'})
    send({type: 'hide.requested'})
    expect(state()).toEqual({present: 'hidden'})
  })

  it('that can’t be loaded are asked for again on request', async () => {
    const {send, loads, state, said} = createCredentialsActor()
    await loads.fail(refused(500))
    expect([state(), said()]).toEqual(['failed', ['Failed to load credentials', null]])
    send({type: 'retry.requested'})
    expect([state(), said()]).toEqual(['loading', [null, null]])
    await loads.answer(null)
    expect(state()).toBe('none')
  })

  it('are created once where there are none', async () => {
    const {send, creations, state, context, told} = await loaded(null)
    send({type: 'create.requested'})
    send({type: 'create.requested'})
    expect([state(), creations.asked]).toEqual(['creating', [DEVICE]])
    await creations.answer(OURS)
    expect([state(), context().credentials, told]).toEqual([{present: 'hidden'}, OURS, ['Credentials created.']])
  })

  it('of which the server tells no more than that they were made are loaded', async () => {
    const {send, creations, loads, state, context, told} = await loaded(null)
    send({type: 'create.requested'})
    await creations.answer(null)
    expect([state(), told]).toEqual(['loading', ['Credentials created.']])
    await loads.answer(OURS)
    expect([state(), context().credentials]).toEqual([{present: 'hidden'}, OURS])
  })

  it('that can’t be created say why', async () => {
    const {send, creations, state, said} = await loaded(null)
    send({type: 'create.requested'})
    await creations.fail(unreachable)
    expect([state(), said()]).toEqual([
      'none',
      ['Failed to create credentials', 'The server can’t be reached right now.'],
    ])
    send({type: 'create.requested'})
    expect(said()).toEqual([null, null])
  })

  it('that somebody else has created meanwhile are loaded', async () => {
    const {send, creations, loads, state, context, said} = await loaded(null)
    send({type: 'create.requested'})
    await creations.fail(refused(409, 'The device has credentials already.'))
    expect(state()).toBe('loading')
    await loads.answer(OURS)
    expect([state(), context().credentials, said()]).toEqual([
      {present: 'hidden'},
      OURS,
      ['The device has credentials already.', null],
    ])
  })
})

describe('an access token', () => {
  const NEXT = {...OURS, accessToken: 'Def456', formerUntil: 9}

  it('is replaced by one that counts as long as was chosen, beside the former one', async () => {
    const {send, replacements, state, context, told} = await loaded(OURS)
    send({type: 'show.requested'})
    send({type: 'replacement.requested'})
    expect([state(), context().chosen]).toEqual([{replacing: 'asking'}, {overlap: 'day', life: 'ever'}])
    send({type: 'overlap.chosen', overlap: 'week'})
    send({type: 'life.chosen', life: 'year'})
    send({type: 'replacement.confirmed'})
    send({type: 'replacement.confirmed'})
    expect(replacements.asked).toEqual([{...DEVICE, overlap: 'week', life: 'year'}])
    await replacements.answer(NEXT)
    expect([state(), context().credentials, told]).toEqual([{present: 'hidden'}, NEXT, ['Access token replaced.']])
    send({type: 'replacement.requested'})
    expect(context().chosen).toEqual({overlap: 'day', life: 'ever'})
  })

  it('is given an end', async () => {
    const {send, lives, state, context, told} = await loaded(OURS)
    send({type: 'life.requested'})
    send({type: 'life.chosen', life: 'month'})
    send({type: 'life.confirmed'})
    expect(lives.asked).toEqual([{...DEVICE, life: 'month'}])
    await lives.answer({...OURS, expiresAt: 7})
    expect([state(), context().credentials?.expiresAt, told]).toEqual([
      {present: 'hidden'},
      7,
      ['End of the access token changed.'],
    ])
  })

  it('that was replaced is ended early', async () => {
    const {send, formerEnds, state, context, told} = await loaded(NEXT)
    send({type: 'formerEnd.requested'})
    send({type: 'formerEnd.confirmed'})
    expect(formerEnds.asked).toEqual([DEVICE])
    await formerEnds.answer()
    expect([state(), context().credentials, told]).toEqual([
      {present: 'hidden'},
      {...NEXT, formerUntil: null},
      ['Former access token ended.'],
    ])
  })

  it.each([
    ['replacement', 'replacements', 'Failed to replace the access token', 'replacing'],
    ['life', 'lives', 'Failed to change the end of the access token', 'limiting'],
    ['formerEnd', 'formerEnds', 'Failed to end the former access token', 'endingFormer'],
  ] as const)('stays as it is when its %s fails or is given up', async (action, calls, text, place) => {
    const actor = await loaded(NEXT)
    const {send, state, said, context, loads} = actor
    send({type: `${action}.requested`})
    send({type: `${action}.confirmed`})
    await actor[calls].fail(unreachable)
    expect([state(), said()]).toEqual([{[place]: 'asking'}, [text, 'The server can’t be reached right now.']])
    send({type: 'dialog.closed'})
    expect([state(), said(), context().credentials]).toEqual([{present: 'hidden'}, [null, null], NEXT])
    send({type: `${action}.requested`})
    send({type: `${action}.confirmed`})
    await actor[calls].fail(refused(404))
    expect([state(), said()]).toEqual(['loading', [text, null]])
    await loads.answer(null)
    expect(state()).toBe('none')
  })
})

describe('deleting the credentials', () => {
  async function deleting() {
    const actor = await loaded(OURS)
    actor.send({type: 'delete.requested'})
    return actor
  }

  it('asks first, and deletes those that were shown', async () => {
    const {send, deletions, state, context, told} = await deleting()
    expect([state(), deletions.asked]).toEqual([{deleting: 'asking'}, []])
    send({type: 'deletion.confirmed'})
    send({type: 'deletion.confirmed'})
    expect(deletions.asked).toEqual([{deviceId: 'd1', accessToken: 'Abc123'}])
    await deletions.answer()
    expect([state(), context().credentials, told]).toEqual(['none', null, ['Credentials deleted.']])
  })

  it('can be given up', async () => {
    const {send, state, context} = await deleting()
    send({type: 'dialog.closed'})
    expect([state(), context().credentials]).toEqual([{present: 'hidden'}, OURS])
  })

  it('that fails says so and can be tried again', async () => {
    const {send, deletions, state, said} = await deleting()
    send({type: 'deletion.confirmed'})
    await deletions.fail(refused(500))
    expect([state(), said()]).toEqual([{deleting: 'asking'}, ['Failed to delete credentials', null]])
    send({type: 'deletion.confirmed'})
    expect([state(), said()]).toEqual([{deleting: 'sending'}, [null, null]])
  })

  it.each([
    [refused(409, 'Changed meanwhile.'), 'Changed meanwhile.'],
    [refused(404), null],
  ])('of those that are not there any more (%s) shows what is', async (error, message) => {
    const {send, deletions, loads, state, context, said} = await deleting()
    send({type: 'deletion.confirmed'})
    await deletions.fail(error)
    expect(state()).toBe('loading')
    await loads.answer(null)
    expect([state(), context().credentials, said()]).toEqual(['none', null, [message, null]])
  })
})

it('knows nothing of credentials before they are loaded', () => {
  const {send, state, creations, deletions} = createCredentialsActor()
  send({type: 'create.requested'})
  send({type: 'show.requested'})
  send({type: 'delete.requested'})
  send({type: 'deletion.confirmed'})
  expect([state(), creations.asked, deletions.asked]).toEqual(['loading', [], []])
})

it('reaches every state', () => {
  const events = [
    {type: 'xstate.done.actor.0.credentials.loading', output: null},
    {type: 'xstate.done.actor.0.credentials.loading', output: OURS},
    {type: 'xstate.error.actor.0.credentials.loading', error: unreachable},
    {type: 'xstate.done.actor.0.credentials.creating', output: OURS},
    {type: 'xstate.done.actor.0.credentials.deleting.sending'},
    ...['create', 'show', 'hide', 'delete', 'cancel', 'retry'].map(name => ({type: `${name}.requested`})),
    {type: 'deletion.confirmed'},
  ]
  expect(statesOf(createCredentialsActor().logic, events, DEVICE)).toEqual([
    'creating',
    'deleting.asking',
    'deleting.sending',
    'failed',
    'loading',
    'none',
    'present.hidden',
    'present.revealed',
  ])
})
