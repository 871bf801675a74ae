import {TZDate} from '@date-fns/tz'
import {localTimes} from '../../contract/rules/localTime'
import type {EpochMs} from '../../contract/wire/common'

/** Formats a time on the zone's clock as an input of type datetime-local expects it, such as '2026-03-29T14:05'. */
export const localMinute = (at: EpochMs, zone: string): string =>
  localTimes(zone)(at).slice(0, 'yyyy-MM-ddTHH:mm'.length)

/** Reads such a text; null when it isn't one. A time that a change of clocks skips becomes the one after it. */
export function parseLocalMinute(text: string, zone: string): EpochMs | null {
  const [, year, month, day, hour, minute] = /^(\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined || hour === undefined || minute === undefined)
    return null
  return new TZDate(year, month - 1, day, hour, minute, zone).getTime()
}
