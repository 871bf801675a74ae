import type {Series} from 'highcharts'
import type {EpochMs, Milliseconds} from '../../../../../../contract/wire/common'
import {type ChartPoint, difference} from './difference'
import {hatched} from './hatch'

/** Buckets as columns, each as wide as its bucket is long. */
export interface Columns {
  /** Sets the length of the buckets; null takes all columns away. Returns whether it is another one. */
  measure(bucket: Milliseconds | null): boolean
  /** Buckets come again as a whole. The last one goes on until its end has passed. Returns whether any has changed. */
  draw(points: readonly ChartPoint[], end: EpochMs): boolean
}

export function columnsOn(columns: Series): Columns {
  let drawn: readonly ChartPoint[] = []
  let measured: Milliseconds | null = null

  return {
    measure(bucket) {
      if (bucket === measured) return false
      measured = bucket
      drawn = []
      columns.setData([], false, false, false)
      // Without buckets it must claim no room: none in time, which the distance of the ends would give it, and none among
      // the values, where a column starts at 0.
      columns.update({type: 'column', pointRange: bucket ?? 0, threshold: bucket === null ? null : 0}, false)
      return true
    },
    draw(points, end) {
      if (difference(drawn, points).kind === 'none') return false
      drawn = points
      const isRunning = (ts: EpochMs) => measured !== null && ts + measured > end
      columns.setData(
        points.flatMap(([x, y]) =>
          y === null ? [] : [isRunning(x) ? {x, y, className: RUNNING, color: hatched('running')} : [x, y]],
        ),
        false,
        false,
        false,
      )
      return true
    },
  }
}

/** Marks the column of a bucket that has not ended. */
const RUNNING = 'running-bucket'
