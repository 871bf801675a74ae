import {textsOf} from '../../../domain/language'
import type {QuickRange} from '../../../domain/timeRange/quickRanges'
import type {TimeUnit} from '../../../domain/timeRange/relativeTime'
import type {RangeProblem} from '../../../domain/timeRange/typedRange'

/** The texts of the control of a time range. */
export const texts = textsOf('kit.timeRange', {
  label: 'Time range',
  open: (name: string, zone: string) => `Time range: ${name}, ${zone}`,
  earlier: 'Earlier',
  later: 'Later',
  zoomOut: 'Zoom out',
  now: 'now',
  typed: 'Type or paste a range',
  examples: 'Such as 5m, yesterday, now-1d/d, 2026-11-01 – 2026-11-03, or a link.',
  fixed: 'From and to',
  start: 'Start',
  end: 'End',
  zone: (zone: string) => `Times are those of ${zone}.`,
  apply: 'Apply',
  copy: 'Copy range',
  paste: 'Paste range',
  copied: 'Copied',
  copyFailed: 'This browser does not let a page copy. Copy this text:',
  pasteFailed: 'This browser does not let a page read what was copied. Paste it into the field above.',
  quick: 'Quick ranges',
  recent: 'Recent ranges',
  problems: {
    notUnderstood: 'Not understood. Write 6h, now-1d/d, or 2026-11-01 14:00 – 2026-11-03.',
    startAfterEnd: 'The start must be before the end.',
    noSuchDay: 'There is no such day.',
    skippedHour: 'The clocks skip this time on that day.',
  } satisfies Record<RangeProblem, string>,
  ranges: {
    last15Minutes: 'Last 15 minutes',
    last30Minutes: 'Last 30 minutes',
    lastHour: 'Last hour',
    last3Hours: 'Last 3 hours',
    last6Hours: 'Last 6 hours',
    last12Hours: 'Last 12 hours',
    last24Hours: 'Last 24 hours',
    last2Days: 'Last 2 days',
    last7Days: 'Last 7 days',
    last30Days: 'Last 30 days',
    today: 'Today',
    yesterday: 'Yesterday',
    thisWeek: 'This week',
    lastWeek: 'Last week',
  } satisfies Record<QuickRange, string>,
  last: (count: number, unit: TimeUnit): string => {
    const words = {s: 'second', m: 'minute', h: 'hour', d: 'day', w: 'week', M: 'month', y: 'year'} as const
    return count === 1 ? `Last ${words[unit]}` : `Last ${count} ${words[unit]}s`
  },
})
