import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {Change, ChangeQuestion} from '../../../../src/domain/console/change'
import type {ConsoleRecord} from '../../../../src/domain/console/records/description'
import {devices} from '../../../../src/domain/console/records/devices'
import {draftOf, type StoredDraft} from '../../../../src/domain/console/records/draft'
import type {DraftValue} from '../../../../src/domain/console/records/field'
import {organisations} from '../../../../src/domain/console/records/organisations'
import type {CreationQuestion, RecordQuestion, SaveQuestion} from '../../../../src/domain/console/records/questions'
import {users} from '../../../../src/domain/console/records/users'
import {conflictMachine} from '../../../../src/machines/console/record/conflict'
import {deletionMachine} from '../../../../src/machines/console/record/deletion'
import {type RecordInput, type RecordPlace, recordMachine} from '../../../../src/machines/console/record/record'
import {refused, unreachable} from '../../../support/failures'
import {statesOf} from '../../adjacency'
import {createCalls} from '../../calls'

const HARBOUR: ConsoleRecord = {
  id: 'o1',
  version: 1,
  counts: {devices: 3},
  values: {title: 'Harbour Works', email: 'office@harbour.test', phone: '1', city: 'Hamburg'},
}
const NEWER: ConsoleRecord = {...HARBOUR, version: 2, values: {...HARBOUR.values, city: 'Bremen', phone: '2'}}

const SHOWN: RecordInput = {
  userId: 'u1',
  description: organisations,
  id: 'o1',
  organisationId: '',
  isEditing: false,
  stored: null,
}
const EDITED: RecordInput = {...SHOWN, isEditing: true}
const NEW: RecordInput = {...SHOWN, id: null}
const NEW_DEVICE: RecordInput = {...NEW, description: devices, organisationId: 'o1'}

const KEPT = 'The server can’t be reached right now. What you typed is kept.'

const placeOf = ({userId, description: {kind}, id, organisationId}: RecordPlace) => ({userId, kind, id, organisationId})

function createRecordActor(input: RecordInput) {
  const loads = createCalls<ConsoleRecord, RecordQuestion>()
  const creations = createCalls<ConsoleRecord | null, CreationQuestion>()
  const saves = createCalls<void, SaveQuestion>()
  const deletions = createCalls<void, RecordQuestion>()
  const changes = createCalls<Change | null, ChangeQuestion>()
  const told: string[] = []
  const kept: {place: ReturnType<typeof placeOf>; kept: StoredDraft | null}[] = []
  const record = createActor(
    recordMachine.provide({
      actors: {
        loadRecord: loads.logic,
        createRecord: creations.logic,
        saveRecord: saves.logic,
        conflict: conflictMachine.provide({actors: {loadRecord: loads.logic, findChange: changes.logic}}),
        deletion: deletionMachine.provide({actors: {deleteRecord: deletions.logic}}),
      },
      actions: {
        showOutcome: (_, {text}) => told.push(text),
        storeDraft: ({context: {record, draft, ...place}}) => kept.push({place: placeOf(place), kept: {record, draft}}),
        forgetDraft: ({context}) => kept.push({place: placeOf(context), kept: null}),
      },
    }),
    {input},
  ).start()
  const context = () => record.getSnapshot().context
  return {
    record,
    loads,
    creations,
    saves,
    deletions,
    changes,
    told,
    kept,
    context,
    state: () => record.getSnapshot().value,
    said: () => [context().message, context().hint],
    canLeave: () => !record.getSnapshot().can({type: 'discard.requested'}),
    type: (name: string, value: DraftValue) => record.send({type: 'field.changed', name, value}),
    save: () => record.send({type: 'save.requested'}),
    send: record.send,
  }
}

async function loaded(input: RecordInput, found = HARBOUR) {
  const actor = createRecordActor(input)
  await actor.loads.answer(found)
  return actor
}

/** A changed city over somebody else's newer version. */
async function conflicting() {
  const actor = await loaded(EDITED)
  actor.type('city', 'Kiel')
  actor.save()
  await actor.saves.fail(refused(409, 'Somebody else has changed this organisation meanwhile.'))
  await actor.loads.answer(NEWER)
  const {record} = actor
  const dialog = () => {
    const {conflict} = record.getSnapshot().children
    if (conflict === undefined) throw new Error('there is no conflict')
    return conflict
  }
  return {...actor, dialog, choose: (event: Parameters<ReturnType<typeof dialog>['send']>[0]) => dialog().send(event)}
}

