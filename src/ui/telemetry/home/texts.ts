import {textsOf} from '../../../domain/language'
/** All texts of MyHome. */
export const texts = textsOf('telemetry.home', {
  title: 'MyHome',
  devices: 'Devices',
  loading: 'Loading...',
  failed: 'Your devices could not be loaded.',
  failedHint: 'After a lost link they are loaded by themselves as soon as it is back.',
  retry: 'Retry',
  empty: 'No devices yet',
  emptyNext:
    'Devices that are assigned to you appear here with their latest values. Ask whoever manages your account to assign one.',
  linkDown: 'Link down: this is what was known before.',
  values: {
    title: (name: string) => `Latest values of ${name}`,
    none: 'No telemetry yet. Its values appear here with its first message.',
    notRead: 'Values not read yet',
    more: (count: number) => `Show all ${count} values`,
    fewer: 'Show fewer values',
    of: (name: string) => `of ${name}`,
  },
  sparkline: {
    span: 'last 24 h, 15 min averages',
    truncated: 'newest 1,000 points, 15 min averages',
    min: 'min',
    max: 'max',
    last: 'last',
    loading: 'Loading chart...',
    noNumbers: 'No chart: none of its values is a number.',
    empty: 'No points in the last 24 hours',
    failed: (reason: string) => `No chart: ${reason} It is tried again every few seconds.`,
    outdated: 'Newer points may be missing.',
    label: ({key, name, gaps}: {key: string; name: string; gaps: number}) =>
      `Chart of ${key} of ${name} over the last 24 hours, ${gapsText(gaps)}`,
  },
})

function gapsText(gaps: number): string {
  if (gaps === 0) return 'without a gap'
  return gaps === 1 ? 'with one gap' : `with ${gaps} gaps`
}
