import type {PlayItem} from '../../domain/player/list'
import {playbackMachine} from '../../machines/player/playback'
import {createStage} from './stage'

/** A playback with its place on the page: that of the player, or of a preview, which is told the time as well. */
export function createPlayback(addressOf: (item: PlayItem) => string) {
  const {logic, mount} = createStage(addressOf)
  return {logic: playbackMachine.provide({actors: {stage: logic}}), mount}
}
