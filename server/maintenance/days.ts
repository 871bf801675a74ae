import {DAY} from '../../contract/rules/time/durations'

/** Counted from 1970-01-01, a Thursday. */
export type Day = number

/** The number of something, from 1 on, and how many there are. */
export interface Place {
  at: number
  of: number
}

export const weekdayOf = (day: Day): number => (((day + 3) % 7) + 7) % 7
export const yearOf = (day: Day): number => new Date(day * DAY).getUTCFullYear()
export const monthOf = (day: Day): number => new Date(day * DAY).getUTCMonth() + 1
/** `month` is counted from 0. */
export const dayOf = (year: number, month: number): Day => Date.UTC(year, month) / DAY

export function inMonth(day: Day): Place {
  const date = new Date(day * DAY)
  const begin = day - date.getUTCDate() + 1
  return {at: date.getUTCDate(), of: dayOf(date.getUTCFullYear(), date.getUTCMonth() + 1) - begin}
}

export function inYear(day: Day): Place {
  const year = yearOf(day)
  const begin = newYear(year)
  return {at: day - begin + 1, of: newYear(year + 1) - begin}
}

/** Counts the leap years since 1970, because making a date takes ten times as long. */
const newYear = (year: number): Day =>
  365 * (year - 1970) +
  Math.floor((year - 1969) / 4) -
  Math.floor((year - 1901) / 100) +
  Math.floor((year - 1601) / 400)

/** The number of a weekday among the same weekdays. */
export const sevenths = ({at, of}: Place): Place => {
  const rest = Math.floor((of - at) / 7)
  const number = Math.floor((at - 1) / 7) + 1
  return {at: number, of: number + rest}
}

/** The week of a day, in the year that has most of its days. */
export function weekOf(day: Day, weekStart: number): Place {
  const begin = day - ((weekdayOf(day) - weekStart + 7) % 7)
  const year = yearOf(begin + 3)
  const firstWeek = (of: number) => {
    const fourth = newYear(of) + 3
    return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7)
  }
  return {at: (begin - firstWeek(year)) / 7 + 1, of: (firstWeek(year + 1) - firstWeek(year)) / 7}
}
