/** Of the averages of a piece of time. */
export interface Amounts {
  mean: number
  max: number
}

/** Null where there are none. */
export function amountsOf(values: readonly number[]): Amounts | null {
  if (values.length === 0) return null
  return {mean: values.reduce((sum, value) => sum + value / values.length, 0), max: Math.max(...values)}
}
