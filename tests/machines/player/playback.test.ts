import {describe, expect, it, vi} from 'vitest'
import {createActor, fromCallback} from 'xstate'
import type {Fault} from '../../../src/domain/player/fault'
import type {PlayEmergency, PlayItem, PlayList} from '../../../src/domain/player/list'
import {
  type PlaybackNotification,
  playbackMachine,
  type Slot,
  type StageCommand,
} from '../../../src/machines/player/playback'

const MINUTE = 60_000
const NOW = Date.parse('2026-03-18T09:00:00Z')

const item = (assetId: string, schedule: PlayItem['schedule'] = null): PlayItem => ({
  assetId,
  name: `${assetId}.mp4`,
  url: '',
  size: 1,
  sha256: assetId,
  contentType: 'video/mp4',
  schedule,
})
const list = (revision: number, ...items: (string | PlayItem)[]): PlayList => ({
  revision,
  items: items.map(given => (typeof given === 'string' ? item(given) : given)),
})
const FROM_TEN = {from: 10 * 60, until: null, days: null, since: null, through: null}

function createPlaybackActor(first: PlayList | null = null) {
  const commands: string[] = []
  const told: PlaybackNotification[] = []
  const written = (command: StageCommand) =>
    [command.type, 'slot' in command ? command.slot : '', 'item' in command ? command.item.assetId : '']
      .filter(part => part !== '')
      .join(' ')
  const listener = createActor(
    fromCallback<PlaybackNotification>(({receive}) => receive(news => told.push(news))),
  ).start()
  const playback = createActor(
    playbackMachine.provide({
      actors: {stage: fromCallback<StageCommand>(({receive}) => receive(command => commands.push(written(command))))},
    }),
    {input: {list: null, zone: 'UTC', now: NOW, listener}},
  ).start()
  if (first !== null) playback.send({type: 'list.taken', list: first})
  return {
    playback,
    told,
    plays: () => told.flatMap(news => (news.type === 'play.ended' ? [news.play] : [])),
    take: (next: PlayList) => playback.send({type: 'list.taken', list: next}),
    ready: (slot: Slot) => playback.send({type: 'video.ready', slot}),
    ended: (slot: Slot, seconds = 5) => playback.send({type: 'video.ended', slot, seconds}),
    failed: (slot: Slot, fault: Fault = 'unplayable') => playback.send({type: 'video.failed', slot, seconds: 2, fault}),
    tick: (at: number) => playback.send({type: 'clock.ticked', at}),
    value: () => playback.getSnapshot().value,
    shown: () => playback.getSnapshot().context.shown?.item.assetId,
    /** The commands since the last time. */
    commanded: () => commands.splice(0),
  }
}

describe('the fallback of a playback', () => {
  const withFallback = (...items: (string | PlayItem)[]): PlayList => ({...list(1, ...items), fallback: [item('f')]})
  const moves = (told: readonly PlaybackNotification[]) =>
    told.flatMap(news => (news.type === 'playback.moved' ? [[news.playing, news.darkness]] : []))

  it('is played round and round while nothing is planned, up to the end when something is again', () => {
    const {ready, ended, tick, shown, told, value} = createPlaybackActor(withFallback(item('a', FROM_TEN)))
    ready(0)
    ready(1)
    ended(0)
    expect([shown(), value(), moves(told)]).toEqual([
      'f',
      'playing',
      [
        ['f', 'outOfHours'],
        ['f', 'outOfHours'],
      ],
    ])
    tick(NOW + 60 * MINUTE)
    expect(shown()).toBe('f')
    ready(0)
    ended(1)
    expect([shown(), moves(told).at(-1)]).toEqual(['a', ['a', null]])
  })

  it('is played when a list is emptied, and leaves with a list that has none', () => {
    const {ready, ended, take, shown, told, value} = createPlaybackActor(withFallback('a'))
    ready(0)
    take(withFallback())
    ready(1)
    ended(0)
    expect([shown(), moves(told).at(-1)]).toEqual(['f', ['f', 'nothingToPlay']])
    take(list(2))
    ended(1)
    expect(value()).toEqual({dark: 'nothingToPlay'})
  })

  it('is played while no video of the list can be', () => {
    const {ready, failed, shown, told} = createPlaybackActor(withFallback('a'))
    failed(0)
    ready(0)
    expect([shown(), moves(told)]).toEqual(['f', [['f', 'allFaulty']]])
  })

  it('is a play like any other', () => {
    const {ready, ended, plays} = createPlaybackActor(withFallback())
    ready(0)
    ended(0)
    expect(plays()).toMatchObject([{assetId: 'f', isWhole: true, revision: 1}])
  })

  it('that can not be played either leaves the screen dark', () => {
    const {failed, value} = createPlaybackActor(withFallback())
    failed(0)
    expect(value()).toEqual({dark: 'nothingToPlay'})
  })
})

