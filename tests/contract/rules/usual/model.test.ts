import fc from 'fast-check'
import {expect, it} from 'vitest'
import {DAY, HOUR, MINUTE} from '../../../../contract/rules/time/durations'
import {bandAt} from '../../../../contract/rules/usual/band'
import {hoursOf} from '../../../../contract/rules/usual/hour'
import {learn} from '../../../../contract/rules/usual/learn'
import {replay} from '../../../../contract/rules/usual/replay'
import {decodeState, emptyState, encodeState} from '../../../../contract/rules/usual/state'
import type {EpochMs} from '../../../../contract/wire/common'
import {IS_QUICK} from '../../../support/tier'
import {createModel, judgedByModel} from './model'

const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia'],
  ...['Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Kiritimati', 'America/Sao_Paulo'],
]

/** Numbers by the hours since the start, and by something random from 0 to 1. */
const KINDS: Record<string, (hours: number, random: number) => number> = {
  flat: () => 20,
  noise: (_, random) => random,
  daily: (hours, random) => 20 + 5 * Math.sin((hours / 24) * 2 * Math.PI) + random,
  weekly: (hours, random) => (hours % 168 < 120 ? 80 : 10) + random,
  shift: (hours, random) => (hours < 500 ? 10 : 40) + random,
  drift: (hours, random) => hours / 100 + random,
  'more and more faults': (hours, random) => random + (hours % 60 < 3 ? hours / 20 : 0),
  faults: (_, random) => (random < 0.4 ? 1e6 : random),
  counter: (hours, random) => Math.floor(hours * 60 + random * 30),
  'counter that is reset': (hours, random) => Math.floor((hours % 200) * 60 + random * 30),
  'on and off': (_, random) => Math.round(random),
}

const series = fc.record({
  zone: fc.constantFrom(...ZONES),
  kind: fc.constantFrom(...Object.keys(KINDS)),
  /** Clocks change somewhere in this time. */
  start: fc.integer({min: Date.parse('2026-02-20T00:00Z') / HOUR, max: Date.parse('2026-10-20T00:00Z') / HOUR}),
  weeks: fc.integer({min: 1, max: 12}),
  /** Hours of the day without values, so that many weeks are tried in little time. */
  step: fc.constantFrom(1, 6, 8, 24),
  perHour: fc.constantFrom(1, 3),
  gap: fc.option(fc.integer({min: 0, max: 40})),
  seed: fc.integer(),
})
type Series = typeof series extends fc.Arbitrary<infer Value> ? Value : never

function valuesOf({kind, start, weeks, step, perHour, gap, seed}: Series): [EpochMs, number][] {
  const random = randomFrom(seed)
  const values: [EpochMs, number][] = []
  for (let hour = 0; hour < weeks * 168; hour += step) {
    const isMissing = gap !== null && hour >= gap * 24 && hour < (gap + 30) * 24
    for (let each = 0; each < perHour && !isMissing; each++) {
      const hours = hour + each / perHour
      values.push([(start + hour) * HOUR + (each * HOUR) / perHour, KINDS[kind]?.(hours, random()) ?? 0])
    }
  }
  return values
}

function randomFrom(seed: number) {
  let state = seed | 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 0) / 2 ** 32
  }
}

it('learns what a plain model learns, in any number of pieces', () => {
  const bases = new Set<string>()
  fc.assert(
    fc.property(series, fc.nat({max: 500}), (drawn, cut) => {
      const hours = hoursOf(valuesOf(drawn))
      const model = createModel(drawn.zone)
      for (const hour of hours) model.learn(hour)
      const halfway = decodeState(encodeState(learn(emptyState(drawn.zone), hours.slice(0, cut))))
      if (halfway === null) throw new Error('the bytes are refused')
      // Half of them are given once more.
      const state = learn(halfway, hours.slice(Math.floor(cut / 2)))
      expect(state).toEqual(learn(emptyState(drawn.zone), hours))
      const last = hours.at(-1)?.ts ?? 0
      for (const at of [HOUR, 5 * HOUR + 59 * MINUTE, DAY + 17 * HOUR, 6 * DAY].map(later => last + later)) {
        const band = bandAt(state, at)
        const wanted = model.bandAt(at)
        if (wanted === null || band.kind === 'learning') expect([wanted, band.kind]).toEqual([null, 'learning'])
        else {
          bases.add(wanted.basis)
          const {low, high, centre, spread, ...exact} = wanted
          expect(band).toMatchObject({...exact, isCounter: model.isCounter()})
          for (const [field, number] of Object.entries({low, high, centre, spread}))
            expect(band).toHaveProperty(field, expect.toSatisfy(isNear(number)))
        }
      }
    }),
    {numRuns: IS_QUICK ? 40 : 5000},
  )
  if (!IS_QUICK) expect([...bases].sort()).toEqual(['dayHour', 'dayKindHour', 'lastDays', 'weekHour'])
})

/** A counter that is reset after a month without values, by which tellings are forgotten all the same. */
const RESET_AFTER_GAP: Series = {
  zone: 'UTC',
  kind: 'counter that is reset',
  start: 496_446,
  weeks: 9,
  step: 6,
  perHour: 3,
  gap: 24,
  seed: -808_651_350,
}

it('judges as a plain model does', () => {
  let told = 0
  let compared = 0
  fc.assert(
    fc.property(series, drawn => {
      const values = valuesOf(drawn)
      const hours = hoursOf(values)
      const judged = [...replay(emptyState(drawn.zone), hours, values)]
      const model = judgedByModel(drawn.zone, hours, values)
      compared += model.known
      expect(judged.slice(0, model.known)).toEqual(model.judged.slice(0, model.known))
      told += judged.filter(({isNotified}) => isNotified).length
    }),
    {numRuns: IS_QUICK ? 40 : 5000, examples: [[RESET_AFTER_GAP]]},
  )
  expect(compared).toBeGreaterThan(IS_QUICK ? 1000 : 500_000)
  if (!IS_QUICK) expect(told).toBeGreaterThan(1000)
})

const isNear = (wanted: number) => (given: unknown) =>
  typeof given === 'number' && Math.abs(given - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted))
