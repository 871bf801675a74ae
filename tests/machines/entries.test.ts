import {Subject} from 'rxjs'
import {beforeEach, describe, expect, it} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import {createEntries, type EntriesChanged, type Removing, type Saving} from '../../src/machines/entries'
import {unreachable} from '../support/failures'
import {createCalls} from './calls'

interface Note {
  id: string
  text: string
}

interface Notes {
  input: {of: string}
  loaded: readonly Note[]
  row: Note
  draft: {text: string; length: number}
  problems: {text?: true}
  act: {id: string; isPinned: boolean}
  change: never
}

const notesMachine = createEntries<Notes>({
  id: 'notes',
  texts: {loadFailed: 'Not loaded.', removeFailed: 'Not deleted.'},
  saveFailed: ({text}) => `Not saved: ${text}`,
  actFailed: ({isPinned}) => (isPinned ? 'Not pinned.' : 'Not unpinned.'),
  nothing: [],
  draftOf: (note, {loaded}) => ({text: note?.text ?? `Note ${loaded.length + 1}`, length: 0}),
  changed: (draft, change) => ({...draft, ...change, length: (change.text ?? draft.text).length}),
  noProblems: {},
  problemsOf: ({text}) => (text === '' ? {text: true} : {}),
})

const MILK: Note = {id: 'n1', text: 'Milk'}
const BREAD: Note = {id: 'n2', text: 'Bread'}
const INPUT = {of: 'ada'}

function createNotes() {
  const load = createCalls<readonly Note[], {input: Notes['input']}>()
  const save = createCalls<readonly Note[] | undefined, Saving<Notes>>()
  const remove = createCalls<readonly Note[] | undefined, Removing<Notes>>()
  const act = createCalls<unknown, {input: Notes['input']; act: Notes['act']}>()
  const retries = new Subject<{type: 'retry.requested'}>()
  const changes = new Subject<EntriesChanged>()
  const actor = createActor(
    notesMachine.provide({
      actors: {
        load: load.logic,
        save: save.logic,
        remove: remove.logic,
        act: act.logic,
        retries: fromEventObservable(() => retries),
        changes: fromEventObservable(() => changes),
      },
    }),
    {input: INPUT},
  ).start()
  const context = () => actor.getSnapshot().context
  return {
    load,
    save,
    remove,
    act,
    retries,
    context,
    send: actor.send,
    state: () => actor.getSnapshot().value,
    isBusy: () => actor.getSnapshot().hasTag('busy'),
    said: () => context().message,
    somebodyChangesOne: () => changes.next({type: 'entries.changed'}),
  }
}

const shown = (list: string, dialog: unknown) => ({loaded: {list, dialog}})

let notes: ReturnType<typeof createNotes>

beforeEach(() => {
  notes = createNotes()
})

describe('a list of entries', () => {
  it('is loaded again on request, when the link is back, or after a change, when it could not be loaded', async () => {
    await notes.load.fail(unreachable)
    expect([notes.state(), notes.said()]).toEqual(['failed', 'Not loaded.'])
    notes.send({type: 'retry.requested'})
    await notes.load.fail()
    notes.retries.next({type: 'retry.requested'})
    await notes.load.fail()
    notes.somebodyChangesOne()
    await notes.load.answer([MILK])
    expect([notes.state(), notes.said(), notes.context().loaded]).toEqual([shown('current', 'closed'), null, [MILK]])
    expect(notes.load.asked).toEqual([{input: INPUT}, {input: INPUT}, {input: INPUT}, {input: INPUT}])
  })

  it('is asked for once more when an entry changes while it is loaded', async () => {
    notes.somebodyChangesOne()
    expect(notes.load.asked.length).toBe(2)
    await notes.load.answer([MILK])
    expect(notes.state()).toEqual(shown('current', 'closed'))
  })

  it('ignores what is asked of its entries before there are any', () => {
    notes.send({type: 'add.requested'})
    notes.send({type: 'edit.requested', row: MILK})
    notes.send({type: 'deletion.requested', row: MILK})
    notes.send({type: 'act.requested', act: {id: 'n1', isPinned: true}})
    expect(notes.state()).toBe('loading')
  })
})

