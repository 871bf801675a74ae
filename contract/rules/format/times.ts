import {MAX_TS, MIN_TS} from '../../limits'
import type {EpochMs, Milliseconds} from '../../wire/common'
import {MINUTE, SECOND} from '../time/durations'
import {offsetsOf} from '../time/localTime'

export type TimePrecision = 'second' | 'minute'

export interface Times {
  /** Writes '14:05:09', or '2:05:09 pm'. */
  time(at: EpochMs, precision?: TimePrecision): string
  /** Writes '4 Mar 2026'. */
  date(at: EpochMs): string
  /** Writes '4 Mar', for axes. */
  day(at: EpochMs): string
  /** Writes '4 Mar 2026, 14:05:09'. */
  dateTime(at: EpochMs, precision?: TimePrecision): string
  /** Writes '14:05', or '4 Mar 2026, 14:05' when `now` is another day. */
  recent(at: EpochMs, now: EpochMs): string
  /** Writes '4 Mar 2026, 14:05–16:05, Europe/Berlin': shared parts are written once. */
  range(start: EpochMs, end: EpochMs, options?: {zone?: boolean}): string
  /** Whether the clocks of the zone show 00:00:00. */
  isMidnight(at: EpochMs): boolean
  /** Writes 'Europe/Berlin', and 'Europe/Berlin, UTC+1' as it is at a time. */
  zoneName(at?: EpochMs): string
  /** Writes 'UTC+5:30'. */
  offset(at: EpochMs): string
}

interface TimeSettings {
  locale: string
  zone: string
  isTwelveHours: boolean
}

const DATE = {day: 'numeric', month: 'short', year: 'numeric'} as const

/** Creating a formatter takes a hundred times as long as using it, so each is made once, when it is first needed. */
export function createTimes({locale, zone, isTwelveHours}: TimeSettings): Times {
  const clock = {
    hour: isTwelveHours ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle: isTwelveHours ? 'h12' : 'h23',
  } as const
  const formats = {
    second: {...clock, second: '2-digit'},
    minute: clock,
    date: DATE,
    day: {day: 'numeric', month: 'short'},
    dateSecond: {...DATE, ...clock, second: '2-digit'},
    dateMinute: {...DATE, ...clock},
  } as const satisfies Record<string, Intl.DateTimeFormatOptions>
  const cached = new Map<keyof typeof formats, Intl.DateTimeFormat>()
  const formatter = (name: keyof typeof formats): Intl.DateTimeFormat => {
    const known = cached.get(name)
    if (known !== undefined) return known
    const made = new Intl.DateTimeFormat(locale, {...formats[name], timeZone: zone})
    cached.set(name, made)
    return made
  }
  const written = (at: EpochMs, name: keyof typeof formats): string =>
    isTime(at) ? formatter(name).format(at) : String(at)
  const zoneOffset = (at: EpochMs): Milliseconds => offsetsOf(zone)(at)
  const offset = (at: EpochMs): string => (isTime(at) ? offsetText(zoneOffset(at)) : String(at))
  const shownZone = zone.replaceAll('_', ' ')

  return {
    time: (at, precision = 'second') => written(at, precision),
    date: at => written(at, 'date'),
    day: at => written(at, 'day'),
    dateTime: (at, precision = 'second') => written(at, precision === 'second' ? 'dateSecond' : 'dateMinute'),
    recent: (at, now) => written(at, written(at, 'date') === written(now, 'date') ? 'minute' : 'dateMinute'),
    range(start, end, {zone: isZoneSaid = true} = {}) {
      const isWritable = isTime(start) && isTime(end) && start <= end
      const text = isWritable
        ? formatter('dateMinute').formatRange(start, end)
        : `${written(start, 'dateMinute')} – ${written(end, 'dateMinute')}`
      return isZoneSaid ? `${text}, ${shownZone}` : text
    },
    isMidnight: at => Math.floor((at + zoneOffset(at)) / SECOND) % DAY_SECONDS === 0,
    zoneName: at => (at === undefined || shownZone === 'UTC' ? shownZone : `${shownZone}, ${offset(at)}`),
    offset,
  }
}

const DAY_SECONDS = 24 * 60 * 60

export const isTime = (at: EpochMs): boolean => at >= MIN_TS && at <= MAX_TS

function offsetText(offset: number): string {
  if (offset === 0) return 'UTC'
  const minutes = Math.floor(Math.abs(offset) / MINUTE)
  const rest = minutes % 60
  const hours = `${offset < 0 ? '−' : '+'}${Math.floor(minutes / 60)}`
  return `UTC${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}
