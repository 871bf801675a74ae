import type {EpochMs, Milliseconds} from '../../contract/common'
import type {SeriesPoint} from './series'

/** [from, to]: neighbouring points between which the device was silent. */
export type Gap = readonly [from: EpochMs, to: EpochMs]

/** A device that usually speaks every minute is silent when it has not spoken for more than three. */
const SILENCE_FACTOR = 3

/** The distance of two neighbouring points above which the line between them is broken. Infinite with too few points to know the usual one. */
export function silentAfter(points: readonly SeriesPoint[]): Milliseconds {
  const distances = distancesOf(points).sort((one, other) => one - other)
  const usual = distances.length < 2 ? undefined : distances[Math.floor((distances.length - 1) / 2)]
  return usual === undefined ? Number.POSITIVE_INFINITY : usual * SILENCE_FACTOR
}

/** Must see raw points: in a thinned series the distances no longer tell how often the device speaks. */
export function findGaps(points: readonly SeriesPoint[], limit: Milliseconds = silentAfter(points)): Gap[] {
  return points.flatMap((point, index): Gap[] => {
    const next = points[index + 1]
    return next !== undefined && next.ts - point.ts > limit ? [[point.ts, next.ts]] : []
  })
}

function distancesOf(points: readonly SeriesPoint[]): Milliseconds[] {
  return points.slice(1).map((point, index) => point.ts - (points[index]?.ts ?? point.ts))
}
