import {assign, fromEventObservable, fromPromise, sendParent, setup, stateIn} from 'xstate'
import {CHART_POINT_LIMIT, CLOCK_TOLERANCE, WINDOW_MINUTES} from '../../../contract/limits'
import type {SeriesPoint} from '../../../contract/rules/point'
import type {Capabilities} from '../../../contract/wire/capabilities'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Aggregation} from '../../../contract/wire/telemetry'
import {isLinkUp, type LinkState} from '../../domain/telemetry/link'
import {mergePoints, NO_SERIES, type Series} from '../../domain/telemetry/series'
import type {SeriesQuestion} from '../../domain/telemetry/seriesAnswer'
import {type ChartSettings, customWindowMinutes} from '../../domain/telemetry/view'
import {effectiveRange, type TimeRange} from '../../domain/telemetry/windows'
import type {MinuteTicked} from './tiles'

export interface ChartInput {
  deviceId: string
  key: string
  /** The viewer's zone. */
  zone: string
  /** What the server offers. */
  capabilities: Capabilities
  now: EpochMs
  link: LinkState
  settings: ChartSettings
}

export interface ChartContext extends Omit<ChartInput, 'settings'> {
  /** Whether live update was on when the chart was opened. */
  opensLive: boolean
  /** The end while none is chosen: now, or when live update was paused. */
  until: EpochMs
  startChosen: EpochMs | null
  endChosen: EpochMs | null
  aggregation: Aggregation
  windowMinutes: number
  /** What stands in the field of the custom window; null while one of the options is chosen. */
  customWindow: string | null
  /** What the drawing covers. */
  range: TimeRange
  /** How far beyond the end is asked while the chart follows now: the clock ticks by the second, and the server's may be ahead. */
  ahead: Milliseconds
  /** Null as long as nothing was loaded. */
  series: Series | null
  /** Pushed since the question under way was asked: its answer may be without them. */
  recent: readonly SeriesPoint[]
}

export type ChartSettingsChanged = {
  type: 'chart.settingsChanged'
  settings: Partial<ChartSettings>
  /** Whether Back leads to the former settings. */
  history: 'push' | 'replace'
}

type ChartEvent =
  | MinuteTicked
  | {type: 'clock.ticked'; at: EpochMs}
  | {type: 'link.changed'; link: LinkState}
  | {type: 'points.received'; points: readonly SeriesPoint[]; at: EpochMs}
  | {type: 'refresh.requested'}
  | {type: 'retry.requested'}
  | {type: 'settings.restored'; settings: ChartSettings}
  | {type: 'liveUpdate.toggled'}
  | {type: 'aggregation.chosen'; aggregation: Aggregation}
  | {type: 'window.chosen'; minutes: number}
  | {type: 'customWindow.chosen'}
  | {type: 'customWindow.typed'; text: string}
  | {type: 'start.chosen'; at: EpochMs | null}
  | {type: 'end.chosen'; at: EpochMs | null}

