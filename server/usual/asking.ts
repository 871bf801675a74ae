import {CLOCK_TOLERANCE, LATE_AFTER} from '../../contract/limits'
import {DAY, HOUR} from '../../contract/rules/time/durations'
import {bandAt, type UsualBand} from '../../contract/rules/usual/band'
import {hourOf} from '../../contract/rules/usual/hour'
import {judge, NOTHING_JUDGED} from '../../contract/rules/usual/judge'
import {decodeState, learnedUntil, type UsualState} from '../../contract/rules/usual/state'
import type {EpochMs} from '../../contract/wire/common'
import type {UnusualSeriesWire, UsualAnswerWire} from '../../contract/wire/telemetry/usual'
import type {Database} from '../database/connect'
import {keyNames, recentNumbers, type SeriesRef, type TelemetryRepository} from '../telemetry/repository'
import {readUsual, type UsualRow, unusualOf} from './repository'

export interface AskingOptions {
  database: Pick<Database, 'pool'>
  telemetry: Pick<TelemetryRepository, 'series'>
  now: () => EpochMs
}

interface Range {
  startTs: EpochMs
  endTs: EpochMs
}

/** A number, of a counter its rise in a second since the one before. */
interface Amount {
  ts: EpochMs
  value: number
}

/** By the means of so many minutes it is said how often a series would have been told. */
const MINUTES_PER_MEAN = 5
const EXPECTED_OVER = 28 * DAY

