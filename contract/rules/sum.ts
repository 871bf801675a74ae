/** Larger values might overflow on the way to a sum that does not: they are added up at 2^-64 of their size. */
const HUGE = 1e290
export const SCALED_DOWN = 2 ** -64

/**
 * The sum of values that are given at `scale` of their size; null where it lies beyond doubles. What rounding takes from
 * each step is added up as well (Neumaier), so that large values which cancel each other leave the small ones whole.
 */
export function sumOf(values: readonly number[], scale = 1): number | null {
  if (scale === 1 && values.some(value => Math.abs(value) > HUGE)) {
    return sumOf(
      values.map(value => value * SCALED_DOWN),
      SCALED_DOWN,
    )
  }
  let sum = 0
  let lost = 0
  for (const value of values) {
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  const whole = (sum + lost) / scale
  return Number.isFinite(whole) ? whole : null
}

/** Null where the sum lies beyond doubles. */
export const averageOf = (sum: number | null, points: number): number | null => (sum === null ? null : sum / points)
