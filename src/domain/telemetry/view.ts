import {DEFAULT_WINDOW_MINUTES, MAX_WINDOW_MINUTES, MIN_WINDOW_MINUTES, WINDOW_MINUTES} from '../../../contract/limits'
import {isValidTime} from '../../../contract/rules/time/validTime'
import {AGGREGATIONS, type Aggregation} from '../../../contract/wire/telemetry/telemetry'
import {
  DEFAULT_RANGE,
  followsNow,
  isSameRange,
  type RawRange,
  rangeFromParameters,
  rawText,
  type TimeRange,
} from '../timeRange/timeRange'
import {DEFAULT_NAVIGATOR, type NavigatorView, navigatorFrom, writeNavigator} from './devices/navigatorView'
import {type Comparison, comparisonFrom, NO_COMPARISON, writeComparison} from './series/comparison'

export interface ChartSettings {
  aggregation: Aggregation
  windowMinutes: number
  /** Only true while the range ends now. */
  live: boolean
  range: RawRange
  /** The part of the range that is in view; null for all of it. */
  zoom: TimeRange | null
}

/** A chart sends this to the screen when its viewer has changed its settings. */
export type ChartSettingsChanged = {
  type: 'chart.settingsChanged'
  settings: Partial<ChartSettings>
  /** Whether Back leads to the former settings. */
  history: 'push' | 'replace'
}

export const settingsChanged = (
  settings: ChartSettingsChanged['settings'],
  history: ChartSettingsChanged['history'],
): ChartSettingsChanged => ({type: 'chart.settingsChanged', settings, history})

/** The part of the dashboard that the address holds. A key never occurs without its device. */
export interface DashboardView extends ChartSettings {
  deviceId: string | null
  key: string | null
  /** The part that a narrow screen shows, where both don't fit: the list of devices or the chosen key. */
  page: 'list' | 'detail'
  /** The nine figures of the tiles, or all that is known. */
  statistics: 'few' | 'all'
  /** The series that are drawn beside the one of the key. */
  comparison: Comparison
  navigator: NavigatorView
}

export const DEFAULT_VIEW: DashboardView = {
  deviceId: null,
  key: null,
  page: 'list',
  statistics: 'few',
  comparison: NO_COMPARISON,
  navigator: DEFAULT_NAVIGATOR,
  aggregation: 'none',
  windowMinutes: DEFAULT_WINDOW_MINUTES,
  live: true,
  range: DEFAULT_RANGE,
  zoom: null,
}

/**
 * Reads `device`, `key`, `with`, `place`, `show`, `stats`, `agg`, `window`, `live`, `zoom`, and `from` and `to`
 * (relative, ISO or epoch ms), and what the list shows. Invalid values become defaults. A link to a key opens the key,
 * unless it says `show=list`.
 */
export function viewFromSearch(search: string): DashboardView {
  const parameters = new URLSearchParams(search)
  const range = rangeFromParameters(parameters) ?? DEFAULT_RANGE
  const deviceId = parameters.get('device') || null
  const key = (deviceId && parameters.get('key')) || null
  return {
    deviceId,
    key,
    page: key === null || parameters.get('show') === 'list' ? 'list' : 'detail',
    statistics: parameters.get('stats') === 'all' ? 'all' : 'few',
    comparison: key === null ? NO_COMPARISON : comparisonFrom(parameters, {deviceId: deviceId ?? '', key}),
    navigator: navigatorFrom(parameters),
    aggregation: AGGREGATIONS.find(name => name === parameters.get('agg')) ?? DEFAULT_VIEW.aggregation,
    windowMinutes: windowFrom(parameters.get('window')),
    live: followsNow(range) && parameters.get('live') !== '0',
    range,
    zoom: zoomFrom(parameters.get('zoom')),
  }
}

/** Writes the search part of the address with its question mark. Defaults are left out; the default view is empty. */
export function searchFromView(view: DashboardView): string {
  const parameters = new URLSearchParams()
  if (view.deviceId !== null) parameters.set('device', view.deviceId)
  if (view.deviceId !== null && view.key !== null) parameters.set('key', view.key)
  if (view.deviceId !== null && view.key !== null && view.page === 'list') parameters.set('show', 'list')
  if (view.statistics === 'all') parameters.set('stats', 'all')
  if (view.deviceId !== null && view.key !== null) writeComparison(view.comparison, parameters)
  writeNavigator(view.navigator, parameters)
  if (view.aggregation !== DEFAULT_VIEW.aggregation) parameters.set('agg', view.aggregation)
  if (view.windowMinutes !== DEFAULT_VIEW.windowMinutes) parameters.set('window', String(view.windowMinutes))
  if (!view.live && followsNow(view.range)) parameters.set('live', '0')
  if (!isSameRange(view.range, DEFAULT_RANGE)) {
    parameters.set('from', rawText(view.range.from))
    parameters.set('to', rawText(view.range.to))
  }
  if (view.zoom !== null) parameters.set('zoom', `${view.zoom.start}-${view.zoom.end}`)
  const search = parameters.toString()
  return search && `?${search}`
}

export const isSameView = (one: DashboardView, other: DashboardView) => searchFromView(one) === searchFromView(other)

/**
 * Reads the minutes of the custom window. Blank and invalid texts, and numbers below one, count as 1. Fractions are cut
 * off.
 */
export function customWindowMinutes(text: string): number {
  const minutes = Math.floor(Number(text))
  return Number.isFinite(minutes)
    ? Math.min(Math.max(minutes, MIN_WINDOW_MINUTES), MAX_WINDOW_MINUTES)
    : MIN_WINDOW_MINUTES
}

/** The settings as the chart's controls hold them. A window that is not one of the options is shown as a custom one. */
export function chosenFrom({aggregation, windowMinutes, range, zoom}: ChartSettings) {
  const isOption = WINDOW_MINUTES.some(minutes => minutes === windowMinutes)
  return {
    aggregation,
    windowMinutes,
    customWindow: isOption ? null : String(windowMinutes),
    rangeChosen: range,
    zoom,
    requestedZoom: {view: zoom},
  }
}

function windowFrom(text: string | null): number {
  if (text === null || !/^\d+$/.test(text)) return DEFAULT_VIEW.windowMinutes
  return customWindowMinutes(text)
}

function zoomFrom(text: string | null): TimeRange | null {
  const [, start = '', end = ''] = /^(\d+)-(\d+)$/.exec(text ?? '') ?? []
  const zoom = {start: Number(start), end: Number(end)}
  return text && isValidTime(zoom.start) && isValidTime(zoom.end) && zoom.start < zoom.end ? zoom : null
}
