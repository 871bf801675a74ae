import {type ActorRefFrom, assign, setup} from 'xstate'
import type {Capabilities} from '../../../contract/wire/capabilities'
import {isRefusedWith, messageOf} from '../../domain/failure'
import {textsOf} from '../../domain/language'
import {UNKNOWN_ROOM, type Video, type VideoList, type VideoUses} from '../../domain/media/video'
import {isLinkDown, isServerKnown, type KnownLink, PROBING} from '../../domain/telemetry/readings/link'
import type {MinuteTicked} from '../../domain/timeRange/timeRange'
import {type LinkChanged, linkChanges, onReconnect, setLink} from '../connectivity'
import {call, missing, source} from '../ports'

export const videosTexts = textsOf('machines.videos', {
  unloaded: 'The videos could not be loaded.',
  deleteFailed: 'Delete failed',
  deleted: (name: string) => `${name} was deleted.`,
})

export interface VideosInput {
  organisationId: string
}

export interface VideosQuestion extends VideosInput {
  capabilities: Capabilities
}

interface VideosContext extends VideosInput, KnownLink {
  list: VideoList
  search: string
  /** Why the list is not there, or is not as new as it could be. */
  message: string | null
  /** The video that is about to be deleted, what uses it if that is known, and why it could not be deleted. */
  deletion: {video: Video; uses: VideoUses | null; message: string | null} | null
}

type VideosEvent =
  | LinkChanged
  | MinuteTicked
  /** An upload has ended well. */
  | {type: 'video.stored'}
  | {type: 'search.changed'; search: string}
  | {type: 'retry.requested'}
  | {type: 'delete.requested'; video: Video}
  | {type: 'deletion.confirmed'}
  | {type: 'dialog.closed'}

const videosSetup = setup({
  types: {} as {context: VideosContext; events: VideosEvent; input: VideosInput; tags: 'busy'},
  actors: {
    linkChanges,
    minuteTicks: source<MinuteTicked, void>('minuteTicks'),
    storedVideos: source<{type: 'video.stored'}, void>('storedVideos'),
    loadVideos: call<VideoList, VideosQuestion>('loadVideos'),
    /** Null when the server can't say. */
    loadUses: call<VideoUses | null, VideosQuestion & {videoId: string}>('loadUses'),
    deleteVideo: call<void, {videoId: string}>('deleteVideo'),
  },
  actions: {
    setLink: assign((_, {link, capabilities}: KnownLink) => ({link, capabilities})),
    take: assign((_, {list}: {list: VideoList}) => ({list, message: null})),
    setError: assign({message: (_, {error}: {error: unknown}) => messageOf(error, videosTexts.unloaded)}),
    setUndeletedError: assign({
      deletion: ({context: {deletion}}, {error}: {error: unknown}) =>
        deletion && {...deletion, message: messageOf(error, videosTexts.deleteFailed)},
    }),
    dropDeleted: assign({
      list: ({context: {list, deletion}}) => ({
        ...list,
        videos: list.videos.filter(({id}) => id !== deletion?.video.id),
      }),
    }),
    showOutcome: (_, _params: {text: string}) => missing('showOutcome'),
  },
})

const take = {type: 'take', params: ({event}: {event: {output: VideoList}}) => ({list: event.output})} as const
const setError = {type: 'setError', params: ({event}: {event: {error: unknown}}) => event} as const

const questionOf = ({organisationId, capabilities}: VideosContext): VideosQuestion => ({organisationId, capabilities})

const deletedId = ({deletion}: VideosContext): string => {
  if (deletion === null) throw new Error('A video must be chosen before it is deleted')
  return deletion.video.id
}

const showDeleted = {
  type: 'showOutcome',
  params: ({context}: {context: VideosContext}) => ({text: videosTexts.deleted(context.deletion?.video.name ?? '')}),
} as const

/** The videos of an organisation on the server, newest first. What was read stays until there is something newer. */
export const videosMachine = videosSetup.createMachine({
  id: 'videos',
  context: ({input}) => ({
    ...input,
    link: PROBING,
    capabilities: {},
    search: '',
    message: null,
    deletion: null,
    list: {videos: [], room: UNKNOWN_ROOM},
  }),
  type: 'parallel',
  invoke: [
    {src: 'linkChanges', onError: {}},
    {src: 'storedVideos', onError: {}},
  ],
  on: {
    'link.changed': {actions: setLink},
    'search.changed': {actions: assign({search: ({event}) => event.search})},
  },
  states: {
    list: {
      initial: 'awaitingServer',
      states: {
        awaitingServer: {
          always: [
            {guard: ({context}) => isServerKnown(context), target: 'loading'},
            {
              guard: ({context}) => isLinkDown(context.link),
              target: 'failed',
              actions: {type: 'setError', params: {error: null}},
            },
          ],
        },
        loading: {
          invoke: {
            src: 'loadVideos',
            input: ({context}) => questionOf(context),
            onDone: {target: 'loaded', actions: take},
            onError: {target: 'failed', actions: setError},
          },
        },
        failed: {
          on: {
            'retry.requested': 'loading',
            'link.changed': onReconnect('loading'),
          },
        },
        loaded: {
          initial: 'current',
          invoke: {src: 'minuteTicks', onError: {}},
          on: {
            'minute.ticked': '.refreshing',
            'video.stored': '.refreshing',
            'retry.requested': '.refreshing',
            'link.changed': onReconnect('.refreshing'),
          },
          states: {
            current: {},
            refreshing: {
              invoke: {
                src: 'loadVideos',
                input: ({context}) => questionOf(context),
                onDone: {target: 'current', actions: take},
                onError: {target: 'missed', actions: setError},
              },
            },
            missed: {},
          },
        },
      },
    },
    deletion: {
      initial: 'none',
      states: {
        none: {
          entry: assign({deletion: null}),
          on: {
            'delete.requested': {
              target: 'counting',
              actions: assign({deletion: ({event}) => ({video: event.video, uses: null, message: null})}),
            },
          },
        },
        counting: {
          invoke: {
            src: 'loadUses',
            input: ({context}) => ({...questionOf(context), videoId: deletedId(context)}),
            onDone: {
              target: 'asking',
              actions: assign({
                deletion: ({context, event}) => context.deletion && {...context.deletion, uses: event.output},
              }),
            },
            // A deletion must not depend on whether it can be told what it changes.
            onError: 'asking',
          },
          on: {'dialog.closed': 'none'},
        },
        asking: {on: {'deletion.confirmed': 'deleting', 'dialog.closed': 'none'}},
        deleting: {
          tags: 'busy',
          invoke: {
            src: 'deleteVideo',
            input: ({context}) => ({videoId: deletedId(context)}),
            onDone: {target: 'none', actions: ['dropDeleted', showDeleted]},
            onError: [
              {
                guard: ({event}) => isRefusedWith(event.error, 404),
                target: 'none',
                actions: ['dropDeleted', showDeleted],
              },
              {target: 'asking', actions: {type: 'setUndeletedError', params: ({event}) => event}},
            ],
          },
        },
      },
    },
  },
})

export type VideosLogic = typeof videosMachine
export type VideosRef = ActorRefFrom<VideosLogic>
