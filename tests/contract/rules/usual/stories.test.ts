import {expect, it} from 'vitest'
import {DAY, HOUR, MINUTE} from '../../../../contract/rules/time/durations'
import {bandAt} from '../../../../contract/rules/usual/band'
import {hoursOf} from '../../../../contract/rules/usual/hour'
import {judge, NOTHING_EVALUATED, type UsualJudging} from '../../../../contract/rules/usual/judge'
import {accept, learn} from '../../../../contract/rules/usual/learn'
import {type EvaluatedValue, replay} from '../../../../contract/rules/usual/replay'
import {decodeState, emptyState, encodeState, type UsualState} from '../../../../contract/rules/usual/state'
import type {EpochMs} from '../../../../contract/wire/common'
import {daily} from './hours'

const WEEK = 7 * DAY
const ZONE = 'Europe/Berlin'
/** A Monday. */
const START = Date.parse('2026-01-05T00:00Z')

type Values = readonly (readonly [EpochMs, number])[]

const every = (period: number, days: number, numberAt: (hours: number) => number): Values =>
  Array.from({length: (days * DAY) / period}, (_, index) => [START + index * period, numberAt((index * period) / HOUR)])

/** From -1 to 1, and always the same at the same time. */
const noise = (hours: number): number => {
  const mixed = Math.sin(hours * 12.9898) * 43_758.5453
  return 2 * (mixed - Math.floor(mixed)) - 1
}

const replayed = (values: Values): EvaluatedValue[] => [...replay(emptyState(ZONE), hoursOf(values), values)]
const toldDays = (values: Values): number[] =>
  replayed(values).flatMap(({at, isNotified}) => (isNotified ? [Math.floor((at - START) / DAY)] : []))
const learned = (values: Values): UsualState => learn(emptyState(ZONE), hoursOf(values))
const bandOf = (state: UsualState, at: EpochMs) => {
  const band = bandAt(state, at)
  if (band.kind === 'learning') throw new Error('still learning')
  return band
}

it('judges afterwards, from what is stored, as it judged live', () => {
  const values = every(10 * MINUTE, 24, hours => daily(hours) + noise(hours) + (hours % 300 > 295 ? 12 : 0))
  const hours = hoursOf(values)
  // As a server that restarts every hour.
  let [stored, judging] = [encodeState(emptyState(ZONE)), JSON.stringify(NOTHING_EVALUATED)]
  const live = values.map(([at, value]) => {
    const due = hours.filter(({ts}) => ts + HOUR <= at - (at % HOUR) - HOUR)
    const state = learn(decodeState(stored) ?? emptyState(ZONE), due.slice(-3))
    stored = encodeState(state)
    const judgement = judge(state, JSON.parse(judging), value, at)
    judging = JSON.stringify(judgement.judging)
    return {at, verdict: judgement.verdict, isNotified: judgement.isNotified}
  })
  expect(replayed(values)).toEqual(live)
  expect(live.filter(({isNotified}) => isNotified).length).toBeGreaterThan(0)
})

it('never tells of a series that is always the same, and once of its first change', () => {
  expect(toldDays(every(5 * MINUTE, 30, () => 20))).toEqual([])
  expect(toldDays(every(5 * MINUTE, 30, () => 0))).toEqual([])
  expect(toldDays(every(5 * MINUTE, 30, hours => (hours < 28 * 24 ? 20 : 21)))).toEqual([28])
  expect(toldDays(every(5 * MINUTE, 30, hours => (hours < 28 * 24 ? 20 : 20.001)))).toEqual([])
})

it('learns a series of one value a day for 24 days, and needs some more to judge', () => {
  const values = every(DAY, 60, hours => 20 + noise(hours))
  const verdicts = replayed(values).map(({verdict}) => verdict)
  expect(bandAt(learned(values.slice(0, 20)), START)).toEqual({kind: 'learning', hoursMissing: 4, daysMissing: 0})
  expect(verdicts.indexOf('usual')).toBe(33)
  expect(new Set(verdicts.slice(33))).toEqual(new Set(['usual']))
})

it('tells once of a level shift, does not adopt it by itself, and does when somebody accepts it', () => {
  const values = every(10 * MINUTE, 84, hours => noise(hours) + (hours < 42 * 24 ? 10 : 30))
  expect(toldDays(values)).toEqual([42])
  expect(replayed(values).at(-1)?.verdict).toBe('unusual')
  const state = learned(values)
  const last = START + 84 * DAY
  expect(bandOf(state, last).centre).toBeLessThan(15)
  const accepted = accept(state, 30, last)
  expect(bandOf(accepted, last).centre).toBe(30)
  const more = every(10 * MINUTE, 112, hours => noise(hours) + 30).filter(([at]) => at >= last)
  const judgements = [...replay(accepted, hoursOf(more), more)]
  expect(judgements.filter(({isNotified}) => isNotified)).toEqual([])
})

it('tells of an hour of faults, and of none that lasts a second, whether values come each second or each five minutes', () => {
  const state = learned(every(5 * MINUTE, 28, hours => daily(hours) + noise(hours)))
  const last = START + 28 * DAY
  const toldOf = (period: number, isFault: (since: number) => boolean) => {
    let judging = NOTHING_EVALUATED
    const told: EpochMs[] = []
    for (let at = last; at < last + 8 * HOUR; at += period) {
      const hours = (at - START) / HOUR
      const value = isFault(at - last - 6 * HOUR) ? 20 : daily(hours) + noise(hours)
      const judgement = judge(state, judging, value, at)
      judging = judgement.judging
      if (judgement.isNotified) told.push(at - last - 6 * HOUR)
    }
    return told
  }
  for (const period of [1000, MINUTE, 5 * MINUTE]) {
    const told = toldOf(period, since => since >= 0 && since < HOUR)
    expect(told).toHaveLength(1)
    expect(told[0]).toBeLessThan(10 * MINUTE)
  }
  expect(toldOf(1000, since => since === 0)).toEqual([])
})

