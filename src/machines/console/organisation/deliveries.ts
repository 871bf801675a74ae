import {type ActorRefFrom, assign, setup} from 'xstate'
import {type Deliveries, withNewest, withOlder} from '../../../domain/console/delivery'
import {messageOf} from '../../../domain/failure'
import {textsOf} from '../../../domain/language'
import {isPageDue} from '../../../domain/nextPage'
import {type KnownLink, PROBING} from '../../../domain/telemetry/readings/link'
import {type LinkChanged, linkChanges, onceOffered, onReconnect, setLink} from '../../connectivity'
import {call} from '../../ports'

export const deliveriesTexts = textsOf('machines.deliveries', {unloaded: 'The deliveries could not be loaded.'})

export interface DeliveriesInput {
  organisationId: string
}

export interface DeliveriesQuestion extends DeliveriesInput {
  cursor: string | null
}

interface DeliveriesContext extends DeliveriesInput, KnownLink {
  listed: Deliveries
  message: string | null
}

const setError = {type: 'setError', params: ({event}: {event: {error: unknown}}) => event} as const

/** Lists what was told on behalf of an organisation. As long as something waits, the newest page is read again. */
export const deliveriesMachine = setup({
  types: {} as {
    context: DeliveriesContext
    events:
      | LinkChanged
      | {type: 'rows.shown'; lastInView: number}
      | {type: 'refresh.requested'}
      | {type: 'retry.requested'}
    input: DeliveriesInput
  },
  actors: {
    linkChanges,
    loadPage: call<Deliveries, DeliveriesQuestion>('loadPage'),
  },
  actions: {
    setLink: assign((_, {link, capabilities}: KnownLink) => ({link, capabilities})),
    setError: assign({message: (_, {error}: {error: unknown}) => messageOf(error, deliveriesTexts.unloaded)}),
  },
  guards: {
    isAwaiting: ({context: {listed}}) => listed.deliveries.some(({state}) => state === 'waiting'),
  },
  delays: {
    waitingPause: 3000,
  },
}).createMachine({
  id: 'deliveries',
  context: ({input}) => ({
    ...input,
    link: PROBING,
    capabilities: {},
    listed: {deliveries: [], next: null},
    message: null,
  }),
  invoke: {src: 'linkChanges', onError: {}},
  on: {'link.changed': {actions: setLink}},
  initial: 'loading',
  states: {
    loading: {
      initial: 'awaitingServer',
      states: {
        awaitingServer: {
          always: onceOffered({
            isOffered: ({alarms}) => alarms === true,
            offered: 'fetching',
            notOffered: '#deliveries.notOffered',
            unreachable: {target: '#deliveries.failed', actions: {type: 'setError', params: {error: null}}},
          }),
        },
        fetching: {
          invoke: {
            src: 'loadPage',
            input: ({context: {organisationId}}) => ({organisationId, cursor: null}),
            onDone: {target: '#deliveries.loaded', actions: assign({listed: ({event}) => event.output})},
            onError: {target: '#deliveries.failed', actions: setError},
          },
        },
      },
    },
    notOffered: {},
    failed: {
      on: {
        'retry.requested': 'loading',
        'link.changed': onReconnect('loading'),
      },
    },
    loaded: {
      initial: 'idle',
      on: {
        'refresh.requested': '.refreshing',
        'link.changed': onReconnect('.refreshing'),
      },
      states: {
        idle: {
          after: {waitingPause: {guard: 'isAwaiting', target: 'refreshing'}},
          on: {
            'rows.shown': {
              guard: ({context: {listed}, event: {lastInView}}) =>
                isPageDue({next: listed.next, loaded: listed.deliveries.length, lastInView}),
              target: 'fetchingMore',
            },
          },
        },
        refreshing: {
          invoke: {
            src: 'loadPage',
            input: ({context: {organisationId}}) => ({organisationId, cursor: null}),
            onDone: {
              target: 'idle',
              actions: assign(({context: {listed}, event}) => ({
                listed: withNewest(listed, event.output),
                message: null,
              })),
            },
            onError: {target: 'missed', actions: setError},
          },
        },
        fetchingMore: {
          invoke: {
            src: 'loadPage',
            input: ({context: {organisationId, listed}}) => ({organisationId, cursor: listed.next}),
            onDone: {
              target: 'idle',
              actions: assign(({context: {listed}, event}) => ({
                listed: withOlder(listed, event.output),
                message: null,
              })),
            },
            onError: {target: 'missed', actions: setError},
          },
        },
        // What is loaded stays, and a message says that it may not be all.
        missed: {on: {'retry.requested': 'refreshing'}},
      },
    },
  },
})

export type DeliveriesLogic = typeof deliveriesMachine
export type DeliveriesRef = ActorRefFrom<DeliveriesLogic>
