import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {
  Attribute,
  AttributeQuestion,
  AttributesInput,
  AttributeWrite,
} from '../../../../src/domain/console/attribute'
import type {Change, ChangeQuestion} from '../../../../src/domain/console/change'
import {attributeConflictMachine} from '../../../../src/machines/console/record/attributeConflict'
import {attributesMachine} from '../../../../src/machines/console/record/attributes'
import type {ClockEvent} from '../../../../src/machines/telemetry/devicesEvents'
import {refused, unreachable} from '../../../support/failures'
import {statesOf} from '../../adjacency'
import {createCalls} from '../../calls'

const OWNER = {kind: 'asset', id: 'a1', organisationId: 'o1'} as const
const HALL: Attribute = {scope: 2, key: 'hall', value: {type: 'text', value: '3'}, updatedAt: 1, version: 4}
const FLAG: Attribute = {scope: 0, key: 'flag', value: {type: 'bool', value: true}, updatedAt: 1, version: 1}
const changed = (value: string, version: number): Attribute => ({...HALL, value: {type: 'text', value}, version})

const silentClock = () => new Subject<ClockEvent>()

function createAttributesActor() {
  const lists = createCalls<readonly Attribute[], AttributesInput>()
  const loads = createCalls<Attribute, AttributeQuestion>()
  const writes = createCalls<Attribute | null, AttributeWrite>()
  const deletions = createCalls<void, AttributeQuestion>()
  const changes = createCalls<Change | null, ChangeQuestion>()
  const clock = silentClock()
  const told: string[] = []
  const attributes = createActor(
    attributesMachine.provide({
      actors: {
        clock: fromEventObservable(() => clock),
        listAttributes: lists.logic,
        writeAttribute: writes.logic,
        deleteAttribute: deletions.logic,
        conflict: attributeConflictMachine.provide({
          actors: {loadAttribute: loads.logic, findChange: changes.logic},
        }),
      },
      actions: {showOutcome: (_, {text}) => told.push(text)},
    }),
    {input: {owner: OWNER, now: 0}},
  ).start()
  const context = () => attributes.getSnapshot().context
  const conflict = () => {
    const {conflict} = attributes.getSnapshot().children
    if (conflict === undefined) throw new Error('there is no conflict')
    return conflict
  }
  return {
    send: attributes.send,
    attributes,
    lists,
    loads,
    writes,
    deletions,
    changes,
    clock,
    told,
    context,
    choosing: () => conflict().getSnapshot(),
    choose: (event: Parameters<ReturnType<typeof conflict>['send']>[0]) => conflict().send(event),
    state: () => attributes.getSnapshot().value,
    said: () => [context().message, context().hint],
  }
}

async function shown(list: readonly Attribute[] = [HALL, FLAG]) {
  const actor = createAttributesActor()
  await actor.lists.answer(list)
  return actor
}

async function adding(key = 'floor', text = '2') {
  const actor = await shown()
  actor.send({type: 'add.requested'})
  actor.send({type: 'draft.changed', change: {key}})
  actor.send({type: 'draft.changed', change: {text}})
  return actor
}

async function editing(text = '5') {
  const actor = await shown()
  actor.send({type: 'edit.requested', attribute: HALL})
  actor.send({type: 'draft.changed', change: {text}})
  return actor
}

describe('the list', () => {
  it('is loaded, and shows the shared scope first', async () => {
    const {lists, state, context} = createAttributesActor()
    expect([state(), lists.asked]).toEqual(['loading', [{owner: OWNER}]])
    await lists.answer([HALL])
    expect([state(), context().scope, context().attributes]).toEqual([{shown: 'idle'}, 2, [HALL]])
  })

  it('that can’t be loaded is asked for again on request', async () => {
    const {send, lists, state, said} = createAttributesActor()
    await lists.fail(refused(500))
    expect([state(), said()]).toEqual(['failed', ['Failed to load attributes', null]])
    send({type: 'retry.requested'})
    expect([state(), said()]).toEqual(['loading', [null, null]])
    await lists.answer([])
    expect(state()).toEqual({shown: 'idle'})
  })

  it('shows another scope on request', async () => {
    const {send, context} = await shown()
    send({type: 'scope.chosen', scope: 0})
    expect(context().scope).toBe(0)
  })

  it('is asked for again while it stays, even when that fails', async () => {
    const {send, lists, state, context, said} = await shown()
    send({type: 'refresh.requested'})
    send({type: 'refresh.requested'})
    expect([state(), lists.asked.length, context().attributes]).toEqual([{shown: 'refreshing'}, 2, [HALL, FLAG]])
    await lists.fail(unreachable)
    expect([state(), context().attributes, said()[0]]).toEqual([
      {shown: 'idle'},
      [HALL, FLAG],
      'Failed to load attributes',
    ])
    send({type: 'refresh.requested'})
    await lists.answer([FLAG])
    expect([context().attributes, said()]).toEqual([[FLAG], [null, null]])
  })

  it('knows the time, and outlives a clock that breaks', async () => {
    const {clock, context, attributes} = await shown()
    clock.next({type: 'clock.ticked', at: 5})
    clock.next({type: 'clock.jumped', at: 9})
    expect(context().now).toBe(9)
    clock.error(new Error('broken'))
    expect(attributes.getSnapshot().status).toBe('active')
  })
})

