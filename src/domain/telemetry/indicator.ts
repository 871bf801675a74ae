/** From a low value to a high one. */
export interface ValueRange {
  low: number
  high: number
}

export interface IndicatorScale {
  /** All that the value may be. */
  range: ValueRange
  /** What is usual; null where it is not known. */
  band: ValueRange | null
}

/** On every bar what is usual lies here, from the bottom, so that a row of pointers is straight while all is well. */
export const BAND_PLACE: ValueRange = {low: 0.4, high: 0.6}

/**
 * Where a value stands on its bar, from 0 at the bottom to 1. Below the band, in it and above it the bar has a scale of
 * its own. A value beyond the range stands at the end of the bar.
 */
export function placeOf(value: number, {range, band}: IndicatorScale): number {
  if (band === null) return within(value, range, {low: 0, high: 1})
  if (value < band.low) return within(value, {low: range.low, high: band.low}, {low: 0, high: BAND_PLACE.low})
  if (value > band.high) return within(value, {low: band.high, high: range.high}, {low: BAND_PLACE.high, high: 1})
  return within(value, band, BAND_PLACE)
}

/** Without room between its ends, what lies beyond one of them stands at the end of its place. */
function within(value: number, {low, high}: ValueRange, place: ValueRange): number {
  const share = high > low ? (value - low) / (high - low) : value < low ? 0 : value > high ? 1 : 0.5
  return place.low + Math.min(1, Math.max(0, share)) * (place.high - place.low)
}

/** On which side of the range a value lies; null within it. */
export const beyond = (value: number, {low, high}: ValueRange): 'above' | 'below' | null =>
  value > high ? 'above' : value < low ? 'below' : null
