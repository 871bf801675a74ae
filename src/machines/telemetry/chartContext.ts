import type {ShownUnit} from '../../../contract/rules/format/shownUnit'
import type {EpochMs} from '../../../contract/wire/common'
import type {Aggregation} from '../../../contract/wire/telemetry/telemetry'
import type {LinkState} from '../../domain/link'
import type {Extent, Level} from '../../domain/telemetry/level'
import type {PointsReceived} from '../../domain/telemetry/readings/update'
import {detailQuestion} from '../../domain/telemetry/series/chartDetail'
import {type Chart, questionOf} from '../../domain/telemetry/series/chartPoints'
import {requestedRange} from '../../domain/telemetry/series/chartRange'
import {NO_SERIES} from '../../domain/telemetry/series/series'
import {type ChartSettings, chosenFrom} from '../../domain/telemetry/view'
import {followsNow, type MinuteTicked, type RawRange, type TimeRange} from '../../domain/timeRange/timeRange'
import type {RangeChosen} from '../timeRange'
import type {ZoomSettled} from './chartZoom'
import type {TilesQuestion} from './tiles'

export interface ChartInput extends TilesQuestion {
  now: EpochMs
  link: LinkState
  settings: ChartSettings
}

export interface ChartContext extends Omit<ChartInput, 'settings'>, Chart {
  /** The text in the field of the custom window; null while one of the options is chosen. */
  customWindow: string | null
  /** The part of the range that is in view since the last moment of rest; null for all of it. */
  zoom: TimeRange | null
  /** The view that the drawing has to show, because it was not chosen there: each time another object. */
  requestedZoom: {view: TimeRange | null}
  /** Whether the limits of the key are drawn, if it has any. */
  areLimitsShown: boolean
  /** A limit that somebody looks for; null while nobody does. */
  level: Level | null
}

export type ChartChildren = {
  changes: 'changes'
  file: 'file'
  share: 'share'
  timeRange: 'timeRange'
  usual: 'usual'
  zoom: 'zoom'
}

export type ChartEvent =
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
  /** Raised by `window.chosen` and by `customWindow.typed`. */
  | {type: 'window.changed'}
  | {type: 'customWindow.chosen'}
  | {type: 'customWindow.typed'; text: string}
  /** Sent by the control of the range, and raised by the moves of a range. */
  | RangeChosen
  | {type: 'range.stepped'; direction: -1 | 1}
  | {type: 'range.zoomedOut'}
  | {type: 'limits.toggled'}
  | {type: 'level.opened'; shown: Extent}
  | {type: 'level.changed'; change: Partial<Level>}
  | {type: 'level.closed'}
  | ZoomSettled
  /** `unit` is the unit of single values. */
  | {type: 'download.requested'; unit: ShownUnit}

export function opened({settings, ...rest}: ChartInput): ChartContext {
  const chosen = {
    ...rest,
    areLimitsShown: true,
    level: null,
    ...chosenFrom(settings),
    pausedAt: settings.live ? null : rest.now,
  }
  return {...chosen, range: requestedRange(chosen), series: null, recent: []}
}

export const asked = (context: ChartContext) => ({question: questionOf(context), offer: context.offer})

/** The points that are drawn, as a file. `unit` is the unit of single values. */
export const fileRequested = (context: ChartContext, unit: ShownUnit) =>
  ({type: 'file.requested', file: {...asked(context), series: context.series ?? NO_SERIES, unit}}) as const

/** A range that ends now is followed, unless the chart was paused in one that ended now too. */
export const isLiveWith = ({pausedAt, rangeChosen}: ChartContext, range: RawRange): boolean =>
  followsNow(range) && (pausedAt === null || !followsNow(rangeChosen))

/** The question for the part in view, when the points of the whole range are too few for it. */
export function detailRequested(context: ChartContext) {
  const question = context.series === null ? null : detailQuestion(context, context.series, context.zoom)
  return {type: 'detail.requested', requested: question && {question, offer: context.offer}} as const
}

export const isSameView = (one: TimeRange | null, other: TimeRange | null): boolean =>
  one?.start === other?.start && one?.end === other?.end
