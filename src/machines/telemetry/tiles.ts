import {type ActorRefFrom, assign, setup} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import {
  mayReplace,
  type SeriesStatistics,
  type StatisticsEvent,
  type StatisticsOf,
} from '../../domain/telemetry/series/seriesStatistics'
import {call, type Given, missing, source} from '../ports'

/** Counts by the days and weeks of the viewer's time zone. */
export interface TilesQuestion extends StatisticsOf {
  offer: Offer | null
}

/**
 * The statistics of one device's key: asked for at first, then pushed every ten minutes, or asked for when they are
 * due. They are hidden when they can't be had.
 */
export const tilesMachine = setup({
  types: {} as {
    context: TilesQuestion & {statistics: SeriesStatistics | null}
    events: StatisticsEvent | {type: 'refresh.requested'}
    input: TilesQuestion
  },
  actors: {
    statisticsEvents: source<StatisticsEvent, TilesQuestion>('statisticsEvents'),
    loadStatistics: call<SeriesStatistics, TilesQuestion>('loadStatistics'),
  },
  actions: {
    /** An answer that a newer one has overtaken is dropped. */
    show: assign(({context: {statistics}}, {answer}: {answer: SeriesStatistics}) =>
      mayReplace(statistics, answer) ? {statistics: answer} : {},
    ),
    logFailure: (_, _params: Given<{error: unknown}>) => missing('logFailure'),
  },
}).createMachine({
  id: 'tiles',
  context: ({input}) => ({...input, statistics: null}),
  invoke: {src: 'statisticsEvents', input: ({context}) => context, onError: {}},
  on: {
    /** A question under way is dropped, as its answer could be older. */
    'statistics.arrived': {
      guard: ({context, event}) => mayReplace(context.statistics, event.statistics),
      target: '.shown',
      actions: assign({statistics: ({event}) => event.statistics}),
    },
  },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadStatistics',
        input: ({context}) => context,
        onDone: {target: 'shown', actions: {type: 'show', params: ({event}) => ({answer: event.output})}},
        onError: {target: 'hidden', actions: {type: 'logFailure', params: ({event}) => ({error: event.error})}},
      },
    },
    shown: {
      initial: 'idle',
      states: {
        idle: {
          on: {'statistics.due': 'refreshing'},
        },
        refreshing: {
          invoke: {
            src: 'loadStatistics',
            input: ({context}) => context,
            onDone: {target: 'idle', actions: {type: 'show', params: ({event}) => ({answer: event.output})}},
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
            'statistics.due': 'retrying',
            'refresh.requested': 'retrying',
          },
        },
        retrying: {
          invoke: {
            src: 'loadStatistics',
            input: ({context}) => context,
            onDone: {target: '#tiles.shown', actions: {type: 'show', params: ({event}) => ({answer: event.output})}},
            onError: {target: 'idle', actions: {type: 'logFailure', params: ({event}) => ({error: event.error})}},
          },
        },
      },
    },
  },
})

export type TilesRef = ActorRefFrom<typeof tilesMachine>
