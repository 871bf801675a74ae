import {type RelativeTime, stepBack, type TimeUnit} from './relativeTime'
import {DEFAULT_RANGE, isSameRange, type RawRange} from './timeRange'

const until = (from: RelativeTime): RawRange => ({from, to: 'now'})

/** The ranges that are offered by name. */
export const QUICK_RANGES = {
  last15Minutes: until('now-15m'),
  last30Minutes: until('now-30m'),
  lastHour: until('now-1h'),
  last3Hours: until('now-3h'),
  last6Hours: until('now-6h'),
  last12Hours: until('now-12h'),
  last24Hours: until('now-24h'),
  last2Days: DEFAULT_RANGE,
  last7Days: until('now-7d'),
  last30Days: until('now-30d'),
  today: until('now/d'),
  yesterday: {from: 'now-1d/d', to: 'now-1d/d'},
  thisWeek: until('now/w'),
  lastWeek: {from: 'now-1w/w', to: 'now-1w/w'},
} as const satisfies Record<string, RawRange>

export type QuickRange = keyof typeof QUICK_RANGES

export const QUICK_NAMES: readonly QuickRange[] = [
  ...(['last15Minutes', 'last30Minutes', 'lastHour', 'last3Hours', 'last6Hours', 'last12Hours'] as const),
  ...(['last24Hours', 'last2Days', 'last7Days', 'last30Days', 'today', 'yesterday', 'thisWeek', 'lastWeek'] as const),
]

export type RangeName =
  | {kind: 'quick'; name: QuickRange}
  /** The last `count` units until now. Of days there are more than two, as two of them are the hours of two days. */
  | {kind: 'last'; count: number; unit: TimeUnit}
  | {kind: 'other'}

/** Returns the name under which a range is shown. */
export function nameOf(range: RawRange): RangeName {
  const name = QUICK_NAMES.find(each => isSameRange(QUICK_RANGES[each], range))
  if (name !== undefined) return {kind: 'quick', name}
  const back = range.to === 'now' && typeof range.from === 'string' ? stepBack(range.from) : null
  if (back === null) return {kind: 'other'}
  return back.unit === 'd' && back.count <= 2
    ? {kind: 'last', count: back.count * 24, unit: 'h'}
    : {kind: 'last', ...back}
}
