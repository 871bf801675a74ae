import {CHART_POINT_LIMIT} from '../../../contract/limits'
import type {EpochMs} from '../../../contract/wire/common'
import type {TelemetryPoint} from '../../domain/telemetry/series/seriesAnswer'
import type {TimeRange} from '../../domain/timeRange/timeRange'

/** Fetches the newest points of a range, at most 1000. */
export type FetchPoints = (range: TimeRange) => Promise<readonly TelemetryPoint[]>

/**
 * Fetches a range page by page, newest first, back to `enough` or for all `pages`. Points are complete from `since`
 * on.
 */
export async function pointsBack(
  {start, end}: TimeRange,
  fetch: FetchPoints,
  {enough = start, pages}: {enough?: EpochMs; pages: number},
) {
  const points: TelemetryPoint[] = []
  let since = end + 1
  for (let page = 0; page < pages && since > enough; page++) {
    const fetched = await fetch({start, end: since - 1})
    for (const point of fetched) points.push(point)
    since = fetched.length < CHART_POINT_LIMIT ? start : Math.min(...fetched.map(({ts}) => ts))
  }
  return {points, since}
}