/** Answers questions about what is usual of series. */
export function createAsking({database: {pool}, telemetry, now}: AskingOptions) {
  async function stateOf(series: SeriesRef): Promise<{row: UsualRow | undefined; state: UsualState | null}> {
    const [row] = await readUsual(pool, [series])
    return {row, state: row ? decodeState(row.state) : null}
  }

  async function bands(key: string, series: SeriesRef | undefined, {startTs, endTs}: Range) {
    const {state} = series ? await stateOf(series) : NOTHING
    if (state === null) return {key, ...LEARNED_NOTHING, bands: []}
    const found = []
    for (let start = hourOf(startTs); start < endTs; start += HOUR) {
      const band = bandAt(state, start)
      if (band.kind === 'band') found.push({start, end: start + HOUR, ...bandToWire(band)})
    }
    return {key, ...learnedOf(state), bands: found}
  }

  /** The amounts of now, by the series' places in the list; what is late has none. */
  async function amountsNow(asked: readonly {series: SeriesRef; isCounter: boolean}[]): Promise<Map<number, Amount>> {
    const since = now() - LATE_AFTER
    const numbers = await newest(
      asked.map(({series}) => series),
      since - LATE_AFTER,
      2,
    )
    return new Map(
      asked.flatMap(({isCounter}, place) => {
        const own = numbers[place] ?? []
        const [last, before] = [own.at(-1), own.at(-2)]
        if (last === undefined || last.ts < since) return []
        const value = isCounter ? rateBetween(before, last) : last.value
        return value === undefined ? [] : [[place, {ts: last.ts, value}] as const]
      }),
    )
  }

  /** The newest numbers of each series since a time, oldest first. */
  async function newest(series: readonly SeriesRef[], after: EpochMs, most: number): Promise<Amount[][]> {
    const found = series.map((): Amount[] => [])
    const places = series.map(({deviceNumber, keyId}) => ({deviceNumber, keyId, after}))
    for (const {place, ...number} of await recentNumbers(pool, places, {until: now() + CLOCK_TOLERANCE, most}))
      found[place]?.push(number)
    return found
  }

  async function why(key: string, series: SeriesRef | undefined): Promise<UsualAnswerWire> {
    if (series === undefined) return {...NOTHING_KNOWN, key, verdict: 'none'}
    const {row, state} = await stateOf(series)
    const isCounter = state?.header.isCounter === 1
    const [amount, [last]] = await Promise.all([
      amountsNow([{series, isCounter}]).then(amounts => amounts.get(0)),
      newest([series], 0, 1),
    ])
    const ts = amount?.ts ?? last?.at(-1)?.ts ?? null
    const shown = {key, value: amount?.value ?? null, ts}
    const late = amount === undefined ? 'late' : undefined
    if (row === undefined || state === null) return {...NOTHING_KNOWN, ...shown, verdict: late ?? 'learning'}
    const band = bandAt(state, ts ?? now())
    const known = {...NOTHING_KNOWN, ...shown, ...learnedOf(state), accepted: acceptedOf(row)}
    if (band.kind === 'learning') {
      const missing = {hours: band.hoursMissing, days: band.daysMissing}
      return {...known, verdict: late ?? 'learning', days: state.header.days, hours: state.header.hours, missing}
    }
    return {
      ...known,
      verdict: late ?? (row.unusualSince === null ? 'usual' : 'unusual'),
      unusual_since: late === undefined ? row.unusualSince : null,
      score: amount ? scoreOf(band, amount.value) : null,
      band: bandToWire(band),
      ...{days: band.days, hours: band.hours, missing: null},
      expected: await expected(series, state),
    }
  }

  /** Judges the means of the past that is kept, by what is known now. */
  async function expected(series: SeriesRef, state: UsualState): Promise<UsualAnswerWire['expected']> {
    const endTs = hourOf(now())
    const range = {startTs: endTs - EXPECTED_OVER, endTs: endTs - 1}
    const means = {
      agg: 'average',
      window: MINUTES_PER_MEAN,
      timeZone: 'UTC',
      limit: (EXPECTED_OVER / HOUR) * 12 + 1,
    } as const
    const {values} = await telemetry.series(series, {...range, ...means})
    let [judging, told] = [NOTHING_JUDGED, 0]
    const days = new Set<number>()
    for (const {ts, dbl_v: value} of values) {
      if (typeof value !== 'number') continue
      days.add(Math.floor(ts / DAY))
      const judged = judge(state, judging, value, ts)
      judging = judged.judging
      if (judged.isTold) told++
    }
    return days.size === 0 ? null : {told, days: days.size}
  }

  /** Those of the devices, by their numbers, that are unusual now and not late, the most unusual first. */
  async function unusual(devices: ReadonlyMap<number, string>): Promise<UnusualSeriesWire[]> {
    const rows = (await unusualOf(pool, [...devices.keys()])).flatMap(row => {
      const state = decodeState(row.state)
      return state === null ? [] : [{series: row, state, isCounter: state.header.isCounter === 1}]
    })
    const [amounts, names] = await Promise.all([
      amountsNow(rows),
      keyNames(pool, [...new Set(rows.map(({series}) => series.keyId))]),
    ])
    const found = rows.flatMap(({series, state, isCounter}, place) => {
      const amount = amounts.get(place)
      const [id, key] = [devices.get(series.deviceNumber), names.get(series.keyId)]
      if (amount === undefined || id === undefined || key === undefined || series.unusualSince === null) return []
      const band = bandAt(state, amount.ts)
      if (band.kind === 'learning') return []
      const {ts, value} = amount
      return [
        {
          ...{device_id: id, key, unusual_since: series.unusualSince, value, ts, is_counter: isCounter},
          ...{score: scoreOf(band, value), band: bandToWire(band)},
        },
      ]
    })
    return found.sort((one, other) => other.score - one.score || one.unusual_since - other.unusual_since)
  }

  /** What the last values are about, of an hour or since they are unusual, and the time of the last. */
  async function level(series: SeriesRef): Promise<{level: number; ts: EpochMs} | undefined> {
    const {row, state} = await stateOf(series)
    const last = (await newest([series], 0, 1)).flat().at(-1)
    if (last === undefined) return undefined
    const numbers = (
      await newest([series], Math.max(last.ts - HOUR, (row?.unusualSince ?? 0) - 1), MOST_FOR_LEVEL)
    ).flat()
    const isCounter = state?.header.isCounter === 1
    const rate = isCounter ? rateBetween(numbers[0], last) : undefined
    if (isCounter) return rate === undefined ? undefined : {level: rate, ts: last.ts}
    return {level: numbers.reduce((sum, {value}) => sum + value / numbers.length, 0), ts: last.ts}
  }

  return {bands, why, unusual, level}
}

const MOST_FOR_LEVEL = 30

const NOTHING = {row: undefined, state: null}
const LEARNED_NOTHING = {time_zone: null, learned_until: null, is_counter: false}
const NOTHING_KNOWN = {
  ...LEARNED_NOTHING,
  ...{value: null, ts: null, unusual_since: null, score: null, band: null, days: 0, hours: 0, missing: null},
  ...{expected: null, accepted: null},
}

const learnedOf = (state: UsualState) => ({
  time_zone: state.zone,
  learned_until: learnedUntil(state) || null,
  is_counter: state.header.isCounter === 1,
})

const bandToWire = ({low, high, centre, basis}: UsualBand) => ({low, high, centre, basis})

/** A series that never changed has no spread. */
const scoreOf = ({centre, spread}: UsualBand, value: number): number =>
  value === centre ? 0 : Math.min(HIGHEST_SCORE, Math.abs(value - centre) / spread)

const HIGHEST_SCORE = 999

function rateBetween(before: Amount | undefined, last: Amount): number | undefined {
  if (before === undefined || last.value < before.value || last.ts <= before.ts) return undefined
  return (last.value - before.value) / ((last.ts - before.ts) / 1000)
}

function acceptedOf({accepted}: UsualRow): UsualAnswerWire['accepted'] {
  const last = accepted.at(-1)
  return last ? {at: last.at, by: last.by, reason: last.reason, level: last.level} : null
}