describe('adding', () => {
  it('sends a text with its trimmed key to the scope that is shown', async () => {
    const {send, writes, state, context, told} = await adding(' floor ', ' 2')
    send({type: 'save.requested'})
    expect([state(), writes.asked]).toEqual([
      {form: 'sending'},
      [{owner: OWNER, name: {scope: 2, key: 'floor'}, value: {type: 'text', value: ' 2'}, version: null, isNew: true}],
    ])
    const added: Attribute = {...HALL, key: 'floor'}
    await writes.answer(added)
    expect([state(), context().attributes, told]).toEqual([{shown: 'idle'}, [HALL, FLAG, added], ['Attribute added.']])
  })

  it('reads the list again where the server tells no more than that it was added', async () => {
    const {send, writes, lists, state, told, context} = await adding()
    send({type: 'save.requested'})
    await writes.answer(null)
    expect([state(), told]).toEqual([{shown: 'refreshing'}, ['Attribute added.']])
    await lists.answer([FLAG])
    expect([state(), context().attributes]).toEqual([{shown: 'idle'}, [FLAG]])
  })

  it('sends JSON on request', async () => {
    const {send, writes} = await adding('tags', '{"a": [1]}')
    send({type: 'type.chosen', valueType: 'json'})
    send({type: 'save.requested'})
    expect(writes.asked[0]?.value).toEqual({type: 'json', value: {a: [1]}})
  })

  it('marks what is missing instead, until it is typed', async () => {
    const {send, state, context, writes} = await adding(' ', '')
    send({type: 'save.requested'})
    expect([state(), writes.asked, context().attempts]).toEqual([{form: 'typing'}, [], 1])
    expect(context().problems).toEqual({key: 'Key is required.', value: 'Value is required.'})
    send({type: 'draft.changed', change: {key: 'k'}})
    expect(context().problems).toEqual({value: 'Value is required.'})
    send({type: 'type.chosen', valueType: 'json'})
    expect(context().problems).toEqual({})
  })

  it('can’t be done twice, and nothing is typed meanwhile', async () => {
    const {send, writes, context} = await adding()
    send({type: 'save.requested'})
    send({type: 'save.requested'})
    send({type: 'draft.changed', change: {text: 'other'}})
    send({type: 'dialog.closed'})
    send({type: 'scope.chosen', scope: 0})
    expect([writes.asked.length, context().draft.text, context().scope]).toEqual([1, '2', 2])
  })

  it.each([
    [refused(500), ['Failed to add attribute', null]],
    [refused(400, 'attributeKey: must not be empty'), ['attributeKey: must not be empty', null]],
    [unreachable, ['Failed to add attribute', 'The server can’t be reached right now. What you typed is kept.']],
  ])('that fails (%s) keeps what was typed', async (error, text) => {
    const {send, writes, state, said, context} = await adding()
    send({type: 'save.requested'})
    await writes.fail(error)
    expect([state(), said(), context().draft]).toEqual([
      {form: 'typing'},
      text,
      {key: 'floor', type: 'text', text: '2'},
    ])
    send({type: 'save.requested'})
    expect([state(), said()]).toEqual([{form: 'sending'}, [null, null]])
  })

  it('of a key that is there already shows what is there, and may become a change of it', async () => {
    const {send, writes, loads, state, context, choosing, choose} = await adding('hall', '7')
    send({type: 'save.requested'})
    await writes.fail(refused(409, 'There is one.'))
    expect([state(), loads.asked]).toEqual([{form: 'conflict'}, [{owner: OWNER, name: {scope: 2, key: 'hall'}}]])
    await loads.answer(HALL)
    expect([choosing().value, choosing().context.theirs, context().message]).toEqual([
      'choosing',
      HALL,
      'There is one.',
    ])
    choose({type: 'side.chosen', side: 'mine'})
    choose({type: 'side.confirmed'})
    expect(writes.asked[1]).toMatchObject({value: {type: 'text', value: '7'}, version: 4, isNew: false})
  })

  it('can be given up, and begins empty the next time', async () => {
    const {send, state, context} = await adding()
    send({type: 'dialog.closed'})
    expect(state()).toEqual({shown: 'idle'})
    send({type: 'add.requested'})
    expect(context().draft).toEqual({key: '', type: 'text', text: ''})
  })
})

