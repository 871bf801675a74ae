import {HOUR, MINUTE} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import * as profiles from '../../server/demo/content/profiles'
import {daily, drift, grain, random, type Signal, sum} from '../../server/demo/content/signals'

export interface NormalSeries {
  name: string
  rows: readonly (readonly [EpochMs, number])[]
}

const PERIOD = 5 * MINUTE
const SEEDS = [1, 2, 3]
/** A Monday. */
const START = Date.parse('2026-01-05T00:00Z')

/** The numbers of all kinds of devices of the demo. None has a fault. */
export const demoSeries = (weeks: number): NormalSeries[] =>
  SEEDS.flatMap(seed =>
    Object.entries(profiles).flatMap(([kind, profile]) =>
      Object.entries(profile(seed)).flatMap(([key, signal]) => {
        const numberAt = (at: EpochMs) => Number(signal(at))
        return typeof signal(START) === 'number' ? [seriesOf(`${kind} ${key} ${seed}`, numberAt, weeks)] : []
      }),
    ),
  )

/** Series without a fault that the demo has not: of offices, of requests, of what heats and stops, of counters. */
export const syntheticSeries = (weeks: number): NormalSeries[] =>
  SEEDS.flatMap(seed =>
    Object.entries(syntheticKinds(seed)).map(([name, signal]) => seriesOf(`${name} ${seed}`, signal, weeks)),
  )

function syntheticKinds(seed: number): Record<string, Signal> {
  const office: Signal = at => (isOfficeTime(at) ? 80 : 12)
  const requests: Signal = at => daily(5, 2)(at) + 0.8 * bellAt(seed, at)
  return {
    'noise without any pattern': at => 20 + bellAt(seed, at),
    'office hours': sum(office, drift(seed, 6, HOUR), grain(seed, 3)),
    'requests, skewed': at => Math.exp(requests(at) / 2),
    'a walk that returns': sum(drift(seed, 4, 3 * HOUR), drift(seed + 1, 4, 9 * HOUR), drift(seed + 2, 3, 40 * HOUR)),
    'on and off': at => (Math.floor(at / (35 * MINUTE)) % 3 === 0 ? 100 : 0) + grain(seed, 1)(at),
    'always the same': () => 50,
    'a counter': at =>
      Math.floor((at - START) / 1000) * 3 + Math.floor(40 * random(seed, Math.floor(at / MINUTE)) + 40),
    'rare spikes': at => 3 + grain(seed, 1)(at) + (random(seed, Math.floor(at / PERIOD)) > 0.98 ? 30 : 0),
  }
}

function isOfficeTime(at: EpochMs): boolean {
  const date = new Date(at)
  return date.getUTCDay() % 6 !== 0 && date.getUTCHours() >= 7 && date.getUTCHours() < 18
}

/** About normal. */
const bellAt = (seed: number, at: EpochMs): number =>
  [0, 1, 2].reduce((total, each) => total + random(seed + each * 1000, Math.floor(at / PERIOD)), 0)

function seriesOf(name: string, signal: Signal, weeks: number): NormalSeries {
  const count = (weeks * 7 * 24 * HOUR) / PERIOD
  const times = Array.from({length: count}, (_, index) => START + index * PERIOD)
  return {name, rows: times.map(at => [at, signal(at)] as const)}
}