async function deleting() {
  const actor = await loaded(SHOWN)
  actor.send({type: 'delete.requested'})
  const {record} = actor
  const dialog = () => {
    const {deletion} = record.getSnapshot().children
    if (deletion === undefined) throw new Error('no deletion is being asked for')
    return deletion
  }
  return {...actor, dialog, ask: (event: Parameters<ReturnType<typeof dialog>['send']>[0]) => dialog().send(event)}
}

async function confirmed() {
  const actor = await deleting()
  actor.ask({type: 'deletion.typed', name: 'Harbour Works'})
  actor.ask({type: 'deletion.acknowledged', isAcknowledged: true})
  actor.ask({type: 'deletion.confirmed'})
  return actor
}

describe('loading', () => {
  it('leads to what there is', async () => {
    const {loads, state, context} = createRecordActor(SHOWN)
    expect([state(), loads.asked]).toEqual(['loading', [{description: organisations, id: 'o1'}]])
    await loads.answer(HARBOUR)
    expect([state(), context().record]).toEqual(['shown', HARBOUR])
  })

  it.each([[refused(404, 'Organisation not found.')], [refused(400, 'id: Invalid UUID')]])(
    'says that there is no such record (%s)',
    async error => {
      const {loads, state, said} = createRecordActor(SHOWN)
      await loads.fail(error)
      expect([state(), said()]).toEqual(['notFound', [error.message, null]])
    },
  )

  it.each([
    [unreachable, ['Failed to load organisation.', KEPT]],
    [refused(500), ['Failed to load organisation.', null]],
    [refused(503, 'The database can not be used right now.'), ['The database can not be used right now.', null]],
  ])('says that it failed (%s), and tries again on request', async (error, text) => {
    const {loads, send, state, said} = createRecordActor(SHOWN)
    await loads.fail(error)
    expect([state(), said()]).toEqual([{failed: 'waiting'}, text])
    send({type: 'retry.requested'})
    send({type: 'retry.requested'})
    expect([state(), loads.asked.length]).toEqual([{failed: 'retrying'}, 2])
    await loads.fail(error)
    expect(state()).toEqual({failed: 'waiting'})
    send({type: 'retry.requested'})
    await loads.answer(HARBOUR)
    expect([state(), said()]).toEqual(['shown', [null, null]])
  })

  it('ignores whatever needs a record', () => {
    const {type, save, send, state, kept} = createRecordActor(EDITED)
    type('title', 'x')
    save()
    send({type: 'delete.requested'})
    expect([state(), kept]).toEqual(['loading', []])
  })
})

describe('creating', () => {
  it('sends what is filled, tells it and is done', async () => {
    const {type, save, creations, state, told, kept, context} = createRecordActor(NEW_DEVICE)
    expect([state(), context().draft]).toEqual([{creating: 'typing'}, draftOf(devices, null)])
    type('name', ' Boiler ')
    save()
    expect([state(), creations.asked]).toEqual([
      {creating: 'sending'},
      [{description: devices, organisationId: 'o1', values: {name: 'Boiler'}}],
    ])
    const boiler = {...HARBOUR, id: 'd1'}
    await creations.answer(boiler)
    expect([state(), context().record, told]).toEqual(['created', boiler, ['Device created.']])
    const place = {userId: 'u1', kind: 'device', id: null, organisationId: 'o1'}
    expect(kept).toEqual([
      {place, kept: {record: null, draft: {...draftOf(devices, null), name: ' Boiler '}}},
      {place, kept: null},
    ])
  })

  it('begins with what was typed before', () => {
    const draft = {...draftOf(devices, null), name: 'Boiler'}
    const {context, canLeave} = createRecordActor({...NEW_DEVICE, stored: {record: null, draft}})
    expect([context().draft, context().record, canLeave()]).toEqual([draft, null, false])
  })

  it('marks what is wrong instead, until it is typed again', async () => {
    const {type, save, creations, state, context, said} = createRecordActor(NEW)
    type('email', 'office')
    save()
    save()
    expect([state(), creations.asked, said()]).toEqual([
      {creating: 'typing'},
      [],
      ['Title, Email, and Phone are required.', null],
    ])
    expect([context().problems, context().attempts]).toEqual([
      {title: 'Title is required.', email: 'This is not an email address.', phone: 'Phone is required.'},
      2,
    ])
    type('email', 'office@harbour.test')
    expect(context().problems).toEqual({title: 'Title is required.', phone: 'Phone is required.'})
  })

  it.each([
    [unreachable, ['Failed to create device', KEPT]],
    [refused(404, 'Organisation not found.'), ['Organisation not found.', null]],
    [refused(500), ['Failed to create device', null]],
  ])('says that it failed (%s) and keeps what was typed', async (error, text) => {
    const {type, save, creations, state, said, context, told} = createRecordActor(NEW_DEVICE)
    type('name', 'Boiler')
    save()
    await creations.fail(error)
    expect([state(), said(), context().draft.name, told]).toEqual([{creating: 'typing'}, text, 'Boiler', []])
    save()
    expect([said(), creations.asked.length]).toEqual([[null, null], 2])
  })

  it('can’t be sent twice, and nothing is typed meanwhile', () => {
    const {type, save, creations, context} = createRecordActor(NEW_DEVICE)
    type('name', 'Boiler')
    save()
    save()
    type('name', 'x')
    expect([creations.asked.length, context().draft.name]).toEqual([1, 'Boiler'])
  })
})

