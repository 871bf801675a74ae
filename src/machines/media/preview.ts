import {type ActorRefFrom, assign, type SnapshotFrom, setup} from 'xstate'
import {messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import type {PreviewSize} from '../../domain/media/preview'
import {RETRIES, retries} from '../connectivity'
import {call} from '../ports'

export const previewTexts = textsOf('machines.preview', {unopened: 'The video could not be opened.'})

interface PreviewContext {
  videoId: string | null
  url: string | null
  size: PreviewSize
  /** The position, in seconds, at which playing goes on when the address of the file was renewed. */
  startAt: number
  message: string | null
}

/** Shows one video or the whole playlist. An expired address of a file is fetched once more. */
export const previewMachine = setup({
  types: {} as {
    context: PreviewContext
    events:
      | {type: 'video.chosen'; videoId: string | null}
      | {type: 'playlist.chosen'}
      | {type: 'playlist.left'}
      | {type: 'size.chosen'; size: PreviewSize}
      | {type: 'playback.begun'}
      /** `at` is in seconds. */
      | {type: 'playback.failed'; at: number}
      | {type: 'retry.requested'}
  },
  actors: {
    retries,
    loadFileUrl: call<string, {videoId: string}>('loadFileUrl'),
  },
}).createMachine({
  id: 'preview',
  context: {videoId: null, url: null, size: 'small', startAt: 0, message: null},
  on: {
    'size.chosen': {actions: assign({size: ({event}) => event.size})},
    'playlist.chosen': {target: '.playlist', actions: assign({videoId: null, url: null, startAt: 0})},
    'video.chosen': [
      {guard: ({context, event}) => event.videoId !== null && event.videoId === context.videoId},
      {
        guard: ({event}) => event.videoId === null,
        target: '.empty',
        actions: assign({videoId: null, url: null, startAt: 0}),
      },
      {
        target: '.fetching',
        reenter: true,
        actions: assign(({event}) => ({videoId: event.videoId, url: null, startAt: 0})),
      },
    ],
  },
  initial: 'empty',
  states: {
    empty: {},
    fetching: {
      invoke: {
        src: 'loadFileUrl',
        input: ({context}) => ({videoId: context.videoId ?? ''}),
        onDone: {target: 'shown', actions: assign({url: ({event}) => event.output})},
        onError: {
          target: 'failed',
          actions: assign({message: ({event}) => messageOf(event.error, previewTexts.unopened)}),
        },
      },
    },
    failed: {invoke: RETRIES, on: {'retry.requested': 'fetching'}},
    shown: {
      initial: 'opening',
      states: {
        // An address that is new and doesn't play won't play when it is renewed.
        opening: {on: {'playback.begun': 'playing', 'playback.failed': '#preview.unplayable'}},
        playing: {
          on: {'playback.failed': {target: '#preview.fetching', actions: assign({startAt: ({event}) => event.at})}},
        },
      },
    },
    /** The playlist has a machine of its own, which is loaded when it is needed. */
    playlist: {
      on: {
        'playlist.left': 'empty',
        // It plays on while no video is chosen.
        'video.chosen': {guard: ({event}) => event.videoId === null},
      },
    },
    unplayable: {on: {'retry.requested': 'fetching'}},
  },
})

export type PreviewLogic = typeof previewMachine
export type PreviewRef = ActorRefFrom<PreviewLogic>
export type PreviewSnapshot = SnapshotFrom<PreviewLogic>
