import {Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromCallback, fromEventObservable} from 'xstate'
import {NO_LIST} from '../../../contract/rules/lists/storedList'
import type {EpochMs} from '../../../contract/wire/common'
import {playListOf} from '../../../src/domain/media/preview'
import type {PlayList} from '../../../src/domain/player/list'
import {playlistMachine} from '../../../src/machines/media/lists'
import {playlistPreviewMachine} from '../../../src/machines/media/playlistPreview'
import {playbackMachine, type StageCommand} from '../../../src/machines/player/playback'

const MINUTE = 60_000
const NOW = Date.parse('2026-03-18T09:00:00Z')
const OWNER = {kind: 'device', id: 'd1', organisationId: 'o1'} as const

const listOf = (version: number, ...assetIds: string[]): PlayList =>
  playListOf({...NO_LIST, version, items: assetIds.map(assetId => ({assetId, schedule: null}))})

function createPreview({zone = 'UTC', first = listOf(1, 'a', 'b')}: {zone?: string; first?: PlayList} = {}) {
  const commands: string[] = []
  const lists = new Subject<{type: 'list.taken'; list: PlayList}>()
  const ticks = new Subject<{type: 'clock.ticked'; at: EpochMs}>()
  const stage = fromCallback<StageCommand>(({receive}) =>
    receive(command => commands.push('item' in command ? `load ${command.item.assetId}` : command.type)),
  )
  const preview = createActor(
    playlistPreviewMachine.provide({
      actors: {
        playback: playbackMachine.provide({actors: {stage}}),
        lists: fromEventObservable(() => lists),
        clock: fromEventObservable(() => ticks),
      },
    }),
    {input: {playlist: createActor(playlistMachine, {input: {owner: OWNER}}), zone}},
  ).start()
  lists.next({type: 'list.taken', list: first})
  return {
    commands,
    preview,
    take: (list: PlayList) => lists.next({type: 'list.taken', list}),
    tick: (at: EpochMs) => ticks.next({type: 'clock.ticked', at}),
    playback: () => preview.getSnapshot().children.playback,
    shown: () => preview.getSnapshot().children.playback?.getSnapshot().context.shown?.item.assetId,
  }
}

describe('the preview of a playlist', () => {
  it('waits for the time, by which the hours of the videos are meant', () => {
    const {preview, playback, commands, tick} = createPreview()
    expect([preview.getSnapshot().value, playback()]).toEqual(['awaitingTime', undefined])
    tick(NOW)
    expect([preview.getSnapshot().value, commands]).toEqual(['playing', ['load a']])
  })

  it('plays one video after the other, round and round', () => {
    const {playback, commands, shown, tick} = createPreview()
    tick(NOW)
    playback()?.send({type: 'video.ready', slot: 0})
    expect(shown()).toBe('a')
    playback()?.send({type: 'video.ready', slot: 1})
    playback()?.send({type: 'video.ended', slot: 0, seconds: 8})
    expect(shown()).toBe('b')
    expect(commands).toEqual(['load a', 'show', 'load b', 'show', 'load a'])
  })

  it('takes a changed list at the end of the running video', () => {
    const {playback, shown, tick, take} = createPreview()
    tick(NOW)
    playback()?.send({type: 'video.ready', slot: 0})
    take(listOf(2, 'a', 'c'))
    playback()?.send({type: 'video.ready', slot: 1})
    expect(shown()).toBe('a')
    playback()?.send({type: 'video.ended', slot: 0, seconds: 8})
    expect(shown()).toBe('c')
  })

  it('follows the hours of the videos in the zone of the screen', () => {
    const schedule = {from: 19 * 60, until: null, days: null, since: null, through: null}
    const first = playListOf({...NO_LIST, version: 1, items: [{assetId: 'evening', schedule}]})
    const inLondon = createPreview({first, zone: 'Europe/London'})
    const inTokyo = createPreview({first, zone: 'Asia/Tokyo'})
    for (const {tick} of [inLondon, inTokyo]) tick(NOW + 60 * MINUTE)
    expect(inLondon.playback()?.getSnapshot().value).toEqual({dark: 'outOfHours'})
    expect(inTokyo.commands).toEqual(['load evening'])
    inLondon.tick(NOW + 10 * 60 * MINUTE)
    expect(inLondon.commands).toEqual(['clear', 'load evening'])
  })

  it('passes over what it can not have, and keeps the reason', () => {
    const {playback, shown, tick} = createPreview()
    tick(NOW)
    playback()?.send({type: 'video.failed', slot: 0, seconds: 0, fault: 'gone'})
    playback()?.send({type: 'video.ready', slot: 0})
    expect(shown()).toBe('b')
    expect(playback()?.getSnapshot().context.faults).toEqual({a: 'gone'})
  })
})
