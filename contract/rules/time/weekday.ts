/** 1970-01-01, the day 0, was one. */
const THURSDAY = 3

/** Returns the weekday of a day that is counted from 1970-01-01: 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: number): number => (((day + THURSDAY) % 7) + 7) % 7
