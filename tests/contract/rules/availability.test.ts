import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {LATE_AFTER} from '../../../contract/limits'
import {
  type Availability,
  type AvailabilityHistory,
  availabilityIn,
  budgetLeft,
  NOTHING_EVALUATED,
  shareOf,
  sumOf,
} from '../../../contract/rules/availability'
import {dataDaysOf, dataWindows} from '../../../contract/rules/dataDays'
import {type CalendarWindow, dayStart, dayStarts} from '../../../contract/rules/time/calendar'
import {DAY, HOUR, MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'

const TICK = 30_000
const at = (time: string) => Date.parse(time)
const every = (period: number, from: EpochMs, until: EpochMs) =>
  Array.from({length: Math.ceil((until - from) / period)}, (_, index) => from + index * period)

interface Told extends Omit<AvailabilityHistory, 'data' | 'knownSince' | 'unknown'> {
  times: readonly EpochMs[]
}

const historyOf = ({times, ...told}: Told): AvailabilityHistory => ({
  ...told,
  ...dataWindows(dataDaysOf(times)),
  knownSince: times.length === 0 ? null : Math.min(...times),
})

const piecesOf = (from: EpochMs, until: EpochMs, zone: string): CalendarWindow[] => {
  const {starts} = dayStarts(from, until - 1, zone, 100)
  return starts.map((start, index) => ({start: Math.max(start, from), end: starts[index + 1] ?? until}))
}

describe('availabilityIn', () => {
  const from = at('2026-11-02T00:00Z')
  const whole = [{start: from, end: from + DAY}]
  const told: Told = {
    createdAt: from,
    times: every(MINUTE, from, from + DAY),
    critical: [],
    maintenance: [],
    now: from + 2 * DAY,
  }
  const allOf = (changed: Partial<Told>): Availability => sumOf(availabilityIn(historyOf({...told, ...changed}), whole))

  it('counts a device that sends all day as available', () => {
    expect(allOf({})).toEqual({available: DAY, evaluated: DAY, maintenance: 0, unknown: 0})
  })

  it('counts a value until it is late', () => {
    const times = [...every(MINUTE, from, from + HOUR), ...every(MINUTE, from + 2 * HOUR, from + DAY)]
    expect(allOf({times}).available).toBe(DAY - HOUR - MINUTE + LATE_AFTER)
  })

  it('gives a device that sends each ten minutes three times as long', () => {
    const times = every(10 * MINUTE, from, from + DAY).filter(ts => ts < from + 5 * HOUR || ts >= from + 6 * HOUR)
    expect(allOf({times}).available).toBe(DAY - HOUR - 10 * MINUTE + 30 * MINUTE)
  })

  it('leaves maintenance out of both sides', () => {
    const maintenance = [{start: from + HOUR, end: from + 3 * HOUR}]
    const critical = [{start: from + 2 * HOUR, end: from + 4 * HOUR}]
    expect(allOf({maintenance, critical})).toEqual({
      available: DAY - 3 * HOUR,
      evaluated: DAY - 2 * HOUR,
      maintenance: 2 * HOUR,
      unknown: 0,
    })
  })

  it('says that the time before the first value is not known, and leaves out what is still to come', () => {
    const times = every(MINUTE, from + 6 * HOUR, from + DAY)
    expect(allOf({times, now: from + 12 * HOUR})).toEqual({
      available: 6 * HOUR,
      evaluated: 6 * HOUR,
      maintenance: 0,
      unknown: 6 * HOUR,
    })
  })

  it('knows nothing of a device that never sent', () => {
    const known = allOf({times: [], createdAt: from + HOUR})
    expect(known).toEqual({...NOTHING_EVALUATED, unknown: 23 * HOUR})
    expect(shareOf(known)).toBeNull()
    expect(budgetLeft(known, 99.5)).toBeNull()
  })

  it('judges no time in which no rhythm of the device is known', () => {
    const maintenance = [{start: from + HOUR, end: from + 3 * HOUR}]
    expect(allOf({times: [from + 2 * HOUR, from + 8 * HOUR], maintenance})).toEqual({
      ...NOTHING_EVALUATED,
      unknown: DAY,
    })
  })

  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ])('counts the hours of %s in Berlin', (day, hours) => {
    const start = dayStart(at(`${day}T12:00Z`), 'Europe/Berlin')
    const pieces = piecesOf(start, start + hours * HOUR, 'Europe/Berlin')
    const times = every(MINUTE, start, start + 2 * DAY)
    const history = historyOf({...told, createdAt: start, times, now: start + 2 * DAY})
    expect(availabilityIn(history, pieces).map(({evaluated, available}) => [evaluated, available])).toEqual([
      [hours * HOUR, hours * HOUR],
    ])
  })

  it('equals a plain computation from raw points, alarms and windows', () => {
    fc.assert(
      fc.property(histories, ({zone, ...history}) => {
        const {range, ...told} = history
        const pieces = piecesOf(range.start, range.end, zone)
        const days = availabilityIn(historyOf(told), pieces)
        expect(days).toEqual(plainly(told, pieces, zone))
      }),
      {numRuns: 60},
    )
  })
})

