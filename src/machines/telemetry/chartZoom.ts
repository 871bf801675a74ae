import {type ActorRefFrom, assign, sendParent, setup} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import type {Series} from '../../domain/telemetry/series/series'
import type {SeriesQuestion} from '../../domain/telemetry/series/seriesAnswer'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import {RETRIES, retries} from '../connectivity'
import {call, type Given, missing} from '../ports'

/** The points of the part of a chart that is in view. */
export interface Detail {
  range: TimeRange
  series: Series
}

interface DetailQuestion {
  question: SeriesQuestion
  offer: Offer | null
}

interface ZoomContext {
  view: TimeRange | null
  /** The request for the present view; null when the chart has all of its points already. */
  requested: DetailQuestion | null
  /** Stays until another one is there, so that the drawing never loses points. */
  detail: Detail | null
}

type ZoomEvent =
  /** Sent by the drawing at each movement; null when all of the range is in view. */
  | {type: 'view.changed'; view: TimeRange | null}
  /** Sent by the chart, which knows what it has drawn. */
  | {type: 'detail.requested'; requested: DetailQuestion | null}
  | {type: 'retry.requested'}

/** The chart receives this when a view has not moved for a moment. */
export type ZoomSettled = {type: 'zoom.settled'; view: TimeRange | null}

/** Holds the part of a chart that is in view, and its points where those of the whole range are too few. */
export const chartZoomMachine = setup({
  types: {} as {context: ZoomContext; events: ZoomEvent},
  actors: {
    retries,
    loadSeries: call<Series, DetailQuestion>('loadSeries'),
  },
  actions: {
    notifySettled: sendParent(
      ({context}: {context: ZoomContext}): ZoomSettled => ({
        type: 'zoom.settled',
        view: context.view,
      }),
    ),
    logFailure: (_, _params: Given<{error: unknown}>) => missing('logFailure'),
  },
  delays: {
    /** A wheel is turned by several notches, and a drag moves all the time. */
    viewPatience: 250,
  },
}).createMachine({
  id: 'chartZoom',
  context: {view: null, requested: null, detail: null},
  initial: 'still',
  on: {
    'view.changed': {target: '.moving', reenter: true, actions: assign({view: ({event}) => event.view})},
    'detail.requested': [
      {
        guard: ({event}) => event.requested === null,
        target: '.still',
        actions: assign({requested: null, detail: null}),
      },
      {target: '.loading', reenter: true, actions: assign({requested: ({event}) => event.requested})},
    ],
  },
  states: {
    /** The view has all of its points. */
    still: {},
    moving: {after: {viewPatience: {target: 'still', actions: 'notifySettled'}}},
    loading: {
      invoke: {
        src: 'loadSeries',
        input: ({context: {requested}}) => {
          if (requested === null) throw new Error('No detail is requested')
          return requested
        },
        onDone: {
          target: 'still',
          actions: assign(({context: {requested}, event}) => ({
            detail: requested && {
              range: {start: requested.question.start, end: requested.question.end},
              series: event.output,
            },
          })),
        },
        onError: {target: 'failed', actions: {type: 'logFailure', params: ({event}) => ({error: event.error})}},
      },
    },
    /** The drawing shows the points of the whole range, which are fewer. */
    failed: {invoke: RETRIES, on: {'retry.requested': 'loading'}},
  },
})

export type ChartZoomRef = ActorRefFrom<typeof chartZoomMachine>
