import {describe, expect, it} from 'vitest'
import {createActor, fromCallback, fromPromise} from 'xstate'
import {FileError} from '../../../src/domain/player/fault'
import type {PlayItem, PlayList} from '../../../src/domain/player/list'
import {filesMachine, type StoredFiles} from '../../../src/machines/player/files'
import {notesMachine} from '../../../src/machines/player/notes'
import {type Pairing, pairingMachine} from '../../../src/machines/player/pairing'
import {playbackMachine} from '../../../src/machines/player/playback'
import {playerMachine, type ReportingEvent} from '../../../src/machines/player/player'
import {answers, says} from '../../gallery/given'
import {settled} from '../calls'

const PAIRED: Pairing = {token: 't', deviceName: 'Foyer', player: 'p1'}
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
const ALL: StoredFiles = {hashes: new Set(['a', 'b', 'c']), free: 10}

function createPlayerActor({
  pairing = PAIRED,
  stored = null,
  linkToken = null,
}: {
  pairing?: Pairing | null
  linkToken?: string | null
  stored?: PlayList | null
} = {}) {
  const sent: ReportingEvent[] = []
  const keptPairings: (Pairing | null)[] = []
  const keptLists: number[] = []
  const player = createActor(
    playerMachine.provide({
      actors: {
        pairing: pairingMachine.provide({
          actors: {
            askForCode: answers(),
            checkToken: answers<Pairing, {token: string}>({token: 'typed', deviceName: '', player: 'p2'}),
            pairings: says(),
          },
        }),
        files: filesMachine.provide({
          actors: {
            findStored: answers(ALL),
            fetchFile: fromPromise(({input: {file}}) =>
              file.sha256 === 'lost' ? Promise.reject(new FileError('gone')) : new Promise<never>(() => {}),
            ),
            removeOthers: answers(ALL),
          },
        }),
        notes: notesMachine.provide({actors: {touches: says()}}),
        playback: playbackMachine.provide({actors: {stage: fromCallback(() => {})}}),
        clock: says(),
        listChanges: says(),
        reporting: fromCallback<ReportingEvent, {token: string; player: string}>(({receive}) =>
          receive(event => sent.push(event)),
        ),
      },
      actions: {
        storePairing: (_, {pairing}) => keptPairings.push(pairing),
        storeList: (_, {list}) => keptLists.push(list.revision),
      },
    }),
    {input: {pairing, linkToken, list: stored, zone: 'UTC', now: 1000}},
  ).start()
  return {
    player,
    keptPairings,
    keptLists,
    receive: (received: PlayList, at = 1000) => player.send({type: 'list.received', list: received, clockError: 0, at}),
    tick: (at: number) => player.send({type: 'clock.ticked', at}),
    failed: (slot: 0 | 1) =>
      player.getSnapshot().children.playback?.send({type: 'video.failed', slot, seconds: 0, fault: 'unplayable'}),
    ready: (slot: 0 | 1) => player.getSnapshot().children.playback?.send({type: 'video.ready', slot}),
    ended: (slot: 0 | 1) => player.getSnapshot().children.playback?.send({type: 'video.ended', slot, seconds: 3}),
    value: () => player.getSnapshot().value,
    report: () => player.getSnapshot().context.report,
    plays: () => sent.flatMap(event => (event.type === 'play.ended' ? [event.play.assetId] : [])),
    shown: () => player.getSnapshot().children.playback?.getSnapshot().context.shown?.item.assetId,
  }
}

