import {EVENT_THRESHOLD} from '../../../contract/limits'
import type {WindowStatistics} from '../../../contract/wire/telemetry'
import {sumOf} from './aggregation'
import type {SeriesPoint} from './seriesPoint'
import type {TimeRange} from './windows'

/** Null without points in the window. `points` are oldest first. */
export function statisticsOf(points: readonly SeriesPoint[], {start, end}: TimeRange): WindowStatistics | null {
  const values = points.filter(({ts}) => ts >= start && ts < end).map(({value}) => value)
  if (values.length === 0) return null
  const sum = sumOf(values)
  return {
    sum,
    events: countEvents(values),
    average: sum / values.length,
    min: values.reduce((one, other) => Math.min(one, other)),
    max: values.reduce((one, other) => Math.max(one, other)),
  }
}

/** An event starts with a value above the threshold while none is active; only a value at or below it ends one. */
export function countEvents(values: readonly number[]): number {
  return values.filter((value, index) => value > EVENT_THRESHOLD && !((values[index - 1] ?? 0) > EVENT_THRESHOLD))
    .length
}