describe('editing', () => {
  it('leaves behind the customer of the organisation that a user is moved from', async () => {
    const petra = {...HARBOUR, id: 'u7', values: {email: 'petra@harbour.test', organisationId: 'o1', customerId: 'c1'}}
    const {type, save, saves} = await loaded({...EDITED, description: users, id: 'u7'}, petra)
    type('organisationId', 'o2')
    save()
    expect(saves.asked.map(({changes}) => changes)).toEqual([{organisationId: 'o2', customerId: null}])
  })

  it('sends what has changed with the version that it was made on', async () => {
    const {type, save, saves, state, told, kept} = await loaded(EDITED)
    type('city', 'Kiel')
    save()
    expect([state(), saves.asked]).toEqual([
      {editing: 'sending'},
      [{description: organisations, record: HARBOUR, changes: {city: 'Kiel'}}],
    ])
    await saves.answer()
    expect([state(), told, kept.at(-1)?.kept]).toEqual(['closed', ['Organisation updated.'], null])
  })

  it('of a server that counts no versions sends none', async () => {
    const {type, save, saves} = await loaded(EDITED, {...HARBOUR, version: null})
    type('city', 'Kiel')
    save()
    expect(saves.asked[0]?.record.version).toBe(null)
  })

  it('goes on with what was typed before, on the version that it was typed on', async () => {
    const draft = {...draftOf(organisations, HARBOUR), city: 'Kiel'}
    const {context, save, saves} = await loaded({...EDITED, stored: {record: HARBOUR, draft}}, NEWER)
    expect([context().draft, context().record]).toEqual([draft, HARBOUR])
    save()
    expect(saves.asked).toEqual([{description: organisations, record: HARBOUR, changes: {city: 'Kiel'}}])
  })

  it('keeps each change together with what was changed', async () => {
    const {type, kept} = await loaded(EDITED)
    type('city', 'Kiel')
    expect(kept).toEqual([
      {
        place: {userId: 'u1', kind: 'organisation', id: 'o1', organisationId: ''},
        kept: {record: HARBOUR, draft: {...draftOf(organisations, HARBOUR), city: 'Kiel'}},
      },
    ])
  })

  it('asks before it is left once something has changed, until that is discarded', async () => {
    const {type, send, canLeave, context, kept} = await loaded(EDITED)
    send({type: 'discard.requested'})
    expect([canLeave(), kept]).toEqual([true, []])
    type('city', 'Kiel')
    expect(canLeave()).toBe(false)
    send({type: 'discard.requested'})
    expect([canLeave(), context().draft.city, kept.at(-1)?.kept]).toEqual([true, 'Hamburg', null])
  })

  it('asks before it is left while it is being saved, and not after', async () => {
    const {type, save, saves, canLeave} = await loaded(EDITED)
    type('city', 'Kiel')
    save()
    expect(canLeave()).toBe(false)
    await saves.answer()
    expect(canLeave()).toBe(true)
  })

  it('of a deleted user asks for a password to restore it', async () => {
    const deleted = {...HARBOUR, values: {email: 'a@b.test', userDeleted: true}}
    const {type, save, state, context, saves} = await loaded({...EDITED, description: users}, deleted)
    type('userDeleted', false)
    save()
    expect([state(), context().problems]).toEqual([
      {editing: 'typing'},
      {password: 'Password is required when restoring a deleted user.'},
    ])
    type('password', 'a fine new one')
    save()
    expect(saves.asked[0]?.changes).toEqual({userDeleted: false, password: 'a fine new one'})
  })

  it.each([
    [unreachable, ['Failed to update organisation.', KEPT]],
    [refused(500), ['Failed to update organisation.', null]],
    [refused(400, 'zip: must not be empty'), ['zip: must not be empty', null]],
  ])('says that it failed (%s) and keeps what was typed', async (error, text) => {
    const {type, save, saves, state, said, context} = await loaded(EDITED)
    type('city', 'Kiel')
    save()
    await saves.fail(error)
    expect([state(), said(), context().draft.city]).toEqual([{editing: 'typing'}, text, 'Kiel'])
  })
})

