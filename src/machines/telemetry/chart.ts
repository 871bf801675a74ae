import {
  type ActorRefFrom,
  and,
  assertEvent,
  assign,
  fromEventObservable,
  fromPromise,
  not,
  raise,
  sendParent,
  setup,
  stateIn,
} from 'xstate'
import {CHART_POINT_LIMIT} from '../../../contract/limits'
import type {SeriesPoint} from '../../../contract/rules/point'
import type {Capabilities} from '../../../contract/wire/capabilities'
import type {EpochMs} from '../../../contract/wire/common'
import type {Aggregation} from '../../../contract/wire/telemetry'
import {
  aheadOf,
  drawable,
  hasNewDayBegun,
  isEmpty,
  type RangeChoice,
  wantedRange,
  withEnd,
} from '../../domain/telemetry/chartRange'
import {isLinkUp, type LinkState} from '../../domain/telemetry/link'
import {mergePoints, NO_SERIES, type Series} from '../../domain/telemetry/series'
import type {SeriesQuestion} from '../../domain/telemetry/seriesAnswer'
import type {ShownUnit} from '../../domain/telemetry/temperature'
import {type ChartSettings, chosenFrom, customWindowMinutes} from '../../domain/telemetry/view'
import type {TimeRange} from '../../domain/telemetry/windows'
import type {MinuteTicked} from './tiles'

export interface ChartInput {
  deviceId: string
  key: string
  zone: RangeChoice['zone']
  /** What the server offers. */
  capabilities: Capabilities
  now: EpochMs
  link: LinkState
  settings: ChartSettings
}

export interface ChartContext extends Omit<ChartInput, 'settings'>, RangeChoice {
  /** Whether live update was on when the chart was opened. */
  opensLive: boolean
  aggregation: Aggregation
  windowMinutes: number
  /** What stands in the field of the custom window; null while one of the options is chosen. */
  customWindow: string | null
  /** What the drawing covers. */
  range: TimeRange
  /** Null as long as nothing was loaded. */
  series: Series | null
  /** Pushed since the question under way was asked: its answer may be without them. */
  recent: readonly SeriesPoint[]
}

/** A drawing to be saved as a file; one that leaves points out is asked for in full. */
export interface ChartFile extends ReturnType<typeof asked> {
  series: Series
  unit: ShownUnit
}

export type ChartSettingsChanged = {
  type: 'chart.settingsChanged'
  settings: Partial<ChartSettings>
  /** Whether Back leads to the former settings. */
  history: 'push' | 'replace'
}

/** Points as they are pushed; `at` is when the last of them arrived on the server, on the client's clock. */
export type PointsReceived = {type: 'points.received'; points: readonly SeriesPoint[]; at: EpochMs}

type ChartEvent =
  | MinuteTicked
  | {type: 'clock.ticked'; at: EpochMs}
  | {type: 'link.changed'; link: LinkState}
  | PointsReceived
  | {type: 'refresh.requested'}
  | {type: 'retry.requested'}
  | {type: 'settings.restored'; settings: ChartSettings}
  | {type: 'liveUpdate.toggled'}
  | {type: 'aggregation.chosen'; aggregation: Aggregation}
  | {type: 'window.chosen'; minutes: number}
  /** Raised by the two that change it. */
  | {type: 'window.changed'}
  | {type: 'customWindow.chosen'}
  | {type: 'customWindow.typed'; text: string}
  | {type: 'start.chosen'; at: EpochMs | null}
  | {type: 'end.chosen'; at: EpochMs | null}
  /** `unit` is that of single values. */
  | {type: 'download.requested'; unit: ShownUnit}

