import {describe, expect, it, vi} from 'vitest'
import {createActor, fromCallback} from 'xstate'
import {FileError} from '../../../src/domain/player/fault'
import type {PlayItem, PlayList} from '../../../src/domain/player/list'
import {type FilesTold, filesMachine, type KeptFiles} from '../../../src/machines/player/files'
import {createCalls} from '../calls'

const item = (assetId: string): PlayItem => ({
  ...{assetId, name: assetId, url: '', size: 1, sha256: assetId, contentType: 'video/mp4', schedule: null},
})
const list = (revision: number, ...ids: string[]): PlayList => ({revision, items: ids.map(item)})
const kept = (...hashes: string[]): KeptFiles => ({hashes: new Set(hashes), free: 10})

function createFilesActor(first: PlayList | null = null) {
  const told: FilesTold[] = []
  const find = createCalls<KeptFiles | null, unknown>()
  const fetches = createCalls<KeptFiles, {file: PlayItem}>()
  const removals = createCalls<KeptFiles, {files: readonly PlayItem[]}>()
  const listener = createActor(fromCallback<FilesTold>(({receive}) => receive(news => told.push(news)))).start()
  const files = createActor(
    filesMachine.provide({actors: {findKept: find.logic, fetchFile: fetches.logic, removeOthers: removals.logic}}),
    {input: {list: first, listener}},
  ).start()
  return {
    ...{files, find, fetches, removals},
    want: (wanted: PlayList) => files.send({type: 'list.wanted', list: wanted}),
    value: () => files.getSnapshot().value,
    fetched: () => fetches.asked.map(({file}) => file.assetId),
    readyRevisions: () => told.flatMap(news => (news.type === 'list.ready' ? [news.list.revision] : [])),
    progress: () => told.flatMap(news => (news.type === 'files.changed' ? [news] : [])).at(-1),
  }
}

describe('the files of a screen', () => {
  it('are fetched one after the other, and the list is ready when all are there', async () => {
    const {find, want, fetches, fetched, readyRevisions, progress} = createFilesActor()
    await find.answer(kept('a'))
    want(list(1, 'a', 'b', 'c', 'b'))
    expect([fetched(), progress()]).toEqual([['b'], {type: 'files.changed', ready: 1, files: 3, free: 10, faults: {}}])
    await fetches.answer(kept('a', 'b'))
    expect([fetched(), readyRevisions()]).toEqual([['b', 'c'], []])
    await fetches.answer(kept('a', 'b', 'c'))
    expect([fetched(), readyRevisions()]).toEqual([['b', 'c'], [1]])
  })

  it('that were kept before a reload need no server', async () => {
    const {find, readyRevisions} = createFilesActor(list(1, 'a'))
    await find.answer(kept('a'))
    expect(readyRevisions()).toEqual([1])
  })

  it('of the list before stay until the new one is played', async () => {
    const {files, find, want, removals, value} = createFilesActor(list(1, 'a'))
    await find.answer(kept('a', 'b'))
    want(list(2, 'b'))
    files.send({type: 'list.playing', revision: 1})
    expect([value(), removals.asked]).toEqual([{keeping: {complete: 'ready'}}, []])
    files.send({type: 'list.playing', revision: 2})
    expect(removals.asked).toEqual([{files: [item('b')]}])
    await removals.answer(kept('b'))
    files.send({type: 'list.playing', revision: 2})
    expect([value(), removals.asked.length]).toEqual([{keeping: {complete: 'clear'}}, 1])
  })

  it('that can’t be had leave the old list on screen, and are tried again', async () => {
    vi.useFakeTimers()
    const {find, want, fetches, readyRevisions, progress, value, fetched} = createFilesActor(list(1, 'a'))
    await find.answer(kept('a'))
    want(list(2, 'b', 'a'))
    await fetches.fail(new FileError('mismatch'))
    expect([value(), readyRevisions()]).toEqual([{keeping: 'waiting'}, [1]])
    expect(progress()?.faults).toEqual({b: 'mismatch'})
    vi.advanceTimersByTime(30_000)
    expect([value(), fetched()]).toEqual([{keeping: 'fetching'}, ['b', 'b']])
    await fetches.answer(kept('a', 'b'))
    expect([readyRevisions(), progress()?.faults]).toEqual([[1, 2], {}])
    vi.useRealTimers()
  })

  it('that can’t be had are passed over in the first list of all', async () => {
    const {find, want, fetches, readyRevisions, fetched} = createFilesActor()
    await find.answer(kept())
    want(list(1, 'a', 'b'))
    await fetches.fail(new FileError('full'))
    await fetches.answer(kept('b'))
    expect([fetched(), readyRevisions()]).toEqual([['a', 'b'], [1]])
  })

  it('are not asked for anew when only their addresses are new', async () => {
    const {find, want, fetched, readyRevisions} = createFilesActor()
    await find.answer(kept())
    want(list(1, 'a'))
    want(list(1, 'a'))
    expect([fetched(), readyRevisions()]).toEqual([['a'], []])
  })

  it('of a newer list are fetched instead', async () => {
    const {find, want, fetched} = createFilesActor()
    await find.answer(kept())
    want(list(1, 'a'))
    want(list(2, 'b'))
    expect(fetched()).toEqual(['a', 'b'])
  })

  it('are played from the server where the page can’t keep any', async () => {
    const {find, want, value, readyRevisions} = createFilesActor()
    want(list(1, 'a'))
    await find.answer(null)
    want(list(2, 'b'))
    expect([value(), readyRevisions()]).toEqual(['notKept', [1, 2]])
  })
})