describe('budgetLeft', () => {
  const all: Availability = {...NOTHING_EVALUATED, evaluated: 1000 * MINUTE, available: 998 * MINUTE}

  it('is what a goal allows less what was lost', () => {
    expect(budgetLeft(all, 99.5)).toBeCloseTo(3 * MINUTE, 3)
  })

  it('is below nothing when the goal is missed', () => {
    expect(budgetLeft(all, 99.9)).toBeCloseTo(-MINUTE, 3)
  })
})

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
]
const TURNS = ['2026-03-27T00:00Z', '2026-10-23T00:00Z', '2026-11-01T00:00Z', '2026-04-03T00:00Z', '2026-07-01T00:00Z']
const SPAN = (6 * DAY) / TICK

/** All times are multiples of a tick, so that one can be asked for what held in it. */
const histories = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    turn: fc.constantFrom(...TURNS),
    period: fc.constantFrom(1, 2, 3, 4, 10, 40, 240, 900, 1440),
    silences: fc.array(fc.tuple(fc.nat(SPAN), fc.nat(SPAN / 4)), {maxLength: 6}),
    extra: fc.array(fc.nat(SPAN), {maxLength: 20}),
    first: fc.nat(SPAN),
    critical: fc.array(fc.tuple(fc.nat(SPAN), fc.nat(SPAN / 4)), {maxLength: 4}),
    maintenance: fc.array(fc.tuple(fc.nat(SPAN), fc.nat(SPAN / 4)), {maxLength: 4}),
    range: fc.tuple(fc.nat(SPAN - 1), fc.integer({min: 1, max: SPAN})),
    created: fc.nat(SPAN),
    now: fc.integer({min: SPAN / 2, max: SPAN + 100}),
  })
  .map(({zone, turn, period, silences, extra, first, critical, maintenance, range, created, now}) => {
    const begin = at(turn)
    const time = (tick: number) => begin + tick * TICK
    const windowsOf = (told: [number, number][]) =>
      told.map(([start, length]) => ({start: time(start), end: time(start + length)}))
    const isSilent = (tick: number) => silences.some(([start, length]) => tick >= start && tick < start + length)
    const regular = Array.from({length: SPAN}, (_, tick) => tick).filter(
      tick => tick >= first && tick % period === 0 && !isSilent(tick),
    )
    return {
      zone,
      times: [...regular, ...extra].map(time),
      critical: windowsOf(critical),
      maintenance: windowsOf(maintenance),
      createdAt: time(created),
      now: time(now),
      range: {start: time(range[0]), end: time(Math.min(range[0] + range[1], SPAN))},
    }
  })