/** One device's key as a drawing: what is asked for, what is shown, and whether it follows now. */
export const chartMachine = setup({
  types: {} as {context: ChartContext; events: ChartEvent; input: ChartInput},
  actors: {
    minuteTicks: fromEventObservable<MinuteTicked, void>(() => {
      throw new Error('`minuteTicks` must be provided')
    }),
    points: fromEventObservable<PointsReceived, {deviceId: string; key: string}>(() => {
      throw new Error('`points` must be provided')
    }),
    loadSeries: fromPromise<Series, {question: SeriesQuestion; capabilities: Capabilities}>(() => {
      throw new Error('`loadSeries` must be provided')
    }),
    saveFile: fromPromise<void, ChartFile>(() => {
      throw new Error('`saveFile` must be provided')
    }),
  },
  actions: {
    takeRange: assign({range: ({context}) => wantedRange(context)}),
    showSeries: assign({
      series: ({context}, {series}: {series: Series}) =>
        context.aggregation === 'none' ? mergePoints(series, drawable(context, context.recent)) : series,
    }),
    appendPoints: assign(({context, event}) => {
      assertEvent(event, 'points.received')
      const followed = {...context, ...withEnd(context, Math.max(context.now, event.at))}
      return {...followed, series: mergePoints(context.series ?? NO_SERIES, drawable(followed, event.points))}
    }),
    keepRecent: assign(({context, event}) => {
      assertEvent(event, 'points.received')
      return {recent: [...context.recent, ...event.points]}
    }),
    pushSettings: sendParent((_, settings: Partial<ChartSettings>) => settingsChanged(settings, 'push')),
    replaceSettings: sendParent((_, settings: Partial<ChartSettings>) => settingsChanged(settings, 'replace')),
    logFailure: (_, _params: {error: unknown}) => {
      throw new Error('`logFailure` must be provided')
    },
  },
  guards: {
    isLive: stateIn({update: 'live'}),
    isRaw: ({context}) => context.aggregation === 'none',
    isLinkUp: ({context}) => isLinkUp(context.link),
    isRangeEmpty: ({context}) => isEmpty(wantedRange(context)),
    isOverfull: ({context}) => (context.series?.points.length ?? 0) >= 2 * CHART_POINT_LIMIT,
    hasSeries: ({context}) => context.series !== null,
    hasFile: ({context}) => (context.series?.points.length ?? 0) > 0,
    hasRecent: ({context}) => context.recent.length > 0,
  },
  delays: {
    /** Buckets are asked for again, not added up here; not at each point. */
    bucketPatience: 5000,
  },
}).createMachine({
  id: 'chart',
  type: 'parallel',
  context: ({input: {settings, ...rest}}) => {
    const pausedAt = settings.live ? null : rest.now
    const chosen = {...rest, ...chosenFrom(settings), opensLive: settings.live, pausedAt}
    return {...chosen, range: wantedRange(chosen), series: null, recent: []}
  },
  invoke: [
    {src: 'minuteTicks', onError: {}},
    {src: 'points', input: ({context: {deviceId, key}}) => ({deviceId, key}), onError: {}},
  ],
  on: {
    'link.changed': {actions: assign({link: ({event}) => event.link})},
    'clock.ticked': {actions: assign({now: ({event}) => event.at})},
  },
  states: {
    update: {
      initial: 'opening',
      on: {'minute.ticked': {actions: assign({now: ({event}) => event.at})}},
      states: {
        opening: {always: [{guard: ({context}) => context.opensLive, target: 'live'}, {target: 'paused'}]},
        live: {
          entry: assign({pausedAt: null}),
          on: {
            'liveUpdate.toggled': {target: 'paused', actions: {type: 'replaceSettings', params: {live: false}}},
            'end.chosen': {guard: ({event}) => event.at !== null, target: 'paused'},
            'settings.restored': {guard: ({event}) => !event.settings.live, target: 'paused'},
          },
        },
        paused: {
          entry: assign({pausedAt: ({context}) => context.pausedAt ?? context.now}),
          on: {
            'liveUpdate.toggled': 'live',
            'end.chosen': {guard: ({event}) => event.at === null, target: 'live'},
            'settings.restored': {guard: ({event}) => event.settings.live, target: 'live'},
          },
        },
      },
    },
    load: {
      initial: 'asking',
      on: {
        'refresh.requested': '.askingAgain',
        'liveUpdate.toggled': {
          guard: not('isLive'),
          target: '.asking',
          actions: [
            assign({endChosen: null}),
            {type: 'replaceSettings', params: ({context}) => ({live: true, range: chosenRange(context)})},
          ],
        },
        'settings.restored': {target: '.asking', actions: assign(({event}) => chosenFrom(event.settings))},
        'aggregation.chosen': {
          guard: ({context, event}) => event.aggregation !== context.aggregation,
          target: '.asking',
          actions: [
            assign({aggregation: ({event}) => event.aggregation}),
            {type: 'pushSettings', params: ({event}) => ({aggregation: event.aggregation})},
          ],
        },
        'window.chosen': {
          actions: [
            assign({windowMinutes: ({event}) => event.minutes, customWindow: null}),
            {type: 'pushSettings', params: ({event}) => ({windowMinutes: event.minutes})},
            raise({type: 'window.changed'}),
          ],
        },
        'customWindow.chosen': {actions: assign({customWindow: ({context}) => String(context.windowMinutes)})},
        'customWindow.typed': {
          actions: [
            assign(({event: {text}}) => ({customWindow: text, windowMinutes: customWindowMinutes(text)})),
            {type: 'replaceSettings', params: ({context}) => ({windowMinutes: context.windowMinutes})},
            raise({type: 'window.changed'}),
          ],
        },
        'window.changed': {guard: not('isRaw'), target: '.asking'},
        'start.chosen': {
          guard: ({context, event}) => event.at !== context.startChosen,
          target: '.asking',
          actions: [
            assign({startChosen: ({event}) => event.at}),
            {type: 'pushSettings', params: ({context}) => ({range: chosenRange(context)})},
          ],
        },
        'end.chosen': {
          guard: ({context, event}) => event.at !== context.endChosen,
          target: '.asking',
          actions: [
            assign({endChosen: ({event}) => event.at}),
            {
              type: 'pushSettings',
              params: ({context, event}) => ({range: chosenRange(context), live: event.at === null}),
            },
          ],
        },
      },
      states: {
        /** Another question: what is drawn stays until the answer is there, and goes if there is none. */
        asking: {
          entry: assign({recent: []}),
          always: [
            {guard: 'isRangeEmpty', target: 'shown', actions: ['takeRange', assign({series: NO_SERIES})]},
            {guard: 'hasSeries', target: 'shown.changing', actions: 'takeRange'},
            {target: 'loading', actions: 'takeRange'},
          ],
        },
        /** The same question at another time: what is drawn is true of its time in any case. */
        askingAgain: {
          entry: assign({recent: []}),
          always: [
            {guard: 'isRangeEmpty', target: 'shown', actions: ['takeRange', assign({series: NO_SERIES})]},
            {guard: 'hasSeries', target: 'shown.refreshing', actions: 'takeRange'},
            {target: 'loading', actions: 'takeRange'},
          ],
        },
        loading: {
          invoke: {
            src: 'loadSeries',
            input: ({context}) => asked(context),
            onDone: {target: 'shown', actions: {type: 'showSeries', params: ({event}) => ({series: event.output})}},
            onError: {target: 'failed', actions: {type: 'logFailure', params: ({event}) => ({error: event.error})}},
          },
          on: {'points.received': {actions: 'keepRecent'}},
        },
        shown: {
          initial: 'idle',
          states: {
            idle: {
              always: {guard: and([not('isRaw'), 'hasRecent']), target: 'due'},
              on: {
                'minute.ticked': [
                  {guard: not('isLive')},
                  {guard: ({context}) => context.link.kind === 'polling', target: '#chart.load.askingAgain'},
                  {guard: ({context, event}) => hasNewDayBegun(context, event.at), target: '#chart.load.askingAgain'},
                  {actions: assign(({context, event}) => withEnd(context, event.at))},
                ],
                'points.received': [
                  {guard: not('isLive')},
                  {guard: not('isRaw'), target: 'due'},
                  {guard: 'isOverfull', target: '#chart.load.askingAgain'},
                  {actions: 'appendPoints'},
                ],
              },
            },
            /** Buckets have changed. */
            due: {entry: assign({recent: []}), after: {bucketPatience: '#chart.load.askingAgain'}},
            changing: {
              invoke: {
                src: 'loadSeries',
                input: ({context}) => asked(context),
                onDone: {target: 'idle', actions: {type: 'showSeries', params: ({event}) => ({series: event.output})}},
                onError: {
                  target: '#chart.load.failed',
                  actions: {type: 'logFailure', params: ({event}) => ({error: event.error})},
                },
              },
              on: {
                'refresh.requested': '#chart.load.asking',
                'points.received': {actions: 'keepRecent'},
              },
            },
            refreshing: {
              invoke: {
                src: 'loadSeries',
                input: ({context}) => asked(context),
                onDone: {target: 'idle', actions: {type: 'showSeries', params: ({event}) => ({series: event.output})}},
                onError: {
                  target: 'outdated',
                  actions: {type: 'logFailure', params: ({event}) => ({error: event.error})},
                },
              },
              on: {
                'points.received': [
                  {guard: and(['isLive', 'isRaw']), actions: ['appendPoints', 'keepRecent']},
                  {actions: 'keepRecent'},
                ],
              },
            },
            /** Could not be refreshed: points may be missing since. */
            outdated: {
              on: {
                'retry.requested': '#chart.load.askingAgain',
                'minute.ticked': {guard: and(['isLive', 'isLinkUp']), target: '#chart.load.askingAgain'},
                'points.received': {guard: and(['isLive', 'isRaw']), actions: 'appendPoints'},
              },
            },
          },
        },
        failed: {
          entry: assign({series: null, recent: []}),
          on: {
            'retry.requested': 'asking',
            'minute.ticked': {guard: 'isLinkUp', target: 'asking'},
          },
        },
      },
    },
    file: {
      initial: 'idle',
      states: {
        idle: {on: {'download.requested': {guard: 'hasFile', target: 'saving'}}},
        saving: {
          invoke: {
            src: 'saveFile',
            input: ({context, event}) => {
              assertEvent(event, 'download.requested')
              return {...asked(context), series: context.series ?? NO_SERIES, unit: event.unit}
            },
            onDone: 'idle',
            onError: {target: 'failed', actions: {type: 'logFailure', params: ({event}) => ({error: event.error})}},
          },
        },
        failed: {on: {'download.requested': {guard: 'hasFile', target: 'saving'}}},
      },
    },
  },
})

export type ChartRef = ActorRefFrom<typeof chartMachine>

const settingsChanged = (
  settings: Partial<ChartSettings>,
  history: ChartSettingsChanged['history'],
): ChartSettingsChanged => ({type: 'chart.settingsChanged', settings, history})

const chosenRange = ({startChosen, endChosen}: ChartContext) => ({start: startChosen, end: endChosen})

function asked(context: ChartContext) {
  const {deviceId, key, range, aggregation, windowMinutes, zone, capabilities} = context
  const end = range.end + aheadOf(context)
  return {question: {deviceId, key, start: range.start, end, aggregation, windowMinutes, zone}, capabilities}
}
