import {isAbsolute, isSameRange, type RawRange} from './timeRange'
import {rangeFromUnknown} from './typedRange'

const MOST = 5

/** Puts a range at the front of those chosen lately. Only absolute ranges are stored: the others have names. */
export function withRecentRange(recent: readonly RawRange[], range: RawRange): readonly RawRange[] {
  if (!isAbsolute(range)) return recent
  return [range, ...recent.filter(each => !isSameRange(each, range))].slice(0, MOST)
}

/** Reads the ranges stored by an earlier visit, and leaves out what isn't a range. */
export function recentRangesFrom(stored: unknown): RawRange[] {
  if (!Array.isArray(stored)) return []
  return stored
    .flatMap(each => rangeFromUnknown(each) ?? [])
    .filter(isAbsolute)
    .slice(0, MOST)
}