/** Counts tick by tick. Each tick belongs to the day on the zone's clocks. */
function plainly({times, createdAt, critical, maintenance, now}: Told, pieces: CalendarWindow[], zone: string) {
  const sorted = [...new Set(times)].sort((a, b) => a - b)
  const data = new Set<EpochMs>()
  const unknown = new Set<EpochMs>()
  const add = (to: Set<EpochMs>, from: EpochMs, end: EpochMs) => {
    for (let tick = from; tick < end; tick += TICK) to.add(tick)
  }
  const last = pieces.at(-1)?.end ?? 0
  const days = [...new Set(sorted.map(ts => Math.floor(ts / DAY)))].map(day => ({
    values: sorted.filter(ts => Math.floor(ts / DAY) === day),
    before: sorted.filter(ts => Math.floor(ts / DAY) < day).at(-1),
  }))
  days.forEach(({values}, place) => {
    const next = days[place + 1]?.values[0] ?? last
    const own = plainLateness(values)
    const lateness = plainLatenessBy(days.slice(Math.max(0, place - 6), place + 1))
    if (lateness === null) add(unknown, values[0] ?? next, next)
    else
      for (const ts of values) {
        add(data, ts, ts + (own ?? LATE_AFTER))
        add(data, ts, Math.min(ts + lateness, next))
      }
  })
  const isIn = (windows: readonly CalendarWindow[], tick: EpochMs) =>
    windows.some(({start, end}) => tick >= start && tick < end)
  const known = sorted[0] ?? Number.POSITIVE_INFINITY
  const dateOf = new Intl.DateTimeFormat('en', {timeZone: zone, dateStyle: 'short'})
  const amounts = new Map<string, Availability>()
  const [from, until] = [pieces[0]?.start ?? 0, pieces.at(-1)?.end ?? 0]
  for (let tick = from; tick < until; tick += TICK) {
    const date = dateOf.format(tick)
    const day = amounts.get(date) ?? {...NOTHING_EVALUATED}
    amounts.set(date, day)
    if (tick >= now) continue
    if (tick < known || unknown.has(tick)) {
      if (tick >= createdAt) day.unknown += TICK
    } else if (isIn(maintenance, tick)) day.maintenance += TICK
    else {
      day.evaluated += TICK
      if (data.has(tick) && !isIn(critical, tick)) day.available += TICK
    }
  }
  return [...amounts.values()]
}

interface PlainDay {
  values: EpochMs[]
  before: EpochMs | undefined
}

function plainLatenessBy(days: PlainDay[]): number | null {
  const own = days.map(({values}) => plainLateness(values))
  const rhythms = own.filter(lateness => lateness !== null)
  if (rhythms.length > days.length - rhythms.length) return own.at(-1) ?? rhythms.at(-1) ?? null
  const longest = days.flatMap(({values, before}, place) => {
    if (own[place] !== null) return []
    const times = place === 0 || before === undefined ? values : [before, ...values]
    const gaps = times.slice(1).map((ts, index) => ts - (times[index] ?? ts))
    const longest = Math.max(...gaps, 0)
    return longest > LATE_AFTER ? [longest] : []
  })
  if (longest.length < 3) return own.at(-1) ?? null
  const usual = longest.sort((a, b) => a - b)[Math.ceil(0.75 * longest.length) - 1] ?? 0
  return Math.max(own.at(-1) ?? LATE_AFTER, 3 * usual)
}

function plainLateness(times: readonly EpochMs[]): number | null {
  const steps: number[] = []
  let since = times[0] ?? 0
  times.forEach((ts, index) => {
    const next = times[index + 1] ?? Number.POSITIVE_INFINITY
    if (next - ts <= LATE_AFTER) return
    for (let step = since; step + LATE_AFTER <= ts; step += LATE_AFTER) steps.push(LATE_AFTER)
    if (next < Number.POSITIVE_INFINITY) steps.push(next - ts)
    since = next
  })
  if (steps.length < 3) return null
  const usual = steps.sort((a, b) => a - b)[Math.ceil(0.75 * steps.length) - 1] ?? 0
  return usual <= LATE_AFTER ? LATE_AFTER : 3 * usual
}
