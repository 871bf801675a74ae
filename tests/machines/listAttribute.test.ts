import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import {type PlaylistIntent, type PlaylistItem, playlistFrom} from '../../contract/rules/lists/playlist'
import type {StoredList} from '../../contract/rules/lists/storedList'
import {ApiError} from '../../src/api/errors'
import type {ListChange, ListOwner, ListWrite} from '../../src/machines/listAttribute'
import {playlistMachine} from '../../src/machines/media/lists'
import {createCalls} from './calls'

const OWNER: ListOwner = {kind: 'device', id: 'd1', organisationId: 'o1'}
const CONFLICT = new ApiError({kind: 'refused', status: 409, serverMessage: 'Somebody was faster.'}, 'PUT')
const GONE = new ApiError({kind: 'refused', status: 404, serverMessage: null}, 'GET')

const listOf = (ids: string, version: number): StoredList<PlaylistItem> =>
  playlistFrom(
    [...ids].map((assetId, order) => ({assetId, order})),
    version,
  )

const up = (assetId: string): PlaylistIntent => ({kind: 'moveUp', assetId})

function createXActor() {
  const reads = createCalls<StoredList<PlaylistItem>, {owner: ListOwner}>()
  const writes = createCalls<StoredList<PlaylistItem>, ListWrite<PlaylistItem>>()
  const changes = new Subject<ListChange<PlaylistItem>>()
  const told: string[] = []
  const actor = createActor(
    playlistMachine.provide({
      actors: {readList: reads.logic, writeList: writes.logic, changes: fromEventObservable(() => changes)},
      actions: {showOutcome: (_, {text}) => told.push(text)},
    }),
    {input: {owner: OWNER}},
  ).start()
  const ids = (list: StoredList<PlaylistItem>) => list.items.map(({assetId}) => assetId).join('')
  return {
    actor,
    reads,
    writes,
    changes,
    told,
    shown: () => ids(actor.getSnapshot().context.shown),
    written: () => writes.asked.map(({list}) => `${ids(list)}@${list.version}`),
    state: () => actor.getSnapshot().value.list,
    intent: (intent: PlaylistIntent) => actor.send({type: 'intent.added', intent}),
    async kept(list: string, version = 1) {
      await reads.answer(listOf(list, version))
    },
    hear: (list: string, version: number) => changes.next({type: 'list.received', list: listOf(list, version)}),
  }
}

