import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import {type Note, type NotesWrite, type StoredNotes, withIntent} from '../../../contract/rules/lists/annotations'
import {NO_LIST} from '../../../contract/rules/lists/storedList'
import {annotationsMachine} from '../../../src/machines/telemetry/annotations'
import {createCalls} from '../calls'

const failure = (kind: string, status: number | null) =>
  Object.assign(new Error(kind), {kind, status, serverMessage: null})
const CONFLICT = failure('refused', 409)
const note = (text: string, at = 10): Note => ({at, until: null, text, by: 'Ada'})
const kept = (version: number, ...notes: Note[]): StoredNotes => ({...NO_LIST, exists: true, version, items: notes})

function createAnnotations({authority = 'ORGANISATION_ADMIN'} = {}) {
  const writes = createCalls<StoredNotes, NotesWrite>()
  const reads = createCalls<StoredNotes, {deviceId: string}>()
  const told: string[] = []
  const annotations = createActor(
    annotationsMachine.provide({
      actors: {writeNotes: writes.logic, readNotes: reads.logic},
      actions: {showOutcome: (_, {text}) => told.push(text)},
    }),
    {input: {by: 'Ada', authority}},
  ).start()
  annotations.send({type: 'notes.read', deviceId: 'd', stored: kept(1, note('first', 5))})
  const type = (text: string) => {
    annotations.send({type: 'add.requested', at: 10, until: null})
    annotations.send({type: 'draft.changed', change: {text}})
    annotations.send({type: 'draft.saved'})
  }
  const state = () => annotations.getSnapshot().value
  const context = () => annotations.getSnapshot().context
  return {annotations, writes, reads, told, type, state, context}
}

describe('a note', () => {
  it('is added to those that are kept', async () => {
    const {writes, type, state, context, told} = createAnnotations()
    type(' second ')
    expect(writes.asked).toEqual([{deviceId: 'd', stored: kept(1, note('first', 5), note('second'))}])
    await writes.answer(kept(2, note('first', 5), note('second')))
    expect([state(), context().stored.version, told]).toEqual(['shown', 2, ['Note added.']])
  })

  it('is not saved without words, nor when it ends before it begins', () => {
    const {annotations, type, state, writes} = createAnnotations()
    type('  ')
    annotations.send({type: 'draft.changed', change: {text: 'x', until: 5}})
    annotations.send({type: 'draft.saved'})
    expect([state(), writes.asked]).toEqual(['typing', []])
  })

  it('is added upon what somebody else has written meanwhile', async () => {
    const {writes, reads, type, state} = createAnnotations()
    type('mine')
    await writes.fail(CONFLICT)
    expect(state()).toBe('catchingUp')
    const theirs = kept(7, note('theirs', 6))
    await reads.answer(theirs)
    expect(writes.asked.at(-1)).toEqual({
      deviceId: 'd',
      stored: withIntent(theirs, {kind: 'add', note: note('mine')}),
    })
    await writes.answer(kept(8, note('theirs', 6), note('mine')))
    expect(state()).toBe('shown')
  })

  it('stays typed when it could not be saved', async () => {
    const {writes, type, state, context} = createAnnotations()
    type('mine')
    await writes.fail(failure('unreachable', null))
    expect([state(), context().draft?.text, context().message]).toEqual([
      'typing',
      'mine',
      'The note could not be saved.',
    ])
  })

  it('is removed, unless somebody else has removed it already', async () => {
    const {annotations, writes, reads, state, context} = createAnnotations()
    annotations.send({type: 'remove.requested', note: note('first', 5)})
    expect(writes.asked.at(-1)?.stored.items).toEqual([])
    await writes.fail(CONFLICT)
    await reads.answer(kept(3))
    expect([state(), context().stored, writes.asked.length]).toEqual(['shown', kept(3), 1])
  })

  it('is not written by those who may only read, nor over what is no list', () => {
    const reader = createAnnotations({authority: 'CUSTOMER_USER'})
    reader.type('mine')
    const odd = createAnnotations()
    odd.annotations.send({type: 'notes.read', deviceId: 'd', stored: {...NO_LIST, isList: false, exists: true}})
    odd.type('mine')
    expect([reader.state(), odd.state()]).toEqual(['shown', 'shown'])
  })

  it('is forgotten with its device', () => {
    const {annotations, state, context} = createAnnotations()
    annotations.send({type: 'add.requested', at: 10, until: null})
    annotations.send({type: 'device.left'})
    expect([state(), context().stored]).toEqual(['unread', NO_LIST])
  })
})
