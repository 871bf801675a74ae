import {HOUR, MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs} from '../../../contract/wire/common'
import {bursts, daily, drift, grain, isChosen, type Signal, sum, within} from './signals'

/** The measurements of a kind of device: a function of time for each key. `seed` makes devices differ. */
export type Profile = (seed: number) => Record<string, (ts: EpochMs) => number | boolean | string>

const decimals = (digits: number, signal: Signal) => (ts: EpochMs) => Number(signal(ts).toFixed(digits))
const whole = (signal: Signal) => (ts: EpochMs) => Math.round(signal(ts))
const oneOf = (names: readonly string[], seed: number, period: number) => (ts: EpochMs) =>
  names[(Math.floor(ts / period) + seed) % names.length] ?? ''

/** Its values rise above the event threshold now and then, so that the tiles have events to count. */
export const pump: Profile = seed => {
  const works = (ts: EpochMs) => !isChosen(seed, ts, 40 * MINUTE, 12)
  const load = sum(daily(62, 14, 11), drift(seed + 1, 9))
  const whileWorking = (signal: Signal, idle: Signal) => (ts: EpochMs) => (works(ts) ? signal(ts) : idle(ts))
  return {
    temperature: decimals(2, sum(daily(41 + (seed % 5), 4), drift(seed + 2, 2.5), grain(seed, 0.25))),
    vibration: decimals(
      5,
      whileWorking(
        sum(() => 0.0024, drift(seed + 3, 0.0007), bursts(seed, 0.0012, 4 * MINUTE, 20), grain(seed + 4, 0.0002)),
        sum(() => 0.0002, grain(seed + 4, 0.00005)),
      ),
    ),
    current: decimals(
      3,
      whileWorking(
        ts => load(ts) / 5.1,
        () => 0.002,
      ),
    ),
    power: decimals(
      1,
      whileWorking(
        sum(ts => load(ts) * 61, grain(seed + 5, 40)),
        () => 12,
      ),
    ),
    on: works,
    mode: oneOf(['automatic', 'automatic', 'automatic', 'manual'], seed, 5 * HOUR),
  }
}

export const coldRoom: Profile = seed => ({
  temperature: decimals(
    2,
    sum(
      () => -19.5,
      daily(0, 0.8),
      drift(seed, 0.9, 12 * MINUTE),
      bursts(seed, 3.5, 15 * MINUTE, 24),
      grain(seed, 0.1),
    ),
  ),
  humidity: decimals(1, within(0, 100, sum(daily(58, 5, 5), drift(seed + 1, 6), grain(seed, 0.4)))),
  power: decimals(0, sum(daily(2900, 500), drift(seed + 2, 300), grain(seed + 2, 60))),
  doorOpen: ts => isChosen(seed, ts, 15 * MINUTE, 24),
})

export const crane: Profile = seed => {
  const works = (ts: EpochMs) => daily(0, 1, 12)(ts) + drift(seed, 0.6, 25 * MINUTE)(ts) > 0
  return {
    load: decimals(2, ts => (works(ts) ? Math.abs(drift(seed + 1, 38, 3 * MINUTE)(ts)) : 0)),
    wind: decimals(1, within(0, 40, sum(daily(6, 3, 15), drift(seed + 2, 4), grain(seed, 0.8)))),
    vibration: decimals(5, ts => (works(ts) ? 0.0027 + drift(seed + 3, 0.0012, 5 * MINUTE)(ts) : 0.0003)),
    lifts: ts => Math.floor(((ts % (24 * HOUR)) / (24 * HOUR)) * (180 + seed)),
    on: works,
  }
}

export const airSensor: Profile = seed => ({
  temperature: decimals(2, sum(daily(19.5, 4.5, 15), drift(seed, 1.2, HOUR), grain(seed, 0.08))),
  humidity: decimals(1, within(5, 100, sum(daily(57, -12, 15), drift(seed + 1, 5, HOUR), grain(seed, 0.3)))),
  battery: decimals(1, ts => 100 - (((ts / HOUR + seed * 40) % 900) / 900) * 85),
})

export const router: Profile = seed => ({
  cpu: decimals(
    1,
    within(1, 100, sum(daily(34, 16, 19), drift(seed, 10, 6 * MINUTE), bursts(seed, 35, 5 * MINUTE, 30))),
  ),
  temperature: decimals(1, sum(daily(44, 3, 16), drift(seed + 1, 2), grain(seed, 0.3))),
  throughput: whole(within(0, 1e11, sum(daily(4.2e9, 2.6e9, 20), drift(seed + 2, 9e8, 10 * MINUTE), grain(seed, 2e8)))),
  latency: decimals(
    2,
    within(0.4, 500, sum(daily(8 + (seed % 9), 2, 20), drift(seed + 3, 2), bursts(seed, 60, 3 * MINUTE, 60))),
  ),
  packetLoss: decimals(
    4,
    within(
      0,
      1,
      sum(() => 0.001, grain(seed, 0.001), bursts(seed, 0.02, 3 * MINUTE, 60)),
    ),
  ),
})

export const accessSwitch: Profile = seed => ({
  temperature: decimals(1, sum(daily(38, 3, 16), drift(seed, 2), grain(seed, 0.3))),
  portsUp: whole(within(0, 48, sum(daily(33, 6, 12), drift(seed + 1, 3, HOUR)))),
  power: decimals(1, sum(daily(210, 35, 12), drift(seed + 2, 12), grain(seed, 2))),
  poe: ts => !isChosen(seed, ts, HOUR, 80),
})

export const powerSupply: Profile = seed => ({
  temperature: decimals(1, sum(daily(27, 2, 16), drift(seed, 1), grain(seed, 0.1))),
  load: decimals(1, within(0, 100, sum(daily(48, 9, 14), drift(seed + 1, 5), grain(seed, 0.6)))),
  battery: decimals(0, ts => (isChosen(seed, ts, 30 * MINUTE, 60) ? 82 : 100)),
  onBattery: ts => isChosen(seed, ts, 30 * MINUTE, 60),
})

const CLIPS = ['harbour-lights.mp4', 'spring-sale.mp4', 'departures.mp4', 'city-run.mp4', 'coffee-hour.webm']

export const screen: Profile = seed => ({
  temperature: decimals(1, sum(daily(43, 5, 14), drift(seed, 2), grain(seed, 0.2))),
  brightness: whole(within(10, 100, daily(62, 38, 13))),
  power: decimals(1, sum(daily(180, 60, 13), grain(seed, 4))),
  on: ts => daily(0, 1, 14)(ts) > -0.8,
  nowPlaying: oneOf(CLIPS, seed, 10 * MINUTE),
})

export const soilProbe: Profile = seed => ({
  temperature: decimals(2, sum(daily(16, 6, 15), drift(seed, 1.5, HOUR), grain(seed, 0.05))),
  humidity: decimals(1, within(10, 100, sum(daily(68, -14, 15), drift(seed + 1, 6, HOUR)))),
  soilMoisture: decimals(
    2,
    within(
      5,
      60,
      sum(drift(seed + 2, 8, 12 * HOUR), () => 31),
    ),
  ),
  battery: decimals(1, ts => 100 - (((ts / HOUR + seed * 60) % 1400) / 1400) * 70),
})