/** The chart's actors, actions and guards; `chart.ts` says when. */
export const chartSetup = setup({
  types: {} as {context: ChartContext; events: ChartEvent; input: ChartInput},
  actors: {
    minuteTicks: fromEventObservable<MinuteTicked, void>(() => {
      throw new Error('`minuteTicks` must be provided')
    }),
    loadSeries: fromPromise<Series, {question: SeriesQuestion; capabilities: Capabilities}>(() => {
      throw new Error('`loadSeries` must be provided')
    }),
  },
  actions: {
    rememberNow: assign({now: (_, {at}: {at: EpochMs}) => at}),
    rememberLink: assign({link: (_, {link}: {link: LinkState}) => link}),
    rememberSettings: assign((_, {settings}: {settings: ChartSettings}) => chosenFrom(settings)),
    rememberAggregation: assign({aggregation: (_, params: {aggregation: Aggregation}) => params.aggregation}),
    rememberWindow: assign({windowMinutes: (_, {minutes}: {minutes: number}) => minutes, customWindow: null}),
    openCustomWindow: assign({customWindow: ({context}) => String(context.windowMinutes)}),
    rememberCustomWindow: assign((_, {text}: {text: string}) => ({
      customWindow: text,
      windowMinutes: customWindowMinutes(text),
    })),
    rememberStart: assign({startChosen: (_, {at}: {at: EpochMs | null}) => at}),
    rememberEnd: assign({endChosen: (_, {at}: {at: EpochMs | null}) => at}),
    clearEnd: assign({endChosen: null}),
    followNow: assign({until: ({context}) => context.now, ahead: CLOCK_TOLERANCE}),
    standStill: assign({ahead: 0}),
    followClock: assign({until: (_, {at}: {at: EpochMs}) => at}),
    followPoint: assign({until: ({context}, {at}: {at: EpochMs}) => Math.max(context.until, at)}),
    takeRange: assign({range: ({context}) => wantedRange(context)}),
    showSeries: assign({
      series: ({context}, {series}: {series: Series}) =>
        context.aggregation === 'none' ? mergePoints(series, drawable(context.recent, context.range)) : series,
    }),
    showNothing: assign({series: NO_SERIES, recent: []}),
    clearSeries: assign({series: null, recent: []}),
    appendPoints: assign({
      series: ({context}, {points}: {points: readonly SeriesPoint[]}) =>
        mergePoints(context.series ?? NO_SERIES, drawable(points, context.range)),
    }),
    keepRecent: assign({
      recent: ({context}, {points}: {points: readonly SeriesPoint[]}) => [...context.recent, ...points],
    }),
    forgetRecent: assign({recent: []}),
    reportPaused: sendParent(() => settingsChanged({settings: {live: false}, history: 'replace'})),
    reportLive: sendParent(({context}) =>
      settingsChanged({settings: {live: true, range: chosenRange(context)}, history: 'replace'}),
    ),
    reportAggregation: sendParent(({context: {aggregation}}) =>
      settingsChanged({settings: {aggregation}, history: 'push'}),
    ),
    reportWindow: sendParent(({context: {windowMinutes}}) =>
      settingsChanged({settings: {windowMinutes}, history: 'push'}),
    ),
    reportCustomWindow: sendParent(({context: {windowMinutes}}) =>
      settingsChanged({settings: {windowMinutes}, history: 'replace'}),
    ),
    reportStart: sendParent(({context}) => settingsChanged({settings: {range: chosenRange(context)}, history: 'push'})),
    reportEnd: sendParent(({context}) =>
      settingsChanged({settings: {range: chosenRange(context), live: context.endChosen === null}, history: 'push'}),
    ),
    logFailure: (_, _params: {error: unknown}) => {
      throw new Error('`logFailure` must be provided')
    },
  },
  guards: {
    opensLive: ({context}) => context.opensLive,
    isLive: stateIn({update: 'live'}),
    isRaw: ({context}) => context.aggregation === 'none',
    isPolled: ({context}) => context.link.kind === 'polling',
    isLinkUp: ({context}) => isLinkUp(context.link),
    isOverfull: ({context}) => (context.series?.points.length ?? 0) >= 2 * CHART_POINT_LIMIT,
    isRangeEmpty: ({context}) => isEmpty(wantedRange(context)),
    hasSeries: ({context}) => context.series !== null,
    hasRecent: ({context}) => context.aggregation !== 'none' && context.recent.length > 0,
    /** A new day has begun. */
    hasStartMoved: ({context}, {at}: {at: EpochMs}) =>
      wantedRange({...context, until: at}).start !== context.range.start,
    isOtherAggregation: ({context}, params: {aggregation: Aggregation}) => params.aggregation !== context.aggregation,
    isOtherStart: ({context}, {at}: {at: EpochMs | null}) => at !== context.startChosen,
    isOtherEnd: ({context}, {at}: {at: EpochMs | null}) => at !== context.endChosen,
    isTime: (_, {at}: {at: EpochMs | null}) => at !== null,
    isDefault: (_, {at}: {at: EpochMs | null}) => at === null,
    isResuming: (_, {settings}: {settings: ChartSettings}) => settings.live,
    isPausing: (_, {settings}: {settings: ChartSettings}) => !settings.live,
  },
  delays: {
    /** Buckets are asked for again, not added up here; not at each point. */
    bucketPatience: 5000,
  },
})

export function chosenFrom({aggregation, windowMinutes, range}: ChartSettings) {
  const isOption = WINDOW_MINUTES.some(minutes => minutes === windowMinutes)
  return {
    aggregation,
    windowMinutes,
    customWindow: isOption ? null : String(windowMinutes),
    startChosen: range.start,
    endChosen: range.end,
  }
}

const settingsChanged = (change: Omit<ChartSettingsChanged, 'type'>): ChartSettingsChanged => ({
  type: 'chart.settingsChanged',
  ...change,
})

const chosenRange = ({startChosen, endChosen}: ChartContext) => ({start: startChosen, end: endChosen})

type Chosen = Pick<ChartContext, 'startChosen' | 'endChosen' | 'until' | 'zone'>

export function wantedRange({startChosen, endChosen, until, zone}: Chosen): TimeRange {
  return effectiveRange({start: startChosen, end: endChosen}, until, zone)
}

const isEmpty = ({start, end}: TimeRange): boolean => start >= end

function drawable(points: readonly SeriesPoint[], {start, end}: TimeRange): SeriesPoint[] {
  return points.filter(({ts}) => ts >= start && ts <= end + CLOCK_TOLERANCE)
}
