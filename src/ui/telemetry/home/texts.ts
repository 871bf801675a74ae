import {textsOf} from '../../../domain/language'
import type {Span} from '../../../domain/telemetry/series/sparkline'

/** All texts of MyHome. */
export const texts = textsOf('telemetry.home', {
  title: 'MyHome',
  devices: 'Devices',
  loading: 'Loading...',
  failed: 'Your devices could not be loaded.',
  failedHint: 'After a lost link they are loaded by themselves as soon as it is back.',
  empty: 'No devices yet',
  emptyNext:
    'Devices that are assigned to you appear here with their latest values. Ask whoever manages your account to assign one.',
  status: 'Filter by state',
  span: 'Range of the charts',
  spans: {'1h': '1 h', '6h': '6 h', '24h': '24 h', '7d': '7 d'},
  noneChosen: 'No device is in the chosen states now.',
  showAll: 'Show all devices',
  linkDown: 'Link down: this is what was known before.',
  values: {
    first: (name: string) => `Headline value of ${name}`,
    title: (name: string) => `Latest values of ${name}`,
    none: 'No telemetry yet. Its values appear here with its first message.',
    notRead: 'Values not read yet',
    more: (count: number) => `Show all ${count} values`,
    fewer: 'Show fewer values',
    of: (name: string) => `of ${name}`,
  },
  sparkline: {
    span: {
      '1h': 'last 1 h, 1 min averages',
      '6h': 'last 6 h, 5 min averages',
      '24h': 'last 24 h, 15 min averages',
      '7d': 'last 7 d, 2 h averages',
    },
    truncated: {
      '1h': 'newest 1,000 points, 1 min averages',
      '6h': 'newest 1,000 points, 5 min averages',
      '24h': 'newest 1,000 points, 15 min averages',
      '7d': 'newest 1,000 points, 2 h averages',
    },
    min: 'min',
    max: 'max',
    last: 'last',
    loading: 'Loading chart...',
    noNumbers: 'No chart: none of its values is a number.',
    empty: {
      '1h': 'No points in the last hour',
      '6h': 'No points in the last 6 hours',
      '24h': 'No points in the last 24 hours',
      '7d': 'No points in the last 7 days',
    },
    failed: (reason: string) => `No chart: ${reason} It is tried again every few seconds.`,
    outdated: 'Newer points may be missing.',
    label: (key: string, name: string, span: Span, gaps: number) =>
      `Chart of ${key} of ${name} over the last ${LENGTHS[span]}, ${gapsText(gaps)}`,
  },
})

const LENGTHS: Record<Span, string> = {'1h': 'hour', '6h': '6 hours', '24h': '24 hours', '7d': '7 days'}

function gapsText(gaps: number): string {
  if (gaps === 0) return 'without a gap'
  return gaps === 1 ? 'with one gap' : `with ${gaps} gaps`
}
