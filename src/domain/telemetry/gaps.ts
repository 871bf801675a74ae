import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {SeriesPoint} from './seriesPoint'

/** [from, to]: neighbouring points between which the device was silent. */
export type Gap = readonly [from: EpochMs, to: EpochMs]

/** A silence lasts longer than this many usual intervals. */
const INTERVALS = 3
const NEIGHBOURS = 10
const LEAST_NEIGHBOURS = 3

/**
 * The steps from point to point that last more than three times what is usual just before and just after. Judged by the
 * neighbourhood, because devices change their period, and send in bursts. The server judges by the same rule.
 */
export function findGaps(points: readonly SeriesPoint[]): Gap[] {
  const steps = stepsBetween(points)
  return steps.flatMap(({from, to}, index): Gap[] => {
    const before = steps.slice(Math.max(0, index - NEIGHBOURS), index)
    const after = steps.slice(index + 1, index + 1 + NEIGHBOURS)
    if (before.length + after.length < LEAST_NEIGHBOURS) return []
    return to - from > INTERVALS * Math.max(usualOf(before), usualOf(after)) ? [[from, to]] : []
  })
}

/** Gaps that newly arrived points open behind the known ones. */
export function findNewGaps(known: readonly SeriesPoint[], arrived: readonly SeriesPoint[]): Gap[] {
  const since = known.at(-1)?.ts ?? Number.POSITIVE_INFINITY
  return findGaps([...known.slice(-NEIGHBOURS - 1), ...arrived]).filter(([from]) => from >= since)
}

interface Step {
  from: EpochMs
  to: EpochMs
}

function stepsBetween(points: readonly SeriesPoint[]): Step[] {
  return points.slice(1).map(({ts: to}, index) => ({from: points[index]?.ts ?? to, to}))
}

/** The third quartile: a few outages in the neighbourhood don't hide the next one. */
function usualOf(steps: readonly Step[]): Milliseconds {
  const sorted = steps.map(({from, to}) => to - from).sort((one, other) => one - other)
  return sorted[Math.ceil(0.75 * sorted.length) - 1] ?? 0
}
