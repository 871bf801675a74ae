import {
  DEFAULT_WINDOW_MINUTES,
  MAX_TS,
  MAX_WINDOW_MINUTES,
  MIN_TS,
  MIN_WINDOW_MINUTES,
  WINDOW_MINUTES,
} from '../../../contract/limits'
import type {EpochMs} from '../../../contract/wire/common'
import {AGGREGATIONS, type Aggregation} from '../../../contract/wire/telemetry'

/** A chosen start and end. Null means the default, which moves with the present. */
export interface ChosenRange {
  start: EpochMs | null
  end: EpochMs | null
}

export interface ChartSettings {
  aggregation: Aggregation
  windowMinutes: number
  /** Never true together with a chosen end. */
  live: boolean
  range: ChosenRange
}

/** What a chart tells the screen when its viewer has changed its settings. */
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
}

export const DEFAULT_VIEW: DashboardView = {
  deviceId: null,
  key: null,
  aggregation: 'none',
  windowMinutes: DEFAULT_WINDOW_MINUTES,
  live: true,
  range: {start: null, end: null},
}

/**
 * Reads `device`, `key`, `agg`, `window`, `live`, `start` and `end` (ISO or epoch ms). Invalid values become defaults.
 */
export function viewFromSearch(search: string): DashboardView {
  const parameters = new URLSearchParams(search)
  const range = rangeFrom(timeFrom(parameters.get('start')), timeFrom(parameters.get('end')))
  const deviceId = parameters.get('device') || null
  return {
    deviceId,
    key: (deviceId && parameters.get('key')) || null,
    aggregation: AGGREGATIONS.find(name => name === parameters.get('agg')) ?? DEFAULT_VIEW.aggregation,
    windowMinutes: windowFrom(parameters.get('window')),
    live: range.end === null && parameters.get('live') !== '0',
    range,
  }
}

/** Writes the search part of the address with its question mark. Defaults are left out; the default view is empty. */
export function searchFromView(view: DashboardView): string {
  const parameters = new URLSearchParams()
  if (view.deviceId !== null) parameters.set('device', view.deviceId)
  if (view.deviceId !== null && view.key !== null) parameters.set('key', view.key)
  if (view.aggregation !== DEFAULT_VIEW.aggregation) parameters.set('agg', view.aggregation)
  if (view.windowMinutes !== DEFAULT_VIEW.windowMinutes) parameters.set('window', String(view.windowMinutes))
  if (!view.live && view.range.end === null) parameters.set('live', '0')
  if (view.range.start !== null) parameters.set('start', new Date(view.range.start).toISOString())
  if (view.range.end !== null) parameters.set('end', new Date(view.range.end).toISOString())
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

export function isValidTime(at: EpochMs): boolean {
  return Number.isInteger(at) && at >= MIN_TS && at <= MAX_TS
}

function windowFrom(text: string | null): number {
  if (text === null || !/^\d+$/.test(text)) return DEFAULT_VIEW.windowMinutes
  return customWindowMinutes(text)
}

function timeFrom(text: string | null): EpochMs | null {
  if (!text) return null
  const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text)
  return isValidTime(at) ? at : null
}

function rangeFrom(start: EpochMs | null, end: EpochMs | null): ChosenRange {
  return start !== null && end !== null && start >= end ? DEFAULT_VIEW.range : {start, end}
}
