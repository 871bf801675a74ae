import type {Severity, Threshold} from '../../../../contract/rules/thresholds'
import type {EpochMs, Milliseconds} from '../../../../contract/wire/common'
import type {Series} from '../../telemetry/series/series'
import type {SeriesQuestion} from '../../telemetry/series/seriesAnswer'
import type {TimeRange} from '../../timeRange/timeRange'

/** What a threshold would have raised. `isWhole` is false when only the newest of the points were evaluated. */
export interface Trial {
  raised: readonly {
    kind: 'value' | 'silence'
    severity: Severity
    raisedAt: EpochMs
    endedAt: EpochMs | null
  }[]
  isWhole: boolean
}

export interface TrialQuestion {
  deviceId: string
  key: string
  threshold: Threshold | null
}

/** The series of a key over its last day. */
export interface Day {
  series: Series
  range: TimeRange
}

const DAY: Milliseconds = 24 * 60 * 60_000

export const lastDay = (now: EpochMs): TimeRange => ({start: now - DAY, end: now})
export const lastWeek = (now: EpochMs): TimeRange => ({start: now - 7 * DAY, end: now})

/** Asks for points as they are stored, whose peaks survive where they are thinned. */
export const dayQuestion = (deviceId: string, key: string, range: TimeRange, zone: string): SeriesQuestion => ({
  deviceId,
  key,
  ...range,
  aggregation: 'none',
  windowMinutes: 1,
  zone,
})