describe('a list that is shown', () => {
  beforeEach(() => notes.load.answer([MILK]))

  it('stays while it is read again, and is replaced by the answer', async () => {
    notes.somebodyChangesOne()
    expect([notes.state(), notes.context().loaded]).toEqual([shown('refreshing', 'closed'), [MILK]])
    await notes.load.answer([MILK, BREAD])
    expect([notes.state(), notes.context().loaded]).toEqual([shown('current', 'closed'), [MILK, BREAD]])
  })

  it('stays when it can’t be read again, says so, and is read on request, when the link is back, or after a change', async () => {
    notes.somebodyChangesOne()
    await notes.load.fail()
    const unread = {message: 'Not loaded.', hint: null}
    expect([notes.state(), notes.context().loaded]).toEqual([shown('missed', 'closed'), [MILK]])
    expect(notes.context().unread).toEqual({...unread, attempts: 1})
    notes.send({type: 'retry.requested'})
    await notes.load.fail()
    expect(notes.context().unread).toEqual({...unread, attempts: 2})
    notes.retries.next({type: 'retry.requested'})
    await notes.load.fail()
    notes.somebodyChangesOne()
    await notes.load.answer([BREAD])
    expect([notes.state(), notes.context().loaded, notes.context().unread]).toEqual([
      shown('current', 'closed'),
      [BREAD],
      null,
    ])
  })

  it.each([
    [{type: 'add.requested'}, {form: 'typing'}],
    [{type: 'edit.requested', row: MILK}, {form: 'typing'}],
    [{type: 'deletion.requested', row: MILK}, {deleting: 'asking'}],
    [{type: 'act.requested', act: {id: 'n1', isPinned: true}}, 'acting'],
  ] as const)('answers $0.type while it is read again, and when it could not be', async (event, dialog) => {
    notes.somebodyChangesOne()
    notes.send(event)
    expect(notes.state()).toEqual(shown('refreshing', dialog))

    const missed = createNotes()
    await missed.load.answer([MILK])
    missed.somebodyChangesOne()
    await missed.load.fail()
    missed.send(event)
    expect(missed.state()).toEqual(shown('missed', dialog))
  })
})

describe('the form of an entry', () => {
  beforeEach(() => notes.load.answer([MILK]))

  it('begins with what is proposed for a new one, or with the entry, or with the draft that is given', () => {
    notes.send({type: 'add.requested'})
    expect([notes.context().chosen, notes.context().draft.text]).toEqual([null, 'Note 2'])
    notes.send({type: 'dialog.closed'})
    notes.send({type: 'edit.requested', row: MILK})
    expect([notes.context().chosen, notes.context().draft.text]).toEqual([MILK, 'Milk'])
    notes.send({type: 'dialog.closed'})
    notes.send({type: 'edit.requested', row: MILK, draft: {text: 'Two bottles', length: 0}})
    expect([notes.context().chosen, notes.context().draft.text]).toEqual([MILK, 'Two bottles'])
  })

  it('keeps what is typed, which entry it is about and what it says while the list is read again', async () => {
    notes.send({type: 'edit.requested', row: MILK})
    notes.send({type: 'draft.changed', change: {text: 'Oat milk'}})
    notes.send({type: 'save.requested'})
    await notes.save.fail()
    notes.somebodyChangesOne()
    await notes.load.answer([BREAD])
    notes.somebodyChangesOne()
    await notes.load.fail()
    expect(notes.state()).toEqual(shown('missed', {form: 'typing'}))
    expect(notes.context()).toMatchObject({
      loaded: [BREAD],
      chosen: MILK,
      draft: {text: 'Oat milk', length: 8},
      message: 'Not saved: Oat milk',
    })
  })

  it('sends nothing while a field is wrong, and says so until it is changed', () => {
    notes.send({type: 'add.requested'})
    notes.send({type: 'draft.changed', change: {text: ''}})
    notes.send({type: 'save.requested'})
    expect([notes.state(), notes.context().problems]).toEqual([shown('current', {form: 'typing'}), {text: true}])
    notes.send({type: 'draft.changed', change: {text: 'Eggs'}})
    expect([notes.context().problems, notes.save.asked]).toEqual([{}, []])
  })

  it('sends what is typed, and has the list read again when it is saved', async () => {
    notes.send({type: 'edit.requested', row: MILK})
    notes.send({type: 'draft.changed', change: {text: 'Oat milk'}})
    notes.send({type: 'save.requested'})
    notes.send({type: 'draft.changed', change: {text: 'too late'}})
    notes.send({type: 'save.requested'})
    expect(notes.isBusy()).toBe(true)
    expect(notes.save.asked).toEqual([{input: INPUT, loaded: [MILK], row: MILK, draft: {text: 'Oat milk', length: 8}}])
    await notes.save.answer(undefined)
    expect([notes.state(), notes.isBusy()]).toEqual([shown('refreshing', 'closed'), false])
  })

  it('says why it is not saved, keeps what is typed, and forgets the failure when it is closed', async () => {
    notes.send({type: 'edit.requested', row: MILK})
    notes.send({type: 'save.requested'})
    await notes.save.fail(unreachable)
    expect([notes.state(), notes.said(), notes.context().draft.text]).toEqual([
      shown('current', {form: 'typing'}),
      'Not saved: Milk',
      'Milk',
    ])
    notes.send({type: 'dialog.closed'})
    expect([notes.state(), notes.said()]).toEqual([shown('current', 'closed'), null])
  })

  it('can be closed while it is sent; the list is read again, because nobody knows whether it was saved', () => {
    notes.send({type: 'edit.requested', row: MILK})
    notes.send({type: 'save.requested'})
    notes.send({type: 'dialog.closed'})
    expect(notes.state()).toEqual(shown('refreshing', 'closed'))
  })
})