describe('a save that was refused as out of date', () => {
  it('asks for what there is now, and nothing is typed meanwhile', async () => {
    const {type, save, saves, loads, state, context} = await loaded(EDITED)
    type('city', 'Kiel')
    save()
    await saves.fail(refused(409))
    save()
    type('city', 'x')
    expect([state(), loads.asked.length, saves.asked.length, context().draft.city]).toEqual([
      {editing: 'conflict'},
      2,
      1,
      'Kiel',
    ])
  })

  it('is asked about field by field, and nothing of theirs is overwritten unasked', async () => {
    const {dialog, changes} = await conflicting()
    const {value, context} = dialog().getSnapshot()
    expect([value, context.theirs, context.sides]).toEqual(['choosing', NEWER, {phone: 'theirs', city: 'theirs'}])
    expect(changes.asked).toEqual([{entity: {kind: 'organisation', id: 'o1'}, attribute: null, version: 2}])
  })

  it('says who has changed it once that is known, and can be chosen from before', async () => {
    const {dialog, changes} = await conflicting()
    const change = {at: 5, email: 'petra@harbour.test'}
    await changes.answer(change)
    expect([dialog().getSnapshot().value, dialog().getSnapshot().context.change]).toEqual(['choosing', change])
  })

  it('can be chosen from where nobody knows who has changed it', async () => {
    const {dialog, changes, choose, state} = await conflicting()
    await changes.fail(unreachable)
    expect([dialog().getSnapshot().value, dialog().getSnapshot().context.change]).toEqual(['choosing', null])
    choose({type: 'side.chosen', name: 'city', side: 'mine'})
    choose({type: 'merge.confirmed'})
    expect(state()).toEqual({editing: 'sending'})
  })

  it('is saved as it was chosen, on top of their version', async () => {
    const {choose, saves, state, said, kept, told} = await conflicting()
    choose({type: 'side.chosen', name: 'city', side: 'mine'})
    choose({type: 'merge.confirmed'})
    expect([state(), said(), saves.asked.at(-1)]).toEqual([
      {editing: 'sending'},
      [null, null],
      {description: organisations, record: NEWER, changes: {city: 'Kiel'}},
    ])
    expect(kept.at(-1)?.kept).toEqual({record: NEWER, draft: {...draftOf(organisations, NEWER), city: 'Kiel'}})
    await saves.answer()
    expect([state(), told]).toEqual(['closed', ['Organisation updated.']])
  })

  it('may overwrite what they alone have changed, on request', async () => {
    const {choose, saves} = await conflicting()
    choose({type: 'side.chosen', name: 'phone', side: 'mine'})
    choose({type: 'merge.confirmed'})
    expect(saves.asked.at(-1)?.changes).toEqual({phone: '1'})
  })

  it('is asked about again when somebody else has saved another version meanwhile', async () => {
    const {choose, saves, loads, dialog} = await conflicting()
    choose({type: 'side.chosen', name: 'city', side: 'mine'})
    choose({type: 'merge.confirmed'})
    await saves.fail(refused(409))
    await loads.answer({...NEWER, version: 3, values: {...NEWER.values, zip: '24103'}})
    expect(dialog().getSnapshot().context.sides).toEqual({city: 'mine', zip: 'theirs'})
  })

  it('is given up where all of theirs is chosen', async () => {
    const {choose, saves, state, kept, told} = await conflicting()
    choose({type: 'merge.confirmed'})
    expect([state(), kept.at(-1)?.kept, told, saves.asked.length]).toEqual(['closed', null, [], 1])
  })

  it('can be gone on with, and is compared again', async () => {
    const {choose, save, saves, state, context, said} = await conflicting()
    choose({type: 'side.chosen', name: 'city', side: 'mine'})
    choose({type: 'dialog.closed'})
    expect([state(), context().draft.city, context().draft.phone]).toEqual([{editing: 'typing'}, 'Kiel', '1'])
    expect(said()).toEqual(['Somebody else has changed this organisation meanwhile.', null])
    save()
    expect(saves.asked.at(-1)?.record.version).toBe(1)
  })

  it('is done when they made the same of it', async () => {
    const {type, save, saves, loads, state, told} = await loaded(EDITED)
    type('city', 'Bremen')
    type('phone', '2')
    save()
    await saves.fail(refused(409))
    await loads.answer(NEWER)
    expect([state(), told]).toEqual(['closed', ['Organisation updated.']])
  })

  it('was refused for another reason when the version is the same', async () => {
    const {type, save, saves, loads, state, said} = await loaded(EDITED)
    type('city', 'Kiel')
    save()
    await saves.fail(refused(409, 'This email is taken.'))
    await loads.answer(HARBOUR)
    expect([state(), said()]).toEqual([{editing: 'typing'}, ['This email is taken.', null]])
  })

  it.each([
    [unreachable, ['Customer not found.', null]],
    [refused(404), ['Organisation not found.', null]],
  ])('keeps the form when what there is now can’t be had (%s)', async (error, text) => {
    const {type, save, saves, loads, state, said, context} = await loaded(EDITED)
    type('city', 'Kiel')
    save()
    await saves.fail(refused(404, 'Customer not found.'))
    await loads.fail(error)
    expect([state(), said(), context().draft.city]).toEqual([{editing: 'typing'}, text, 'Kiel'])
  })
})