describe('the emergency of a playback', () => {
  const alarm: PlayEmergency = {id: 'fire', item: item('x'), until: NOW + 60 * MINUTE, isDrill: false}
  const withEmergency = (emergency: PlayEmergency | null, ...items: (string | PlayItem)[]): PlayList => ({
    ...list(1, ...items),
    emergency,
  })
  const moves = (told: readonly PlaybackNotification[]) =>
    told.flatMap(news => (news.type === 'playback.moved' ? [[news.playing, news.emergency]] : []))

  it('cuts off the video on screen as soon as its own is ready, and goes round and round', () => {
    const {ready, take, shown, told, plays, ended, tick} = createPlaybackActor(list(1, 'a', 'b'))
    ready(0)
    ready(1)
    tick(NOW + 3000)
    take(withEmergency(alarm, 'a', 'b'))
    expect(shown()).toBe('a')
    ready(1)
    expect([shown(), plays()]).toMatchObject(['x', [{assetId: 'a', seconds: 3, isWhole: false}]])
    ready(0)
    ended(1)
    expect([shown(), moves(told)]).toEqual([
      'x',
      [
        ['a', null],
        ['x', 'fire'],
        ['x', 'fire'],
      ],
    ])
  })

  it.each([
    ['is lifted', ({take}: ReturnType<typeof createPlaybackActor>) => take(list(1, 'a'))],
    ['ends', ({tick}: ReturnType<typeof createPlaybackActor>) => tick(alarm.until)],
  ])('gives the screen back when it %s', (_, end) => {
    const playback = createPlaybackActor(withEmergency(alarm, 'a'))
    const {ready, shown, told} = playback
    ready(0)
    end(playback)
    ready(1)
    expect([shown(), moves(told)]).toEqual([
      'a',
      [
        ['x', 'fire'],
        ['a', null],
      ],
    ])
  })

  it('leaves a screen dark that has nothing else', () => {
    const {ready, take, value, told} = createPlaybackActor(withEmergency(alarm))
    ready(0)
    expect(told.at(-1)).toMatchObject({type: 'playback.moved', darkness: null})
    take(list(1))
    expect(value()).toEqual({dark: 'nothingToPlay'})
  })

  it('takes the place of another one', () => {
    const {ready, take, shown} = createPlaybackActor(withEmergency(alarm, 'a'))
    ready(0)
    take(withEmergency({...alarm, id: 'storm', item: item('y')}, 'a'))
    ready(1)
    expect(shown()).toBe('y')
  })

  it.each([
    ['a drill', {...alarm, isDrill: true}],
    ['without its file', {...alarm, item: null}],
    ['over', {...alarm, until: NOW}],
  ])('changes nothing when it is %s', (_, emergency) => {
    const {ready, take, shown, commanded} = createPlaybackActor(list(1, 'a', 'b'))
    ready(0)
    ready(1)
    commanded()
    take(withEmergency(emergency, 'a', 'b'))
    expect([shown(), commanded()]).toEqual(['a', []])
  })

  it('that can not be played leaves the list on screen, and says so', () => {
    const {ready, take, failed, shown, told} = createPlaybackActor(list(1, 'a', 'b'))
    ready(0)
    ready(1)
    take(withEmergency(alarm, 'a', 'b'))
    failed(1)
    expect([shown(), told.at(-1)]).toEqual(['a', {type: 'playbackFaults.changed', faults: {x: 'unplayable'}}])
  })
})

