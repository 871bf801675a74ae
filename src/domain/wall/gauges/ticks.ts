const TICKS = 4
/** Parts of anything smaller could not be distinguished. */
const LEAST = 1e-300
/** Two ticks are as far apart as numbers of their size can say in twelve digits. */
const NEAREST = 1e-9
const STEPS = [1, 2, 5, 10]

/** Round numbers that span the values. */
export function ticksOf(low: number, high: number): number[] {
  if (![low, high, high - low].every(Number.isFinite)) return []
  const wide = high > low ? Math.max(high - low, Math.abs(high) * NEAREST) : Math.abs(high)
  const span = wide < LEAST ? 1 : wide
  const size = 10 ** Math.floor(Math.log10(span / TICKS))
  const step = (STEPS.find(each => each * size * TICKS >= span) ?? 10) * size
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
  const ticks = Array.from({length: last - first + 1}, (_, at) => finite(Number(((first + at) * step).toPrecision(12))))
  return ticks.length > 1 ? ticks : [...ticks, finite((last + 1) * step)]
}

/** Limits a value to the greatest double. */
export const finite = (value: number): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value))
