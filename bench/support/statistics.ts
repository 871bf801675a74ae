/** The percentile by nearest rank; `share` 0.5 gives the median. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

/** The median and the quartiles as a text such as "12.3 ms (11.0–14.2)". */
export function spread(values: readonly number[], unit = 'ms', decimals = 1): string {
  const figure = (share: number) => percentile(values, share).toFixed(decimals)
  return `${figure(0.5)} ${unit} (${figure(0.25)}–${figure(0.75)})`
}

export interface Sample {
  /** The time of the sample, epoch ms. */
  at: number
  value: number
}

/** The slope per minute, by least squares. */
export const slopePerMinute = (samples: readonly Sample[]): number => trendPerMinute(samples).slope

export interface Trend {
  slope: number
  /** The standard error of the slope, widened by how much the noise of a sample is like that of the one before. */
  error: number
}

/** The line through the samples by least squares, per minute. */
export function trendPerMinute(samples: readonly Sample[]): Trend {
  const meanAt = mean(samples.map(({at}) => at))
  const meanValue = mean(samples.map(({value}) => value))
  const covariance = sum(samples.map(({at, value}) => (at - meanAt) * (value - meanValue)))
  const variance = sum(samples.map(({at}) => (at - meanAt) ** 2))
  const slope = covariance / variance
  const noise = samples.map(({at, value}) => value - meanValue - slope * (at - meanAt))
  const squares = sum(noise.map(each => each ** 2))
  const likeness = squares === 0 ? 0 : sum(noise.slice(1).map((each, at) => each * (noise[at] ?? 0))) / squares
  const widened = Math.sqrt((1 + Math.max(0, likeness)) / (1 - Math.max(0, likeness)))
  const error = Math.sqrt(squares / (samples.length - 2) / variance) * widened
  return {slope: slope * 60_000, error: error * 60_000}
}

/** Returns the heap after each collection of garbage: the samples that are at least a tenth below the one before. */
export const lows = (samples: readonly Sample[]): Sample[] =>
  samples.filter(({value}, at) => value <= 0.9 * (samples[at - 1]?.value ?? 0))

/**
 * The mean growth per minute from each sample to the one `period` samples later. Swings with this period cancel out.
 */
export function growthPerMinute(samples: readonly Sample[], period: number): number {
  const rates = samples.flatMap(({at, value}, index) => {
    const later = samples[index + period]
    return later === undefined ? [] : [((later.value - value) / (later.at - at)) * 60_000]
  })
  return mean(rates)
}

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / values.length
