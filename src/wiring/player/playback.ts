import {playbackMachine} from '../../machines/player/playback'
import {connected} from '../../machines/ports'
import {createStage, type StageSource} from './stage'

/** A playback with its place on the page: that of the player, or of a preview, which is told the time as well. */
export function createPlayback(source: StageSource) {
  const {logic, mount} = createStage(source)
  return {logic: connected(playbackMachine)({actors: {stage: logic}}), mount}
}
