/**
 * With larger values, an intermediate sum may overflow although the whole sum does not, so all values are multiplied by
 * `SCALED_DOWN` before they are added.
 */
const HUGE = 1e290
export const SCALED_DOWN = 2 ** -64

/**
 * Adds values that were multiplied by `scale`, and returns the unscaled sum; null when it is too large for a double.
 * The rounding errors are added up as well (Neumaier summation), so that small values survive between large ones that
 * cancel each other.
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

/** Null when the sum is too large for a double. */
export const averageOf = (sum: number | null, points: number): number | null => (sum === null ? null : sum / points)
