import type {EpochMs} from '../../../../contract/wire/common'
import type {TimeRange} from '../../../domain/timeRange/timeRange'

/** Returns the places, from the first, that are at least so far apart. */
export function apart<T>(places: readonly T[], placeOf: (place: T) => number, least: number): readonly T[] {
  let last: number | null = null
  return places.filter(each => {
    const place = placeOf(each)
    const isApart = last === null || Math.abs(place - last) >= least
    if (isApart) last = place
    return isApart
  })
}

const MAX_TIMES = 6

/**
 * Returns the times below an axis. The first text begins with the axis and the last one ends with it, so that half a text
 * more lies between them and their neighbours. One time alone is the end.
 */
export function timesAcross(
  {start, end}: TimeRange,
  {width, text, gap}: {width: number; text: number; gap: number},
): EpochMs[] {
  const fitting = Math.floor(width / (1.5 * text + gap))
  const steps = fitting < 2 && width < 2 * text + gap ? 0 : Math.min(MAX_TIMES, Math.max(1, fitting))
  return steps === 0 ? [end] : Array.from({length: steps + 1}, (_, at) => start + ((end - start) * at) / steps)
}
