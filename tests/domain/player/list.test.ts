import {describe, expect, it} from 'vitest'
import {
  filesOf,
  following,
  isSameList,
  type PlayItem,
  type PlayList,
  playablePart,
} from '../../../src/domain/player/list'
import {PLAYS_STORED, withPlay} from '../../../src/domain/player/play'

const item = (assetId: string, sha256 = assetId): PlayItem => ({
  assetId,
  name: assetId,
  url: '',
  size: 1,
  sha256,
  contentType: 'video/mp4',
  schedule: null,
})
const list = (...ids: string[]): PlayList => ({revision: 1, items: ids.map(id => item(id))})
const any = () => true

describe('what follows in a list', () => {
  it.each([
    [list('a', 'b', 'c'), null, 'a'],
    [list('a', 'b', 'c'), 'a', 'b'],
    [list('a', 'b', 'c'), 'c', 'a'],
    [list('a'), 'a', 'a'],
    [list('a', 'b'), 'gone', 'a'],
    [list(), null, null],
  ])('of %j behind %s is %s', (list, last, wanted) => {
    expect(following(list, last === null ? null : item(last), any)?.assetId ?? null).toBe(wanted)
  })

  it('is the next that can be played', () => {
    expect(following(list('a', 'b', 'c'), item('a'), ({assetId}) => assetId !== 'b')?.assetId).toBe('c')
    expect(following(list('a', 'b'), item('a'), ({assetId}) => assetId === 'a')?.assetId).toBe('a')
    expect(following(list('a', 'b'), item('a'), () => false)).toBeNull()
  })
})

describe('two lists', () => {
  it('are the same although their addresses differ', () => {
    const other = {...list('a'), items: [{...item('a'), url: '/elsewhere'}]}
    expect(isSameList(list('a'), other)).toBe(true)
  })

  it.each([
    [null],
    [list('a', 'b')],
    [list('b')],
    [{...list('a'), revision: 2}],
    [{revision: 1, items: [item('a', 'x')]}],
  ])('are others, as %j', other => {
    expect(isSameList(other, list('a'))).toBe(false)
  })

  it('need a file once that several items have', () => {
    expect(filesOf([item('a', 'x'), item('b', 'x'), item('c')])).toEqual([item('a', 'x'), item('c')])
  })
})

describe('what is to be played of a list', () => {
  const revision = (of: number, ...ids: string[]) => ({...list(...ids), revision: of})
  const stock = (stored: string, lost = '') => ({
    isStored: ({sha256}: PlayItem) => stored.includes(sha256),
    isLost: ({sha256}: PlayItem) => lost.includes(sha256),
  })
  const old = revision(1, 'o')
  it.each([
    ['is all of it, when all is there', 'ab', '', old, ['a', 'b']],
    ['is nothing while a file is still to come', 'a', '', old, null],
    ['is all but what can’t be had', 'a', 'b', old, ['a']],
    ['is nothing when nothing could be had', '', 'ab', old, null],
    ['is what is there, when nothing was played before', 'a', '', null, ['a']],
    ['is what is there, when the list before was empty', 'b', '', revision(1), ['b']],
    ['is what is there, when another part of the same list is played', 'ab', '', revision(2, 'a'), ['a', 'b']],
    ['is nothing when nothing was played before and nothing is there', '', '', null, null],
  ])('%s', (_, stored, lost, before, played) => {
    const part = playablePart(revision(2, 'a', 'b'), before, stock(stored, lost))
    expect(part?.items.map(({assetId}) => assetId) ?? null).toEqual(played)
  })

  it('is the fallback alone, when nothing else is there and nothing is played', () => {
    const newest = {...revision(2, 'a'), fallback: [item('f')]}
    expect(playablePart(newest, null, stock('f'))).toEqual({...newest, items: []})
    expect(playablePart(newest, old, stock('f'))).toBeNull()
    expect(playablePart(newest, old, stock('fa'))).toEqual(newest)
    expect(playablePart(newest, old, stock('a'))).toEqual({...newest, fallback: []})
  })

  it.each([
    ['xa', 'x'],
    ['a', null],
  ])('has its emergency with what is stored of it (%s: %s)', (hashes, shown) => {
    const newest = {...revision(2, 'a'), emergency: {id: 'fire', item: item('x'), until: 9, isDrill: false}}
    const part = playablePart(newest, revision(2), stock(hashes))
    expect([part?.emergency?.id, part?.emergency?.item?.assetId ?? null]).toEqual(['fire', shown])
  })

  it('is nothing at all, when the list is empty', () => {
    expect(playablePart(revision(2), old, stock(''))).toEqual({...revision(2), fallback: []})
  })
})

describe('the plays that wait for their server', () => {
  it('are those of about the last day', () => {
    const play = {assetId: 'a', name: 'a', startedAt: 0, seconds: 1, isWhole: true, revision: 1}
    const full = Array.from({length: PLAYS_STORED}, (_, startedAt) => ({...play, startedAt}))

    const plays = withPlay(full, {...play, startedAt: PLAYS_STORED})

    expect([plays.length, plays[0]?.startedAt, plays.at(-1)?.startedAt]).toEqual([PLAYS_STORED, 1, PLAYS_STORED])
  })
})
