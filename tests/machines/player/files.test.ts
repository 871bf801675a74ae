import {describe, expect, it, vi} from 'vitest'
import {createActor, fromCallback} from 'xstate'
import {FileError} from '../../../src/domain/player/fault'
import type {PlayItem, PlayList} from '../../../src/domain/player/list'
import {
  type FilesNotification,
  type FoundFiles,
  filesMachine,
  type StoredFiles,
} from '../../../src/machines/player/files'
import {createCalls} from '../calls'

const item = (assetId: string): PlayItem => ({
  assetId,
  name: assetId,
  url: '',
  size: 1,
  sha256: assetId,
  contentType: 'video/mp4',
  schedule: null,
})
const list = (revision: number, ...ids: string[]): PlayList => ({revision, items: ids.map(item)})
const stored = (...hashes: string[]): StoredFiles => ({hashes: new Set(hashes), free: 10})

function createFilesActor(first: PlayList | null = null) {
  const told: FilesNotification[] = []
  const find = createCalls<FoundFiles, unknown>()
  const fetches = createCalls<StoredFiles, {file: PlayItem}>()
  const removals = createCalls<StoredFiles, {files: readonly PlayItem[]}>()
  const listener = createActor(fromCallback<FilesNotification>(({receive}) => receive(news => told.push(news)))).start()
  const files = createActor(
    filesMachine.provide({actors: {findStored: find.logic, fetchFile: fetches.logic, removeOthers: removals.logic}}),
    {input: {list: first, listener}},
  ).start()
  return {
    files,
    find,
    fetches,
    removals,
    playing: (revision: number) => files.send({type: 'list.playing', revision}),
    removedAllBut: () => removals.asked.map(asked => asked.files.map(({assetId}) => assetId).join('')),
    want: (wanted: PlayList) => files.send({type: 'list.requested', list: wanted}),
    value: () => files.getSnapshot().value,
    fetched: () => fetches.asked.map(({file}) => file.assetId),
    readyRevisions: () => told.flatMap(news => (news.type === 'list.ready' ? [news.list.revision] : [])),
    ready: () =>
      told.flatMap(news => (news.type === 'list.ready' ? [news.list.items.map(({assetId}) => assetId).join('')] : [])),
    emergencies: () =>
      told.flatMap(news =>
        news.type === 'list.ready' ? [[news.list.emergency?.id ?? null, news.list.emergency?.item?.assetId]] : [],
      ),
    progress: () => told.flatMap(news => (news.type === 'files.changed' ? [news] : [])).at(-1),
  }
}