describe('the deletion of an entry', () => {
  beforeEach(() => notes.load.answer([MILK]))

  it('is done once it is confirmed, and has the list read again', async () => {
    notes.send({type: 'deletion.requested', row: MILK})
    notes.send({type: 'dialog.closed'})
    expect([notes.state(), notes.remove.asked]).toEqual([shown('current', 'closed'), []])
    notes.send({type: 'deletion.requested', row: MILK})
    notes.send({type: 'deletion.confirmed'})
    notes.send({type: 'dialog.closed'})
    expect([notes.state(), notes.isBusy()]).toEqual([shown('current', {deleting: 'sending'}), true])
    expect(notes.remove.asked).toEqual([{input: INPUT, loaded: [MILK], row: MILK}])
    await notes.remove.answer(undefined)
    expect(notes.state()).toEqual(shown('refreshing', 'closed'))
  })

  it('asks again when it failed, and says why', async () => {
    notes.send({type: 'deletion.requested', row: MILK})
    notes.send({type: 'deletion.confirmed'})
    await notes.remove.fail()
    expect([notes.state(), notes.said()]).toEqual([shown('current', {deleting: 'asking'}), 'Not deleted.'])
    notes.send({type: 'deletion.confirmed'})
    expect(notes.said()).toBe(null)
  })
})

describe('an act on an entry', () => {
  beforeEach(() => notes.load.answer([MILK]))

  it('is done at once, and has the list read again', async () => {
    notes.send({type: 'act.requested', act: {id: 'n1', isPinned: true}})
    notes.send({type: 'add.requested'})
    expect([notes.state(), notes.isBusy()]).toEqual([shown('current', 'acting'), true])
    expect(notes.act.asked).toEqual([{input: INPUT, act: {id: 'n1', isPinned: true}}])
    await notes.act.answer(undefined)
    expect(notes.state()).toEqual(shown('refreshing', 'closed'))
  })

  it('says why it failed until something else is done', async () => {
    notes.send({type: 'act.requested', act: {id: 'n1', isPinned: false}})
    await notes.act.fail()
    expect([notes.state(), notes.said()]).toEqual([shown('current', 'closed'), 'Not unpinned.'])
    notes.send({type: 'act.requested', act: {id: 'n1', isPinned: true}})
    expect(notes.said()).toBe(null)
  })
})
