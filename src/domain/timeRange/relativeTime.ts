import {TZDate} from '@date-fns/tz'
import {add, getISODay, startOfHour, startOfMonth, startOfYear} from 'date-fns'
import {dayStart} from '../../../contract/rules/time/calendar'
import {HOUR, MINUTE, SECOND} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'

/** `now`, then any number of steps `+6h` or `-1d` and of roundings `/d`. Units are s, m, h, d, w, M and y. */
export type RelativeTime = `now${string}`

export type TimeUnit = 's' | 'm' | 'h' | 'd' | 'w' | 'M' | 'y'

type Part = {kind: 'step'; count: number; unit: TimeUnit} | {kind: 'rounding'; unit: TimeUnit}

const UNITS: Readonly<Record<string, TimeUnit>> = {s: 's', m: 'm', h: 'h', d: 'd', w: 'w', M: 'M', y: 'y'}
const RELATIVE = /^now(?:[+-]\d{1,6}[smhdwMy]|\/[smhdwMy])*$/
const PARTS = /([+-]\d+|\/)([smhdwMy])/g

export const isRelative = (text: string): text is RelativeTime => RELATIVE.test(text)

/** Days and longer units follow the zone's calendar, so a step of a day keeps the time of day. */
export function relativeTimeAt(text: RelativeTime, edge: 'start' | 'end', now: EpochMs, zone: string): EpochMs {
  return partsOf(text).reduce((at, part) => {
    if (part.kind === 'step') return moved(at, part, zone)
    return edge === 'start' ? startOf(at, part.unit, zone) : startOfNext(at, part.unit, zone) - 1
  }, now)
}

/** The count and unit of a text such as `now-6h`, and null for any other. */
export function stepBack(text: RelativeTime): {count: number; unit: TimeUnit} | null {
  const [part, ...rest] = partsOf(text)
  return part?.kind === 'step' && part.count < 0 && rest.length === 0 ? {count: -part.count, unit: part.unit} : null
}

function partsOf(text: RelativeTime): Part[] {
  return [...text.matchAll(PARTS)].flatMap(([, what, name = '']): Part[] => {
    const unit = UNITS[name]
    if (unit === undefined) return []
    return what === '/' ? [{kind: 'rounding', unit}] : [{kind: 'step', count: Number(what), unit}]
  })
}

const NAMES = {s: 'seconds', m: 'minutes', h: 'hours', d: 'days', w: 'weeks', M: 'months', y: 'years'} as const

const moved = (at: EpochMs, {count, unit}: {count: number; unit: TimeUnit}, zone: string): EpochMs =>
  add(new TZDate(at, zone), {[NAMES[unit]]: count}).getTime()

function startOf(at: EpochMs, unit: TimeUnit, zone: string): EpochMs {
  const local = new TZDate(at, zone)
  switch (unit) {
    case 's':
      return Math.floor(at / SECOND) * SECOND
    case 'm':
      return Math.floor(at / MINUTE) * MINUTE
    case 'h':
      return startOfHour(local).getTime()
    case 'd':
      return dayStart(at, zone)
    case 'w':
      return dayStart(at, zone, getISODay(local) - 1)
    case 'M':
      return dayStart(startOfMonth(local).getTime(), zone)
    case 'y':
      return dayStart(startOfYear(local).getTime(), zone)
    default:
      return unit satisfies never
  }
}

function startOfNext(at: EpochMs, unit: TimeUnit, zone: string): EpochMs {
  const start = startOf(at, unit, zone)
  switch (unit) {
    case 's':
      return start + SECOND
    case 'm':
      return start + MINUTE
    case 'h':
      return start + HOUR
    case 'd':
      return dayStart(start, zone, -1)
    case 'w':
      return dayStart(start, zone, -7)
    case 'M':
    case 'y':
      return dayStart(moved(start, {count: 1, unit}, zone), zone)
    default:
      return unit satisfies never
  }
}