describe('deleting', () => {
  it.each([
    ['Harbour Works', false],
    ['', true],
    ['harbour works', true],
    [' Harbour Works', true],
    ['Harbour Work', true],
  ])('is not offered with %j typed and the tick %s', async (name, isAcknowledged) => {
    const {dialog, ask, deletions} = await deleting()
    ask({type: 'deletion.typed', name})
    ask({type: 'deletion.acknowledged', isAcknowledged})
    expect(dialog().getSnapshot().can({type: 'deletion.confirmed'})).toBe(false)
    ask({type: 'deletion.confirmed'})
    expect(deletions.asked).toEqual([])
  })

  it('tells it and is done', async () => {
    const {state, deletions, told, ask, dialog} = await confirmed()
    ask({type: 'deletion.confirmed'})
    ask({type: 'dialog.closed'})
    expect([dialog().getSnapshot().value, deletions.asked]).toEqual([
      'sending',
      [{description: organisations, id: 'o1'}],
    ])
    await deletions.answer()
    expect([state(), told]).toEqual(['deleted', ['Organisation deleted.']])
  })

  it('can be given up, and begins anew the next time', async () => {
    const {send, ask, dialog, state} = await deleting()
    ask({type: 'deletion.typed', name: 'Harbour Works'})
    ask({type: 'deletion.acknowledged', isAcknowledged: true})
    ask({type: 'dialog.closed'})
    expect(state()).toBe('shown')
    send({type: 'delete.requested'})
    expect(dialog().getSnapshot().context).toMatchObject({typedName: '', isAcknowledged: false})
  })

  it('finds that somebody else has deleted it', async () => {
    const {deletions, state, said} = await confirmed()
    await deletions.fail(refused(404, 'It has moved.'))
    expect([state(), said()]).toEqual(['notFound', ['It has moved.', null]])
  })

  it.each([
    [unreachable, 'Failed to delete organisation.'],
    [
      refused(409, 'The last system administrator can not be deleted or demoted.'),
      'The last system administrator can not be deleted or demoted.',
    ],
  ])('says that it failed (%s) and can be tried again', async (error, text) => {
    const {deletions, dialog, ask} = await confirmed()
    await deletions.fail(error)
    const {value, context} = dialog().getSnapshot()
    expect([value, context.message, context.typedName]).toEqual(['asking', text, 'Harbour Works'])
    ask({type: 'deletion.confirmed'})
    expect([dialog().getSnapshot().context.message, deletions.asked.length]).toEqual([null, 2])
  })
})

