import {DAY, HOUR} from '../../contract/rules/time/durations'
import {instantOf, wallOf} from '../../contract/rules/time/wallTime'
import type {EpochMs} from '../../contract/wire/common'

/** The local time on Mondays when the mails are sent. */
const SENT_AT = 8 * HOUR

/** The last whole week before a time, from Monday to Monday by the clocks of a zone. */
export function weekBefore(at: EpochMs, zone: string): {start: EpochMs; end: EpochMs} {
  const monday = mondayOf(at, zone)
  return {start: instantOf((monday - 7) * DAY, zone), end: instantOf(monday * DAY, zone)}
}

/** The next time to send a mail after a time. */
export function nextMonday(at: EpochMs, zone: string): EpochMs {
  const monday = mondayOf(at, zone)
  const own = instantOf(monday * DAY + SENT_AT, zone)
  return own > at ? own : instantOf((monday + 7) * DAY + SENT_AT, zone)
}

/** The number of the day; 0 is 1970-01-01, a Thursday. */
function mondayOf(at: EpochMs, zone: string): number {
  const today = Math.floor(wallOf(at, zone) / DAY)
  return today - ((today + 3) % 7)
}