describe('editing', () => {
  it('keeps the type, and sends the version that it was made on', async () => {
    const {send, writes, context, told} = await editing()
    send({type: 'save.requested'})
    expect(writes.asked).toEqual([
      {owner: OWNER, name: HALL, value: {type: 'text', value: '5'}, version: 4, isNew: false},
    ])
    await writes.answer(changed('5', 5))
    expect([context().attributes, told]).toEqual([[FLAG, changed('5', 5)], ['Attribute updated.']])
  })

  it('is possible where the key is none that people may type', async () => {
    const {send, state} = await shown()
    send({type: 'edit.requested', attribute: {...HALL, key: ' \u0007'}})
    send({type: 'save.requested'})
    expect(state()).toEqual({form: 'sending'})
  })

  it('says that it failed', async () => {
    const {send, writes, said} = await editing()
    send({type: 'save.requested'})
    await writes.fail(refused(500))
    expect(said()).toEqual(['Failed to update attribute', null])
  })
})

describe('a value that somebody else has changed meanwhile', () => {
  async function conflicting() {
    const actor = await editing()
    actor.send({type: 'save.requested'})
    await actor.writes.fail(refused(409, 'Changed meanwhile.'))
    return actor
  }

  const takeMine = ({choose}: Awaited<ReturnType<typeof conflicting>>) => {
    choose({type: 'side.chosen', side: 'mine'})
    choose({type: 'side.confirmed'})
  }

  it('is shown beside mine, which may be kept', async () => {
    const actor = await conflicting()
    const {writes, loads, state, context, choosing} = actor
    await loads.answer(changed('8', 5))
    expect([choosing().value, choosing().context.theirs, context().draft.text]).toEqual([
      'choosing',
      changed('8', 5),
      '5',
    ])
    takeMine(actor)
    expect([state(), writes.asked[1]]).toMatchObject([
      {form: 'sending'},
      {value: {type: 'text', value: '5'}, version: 5, isNew: false},
    ])
  })

  it('says who has saved it, if that is known', async () => {
    const {loads, changes, choosing} = await conflicting()
    await loads.answer(changed('8', 5))
    expect(changes.asked).toEqual([{entity: OWNER, attribute: HALL, version: 5}])
    await changes.answer({at: 7, email: 'petra@harbour.test'})
    expect(choosing().context.change).toEqual({at: 7, email: 'petra@harbour.test'})
    await changes.fail(unreachable)
    expect(choosing().value).toBe('choosing')
  })

  it('is taken unless mine is chosen', async () => {
    const {choose, loads, state, context, said, writes} = await conflicting()
    await loads.answer(changed('8', 5))
    choose({type: 'side.confirmed'})
    expect([state(), context().attributes, said()]).toEqual([{shown: 'idle'}, [FLAG, changed('8', 5)], [null, null]])
    expect(writes.asked.length).toBe(1)
  })

  it('leads back to the form on request', async () => {
    const {choose, loads, state, context} = await conflicting()
    await loads.answer(changed('8', 5))
    choose({type: 'dialog.closed'})
    expect([state(), context().draft.text]).toEqual([{form: 'typing'}, '5'])
  })

  it('may be gone: then mine becomes a new one, or it stays gone', async () => {
    const actor = await conflicting()
    await actor.loads.fail(refused(404))
    expect([actor.choosing().value, actor.choosing().context.theirs]).toEqual(['choosing', null])
    expect(actor.changes.asked).toEqual([{entity: OWNER, attribute: HALL, version: null}])
    takeMine(actor)
    expect(actor.writes.asked[1]).toMatchObject({name: {scope: 2, key: 'hall'}, version: null, isNew: true})
    const other = await conflicting()
    await other.loads.fail(refused(404))
    other.choose({type: 'side.confirmed'})
    expect(other.context().attributes).toEqual([FLAG])
  })

  it.each([
    ['is the same', (loads: {answer(a: Attribute): Promise<void>}) => loads.answer(HALL)],
    ['can’t be had', (loads: {fail(e: Error): Promise<void>}) => loads.fail(unreachable)],
  ])('that %s is told of in the server’s words', async (_, settle) => {
    const {loads, state, said} = await conflicting()
    await settle(loads)
    expect([state(), said()]).toEqual([{form: 'typing'}, ['Changed meanwhile.', null]])
  })
})

