import type {Severity} from '../../../contract/rules/thresholds'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Alarm} from '../alarm'
import type {TimeRange} from '../timeRange/timeRange'

/** The median and the 90th percentile of some times. */
export interface Times {
  median: Milliseconds
  p90: Milliseconds
}

/** How long after they were raised some alarms were acknowledged, and back to normal. Null where none were. */
export interface Response {
  raised: number
  acknowledged: Times | null
  normal: Times | null
}

/** The figures that EEMUA 191 asks for. */
export interface AlarmReport {
  raised: number
  /** The number of these on devices in maintenance; only present when there are any. */
  inMaintenance?: number | undefined
  /** The periods of ten minutes in which any alarm was raised. */
  responses: {
    severities: readonly (Response & {severity: Severity})[]
    /** Those with most alarms. */
    devices: readonly (Response & {deviceId: string; deviceName: string})[]
  }
  periods: readonly {start: EpochMs; raised: number}[]
  floods: readonly (TimeRange & {raised: number})[]
  worst: readonly {alarm: Alarm; raised: number}[]
  standing: readonly Alarm[]
  chattering: readonly Alarm[]
}

export const PERIOD: Milliseconds = 600_000

/** A person can manage this many in ten minutes; from more on it is a flood. */
export const FLOOD = 10

/** The longest range that can be asked for. */
export const LONGEST_REPORT: Milliseconds = 31 * 24 * 3_600_000

/** A range that is too long is cut at its beginning. */
export const reportRange = ({start, end}: TimeRange): TimeRange => ({start: Math.max(start, end - LONGEST_REPORT), end})

/** Returns the average number of alarms raised in ten minutes. */
export const averageRate = ({raised}: AlarmReport, {start, end}: TimeRange): number =>
  raised / Math.max(1, (end - start) / PERIOD)

/** The most that were raised in ten minutes. */
export const peakRate = ({periods}: AlarmReport): number => Math.max(0, ...periods.map(({raised}) => raised))

/** Returns the heights of `count` columns: each is the largest of the periods that share it. */
export function columnsOf({periods}: AlarmReport, {start, end}: TimeRange, count: number): readonly number[] {
  const columns = Array.from({length: count}, () => 0)
  for (const {start: at, raised} of periods) {
    const column = Math.floor(((at - start) / (end - start)) * count)
    const index = Math.min(Math.max(column, 0), count - 1)
    columns[index] = Math.max(columns[index] ?? 0, raised)
  }
  return columns
}
