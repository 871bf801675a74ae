import {HOUR} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {TimeRange} from './timeRange/timeRange'

/** The speeds at which the past can be played. */
export const RATES = [1, 10, 60, 600] as const
export type Rate = (typeof RATES)[number]

/** The replay in the address: a still moment, or a moment from which it plays. */
export interface Moment {
  at: EpochMs
  /** Null while it is paused. */
  rate: Rate | null
}

export type AskedMoment = Moment | 'unreadable'

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/

/** Reads `at`, an ISO time in UTC, and `rate`; null when nothing of the past is asked for. Another rate means none. */
export function momentFromSearch(search: string): AskedMoment | null {
  const parameters = new URLSearchParams(search)
  const text = parameters.get('at')
  if (text === null) return null
  const at = UTC_TIME.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at) || at < 0) return 'unreadable'
  return {at, rate: RATES.find(rate => String(rate) === parameters.get('rate')) ?? null}
}

/** The search part of an address with another moment, or without any. */
export function searchWithMoment(search: string, moment: Moment | null): string {
  const parameters = new URLSearchParams(search)
  parameters.delete('at')
  parameters.delete('rate')
  if (moment !== null) parameters.set('at', new Date(moment.at).toISOString())
  if (moment !== null && moment.rate !== null) parameters.set('rate', String(moment.rate))
  const text = parameters.toString()
  return text && `?${text}`
}

export const isSameMoment = (one: AskedMoment | null, other: AskedMoment | null): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && one?.at === other?.at && one?.rate === other?.rate)

/** The stretch of the past that the slider spans. */
export const SLIDER_SPANS = ['day', 'week'] as const
export type SliderSpan = (typeof SLIDER_SPANS)[number]

const LENGTHS: Readonly<Record<SliderSpan, Milliseconds>> = {day: 24 * HOUR, week: 7 * 24 * HOUR}

/** The day or week around a moment, in whole hours. It ends at the latest with the present hour. */
export function sliderAround(at: EpochMs, now: EpochMs, span: SliderSpan): TimeRange {
  const length = LENGTHS[span]
  const end = Math.min(wholeHour(at + length / 2), wholeHour(now))
  return {start: end - length, end}
}

const wholeHour = (at: EpochMs): EpochMs => Math.ceil(at / HOUR) * HOUR

/** The range itself, as long as the moment is within it. */
export const sliderFor = (known: TimeRange, at: EpochMs, now: EpochMs, span: SliderSpan): TimeRange =>
  at >= known.start && at <= known.end ? known : sliderAround(at, now, span)

/** The slider moves in such steps. */
export const SLIDER_STEP: Readonly<Record<SliderSpan, Milliseconds>> = {day: 60_000, week: 600_000}

/** Replays are begun this long before the present. */
export const FIRST_LOOK_BACK: Milliseconds = HOUR

export const MARK_LENGTH: Milliseconds = 600_000

/** Ten minutes in which alarms were raised. */
export interface AlarmMark {
  at: EpochMs
  raised: number
}

/** The next mark after a moment, or the last one before it; null when there is none. */
export const markBeside = (marks: readonly AlarmMark[], at: EpochMs, step: 1 | -1): AlarmMark | null =>
  (step === 1 ? marks.find(mark => mark.at > at) : marks.findLast(mark => mark.at < at)) ?? null

/** The mark that a moment lies in. */
export const markAt = (marks: readonly AlarmMark[], at: EpochMs): AlarmMark | null =>
  marks.find(mark => at >= mark.at && at < mark.at + MARK_LENGTH) ?? null

/** The known past around a moment. */
export interface ReplayFacts {
  /** The time of the oldest stored value; null when there is none. */
  oldestAt: EpochMs | null
  marks: readonly AlarmMark[]
}

/** Whether a page shows what has a past: the dashboards, and the alarms. */
export const isReplayable = (pathname: string): boolean => /^\/(dashboard|alarms)(\/|$)/.test(pathname)