describe('deleting', () => {
  async function deleting() {
    const actor = await shown()
    actor.send({type: 'delete.requested', attribute: HALL})
    return actor
  }

  it('asks first', async () => {
    const {send, deletions, state, context, told} = await deleting()
    expect([state(), deletions.asked]).toEqual([{deleting: 'asking'}, []])
    send({type: 'deletion.confirmed'})
    send({type: 'deletion.confirmed'})
    expect(deletions.asked).toEqual([{owner: OWNER, name: HALL}])
    await deletions.answer()
    expect([state(), context().attributes, told]).toEqual([{shown: 'idle'}, [FLAG], ['Attribute deleted.']])
  })

  it('can be given up', async () => {
    const {send, state, context} = await deleting()
    send({type: 'dialog.closed'})
    expect([state(), context().attributes]).toEqual([{shown: 'idle'}, [HALL, FLAG]])
  })

  it('that fails says so and can be tried again', async () => {
    const {send, deletions, state, said} = await deleting()
    send({type: 'deletion.confirmed'})
    await deletions.fail(unreachable)
    expect([state(), said()]).toEqual([{deleting: 'asking'}, ['Failed to delete attribute', null]])
    send({type: 'deletion.confirmed'})
    expect(deletions.asked.length).toBe(2)
  })

  it('of what somebody else has deleted shows what is left', async () => {
    const {send, deletions, lists, state, context} = await deleting()
    send({type: 'deletion.confirmed'})
    await deletions.fail(refused(404))
    expect(state()).toEqual({shown: 'refreshing'})
    await lists.answer([FLAG])
    expect(context().attributes).toEqual([FLAG])
  })
})

it('knows nothing of forms before there is a list', () => {
  const {send, state, writes, deletions} = createAttributesActor()
  send({type: 'add.requested'})
  send({type: 'edit.requested', attribute: HALL})
  send({type: 'delete.requested', attribute: HALL})
  send({type: 'save.requested'})
  send({type: 'deletion.confirmed'})
  expect([state(), writes.asked, deletions.asked]).toEqual(['loading', [], []])
})

it('reaches every state', () => {
  const machine = attributesMachine.provide({
    actors: {
      clock: fromEventObservable(silentClock),
      listAttributes: createCalls<readonly Attribute[], AttributesInput>().logic,
      writeAttribute: createCalls<Attribute | null, AttributeWrite>().logic,
      deleteAttribute: createCalls<void, AttributeQuestion>().logic,
      conflict: attributeConflictMachine,
    },
    actions: {showOutcome: () => {}},
  })
  const events = [
    {type: 'edit.requested', attribute: HALL},
    ...['loading', 'shown.refreshing'].flatMap(state => [
      {type: `xstate.done.actor.0.attributes.${state}`, output: [HALL]},
      {type: `xstate.error.actor.0.attributes.${state}`, error: unreachable},
    ]),
    {type: 'xstate.done.actor.0.attributes.form.sending', output: HALL},
    {type: 'xstate.error.actor.0.attributes.form.sending', error: refused(409)},
    ...['closed', 'mine', 'theirs'].map(kind => ({
      type: 'xstate.done.actor.conflict',
      output: {kind, theirs: changed('8', 9)},
    })),
    {type: 'xstate.done.actor.0.attributes.deleting.sending'},
    {type: 'xstate.error.actor.0.attributes.deleting.sending', error: refused(404)},
    ...['retry', 'refresh', 'add', 'save'].map(name => ({type: `${name}.requested`})),
    {type: 'delete.requested', attribute: HALL},
    {type: 'deletion.confirmed'},
    {type: 'dialog.closed'},
  ]
  expect(statesOf(machine, events, {owner: OWNER})).toEqual([
    'deleting.asking',
    'deleting.sending',
    'failed',
    'form.conflict',
    'form.sending',
    'form.typing',
    'loading',
    'shown.idle',
    'shown.refreshing',
  ])
})

it('compares the values, asks and ends as it was chosen', () => {
  const machine = attributeConflictMachine.provide({
    actors: {
      loadAttribute: createCalls<Attribute, AttributeQuestion>().logic,
      findChange: createCalls<Change | null, ChangeQuestion>().logic,
    },
  })
  const events = [
    {type: 'xstate.done.actor.0.attributeConflict.comparing', output: changed('8', 9)},
    {type: 'xstate.error.actor.0.attributeConflict.comparing', error: unreachable},
    {type: 'side.confirmed'},
    {type: 'dialog.closed'},
  ]
  expect(statesOf(machine, events, {owner: OWNER, name: HALL, chosen: HALL})).toEqual([
    'choosing',
    'comparing',
    'settled',
  ])
})