describe('the player', () => {
  it('keeps the token that pairing has found', async () => {
    const {player, value, keptPairings} = createPlayerActor({pairing: null})
    expect(value()).toBe('unpaired')
    player.getSnapshot().children.pairing?.send({type: 'token.typed', token: 'typed'})
    await settled()
    expect(value()).toEqual({paired: {list: 'loading', access: 'accepted'}})
    expect(keptPairings).toEqual([{token: 'typed', deviceName: '', player: 'p2'}])
  })

  it.each([
    ['shown', 'somebody has typed its token in', {pairing: null}],
    ['hidden', 'it has started by its link', {pairing: null, linkToken: 'link'}],
    ['hidden', 'it has started again', {}],
  ])('begins with its words %s when %s', async (expected, _, given) => {
    const {player, value} = createPlayerActor(given)
    player.getSnapshot().children.pairing?.send({type: 'token.typed', token: 'typed'})
    await settled()
    expect(value()).toMatchObject({paired: {}})
    expect(player.getSnapshot().children.notes?.getSnapshot().value).toBe(expected)
  })

  it('plays a list whose files are there, and reports what it plays', async () => {
    const {receive, ready, ended, report, plays, keptLists, value} = createPlayerActor()
    await settled()
    receive(list(4, 'a', 'b'))
    expect([value(), keptLists]).toEqual([{paired: {list: 'known', access: 'accepted'}}, [4]])
    expect(report()).toMatchObject({revision: null, fetching: 4, ready: 2, files: 2, playing: null})
    ready(0)
    ready(1)
    expect(report()).toMatchObject({revision: 4, fetching: null, playing: 'a'})
    ended(0)
    expect([report().playing, plays()]).toEqual(['b', ['a']])
  })

  it('plays the kept list without its server', async () => {
    const {player, ready, shown, value} = createPlayerActor({stored: list(1, 'a')})
    await settled()
    player.send({type: 'server.missed', at: 2000})
    player.send({type: 'server.missed', at: 3000})
    ready(0)
    expect([shown(), value()]).toEqual(['a', {paired: {list: 'unreachable', access: 'accepted'}}])
    expect(player.getSnapshot().context.missedSince).toBe(2000)
  })

  it('plays on while the files of a new list are missing, and says which list it fetches', async () => {
    const {receive, ready, ended, shown, report} = createPlayerActor()
    await settled()
    receive(list(1, 'a'))
    ready(0)
    ready(1)
    receive(list(2, 'unknown'))
    ended(0)
    expect([shown(), report()]).toMatchObject(['a', {revision: 1, fetching: 2, ready: 0, files: 1}])
  })

  it('says why a video is not played', async () => {
    const {player, receive, report} = createPlayerActor()
    await settled()
    receive(list(1, 'a', 'b'))
    player.getSnapshot().children.playback?.send({type: 'video.failed', slot: 0, seconds: 0, fault: 'unplayable'})
    expect(report().faults).toEqual({a: 'The browser cannot play the file.'})
  })

  it('reports nothing as shown, and since when, as soon as the server has told the time', async () => {
    const {receive, report} = createPlayerActor()
    expect(report()).toMatchObject({playing: null, dark: 'fetching', since: null, player: 'p1'})
    await settled()
    receive(list(1), 5000)
    expect(report()).toMatchObject({playing: null, dark: 'nothingAssigned', since: 5000})
  })

  it('reports since when its video or its darkness has lasted, however often it is repeated', async () => {
    const {receive, ready, ended, tick, report, failed} = createPlayerActor()
    await settled()
    receive(list(1, 'a'), 5000)
    expect(report()).toMatchObject({dark: 'fetching', since: 5000})
    tick(6000)
    ready(0)
    expect(report()).toMatchObject({playing: 'a', dark: null, since: 6000})
    ready(1)
    tick(9000)
    ended(0)
    expect(report()).toMatchObject({playing: 'a', dark: null, since: 6000})
    tick(12_000)
    failed(1)
    expect(report()).toMatchObject({playing: null, dark: 'allBroken', since: 12_000})
    tick(80_000)
    failed(0)
    expect(report()).toMatchObject({playing: null, dark: 'allBroken', since: 12_000})
  })

  it.each([
    ['outsideHours', {...item('a'), schedule: {from: 600, until: null, days: null, since: null, through: null}}],
    ['fetching', item('pending')],
    ['allBroken', item('lost')],
  ])('reports %s as the reason why nothing is on screen', async (dark, only) => {
    const {receive, report} = createPlayerActor()
    await settled()
    receive({revision: 1, items: [only]})
    await settled()
    expect(report()).toMatchObject({playing: null, dark})
  })

  it.each([
    ['shows it', false, 'a', 'shown'],
    ['has its video, in a drill', true, 'a', 'ready'],
    ['has not got its video', false, 'lost', 'missing'],
  ])('says of an emergency that it %s', async (_, isDrill, id, state) => {
    const {receive, ready, report} = createPlayerActor()
    await settled()
    receive({...list(4, 'b'), emergency: {id: 'fire', item: item(id), until: 9000, isDrill}})
    await settled()
    ready(0)
    expect(report().emergency).toEqual({id: 'fire', state})
    receive(list(4, 'b'))
    expect(report().emergency).toBe(null)
  })

  it('says that it cannot play the video of an emergency', async () => {
    const {receive, failed, report} = createPlayerActor()
    await settled()
    receive({...list(4, 'b'), emergency: {id: 'fire', item: item('a'), until: 9000, isDrill: false}})
    failed(0)
    expect(report().emergency).toEqual({id: 'fire', state: 'missing'})
  })

  it('reports nothing of the device before for the next one', async () => {
    const {player, receive, failed, report} = createPlayerActor()
    await settled()
    receive(list(1, 'a'))
    failed(0)
    player.send({type: 'token.refused'})
    player.send({type: 'pairing.requested'})
    player.getSnapshot().children.pairing?.send({type: 'token.typed', token: 'typed'})
    await settled()
    expect(report()).toMatchObject({revision: null, dark: 'fetching', since: null, faults: {}, player: 'p2'})
  })

  it('plays on when its token is revoked, and pairs anew when that is wanted', async () => {
    const {player, receive, ready, shown, value, keptPairings} = createPlayerActor()
    await settled()
    player.send({type: 'pairing.requested'})
    receive(list(1, 'a'))
    ready(0)
    player.send({type: 'token.refused'})
    expect([shown(), value()]).toEqual(['a', {paired: {list: 'known', access: 'revoked'}}])
    player.send({type: 'pairing.requested'})
    expect([value(), keptPairings]).toEqual(['unpaired', [null]])
  })

  it('ends at the code, and says why, when another player has taken its place', async () => {
    const {player, receive, ready, value, keptPairings} = createPlayerActor()
    await settled()
    receive(list(1, 'a'))
    ready(0)
    player.send({type: 'token.replaced'})
    expect([value(), keptPairings, player.getSnapshot().context.isReplaced]).toEqual(['unpaired', [null], true])
  })

  it('accepts a token that is given back', async () => {
    const {player, receive, value} = createPlayerActor()
    await settled()
    player.send({type: 'token.refused'})
    receive(list(1))
    expect(value()).toEqual({paired: {list: 'known', access: 'accepted'}})
  })
})