it('reaches every state', () => {
  const machine = recordMachine.provide({
    actors: {
      loadRecord: createCalls<ConsoleRecord, RecordQuestion>().logic,
      createRecord: createCalls<ConsoleRecord | null, CreationQuestion>().logic,
      saveRecord: createCalls<void, SaveQuestion>().logic,
      conflict: conflictMachine,
      deletion: deletionMachine,
    },
    actions: {showOutcome: () => {}, storeDraft: () => {}, forgetDraft: () => {}},
    guards: {isSound: () => true},
  })
  const states = ['creating.sending', 'loading', 'failed.retrying', 'editing.sending']
  const answers = states.flatMap(state => [
    {type: `xstate.done.actor.0.record.${state}`, output: HARBOUR},
    {type: `xstate.done.actor.0.record.${state}`, output: NEWER},
    {type: `xstate.error.actor.0.record.${state}`, error: unreachable},
    {type: `xstate.error.actor.0.record.${state}`, error: refused(404)},
    {type: `xstate.error.actor.0.record.${state}`, error: refused(409)},
  ])
  const events = [
    ...answers,
    ...['cancelled', 'deleted', 'gone'].map(kind => ({
      type: 'xstate.done.actor.deletion',
      output: {kind, refusal: null},
    })),
    ...['closed', 'merged', 'same', 'taken', 'gone'].map(kind => ({
      type: 'xstate.done.actor.conflict',
      output: {kind, refusal: null, record: NEWER, draft: draftOf(organisations, NEWER)},
    })),
    ...['save', 'discard', 'retry', 'delete'].map(name => ({type: `${name}.requested`})),
  ]
  const reached = [SHOWN, EDITED, NEW].flatMap(input => statesOf(machine, events, input))
  expect([...new Set(reached)].sort()).toEqual([
    'closed',
    'created',
    'creating.sending',
    'creating.typing',
    'deleted',
    'deleting',
    'editing.conflict',
    'editing.sending',
    'editing.typing',
    'failed.retrying',
    'failed.waiting',
    'loading',
    'notFound',
    'shown',
  ])
})

it('asks for a deletion, does it, and ends as it went', () => {
  const machine = deletionMachine.provide({
    actors: {deleteRecord: createCalls<void, RecordQuestion>().logic},
    guards: {isConfirmed: () => true},
  })
  const answer = 'xstate.done.actor.0.deletion.sending'
  const failure = 'xstate.error.actor.0.deletion.sending'
  const events = [
    {type: 'deletion.typed', name: 'Harbour Works'},
    {type: 'deletion.acknowledged', isAcknowledged: true},
    {type: 'deletion.confirmed'},
    {type: 'dialog.closed'},
    {type: answer},
    {type: failure, error: unreachable},
    {type: failure, error: refused(404)},
  ]
  const reached = statesOf(machine, events, {description: organisations, record: HARBOUR})
  expect(reached).toEqual(['asking', 'cancelled', 'deleted', 'gone', 'sending'])
})

it('compares, asks and ends as it was chosen', () => {
  const machine = conflictMachine.provide({
    actors: {
      loadRecord: createCalls<ConsoleRecord, RecordQuestion>().logic,
      findChange: createCalls<Change | null, ChangeQuestion>().logic,
    },
  })
  const events = [
    {type: 'xstate.done.actor.0.conflict.comparing', output: NEWER},
    {type: 'xstate.error.actor.0.conflict.comparing', error: unreachable},
    {type: 'merge.confirmed'},
    {type: 'dialog.closed'},
  ]
  const input = {description: organisations, record: HARBOUR, draft: draftOf(organisations, HARBOUR)}
  expect(statesOf(machine, events, input)).toEqual(['choosing', 'comparing', 'settled'])
})