it('follows a drift that is slow beside the spread', () => {
  const values = every(10 * MINUTE, 112, hours => noise(hours) + hours / 24 / 40)
  expect(toldDays(values)).toEqual([])
  expect(bandOf(learned(values), START + 112 * DAY).centre).toBeGreaterThan(1.4)
})

it('knows after a month without values what it knew before', () => {
  const values = every(10 * MINUTE, 70, hours => 5 * daily(hours) + noise(hours))
  const before = values.filter(([at]) => at < START + 5 * WEEK)
  const after = values.filter(([at]) => at >= START + 9 * WEEK)
  expect(toldDays([...before, ...after])).toEqual([])
  const state = learned(before)
  expect(learn(state, hoursOf(after)).weeks).not.toEqual(state.weeks)
})

it('is not poisoned by a fault in the second week', () => {
  const fault = (hours: number) => (hours > 200 && hours < 212 ? 1e6 : 0)
  const state = learned(every(10 * MINUTE, 28, hours => 5 * daily(hours) + noise(hours) + fault(hours)))
  const band = bandOf(state, START + 29 * DAY + 9 * HOUR)
  expect(band.low).toBeGreaterThan(-20)
  expect(band.high).toBeLessThan(20)
})

it('takes a series of nothing but faults as it is', () => {
  const values = every(10 * MINUTE, 56, hours => (noise(hours) > 0 ? 1e6 : -3))
  expect(toldDays(values)).toEqual([])
})

it('learns in ten weeks what is on Mondays alone, however far it is from other days', () => {
  const isBusy = (hours: number) => hours % 168 >= 9 && hours % 168 < 12
  const state = learned(every(10 * MINUTE, 70, hours => noise(hours) + (isBusy(hours) ? 100 : 5)))
  const monday = START + 10 * WEEK + 10 * HOUR
  const {centre, high, ...band} = bandOf(state, monday)
  expect(band).toMatchObject({basis: 'weekHour', hours: 10, days: 71})
  expect(centre).toBeGreaterThan(70)
  expect(high).toBeGreaterThan(101)
  expect(bandOf(state, monday + DAY).high).toBeLessThan(20)
})

it('has no band for hours that never had values, judges nothing in them, and learns them from their values', () => {
  const isOn = (hours: number) => hours % 24 >= 6 && hours % 24 < 18 && hours % 168 < 120
  const values = every(10 * MINUTE, 35, hours => 50 + noise(hours))
  const ofPlant = values.filter(([at]) => isOn((at - START) / HOUR))
  const state = learned(ofPlant)
  const [night, weekend, noon] = [23 * HOUR, 5 * DAY + 11 * HOUR, 11 * HOUR].map(hour => START + 5 * WEEK + hour)
  expect(bandAt(state, night ?? 0)).toEqual({kind: 'learning', hoursMissing: 3, daysMissing: 0})
  expect(bandAt(state, weekend ?? 0)).toEqual({kind: 'learning', hoursMissing: 1, daysMissing: 0})
  expect(bandOf(state, noon ?? 0).basis).toBe('weekHour')
  expect(judge(state, NOTHING_EVALUATED, 1000, night ?? 0)).toMatchObject({verdict: 'learning', isNotified: false})
  expect(bandOf(learned(ofPlant.filter(([at]) => at < START + 4 * DAY)), START + 23 * HOUR).basis).toBe('lastDays')
  const later = every(10 * MINUTE, 38, () => 3).filter(([at]) => at >= START + 5 * WEEK)
  expect(bandOf(learn(state, hoursOf(later)), START + 38 * DAY + 23 * HOUR).centre).toBeCloseTo(3)
})

it('learns a counter by its rate, through resets, and judges it by that', () => {
  const rate = (hours: number) => (hours < 40 * 24 ? 2 : 9)
  let total = 0
  const values = every(10 * MINUTE, 42, hours => {
    total = hours % 500 === 0 ? 0 : total + rate(hours) * 600
    return total
  })
  const band = bandOf(learned(values.filter(([at]) => at < START + 40 * DAY)), START + 40 * DAY)
  expect(band).toMatchObject({isCounter: true})
  expect(band.centre).toBeCloseTo(2)
  expect(toldDays(values)).toEqual([40])
})

it('puts both hours that clocks show twice, and none that they skip, into their places', () => {
  const from = Date.parse('2026-01-05T00:00+01:00')
  const local = new Intl.DateTimeFormat('en-GB', {timeZone: ZONE, hour: '2-digit', hourCycle: 'h23'})
  const shown = (at: EpochMs) => 24 - Number(local.format(at))
  // The measured value is the hour on the clocks, which would be a counter if it did not fall.
  const values = Array.from({length: 45 * 168}, (_, hour) => {
    const at = from + hour * HOUR
    return [at, shown(at)] as const
  })
  const state = learned(values)
  for (let hour = 0; hour < 168; hour++) {
    const at = from + 45 * WEEK + hour * HOUR
    expect(bandOf(state, at)).toMatchObject({centre: shown(at), basis: 'weekHour'})
  }
})

it('judges no value twice, and none that is earlier than the last', () => {
  const values = every(10 * MINUTE, 30, hours => daily(hours))
  const state = learned(values)
  let judging: UsualJudging = NOTHING_EVALUATED
  for (const [at, value] of values) judging = judge(state, judging, value, at).judging
  expect(judge(state, judging, 1e6, judging.at).judging).toBe(judging)
  expect(judge(state, judging, 1e6, judging.at - HOUR).judging).toBe(judging)
})
