import {type ActorRefFrom, assign, setup} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import {isRefusedWith, messageOf} from '../../domain/failure'
import type {Video} from '../../domain/media/video'
import type {VideoUses} from '../../domain/media/videoUses'
import {call, type Given, missing} from '../ports'
import {type VideosQuestion, videosTexts} from './videos'

export interface VideoDeletionInput extends VideosQuestion {
  offer: Offer | null
  video: Video
}

interface VideoDeletionContext extends VideoDeletionInput {
  /** The uses of the video; null if they are not known. */
  uses: VideoUses | null
  /** Why it could not be deleted. */
  message: string | null
  deletedId: string | null
}

/** Deletes a video once a user has seen what uses it. Its output is the id of a video that is gone. */
export const videoDeletionMachine = setup({
  types: {} as {
    context: VideoDeletionContext
    events: {type: 'deletion.confirmed'} | {type: 'dialog.closed'}
    input: VideoDeletionInput
    output: string | null
  },
  actors: {
    /** Null when the server can't say. */
    loadUses: call<VideoUses | null, VideoDeletionInput>('loadUses'),
    deleteVideo: call<void, {videoId: string}>('deleteVideo'),
  },
  actions: {showOutcome: (_, _params: Given<{text: string}>) => missing('showOutcome')},
}).createMachine({
  id: 'videoDeletion',
  context: ({input}) => ({...input, uses: null, message: null, deletedId: null}),
  initial: 'counting',
  states: {
    counting: {
      invoke: {
        src: 'loadUses',
        input: ({context: {organisationId, offer, video}}) => ({organisationId, offer, video}),
        onDone: {target: 'asking', actions: assign({uses: ({event}) => event.output})},
        // A deletion must not depend on whether its effects are known.
        onError: 'asking',
      },
      on: {'dialog.closed': 'cancelled'},
    },
    asking: {on: {'deletion.confirmed': 'deleting', 'dialog.closed': 'cancelled'}},
    deleting: {
      invoke: {
        src: 'deleteVideo',
        input: ({context}) => ({videoId: context.video.id}),
        onDone: 'deleted',
        onError: [
          {guard: ({event}) => isRefusedWith(event.error, 404), target: 'deleted'},
          {
            target: 'asking',
            actions: assign({message: ({event}) => messageOf(event.error, videosTexts.deleteFailed)}),
          },
        ],
      },
    },
    cancelled: {type: 'final'},
    deleted: {
      type: 'final',
      entry: [
        assign({deletedId: ({context}) => context.video.id}),
        {type: 'showOutcome', params: ({context}) => ({text: videosTexts.deleted(context.video.name)})},
      ],
    },
  },
  output: ({context}) => context.deletedId,
})

export type VideoDeletionRef = ActorRefFrom<typeof videoDeletionMachine>
