import type {EpochMs, Milliseconds} from '../../wire/common'

/** The time from one known point to a later one. `usual` is the spacing of the points within it. */
export interface Step {
  from: EpochMs
  to: EpochMs
  usual: Milliseconds
}

/** The times of two neighbouring points between which the device was silent. */
export type Gap = readonly [from: EpochMs, to: EpochMs]

/** The number of steps before and after a step that decide its usual spacing. */
export const GAP_NEIGHBOURS = 10

/** A step is a gap when it is longer than this many usual intervals. */
const INTERVALS = 3
const LEAST_NEIGHBOURS = 3

/** Finds the gaps of a series. `points` must hold all points of the range, oldest first. */
export function gapsBetween(points: readonly {ts: EpochMs}[]): [EpochMs, EpochMs][] {
  return findGaps(stepsBetween(points.map(({ts}) => ts)))
}

/**
 * Finds the steps during which the device was silent: longer than `visible`, and longer than three times the usual
 * spacing just before and just after. Only neighbours are compared, because devices change their period and send in
 * bursts.
 */
export function findGaps(steps: readonly Step[], visible: Milliseconds = 0): [EpochMs, EpochMs][] {
  return steps
    .filter((step, index) => {
      const length = step.to - step.from
      if (length <= visible) return false
      const before = steps.slice(Math.max(0, index - GAP_NEIGHBOURS), index)
      const after = steps.slice(index + 1, index + 1 + GAP_NEIGHBOURS)
      if (before.length + after.length < LEAST_NEIGHBOURS) return false
      return length > INTERVALS * Math.max(usualOf(before), usualOf(after))
    })
    .map(({from, to}) => [from, to])
}

export function stepsBetween(times: readonly EpochMs[]): Step[] {
  return times.slice(1).map((to, index) => {
    const from = times[index] ?? to
    return {from, to, usual: to - from}
  })
}

/** The third quartile is used because an average would let one outage hide the next. */
function usualOf(steps: readonly Step[]): Milliseconds {
  const sorted = steps.map(step => step.usual).sort((a, b) => a - b)
  return sorted[Math.ceil(0.75 * sorted.length) - 1] ?? 0
}
