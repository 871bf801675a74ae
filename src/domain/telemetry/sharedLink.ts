import type {TimeRange} from '../timeRange/timeRange'

/**
 * The address of a chart for a user in another zone. With `moment` it shows the same times for ever; else a range that
 * moves with the present still does.
 */
export function sharedLink(address: string, {zone, moment}: {zone: string; moment: TimeRange | null}): string {
  const url = new URL(address)
  url.searchParams.set('tz', zone)
  if (moment === null) return url.href
  url.searchParams.set('from', String(moment.start))
  url.searchParams.set('to', String(moment.end))
  url.searchParams.delete('live')
  return url.href
}