describe('a list that an attribute keeps', () => {
  it('shows an intent at once, and writes it with the version that it was made of', async () => {
    const world = createXActor()
    await world.kept('abc')
    world.intent(up('c'))
    expect(world.shown()).toBe('acb')
    expect(world.written()).toEqual(['acb@1'])
    await world.writes.answer(listOf('acb', 2))
    expect(world.state()).toEqual({stored: 'idle'})
    expect(world.told).toEqual([])
  })

  it('writes nothing for the first that moves up, the last that moves down, and a video that is there already', async () => {
    const world = createXActor()
    await world.kept('ab')
    world.intent(up('a'))
    world.intent({kind: 'moveDown', assetId: 'b'})
    world.intent({kind: 'add', assetId: 'a'})
    expect(world.writes.asked).toEqual([])
    expect(world.actor.getSnapshot().context.undo).toEqual([])
  })

  it('writes in one go what was asked while something was written', async () => {
    const world = createXActor()
    await world.kept('abcd')
    world.intent(up('d'))
    world.intent(up('d'))
    world.intent({kind: 'remove', assetId: 'a'})
    expect(world.shown()).toBe('dbc')
    await world.writes.answer(listOf('abdc', 2))
    expect(world.written()).toEqual(['abdc@1', 'dbc@2'])
  })

  it('fulfils the intent upon the list that somebody else has written first', async () => {
    const world = createXActor()
    await world.kept('abc')
    world.intent(up('c'))
    await world.writes.fail(CONFLICT)
    expect(world.state()).toEqual({stored: 'catchingUp'})
    await world.reads.answer(listOf('xabc', 5))
    expect(world.written()).toEqual(['acb@1', 'xacb@5'])
    expect(world.told).toEqual([])
  })

  it('tells of an intent whose video somebody else has removed', async () => {
    const world = createXActor()
    await world.kept('abc')
    world.intent(up('c'))
    await world.writes.fail(CONFLICT)
    await world.reads.answer(listOf('ab', 5))
    expect(world.state()).toEqual({stored: 'idle'})
    expect(world.shown()).toBe('ab')
    expect(world.told).toEqual(['Failed to reorder playlist. Somebody else has removed it from the list meanwhile.'])
  })

  it.each([
    [up('b'), 'Failed to reorder playlist'],
    [{kind: 'add', assetId: 'z'}, 'Failed to add video to playlist'],
    [{kind: 'remove', assetId: 'a'}, 'Failed to remove video from playlist'],
  ] as const)('takes back %o and says why when it could not be written', async (intent, text) => {
    const world = createXActor()
    await world.kept('abc')
    world.intent(intent)
    await world.writes.fail()
    await world.reads.answer(listOf('abc', 1))
    expect(world.shown()).toBe('abc')
    expect(world.told).toEqual([text])
  })

  it('undoes and redoes', async () => {
    const world = createXActor()
    await world.kept('abc')
    world.intent({kind: 'remove', assetId: 'b'})
    await world.writes.answer(listOf('ac', 2))
    world.actor.send({type: 'undo.requested'})
    expect(world.shown()).toBe('abc')
    await world.writes.answer(listOf('abc', 3))
    expect(world.actor.getSnapshot().can({type: 'undo.requested'})).toBe(false)
    world.actor.send({type: 'redo.requested'})
    expect(world.shown()).toBe('ac')
    expect(world.written()).toEqual(['ac@1', 'abc@2', 'ac@3'])
  })

  it('shows what others write, but no older list than it knows', async () => {
    const world = createXActor()
    await world.kept('abc', 4)
    world.hear('cba', 5)
    expect(world.shown()).toBe('cba')
    world.hear('abc', 4)
    expect(world.shown()).toBe('cba')
  })

  it('reads again what was heard while something was written, when that is newer', async () => {
    const world = createXActor()
    await world.kept('abc')
    world.intent(up('c'))
    world.hear('acbx', 3)
    await world.writes.answer(listOf('acb', 2))
    expect(world.state()).toEqual({stored: 'catchingUp'})
    await world.reads.answer(listOf('acbx', 3))
    expect(world.shown()).toBe('acbx')
    expect(world.writes.asked).toHaveLength(1)
  })

  it('holds back what others write while something is dragged', async () => {
    const world = createXActor()
    await world.kept('abc')
    world.actor.send({type: 'drag.started'})
    world.hear('xyz', 2)
    expect(world.shown()).toBe('abc')
    world.actor.send({type: 'drag.ended'})
    expect(world.shown()).toBe('xyz')
  })

  it('does not touch an attribute that holds no list, until that is confirmed', async () => {
    const world = createXActor()
    await world.reads.answer(playlistFrom({other: true}, 7))
    expect(world.state()).toEqual({foreign: 'asking'})
    world.intent({kind: 'add', assetId: 'a'})
    expect(world.writes.asked).toEqual([])
    world.actor.send({type: 'replacement.confirmed'})
    expect(world.written()).toEqual(['@7'])
    await world.writes.answer(listOf('', 8))
    expect(world.state()).toEqual({stored: 'idle'})
  })

  it('says that its owner is gone', async () => {
    const world = createXActor()
    await world.reads.fail(GONE)
    expect(world.state()).toBe('gone')
  })

  it('can be read again after a failure', async () => {
    const world = createXActor()
    await world.reads.fail()
    expect(world.actor.getSnapshot().context.message).toBe('The list could not be loaded.')
    world.actor.send({type: 'retry.requested'})
    await world.kept('ab')
    expect(world.shown()).toBe('ab')
  })
})
