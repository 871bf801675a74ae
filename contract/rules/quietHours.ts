import type {EpochMs} from '../wire/common'
import type {QuietHours} from '../wire/people/preferences'
import {hoursOn} from './onCall/rota'
import {DAY} from './time/durations'
import {offsetsOf} from './time/localTime'
import {minuteFrom} from './time/schedule'

/** The end of the quiet hours that hold at a time; null outside them. Others may begin at their end. */
export function quietUntil({from, until, days, zone}: QuietHours, at: EpochMs): EpochMs | null {
  const hours = {days, from: minuteFrom(from) ?? 0, until: minuteFrom(until) ?? 0}
  const offsetAt = offsetsOf(zone)
  const today = Math.floor((at + offsetAt(at)) / DAY)
  const ends = [today - 1, today, today + 1].flatMap(day => {
    const piece = hoursOn(hours, offsetAt, day)
    return piece !== null && piece.start <= at && at < piece.end ? [piece.end] : []
  })
  return ends.length === 0 ? null : Math.max(...ends)
}
