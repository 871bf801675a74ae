import type {Root} from 'react-dom/client'
import {type AnyActorRef, createActor, fromCallback} from 'xstate'
import {createFormats} from '../../src/domain/format/formats'
import type {PlayItem, PlayList} from '../../src/domain/player/list'
import {filesMachine, type StoredFiles} from '../../src/machines/player/files'
import {notesMachine} from '../../src/machines/player/notes'
import {pairingMachine} from '../../src/machines/player/pairing'
import {playbackMachine} from '../../src/machines/player/playback'
import {type ListChange, type PlayerInput, playerMachine} from '../../src/machines/player/player'
import {PlayerScreen} from '../../src/ui/player/PlayerScreen'
import {answers, says} from './given'
import type {Parts} from './parts'
import {NOW, ZONE} from './world'

const item = (assetId: string): PlayItem => ({
  assetId,
  name: `${assetId}.mp4`,
  url: `/files/${assetId}`,
  size: 1_000_000,
  sha256: assetId,
  contentType: 'video/mp4',
  schedule: null,
})
export const LIST: PlayList = {revision: 4, items: [item('spring'), item('summer')]}
export const KEPT: StoredFiles = {hashes: new Set(['spring', 'summer']), free: 5_000_000_000}
export const NOT_KEPT: StoredFiles = {hashes: new Set(['spring']), free: 5_000_000_000}
export const NONE_KEPT: StoredFiles = {hashes: new Set(), free: 5_000_000_000}
export const received = (list: PlayList): ListChange => ({
  type: 'list.received',
  list,
  clockError: 0,
  at: NOW,
})

/** The page of a screen that is paired, has its files and plays. */
export const playerParts = () => ({
  pairing: pairingMachine.provide({
    actors: {
      askForCode: answers({code: 'K7P2XM', secret: 'secret', expiresAt: NOW + 600_000}),
      pairings: says(),
      checkToken: answers(),
      backOff: says(),
    },
  }),
  files: filesMachine.provide({
    actors: {findStored: answers(KEPT), fetchFile: answers(), removeOthers: answers(KEPT)},
  }),
  notes: notesMachine.provide({actors: {touches: says()}}),
  playback: playbackMachine.provide({actors: {stage: fromCallback(() => {})}}),
  player: playerMachine.provide({
    actors: {
      clock: says({type: 'clock.ticked', at: NOW}),
      listChanges: says(received(LIST)),
      reporting: fromCallback(() => {}),
    },
    actions: {storePairing: () => {}, storeList: () => {}},
  }),
  playerInput: {
    pairing: {token: 'token', deviceName: 'Foyer, left', player: 'player'},
    linkToken: null,
    list: null,
    zone: ZONE,
    now: NOW,
  } satisfies PlayerInput as PlayerInput,
})

const FORMATS = createFormats({zone: ZONE, hours: null, language: 'en'})

/** The page of the player, as its wiring joins it, but without any video. */
export function openPlayer({parts, root, seen}: Opening): () => void {
  const {pairing, files, notes, playback, player, playerInput} = parts
  const actor = createActor(player.provide({actors: {pairing, files, notes, playback}}), {input: playerInput})
  seen.add(actor)
  root.render(<PlayerScreen player={actor.start()} mount={withoutVideos} formats={FORMATS} />)
  return () => actor.stop()
}

export interface Opening {
  parts: Parts
  root: Root
  /** The actors that started on their own. */
  seen: Set<AnyActorRef>
}

function withoutVideos(place: Element | null): undefined {
  if (place !== null) place.textContent = 'The videos'
}
