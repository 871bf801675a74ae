import {type ActorRefFrom, assign, fromEventObservable, fromPromise, setup} from 'xstate'
import type {Capabilities} from '../../../contract/wire/capabilities'
import type {DerivedStatistics} from '../../domain/telemetry/derivedStatistics'
import {isTileMinute, type MinuteTicked} from '../../domain/telemetry/windows'

export interface TilesQuestion {
  deviceId: string
  key: string
  /** The viewer's IANA time zone. */
  zone: string
  capabilities: Capabilities
}

/** The statistics of one device's key, asked for again every ten minutes; hidden when they can't be had. */
export const tilesMachine = setup({
  types: {} as {
    context: TilesQuestion & {statistics: DerivedStatistics | null}
    events: MinuteTicked | {type: 'refresh.requested'}
    input: TilesQuestion
  },
  actors: {
    minuteTicks: fromEventObservable<MinuteTicked, void>(() => {
      throw new Error('`minuteTicks` must be provided')
    }),
    loadStatistics: fromPromise<DerivedStatistics, TilesQuestion>(() => {
      throw new Error('`loadStatistics` must be provided')
    }),
  },
  actions: {
    logFailure: (_, _params: {error: unknown}) => {
      throw new Error('`logFailure` must be provided')
    },
  },
  guards: {
    isTileMinute: ({context, event}) => event.type === 'minute.ticked' && isTileMinute(event.at, context.zone),
  },
}).createMachine({
  id: 'tiles',
  context: ({input}) => ({...input, statistics: null}),
  invoke: {src: 'minuteTicks', onError: {}},
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadStatistics',
        input: ({context}) => context,
        onDone: {target: 'shown', actions: assign({statistics: ({event}) => event.output})},
        onError: {target: 'hidden', actions: {type: 'logFailure', params: ({event}) => ({error: event.error})}},
      },
    },
    shown: {
      initial: 'idle',
      states: {
        idle: {
          on: {'minute.ticked': {guard: 'isTileMinute', target: 'refreshing'}},
        },
        refreshing: {
          invoke: {
            src: 'loadStatistics',
            input: ({context}) => context,
            onDone: {target: 'idle', actions: assign({statistics: ({event}) => event.output})},
            onError: {
              target: '#tiles.hidden',
              actions: {type: 'logFailure', params: ({event}) => ({error: event.error})},
            },
          },
        },
      },
    },
    hidden: {
      entry: assign({statistics: null}),
      initial: 'idle',
      states: {
        idle: {
          on: {
            'minute.ticked': {guard: 'isTileMinute', target: 'retrying'},
            'refresh.requested': 'retrying',
          },
        },
        retrying: {
          invoke: {
            src: 'loadStatistics',
            input: ({context}) => context,
            onDone: {target: '#tiles.shown', actions: assign({statistics: ({event}) => event.output})},
            onError: {target: 'idle', actions: {type: 'logFailure', params: ({event}) => ({error: event.error})}},
          },
        },
      },
    },
  },
})

export type TilesRef = ActorRefFrom<typeof tilesMachine>
