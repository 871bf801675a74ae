import type {Severity} from '../../../contract/rules/thresholds'
import type {Side} from './limits'

/** A limit that somebody looks for on a chart. The value is in the unit that is drawn. */
export interface Level {
  value: number
  side: Side
  severity: Severity
}

/** The extent of the axis of the values. */
export interface Extent {
  min: number
  max: number
}

const STEPS = 200

/** Returns the level that is nearest to a value and not finer than a hand can choose it, within the extent. */
export function chosenValue(value: number, {min, max}: Extent): number {
  const step = stepOf({min, max})
  const rounded = Math.round(Math.min(max, Math.max(min, value)) / step) * step
  return Number(rounded.toPrecision(12))
}

/** A level is looked for from near the upper edge, as most limits are upper ones. */
export const firstLevel = (shown: Extent): Level => ({
  value: chosenValue(shown.max - (shown.max - shown.min) / 10, shown),
  side: 'above',
  severity: 'critical',
})

/** Returns the smallest step of a level: a power of ten, or two or five of them. */
export function stepOf({min, max}: Extent): number {
  const fine = (max - min) / STEPS
  if (!(fine > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(fine))
  return power * ([1, 2, 5].find(factor => factor * power >= fine) ?? 10)
}