describe('the files of a screen', () => {
  it('are fetched one after the other, and the list is ready when all are there', async () => {
    const {find, want, fetches, fetched, readyRevisions, progress} = createFilesActor()
    await find.answer(stored('a'))
    want(list(1, 'a', 'b', 'c', 'b'))
    expect([fetched(), progress()]).toEqual([['b'], {type: 'files.changed', ready: 1, files: 3, free: 10, faults: {}}])
    await fetches.answer(stored('a', 'b'))
    expect([fetched(), readyRevisions()]).toEqual([['b', 'c'], []])
    await fetches.answer(stored('a', 'b', 'c'))
    expect([fetched(), readyRevisions()]).toEqual([['b', 'c'], [1]])
  })

  it('begin with the fallback, which is ready before the list while nothing else is', async () => {
    const {find, want, fetches, fetched, ready, removals, playing, removedAllBut} = createFilesActor()
    await find.answer(stored())
    want({...list(1, 'a'), fallback: list(1, 'f').items})
    await fetches.answer(stored('f'))
    expect([fetched(), ready()]).toEqual([['f', 'a'], ['']])
    await fetches.answer(stored('f', 'a'))
    expect(ready()).toEqual(['', 'a'])
    playing(1)
    await removals.answer(stored('f', 'a'))
    expect(removedAllBut().at(-1)).toContain('f')
  })

  it('of an emergency come first, and wait for no others of the newest list', async () => {
    const {find, want, fetches, fetched, ready, emergencies} = createFilesActor(list(1, 'a'))
    await find.answer(stored('a'))
    want({...list(2, 'b'), emergency: {id: 'fire', item: item('x'), until: 9, isDrill: false}})
    expect([fetched(), emergencies()]).toEqual([
      ['x'],
      [
        [null, undefined],
        ['fire', undefined],
      ],
    ])
    await fetches.answer(stored('a', 'x'))
    expect([fetched(), ready().at(-1), emergencies().at(-1)]).toEqual([['x', 'b'], 'a', ['fire', 'x']])
    want(list(2, 'b'))
    expect([ready().at(-1), emergencies().at(-1)]).toEqual(['a', [null, undefined]])
  })

  it('that an emergency may need are fetched before the list, and kept', async () => {
    const {find, want, fetched, fetches, playing, removals, removedAllBut} = createFilesActor()
    await find.answer(stored())
    want({...list(1, 'a'), prepared: [item('x')]})
    await fetches.answer(stored('x'))
    expect(fetched()).toEqual(['x', 'a'])
    await fetches.answer(stored('x', 'a'))
    playing(1)
    await removals.answer(stored('x', 'a'))
    expect(removedAllBut().at(-1)).toContain('x')
  })

  it('that were kept before a reload need no server', async () => {
    const {find, readyRevisions} = createFilesActor(list(1, 'a'))
    await find.answer(stored('a'))
    expect(readyRevisions()).toEqual([1])
  })

  it('are looked for again when the server was not reached for what keeps them', async () => {
    vi.useFakeTimers()
    const {find, want, fetched, value} = createFilesActor()
    await find.fail(new Error('The service worker was not installed'))
    want(list(1, 'a'))
    expect([value(), fetched()]).toEqual([{finding: 'pausing'}, []])
    vi.advanceTimersByTime(3000)
    await find.answer(stored())
    expect([value(), fetched()]).toEqual([{keeping: 'fetching'}, ['a']])
    vi.useRealTimers()
  })

  it('of the list before stay until the new one is played', async () => {
    const {find, want, playing, removedAllBut, removals, value} = createFilesActor(list(1, 'a'))
    await find.answer(stored('a', 'b', 'x'))
    want(list(1, 'a'))
    playing(1)
    await removals.answer(stored('a', 'b'))
    want(list(2, 'b'))
    playing(1)
    expect([value(), removedAllBut()]).toEqual([{keeping: 'complete'}, ['aaa']])
    playing(2)
    expect([value(), removedAllBut().at(-1)]).toEqual([{keeping: 'clearing'}, 'bbb'])
    await removals.answer(stored('b'))
    playing(2)
    expect([value(), removals.asked.length]).toEqual([{keeping: 'complete'}, 2])
  })

  it('of a list that is not known any more after a reload stay until the server has told it', async () => {
    const {find, want, playing, removedAllBut, value} = createFilesActor(list(1, 'a'))
    await find.answer(stored('a', 'part of b'))
    playing(1)
    expect([value(), removedAllBut()]).toEqual([{keeping: 'complete'}, []])
    want(list(1, 'a'))
    expect([value(), removedAllBut()]).toEqual([{keeping: 'clearing'}, ['aaa']])
  })

  it('that may still come leave the old list on screen, and are tried again', async () => {
    vi.useFakeTimers()
    const {find, want, fetches, readyRevisions, progress, value, fetched} = createFilesActor(list(1, 'a'))
    await find.answer(stored('a'))
    want(list(2, 'b', 'a'))
    await fetches.fail(new FileError('unreachable'))
    expect([value(), readyRevisions()]).toEqual([{keeping: 'waiting'}, [1]])
    expect(progress()?.faults).toEqual({b: 'unreachable'})
    vi.advanceTimersByTime(30_000)
    expect([value(), fetched()]).toEqual([{keeping: 'fetching'}, ['b', 'b']])
    await fetches.answer(stored('a', 'b'))
    expect([readyRevisions(), progress()?.faults]).toEqual([[1, 2], {}])
    vi.useRealTimers()
  })

  it('that may still come are tried again as soon as the server is reached again', async () => {
    const {find, want, fetches, fetched} = createFilesActor()
    await find.answer(stored())
    want(list(1, 'a'))
    await fetches.fail(new FileError('unreachable'))
    want(list(1, 'a'))
    expect(fetched()).toEqual(['a', 'a'])
    await fetches.fail(new FileError('gone'))
    want(list(1, 'a'))
    expect(fetched()).toEqual(['a', 'a'])
  })

  it.each(['gone', 'mismatch'] as const)('that can’t be had (%s) are left out, and tried again later', async fault => {
    vi.useFakeTimers()
    const {find, want, fetches, ready, progress, fetched} = createFilesActor(list(1, 'o'))
    await find.answer(stored('o'))
    want(list(2, 'a', 'b'))
    await fetches.fail(new FileError(fault))
    await fetches.answer(stored('o', 'b'))
    expect([ready(), progress()]).toMatchObject([['o', 'b'], {ready: 1, files: 2, faults: {a: fault}}])
    vi.advanceTimersByTime(600_000)
    expect(fetched()).toEqual(['a', 'b', 'a'])
    await fetches.answer(stored('o', 'a', 'b'))
    expect([ready(), progress()?.faults]).toEqual([['o', 'b', 'ab'], {}])
    vi.useRealTimers()
  })

  it('that can’t be had are not fetched again and again while others may come', async () => {
    vi.useFakeTimers()
    const {find, want, fetches, fetched} = createFilesActor()
    await find.answer(stored())
    want(list(1, 'a', 'b'))
    await fetches.fail(new FileError('mismatch'))
    await fetches.fail(new FileError('unreachable'))
    vi.advanceTimersByTime(30_000)
    await fetches.answer(stored('b'))
    vi.advanceTimersByTime(30_000)
    expect(fetched()).toEqual(['a', 'b', 'b'])
    vi.useRealTimers()
  })

  it('of which none can be had leave the old list on screen', async () => {
    const {find, want, fetches, readyRevisions} = createFilesActor(list(1, 'o'))
    await find.answer(stored('o'))
    want(list(2, 'a'))
    await fetches.fail(new FileError('gone'))
    expect(readyRevisions()).toEqual([1])
  })

  it('find room when what no list needs is removed', async () => {
    const {find, want, playing, fetches, removals, removedAllBut, fetched, ready, value} = createFilesActor(
      list(1, 'o'),
    )
    await find.answer(stored('o', 'x'))
    want(list(2, 'a', 'b'))
    await fetches.fail(new FileError('full'))
    expect([value(), new Set(removedAllBut().at(-1))]).toEqual([{keeping: 'clearing'}, new Set('abo')])
    await removals.answer(stored('o'))
    await fetches.answer(stored('o', 'a'))
    await fetches.fail(new FileError('full'))
    // The list that fits is played, which makes room for the rest.
    expect([fetched(), ready()]).toEqual([
      ['a', 'a', 'b'],
      ['o', 'a'],
    ])
    playing(2)
    await removals.answer(stored('a'))
    await fetches.answer(stored('a', 'b'))
    expect([value(), ready()]).toEqual([{keeping: 'complete'}, ['o', 'a', 'ab']])
  })

  it('are not asked for anew when only their addresses are new', async () => {
    const {find, want, fetched, readyRevisions} = createFilesActor()
    await find.answer(stored())
    want(list(1, 'a'))
    want(list(1, 'a'))
    expect([fetched(), readyRevisions()]).toEqual([['a'], []])
  })

  it('of a newer list are fetched instead', async () => {
    const {find, want, fetched} = createFilesActor()
    await find.answer(stored())
    want(list(1, 'a'))
    want(list(2, 'b'))
    expect(fetched()).toEqual(['a', 'b'])
  })

  it('are played from the server where the page can’t keep any', async () => {
    const {find, want, value, readyRevisions} = createFilesActor()
    want(list(1, 'a'))
    await find.answer('insecure')
    want(list(2, 'b'))
    expect([value(), readyRevisions()]).toEqual([{notStored: 'insecure'}, [1, 2]])
  })

  it('are played from the server while the page can’t keep any yet, and kept as soon as it can', async () => {
    vi.useFakeTimers()
    const {find, want, value, fetched, readyRevisions} = createFilesActor()
    want(list(1, 'a'))
    await find.answer('notYet')
    expect([value(), readyRevisions()]).toEqual([{notStored: {notYet: 'pausing'}}, [1]])
    for (const fail of [() => find.answer('notYet'), () => find.fail(new Error('The server is not reached'))]) {
      vi.advanceTimersByTime(60_000)
      expect(value()).toEqual({notStored: {notYet: 'looking'}})
      await fail()
      expect(value()).toEqual({notStored: {notYet: 'pausing'}})
    }
    vi.advanceTimersByTime(60_000)
    await find.answer(stored())
    expect([value(), fetched()]).toEqual([{keeping: 'fetching'}, ['a']])
    vi.useRealTimers()
  })
})
