import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {LATE_AFTER} from '../../../contract/limits'
import {type Availability, availabilityIn, NOTHING_EVALUATED, shareOf} from '../../../contract/rules/availability'
import {dataDaysOf, dataWindows, RHYTHM_DAYS} from '../../../contract/rules/dataDays'
import {DAY, HOUR, MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'

const SECOND = 1000

const every = (period: number, from: EpochMs, until: EpochMs) =>
  Array.from({length: Math.ceil((until - from) / period)}, (_, index) => from + index * period)

/** The days of a device that sends at some times, from the first of them until now. */
function daysBy(times: readonly EpochMs[], now: EpochMs): Availability[] {
  const [first = now] = times
  const history = {
    createdAt: first,
    knownSince: first,
    critical: [],
    maintenance: [],
    now,
    ...dataWindows(dataDaysOf(times)),
  }
  const midnight = Math.floor(first / DAY) * DAY
  return availabilityIn(
    history,
    every(DAY, midnight, now).map(start => ({start, end: start + DAY})),
  )
}

const sharesBy = (times: readonly EpochMs[], now: EpochMs) => daysBy(times, now).map(shareOf)

describe('the rhythm of a day', () => {
  const latenessBy = (times: EpochMs[]) => dataDaysOf(times)[0]?.lateness

  it('is not made longer by outages of a device that sends often', () => {
    expect(latenessBy([...every(MINUTE, 0, HOUR), ...every(MINUTE, 3 * HOUR, 4 * HOUR), 9 * HOUR, 20 * HOUR])).toBe(
      LATE_AFTER,
    )
  })

  it('is that of the intervals when each brings several values', () => {
    expect(latenessBy(every(10 * MINUTE, 0, DAY).flatMap(ts => [ts, ts + 50, ts + 100, ts + 150]))).toBeCloseTo(
      30 * MINUTE,
      -3,
    )
  })

  it('is not known by fewer than four values', () => {
    expect([latenessBy([0, HOUR, 2 * HOUR]), latenessBy([0, HOUR, 2 * HOUR, 3 * HOUR])]).toEqual([null, 3 * HOUR])
  })
})

describe('a device that sends seldom', () => {
  const MORNING = 6 * HOUR

  it('is judged by its days together, once three intervals of them are known', () => {
    expect(sharesBy(every(DAY, MORNING, 10 * DAY), 10 * DAY)).toEqual([null, null, null, 1, 1, 1, 1, 1, 1, 1])
  })

  it('is late after three of its intervals', () => {
    const times = every(DAY, MORNING, 7 * DAY)
    const days = daysBy(times, 12 * DAY)
    expect(days.slice(8).map(shareOf)).toEqual([1, 0.25, 0, 0])
  })

  it('loses nothing by one of its values that is missing', () => {
    const times = every(DAY, MORNING, 12 * DAY).filter(ts => ts !== MORNING + 8 * DAY)
    expect(sharesBy(times, 12 * DAY).slice(3)).toEqual(Array.from({length: 9}, () => 1))
  })

  it('is not judged by a day on which it was tried out', () => {
    const tried = every(20 * SECOND, 8 * DAY + 10 * HOUR, 8 * DAY + 10 * HOUR + 10 * MINUTE)
    const times = [...every(DAY, MORNING, 12 * DAY), ...tried].sort((a, b) => a - b)
    expect(sharesBy(times, 12 * DAY).slice(3)).toEqual(Array.from({length: 9}, () => 1))
  })

  it('is not known by a single value, however long ago', () => {
    const days = daysBy([MORNING], 90 * DAY)
    expect(days.slice(1)).toEqual(Array.from({length: 89}, () => ({...NOTHING_EVALUATED, unknown: DAY})))
  })
})

it('a day with few values of a device that sends often is an outage', () => {
  const times = every(MINUTE, 0, 5 * DAY).filter(ts => ts < 3 * DAY || ts >= 4 * DAY || ts === 3 * DAY + HOUR)
  const days = daysBy(times, 5 * DAY)
  expect(days[3]?.available).toBe(LATE_AFTER - MINUTE + LATE_AFTER)
  expect(days[3]?.evaluated).toBe(DAY)
})

it('the beginning of a day counts by the days before', () => {
  const times = every(10 * MINUTE, 0, 3 * DAY)
  for (const after of [MINUTE, 15 * MINUTE, 29 * MINUTE])
    expect(
      sharesBy(
        times.filter(ts => ts <= 2 * DAY),
        2 * DAY + after,
      ),
    ).toEqual([1, 1, 1])
})

it('a regular device of whatever interval is available all the time that is judged', () => {
  const regular = fc.record({
    interval: fc.oneof(fc.integer({min: SECOND, max: 3 * DAY}), fc.integer({min: HOUR, max: 3 * DAY})),
    first: fc.integer({min: 0, max: DAY - 1}),
    count: fc.integer({min: 1, max: 40}),
    after: fc.double({min: 0, max: 1, maxExcluded: true, noNaN: true}),
  })
  fc.assert(
    fc.property(regular, ({interval, first, count, after}) => {
      const times = Array.from({length: count}, (_, index) => first + index * interval)
      const now = first + (count - 1) * interval + Math.floor(after * interval) + 1
      for (const {available, evaluated} of daysBy(times, now)) expect(available).toBe(evaluated)
    }),
    {numRuns: 500},
  )
})

it('is known of a device that sends seldom at the latest from its fifth day with values on', () => {
  const seldom = fc.record({interval: fc.integer({min: 8 * HOUR, max: 3 * DAY}), first: fc.integer({min: 0, max: DAY})})
  fc.assert(
    fc.property(seldom, ({interval, first}) => {
      const times = Array.from({length: 20}, (_, index) => first + index * interval)
      const days = dataDaysOf(times)
      const {unknown} = dataWindows(days)
      expect(unknown.at(-1)?.end).toBeLessThanOrEqual(days[4]?.windows[0]?.start ?? 0)
    }),
  )
})

it('the days before a moment say of later time what all days say', () => {
  const moments = fc.array(
    fc.record({
      day: fc.nat(30),
      at: fc.nat(DAY - 1),
      count: fc.constantFrom(1, 1, 2, 3, 30, 300),
      interval: fc.integer({min: SECOND, max: HOUR}),
    }),
    {minLength: 1, maxLength: 25},
  )
  fc.assert(
    fc.property(moments, fc.integer({min: 0, max: 30}), (sent, start) => {
      const times = sent.flatMap(({day, at, count, interval}) =>
        every(interval, day * DAY + at, day * DAY + at + count * interval),
      )
      const days = dataDaysOf(times)
      const from = start * DAY
      const before = days.filter(({windows}) => (windows[0]?.start ?? 0) < from)
      const after = days.filter(({windows}) => (windows[0]?.start ?? 0) >= from)
      const shares = (some: typeof days) =>
        availabilityIn(
          {createdAt: 0, knownSince: 0, critical: [], maintenance: [], now: 40 * DAY, ...dataWindows(some)},
          every(DAY, from, 40 * DAY).map(begin => ({start: begin, end: begin + DAY})),
        )
      if (before.length > 0) expect(shares([...before.slice(-RHYTHM_DAYS), ...after])).toEqual(shares(days))
    }),
    {numRuns: 300},
  )
})