describe('a playback', () => {
  it('is dark as long as there is nothing to play', () => {
    const {value, commanded} = createPlaybackActor()
    expect(value()).toEqual({dark: 'nothingToPlay'})
    expect(commanded()).toEqual(['clear'])
  })

  it('shows a video once its first frame is there, and loads the next one behind it', () => {
    const {ready, value, commanded} = createPlaybackActor(list(1, 'a', 'b'))
    expect([value(), commanded()]).toEqual(['between', ['clear', 'load 0 a']])
    ready(0)
    expect([value(), commanded()]).toEqual(['playing', ['show 0', 'load 1 b']])
  })

  it('goes round and round in two slots', () => {
    const {ready, ended, commanded, plays} = createPlaybackActor(list(1, 'a', 'b', 'c'))
    ready(0)
    for (const slot of [0, 1, 0] as const) {
      ready(slot === 0 ? 1 : 0)
      ended(slot)
    }
    expect(commanded()).toEqual([
      ...['clear', 'load 0 a', 'show 0', 'load 1 b', 'show 1', 'load 0 c', 'show 0', 'load 1 a', 'show 1', 'load 0 b'],
    ])
    expect(plays().map(({assetId, isWhole}) => [assetId, isWhole])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ])
  })

  it('loads its only video a second time, so that it begins again without a gap', () => {
    const {ready, ended, commanded, value} = createPlaybackActor(list(1, 'a'))
    ready(0)
    ready(1)
    ended(0)
    expect(commanded()).toEqual(['clear', 'load 0 a', 'show 0', 'load 1 a', 'show 1', 'load 0 a'])
    expect(value()).toBe('playing')
  })

  it('leaves the last frame on screen while the next video is not ready', () => {
    const {ready, ended, value, commanded} = createPlaybackActor(list(1, 'a', 'b'))
    ready(0)
    commanded()
    ended(0)
    expect([value(), commanded()]).toEqual(['between', []])
    ready(1)
    expect([value(), commanded()]).toEqual(['playing', ['show 1', 'load 0 a']])
  })

  it('takes a new list at the end of the running video, and goes on behind it', () => {
    const {ready, ended, take, shown, commanded, plays, told} = createPlaybackActor(list(1, 'a', 'b'))
    ready(0)
    ready(1)
    commanded()
    take(list(2, 'a', 'c'))
    expect([shown(), commanded()]).toEqual(['a', ['load 1 c']])
    ready(1)
    ended(0)
    expect([shown(), commanded()]).toEqual(['c', ['show 1', 'load 0 a']])
    expect(plays()).toEqual([{assetId: 'a', name: 'a.mp4', startedAt: NOW, seconds: 5, isWhole: true, revision: 1}])
    expect(told.filter(({type}) => type === 'playback.moved').at(-1)).toEqual({
      type: 'playback.moved',
      playing: 'c',
      revision: 2,
      darkness: null,
      emergency: null,
    })
  })

  it('loads nothing anew when only the addresses of its files are new', () => {
    const {ready, take, commanded} = createPlaybackActor(list(1, 'a', 'b'))
    ready(0)
    commanded()
    take({revision: 1, items: [item('a'), {...item('b'), url: '/elsewhere'}]})
    expect(commanded()).toEqual([])
  })

  it('turns dark at the end of the running video when the new list is empty', () => {
    const {ready, ended, take, value, told} = createPlaybackActor(list(1, 'a'))
    ready(0)
    take(list(2))
    expect(value()).toBe('playing')
    ended(0)
    expect(value()).toEqual({dark: 'nothingToPlay'})
    expect(told.at(-1)).toEqual({type: 'playback.darkened', darkness: 'nothingToPlay', revision: 2})
  })

  it('passes over a faulty video, says so, and tries it again after a minute', () => {
    const {ready, failed, commanded, told, tick} = createPlaybackActor(list(1, 'a', 'b', 'c'))
    ready(0)
    commanded()
    failed(1)
    expect(commanded()).toEqual(['load 1 c'])
    expect(told.at(-1)).toEqual({type: 'playbackFaults.changed', faults: {b: 'unplayable'}})
    tick(NOW + MINUTE)
    expect(commanded()).toEqual(['load 1 b'])
  })

  it('forgets the fault of a video that has been shown to its end', () => {
    const {ready, ended, failed, tick, told} = createPlaybackActor(list(1, 'a'))
    failed(0)
    tick(NOW + MINUTE)
    ready(0)
    ended(0)
    expect(told.filter(({type}) => type === 'playbackFaults.changed').at(-1)).toEqual({
      type: 'playbackFaults.changed',
      faults: {},
    })
  })

  it('forgets the faults of videos that a new list leaves out or has in another version', () => {
    const {failed, take, told, ready} = createPlaybackActor(list(1, 'a', 'b', 'c'))
    const faults = () => told.filter(({type}) => type === 'playbackFaults.changed').at(-1)
    failed(0)
    failed(0)
    ready(0)
    take(list(2, 'b', 'c'))
    expect(faults()).toEqual({type: 'playbackFaults.changed', faults: {b: 'unplayable'}})
    take(list(3, {...item('b'), sha256: 'other'}, 'c'))
    expect(faults()).toEqual({type: 'playbackFaults.changed', faults: {}})
  })

  it('tries a video again at once that comes back with a later list', () => {
    const {failed, take, commanded} = createPlaybackActor(list(1, 'a'))
    failed(0)
    take(list(2))
    commanded()
    take(list(3, 'a'))
    expect(commanded()).toEqual(['load 0 a'])
  })

  it('reports no fault of the running video when the newest list has left it out', () => {
    const {ready, failed, take, told} = createPlaybackActor(list(1, 'a', 'b'))
    ready(0)
    take(list(2, 'b'))
    failed(0)
    expect(told.filter(({type}) => type === 'playbackFaults.changed')).toEqual([])
  })

  it('goes on with the next when a video breaks off, and tells how much was shown', () => {
    const {ready, failed, shown, plays} = createPlaybackActor(list(1, 'a', 'b'))
    ready(0)
    ready(1)
    failed(0, 'stopped')
    expect(shown()).toBe('b')
    expect(plays()).toEqual([{assetId: 'a', name: 'a.mp4', startedAt: NOW, seconds: 2, isWhole: false, revision: 1}])
  })

  it('says that none can be played, and tries again', () => {
    const {failed, value, tick, commanded} = createPlaybackActor(list(1, 'a'))
    failed(0)
    expect(value()).toEqual({dark: 'allFaulty'})
    commanded()
    tick(NOW + MINUTE)
    expect([value(), commanded()]).toEqual(['between', ['load 0 a']])
  })

  it('tells the moment at which a video began', () => {
    const {playback, ready, ended, plays} = createPlaybackActor(list(1, 'a', 'b'))
    ready(0)
    playback.send({type: 'video.started', slot: 0, at: NOW + 234})
    playback.send({type: 'video.started', slot: 1, at: NOW + 567})
    ended(0)
    expect(plays().map(({startedAt}) => startedAt)).toEqual([NOW + 234])
  })

  it('does not wait for ever for a first frame', () => {
    vi.useFakeTimers()
    const {value, commanded} = createPlaybackActor(list(1, 'a', 'b'))
    commanded()
    vi.advanceTimersByTime(20_000)
    expect([value(), commanded()]).toEqual(['between', ['load 0 b']])
    vi.useRealTimers()
  })

  it('is dark outside of all hours, and begins with them', () => {
    const {value, tick} = createPlaybackActor(list(1, item('a', FROM_TEN)))
    expect(value()).toEqual({dark: 'outOfHours'})
    tick(NOW + 59 * MINUTE)
    expect(value()).toEqual({dark: 'outOfHours'})
    tick(NOW + 60 * MINUTE)
    expect(value()).toBe('between')
  })

  it('says that it is outside of all hours when those of a faulty video end, and that it is faulty when they begin', () => {
    const untilTen = {...FROM_TEN, from: null, until: 10 * 60}
    const {failed, value, tick, take} = createPlaybackActor(list(1, item('a', untilTen)))
    tick(NOW + 59.5 * MINUTE)
    failed(0)
    expect(value()).toEqual({dark: 'allFaulty'})
    tick(NOW + 60 * MINUTE)
    expect(value()).toEqual({dark: 'outOfHours'})
    take(list(2))
    expect(value()).toEqual({dark: 'nothingToPlay'})
  })

  it('takes up a video in its turn as soon as its hours begin', () => {
    const {ready, tick, commanded} = createPlaybackActor(list(1, 'a', item('b', FROM_TEN), 'c'))
    ready(0)
    expect(commanded().at(-1)).toBe('load 1 c')
    tick(NOW + 60 * MINUTE)
    expect(commanded()).toEqual(['load 1 b'])
  })

  it('hears nothing of a slot that it does not wait for', () => {
    const {ready, ended, value, shown} = createPlaybackActor(list(1, 'a', 'b'))
    ready(1)
    ended(0)
    expect(value()).toBe('between')
    ready(0)
    ended(1)
    expect(shown()).toBe('a')
  })
})
