import {type ActorRefFrom, assign, setup} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import {isRefusedWith, messageOf} from '../../domain/failure'
import type {Video} from '../../domain/media/video'
import type {VideoUses} from '../../domain/media/videoUses'
import {call, type Given, missing} from '../ports'
import {type VideosQuestion, videosTexts} from './videos'

export interface VideoDeletionInput extends VideosQuestion {
  offer: Offer | null
  videos: readonly Video[]
}

interface VideoDeletionContext extends VideoDeletionInput {
  /** The uses of all of them; null if they are not known. */
  uses: VideoUses | null
  /** Why the first one that is left could not be deleted. */
  message: string | null
  left: readonly Video[]
  deleted: readonly Video[]
}

/** Deletes videos once a user has seen what uses them. Its output is the ids of the videos that are gone. */
export const videoDeletionMachine = setup({
  types: {} as {
    context: VideoDeletionContext
    events: {type: 'deletion.confirmed'} | {type: 'dialog.closed'}
    input: VideoDeletionInput
    output: readonly string[]
  },
  actors: {
    /** Null when the server can't say. */
    loadUses: call<VideoUses | null, VideoDeletionInput>('loadUses'),
    deleteVideo: call<void, {videoId: string}>('deleteVideo'),
  },
  actions: {
    showOutcome: (_, _params: Given<{text: string}>) => missing('showOutcome'),
    noteDeleted: assign(({context: {left, deleted}}) => ({
      message: null,
      left: left.slice(1),
      deleted: [...deleted, ...left.slice(0, 1)],
    })),
  },
  guards: {
    isDone: ({context}) => context.left.length === 0,
    hasDeleted: ({context}) => context.deleted.length > 0,
  },
}).createMachine({
  id: 'videoDeletion',
  context: ({input}) => ({...input, uses: null, message: null, left: input.videos, deleted: []}),
  initial: 'counting',
  states: {
    counting: {
      invoke: {
        src: 'loadUses',
        input: ({context: {organisationId, offer, videos}}) => ({organisationId, offer, videos}),
        onDone: {target: 'asking', actions: assign({uses: ({event}) => event.output})},
        // A deletion must not depend on whether its effects are known.
        onError: 'asking',
      },
      on: {'dialog.closed': 'cancelled'},
    },
    asking: {
      on: {
        'deletion.confirmed': 'deleting',
        'dialog.closed': [{guard: 'hasDeleted', target: 'deleted'}, {target: 'cancelled'}],
      },
    },
    deleting: {
      invoke: {
        src: 'deleteVideo',
        input: ({context}) => ({videoId: context.left[0]?.id ?? ''}),
        onDone: {target: 'next', actions: 'noteDeleted'},
        onError: [
          {guard: ({event}) => isRefusedWith(event.error, 404), target: 'next', actions: 'noteDeleted'},
          {
            target: 'asking',
            actions: assign({message: ({event}) => messageOf(event.error, videosTexts.deleteFailed)}),
          },
        ],
      },
    },
    next: {always: [{guard: 'isDone', target: 'deleted'}, {target: 'deleting'}]},
    cancelled: {type: 'final'},
    deleted: {
      type: 'final',
      entry: {type: 'showOutcome', params: ({context}) => ({text: outcomeText(context.deleted)})},
    },
  },
  output: ({context}) => context.deleted.map(({id}) => id),
})

const outcomeText = ([first, ...others]: readonly Video[]): string =>
  others.length === 0 ? videosTexts.deleted(first?.name ?? '') : videosTexts.deletedSeveral(others.length + 1)

export type VideoDeletionRef = ActorRefFrom<typeof videoDeletionMachine>
