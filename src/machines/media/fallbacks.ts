import {type ActorRefFrom, assertEvent, type SnapshotFrom, sendTo, setup} from 'xstate'
import {STATUS_CHECK_PERIOD} from '../../../contract/limits'
import {textsOf} from '../../domain/language'
import {type FallbackVideos, withFallback} from '../../domain/media/fallbacks'
import type {ListOwner} from '../listAttribute'
import {createResource} from '../resource'
import {fallbackMachine} from './lists'

const texts = textsOf('machines.fallbacks', {unloaded: 'The fallback videos could not be loaded.'})

export interface FallbacksInput {
  /** Null for those who may not see the fallbacks. */
  organisationId: string | null
}

/** The fallback videos of an organisation and of its groups. */
export const fallbackVideosMachine = createResource<FallbackVideos, FallbacksInput>({
  id: 'fallbackVideos',
  texts,
  pause: () => STATUS_CHECK_PERIOD,
})

/** Shows the fallbacks, and arranges the one that is opened. */
export const fallbacksMachine = setup({
  types: {} as {
    context: FallbacksInput
    events: {type: 'fallback.opened'; owner: ListOwner} | {type: 'fallback.closed'}
    input: FallbacksInput
    children: {videos: 'videos'; list: 'list'}
  },
  actors: {videos: fallbackVideosMachine, list: fallbackMachine},
}).createMachine({
  id: 'fallbacks',
  context: ({input}) => input,
  invoke: {id: 'videos', src: 'videos', input: ({context}) => context, onError: {}},
  type: 'parallel',
  states: {
    list: {
      initial: 'none',
      states: {
        none: {on: {'fallback.opened': 'arranged'}},
        /** The list is saved even when its dialog is closed meanwhile. */
        arranged: {
          invoke: {
            id: 'list',
            src: 'list',
            input: ({event}) => {
              assertEvent(event, 'fallback.opened')
              return {owner: event.owner}
            },
            onSnapshot: {
              guard: ({event}) => event.snapshot.matches({list: 'stored'}),
              actions: sendTo('videos', ({event: {snapshot}}) => ({
                type: 'value.changed',
                change: (videos: FallbackVideos) => withFallback(videos, ...videosIn(snapshot)),
              })),
            },
            onError: 'none',
          },
          on: {'fallback.opened': {target: 'arranged', reenter: true}},
        },
      },
    },
    dialog: {
      initial: 'closed',
      states: {
        closed: {on: {'fallback.opened': 'open'}},
        open: {on: {'fallback.closed': 'closed'}},
      },
    },
  },
})

export type FallbacksRef = ActorRefFrom<typeof fallbacksMachine>

const videosIn = ({context: {owner, shown}}: SnapshotFrom<typeof fallbackMachine>) =>
  [owner.id, shown.items.map(({assetId}) => assetId)] as const
