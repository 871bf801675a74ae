import {DAY, HOUR, MINUTE} from '../../../../contract/rules/time/durations'
import {
  DAY_MINUTES,
  type DayPiece,
  isDue,
  minuteText,
  type NeverDue,
  nextChange,
  type Schedule,
} from '../../../../contract/rules/time/schedule'
import {instantOf, wallOf} from '../../../../contract/rules/time/wallTime'
import {weekdayOf} from '../../../../contract/rules/time/weekday'
import type {EpochMs} from '../../../../contract/wire/common'
import type {Formats} from '../../../domain/format/formats'
import {dayName, daysText} from '../../kit/text/dayNames'
import {texts} from '../texts'

/** Writes '08:00–18:00 · Mon–Fri · until 24 Dec 2026'. */
export function scheduleText({from, until, days, since, through}: Schedule, formats: Formats): string {
  const hours = from === null && until === null ? '' : pieceText({start: from ?? 0, end: until ?? DAY_MINUTES})
  return [hours, days === null ? '' : daysText(days), datesText(since, through, formats)].filter(Boolean).join(' · ')
}

export const pieceText = ({start, end}: DayPiece): string => `${minuteText(start)}–${minuteText(end)}`

/** Writes a day of the calendar such as 2026-12-24 in the format of the page. */
export const dateText = (day: string, formats: Formats): string => formats.date(noonOf(Date.parse(day), formats))

/** Writes whether the video is planned at `at` by the clocks of `zone`, and until when, or when it is the next time. */
export function plannedText(schedule: Schedule, at: EpochMs, zone: string, formats: Formats): string {
  const change = nextChange(schedule, at, zone)
  const time = change === null ? null : timeText(wallOf(change, zone), wallOf(at, zone), formats)
  if (!isDue(schedule, at, zone)) return time === null ? '' : texts.schedule.next(time)
  return time === null ? texts.schedule.planned : texts.schedule.plannedUntil(time)
}

export const neverText = (never: NeverDue, formats: Formats): string =>
  never.why === 'ended' ? texts.schedule.hasEnded(dateText(never.on, formats)) : texts.schedule.never[never.why]

function datesText(since: string | null, through: string | null, formats: Formats): string {
  if (since !== null && through !== null) return `${dateText(since, formats)} – ${dateText(through, formats)}`
  if (since !== null) return texts.schedule.sinceDay(dateText(since, formats))
  return through === null ? '' : texts.schedule.throughDay(dateText(through, formats))
}

/** Writes '08:00' on the same day, else 'Wed, 2 Dec, 08:00'. Both times are as the clocks of the screen show them. */
function timeText(wall: EpochMs, now: EpochMs, formats: Formats): string {
  const [day, today] = [Math.floor(wall / DAY), Math.floor(now / DAY)]
  const time = minuteText(Math.floor((wall - day * DAY) / MINUTE))
  return day === today ? time : `${dayName(weekdayOf(day) + 1)}, ${formats.day(noonOf(day * DAY, formats))}, ${time}`
}

/** The page writes days in its own zone. There, this time is on the day that begins at `midnight` in UTC. */
const noonOf = (midnight: EpochMs, {zone}: Formats): EpochMs => instantOf(midnight + 12 * HOUR, zone)
