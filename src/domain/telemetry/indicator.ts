/** From a low value to a high one. */
export interface ValueRange {
  low: number
  high: number
}

export interface IndicatorScale {
  /** The possible values. */
  range: ValueRange
  /** The usual band; null where it is not known. */
  band: ValueRange | null
}

/** The usual band is here on every bar, from the bottom, so that a row of pointers is straight while all is well. */
export const BAND_PLACE: ValueRange = {low: 0.4, high: 0.6}

/**
 * Returns the position of a value on its bar, from 0 at the bottom to 1. Below the band, in it and above it the bar has a
 * scale of its own. A value beyond the range is at the end of the bar.
 */
export function placeOf(value: number, {range, band}: IndicatorScale): number {
  if (band === null) return within(value, range, {low: 0, high: 1})
  if (value < band.low) return within(value, {low: range.low, high: band.low}, {low: 0, high: BAND_PLACE.low})
  if (value > band.high) return within(value, {low: band.high, high: range.high}, {low: BAND_PLACE.high, high: 1})
  return within(value, band, BAND_PLACE)
}

function within(value: number, range: ValueRange, place: ValueRange): number {
  return place.low + shareWithin(range, value) * (place.high - place.low)
}

/**
 * Returns 0 at the low end of a range and 1 at its high end; values beyond an end count as that end. Ends and value are
 * made smaller first: two doubles may be further apart than a double can say.
 */
export function shareWithin({low, high}: ValueRange, value: number): number {
  if (value <= low || value >= high) return low === high && value === low ? 0.5 : Number(value >= high)
  const size = Math.max(Math.abs(low), Math.abs(high))
  return (value / size - low / size) / (high / size - low / size)
}

/** Returns the side of the range on which a value lies; null within it. */
export const beyond = (value: number, {low, high}: ValueRange): 'above' | 'below' | null =>
  value > high ? 'above' : value < low ? 'below' : null
