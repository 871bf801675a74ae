import {
  CLOSED_DAYS_LIMIT,
  type ClosedDay,
  HOURS_LIMIT,
  LONGEST_TELL_AFTER,
  type OpeningHours,
} from '../../../contract/rules/media/openingHours'
import {MINUTE} from '../../../contract/rules/time/durations'
import {ALWAYS, dayFrom, minuteFrom, minuteText, type Schedule} from '../../../contract/rules/time/schedule'
import {dayTimeFrom} from '../format/times'

/** Hours as they are typed. `schedule` keeps what the form does not show. */
export interface HoursRow {
  id: number
  schedule: Schedule
  from: string
  until: string
  days: readonly number[]
}

export interface ClosedRow extends ClosedDay {
  id: number
}

export interface HoursDraft {
  hours: readonly HoursRow[]
  closed: readonly ClosedRow[]
  zone: string
  /** In minutes; empty where nobody is told. */
  tellAfter: string
}

/** What is wrong, by the name of the field. */
export type HoursProblems = Readonly<Record<string, 'time' | 'sameTime' | 'noDays' | 'day' | 'tellAfter'>>

const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7]
const WEEKDAYS = [1, 2, 3, 4, 5]

export const draftOf = ({hours, closed, zone, tellAfter}: OpeningHours): HoursDraft => ({
  hours: hours.map((schedule, id) => ({
    id,
    schedule,
    from: textOf(schedule.from),
    until: textOf(schedule.until),
    days: schedule.days ?? ALL_DAYS,
  })),
  closed: closed.map((each, id) => ({...each, id})),
  zone: zone ?? 'UTC',
  tellAfter: tellAfter === null ? '' : String(tellAfter / MINUTE),
})

export const withHours = (draft: HoursDraft): HoursDraft => ({
  ...draft,
  hours: [...draft.hours, {id: nextId(draft.hours), schedule: ALWAYS, from: '08:00', until: '18:00', days: WEEKDAYS}],
})

export const withClosed = (draft: HoursDraft): HoursDraft => ({
  ...draft,
  closed: [...draft.closed, {id: nextId(draft.closed), day: '', name: ''}],
})

export const hasRoom = ({hours, closed}: HoursDraft) => ({
  hours: hours.length < HOURS_LIMIT,
  closed: closed.length < CLOSED_DAYS_LIMIT,
})

/** The hours of a draft without problems. */
export const hoursOf = ({hours, closed, zone, tellAfter}: HoursDraft): OpeningHours => ({
  hours: hours.map(({schedule, from, until, days}) => ({
    ...schedule,
    from: minuteFrom(dayTimeFrom(from)),
    until: minuteFrom(dayTimeFrom(until)),
    days: days.length === 7 ? null : days,
  })),
  closed: closed
    .map(({day, name}) => ({day, name}))
    .sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day))),
  zone,
  tellAfter: tellAfter === '' ? null : Number(tellAfter) * MINUTE,
})

export function hoursProblems({hours, closed, tellAfter}: HoursDraft): HoursProblems {
  const longest = LONGEST_TELL_AFTER / MINUTE
  const told = Number(tellAfter)
  return Object.fromEntries<HoursProblems[string]>([
    ...hours.flatMap(({id, from, until, days}) => {
      const [begin, end] = [dayTimeFrom(from), dayTimeFrom(until)]
      return [
        ...(isUnread(begin) ? [[`from-${id}`, 'time'] as const] : []),
        ...(isUnread(end) ? [[`until-${id}`, 'time'] as const] : []),
        ...(begin !== null && begin === end ? [[`until-${id}`, 'sameTime'] as const] : []),
        ...(days.length === 0 ? [[`days-${id}`, 'noDays'] as const] : []),
      ]
    }),
    ...closed.flatMap(({id, day}) => (dayFrom(day) === null ? [[`day-${id}`, 'day'] as const] : [])),
    ...(tellAfter !== '' && !(told >= 1 && told <= longest) ? [['tellAfter', 'tellAfter'] as const] : []),
  ])
}

const textOf = (minute: number | null): string => (minute === null ? '' : minuteText(minute))
const isUnread = (time: string | null): boolean => time !== null && minuteFrom(time) === null
const nextId = (rows: readonly {id: number}[]): number => Math.max(-1, ...rows.map(({id}) => id)) + 1
