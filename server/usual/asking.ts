import {CLOCK_TOLERANCE, LATE_AFTER} from '../../contract/limits'
import {DAY, HOUR, MINUTE} from '../../contract/rules/time/durations'
import {rateBetween, scoreOf} from '../../contract/rules/usual/amount'
import {bandAt, hourlyBands, isLearned, type UsualBand} from '../../contract/rules/usual/band'
import {hourOf} from '../../contract/rules/usual/hour'
import {replay} from '../../contract/rules/usual/replay'
import {decodeHeader, decodeState, emptyState, learnedUntil, type UsualState} from '../../contract/rules/usual/state'
import type {EpochMs} from '../../contract/wire/common'
import type {UnusualSeriesWire, UsualAnswerWire} from '../../contract/wire/telemetry/usual'
import type {Database} from '../database/connect'
import {hoursOf, keyNames, recentNumbers, type SeriesRef, type TelemetryRepository} from '../telemetry/repository'
import {toUsual} from './learning'
import {headsOf, readUsual, type UsualRow, unusualOf, usualInSteps} from './repository'

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

/** The level of the last values, and the last of them. */
export interface Level {
  level: number
  last: Amount
}

/** The expected number of notifications is computed by the means of this many minutes. */
const MINUTES_PER_MEAN = 5
const EXPECTED_OVER = 28 * DAY
/** The history before that was learned, as long as it is remembered. */
const LEARNED_OVER = 56 * DAY

/** Answers questions about the usual values of series. */
export function createAsking({database: {pool}, telemetry, now}: AskingOptions) {
  async function stateOf(series: SeriesRef): Promise<{row: UsualRow | undefined; state: UsualState | null}> {
    const [row] = await readUsual(pool, [series])
    return {row, state: row ? decodeState(row.state) : null}
  }

  async function bands(key: string, series: SeriesRef | undefined, {startTs, endTs}: Range) {
    const {state} = series ? await stateOf(series) : NOTHING
    if (state === null) return {key, ...LEARNED_NOTHING, bands: []}
    return {key, ...learnedOf(state), bands: bandsToWire(state, {startTs, endTs})}
  }

  /** The bands of many series; those without any states have none. */
  async function bandsOfMany<Series extends SeriesRef>(asked: readonly Series[], range: Range) {
    const found = []
    for await (const some of usualInSteps(pool, asked))
      for (const {series, state} of some)
        found.push({
          series,
          isCounter: state?.header.isCounter === 1,
          bands: state === null ? [] : bandsToWire(state, range),
        })
    return found
  }

  /** The amounts of now, by the series' places in the list; late series have none. */
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
        const value = isCounter ? rateOf(before, last) : last.value
        return value === null ? [] : [[place, {ts: last.ts, value}] as const]
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
      score: amount ? scoreOf(band, amount.value, HIGHEST_SCORE) : null,
      band: bandToWire(band),
      days: band.days,
      hours: band.hours,
      missing: null,
      expected: await expected(series, state),
    }
  }

  /** Evaluates the means of the stored past, each by what was learned then. */
  async function expected({deviceNumber, keyId}: SeriesRef, {zone}: UsualState): Promise<UsualAnswerWire['expected']> {
    const until = hourOf(now())
    const [startTs, after] = [until - EXPECTED_OVER, until - EXPECTED_OVER - LEARNED_OVER]
    const limit = EXPECTED_OVER / MINUTE / MINUTES_PER_MEAN + 1
    const [{values}, hours] = await Promise.all([
      telemetry.series(
        {deviceNumber, keyId},
        {startTs, endTs: until - 1, agg: 'average', window: MINUTES_PER_MEAN, timeZone: 'UTC', limit},
      ),
      hoursOf(pool, [{deviceNumber, keyId, after}], {until, most: (until - after) / HOUR}),
    ])
    const means = values.flatMap(({ts, dbl_v: mean}) => (typeof mean === 'number' ? [[ts, mean] as const] : []))
    const days = new Set(means.map(([ts]) => Math.floor(ts / DAY))).size
    if (days === 0) return null
    let notified = 0
    for (const {isNotified} of replay(emptyState(zone), hours.map(toUsual), means)) if (isNotified) notified++
    return {told: notified, days}
  }

  /** The series of the devices, by their numbers, that are unusual now and not late, the most unusual first. */
  async function unusual(devices: ReadonlyMap<number, string>): Promise<UnusualSeriesWire[]> {
    const series = await unusualOf(pool, [...devices.keys()])
    const names = await keyNames(pool, [...new Set(series.map(({keyId}) => keyId))])
    const found: UnusualSeriesWire[] = []
    for await (const some of usualInSteps(pool, series)) {
      const known = some.flatMap(({series, state}) =>
        state === null ? [] : [{series, state, isCounter: state.header.isCounter === 1}],
      )
      const amounts = await amountsNow(known)
      for (const [place, {series, state, isCounter}] of known.entries()) {
        const amount = amounts.get(place)
        const [id, key] = [devices.get(series.deviceNumber), names.get(series.keyId)]
        if (amount === undefined || id === undefined || key === undefined) continue
        const band = bandAt(state, amount.ts)
        if (band.kind === 'learning') continue
        const {ts, value} = amount
        found.push({
          device_id: id,
          key,
          unusual_since: series.unusualSince,
          value,
          ts,
          is_counter: isCounter,
          score: scoreOf(band, value, HIGHEST_SCORE),
          band: bandToWire(band),
        })
      }
    }
    return found.sort((one, other) => other.score - one.score || one.unusual_since - other.unusual_since)
  }

  /** The number of series of each device whose usual values are known, by the devices' ids. */
  async function learned(devices: ReadonlyMap<number, string>): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const {deviceNumber, head} of await headsOf(pool, [...devices.keys()])) {
      const [id, header] = [devices.get(deviceNumber), decodeHeader(head)]
      if (id !== undefined && header !== null && isLearned(header)) counts[id] = (counts[id] ?? 0) + 1
    }
    return counts
  }

  /** The level of the last values, of an hour or since they are unusual, and the time of the last. */
  async function level(series: SeriesRef): Promise<Level | undefined> {
    const {row, state} = await stateOf(series)
    const last = (await newest([series], 0, 1)).flat().at(-1)
    if (last === undefined) return undefined
    const numbers = (
      await newest([series], Math.max(last.ts - HOUR, (row?.unusualSince ?? 0) - 1), MAX_FOR_LEVEL)
    ).flat()
    const isCounter = state?.header.isCounter === 1
    if (isCounter) {
      const level = rateOf(numbers[0], last)
      return level === null ? undefined : {level, last}
    }
    return {level: numbers.reduce((sum, {value}) => sum + value / numbers.length, 0), last}
  }

  return {bands, bandsOfMany, why, unusual, learned, level}
}

const bandsToWire = (state: UsualState, range: Range) =>
  hourlyBands(state, range).map(({start, band}) => ({start, end: start + HOUR, ...bandToWire(band)}))

const MAX_FOR_LEVEL = 30

const NOTHING = {row: undefined, state: null}
const LEARNED_NOTHING = {time_zone: null, learned_until: null, is_counter: false}
const NOTHING_KNOWN = {
  ...LEARNED_NOTHING,
  value: null,
  ts: null,
  unusual_since: null,
  score: null,
  band: null,
  days: 0,
  hours: 0,
  missing: null,
  expected: null,
  accepted: null,
}

const learnedOf = (state: UsualState) => ({
  time_zone: state.zone,
  learned_until: learnedUntil(state) || null,
  is_counter: state.header.isCounter === 1,
})

const bandToWire = ({low, high, centre, basis}: UsualBand) => ({low, high, centre, basis})

const HIGHEST_SCORE = 999

const rateOf = (before: Amount | undefined, last: Amount): number | null =>
  before === undefined ? null : rateBetween({at: before.ts, value: before.value}, {at: last.ts, value: last.value})

function acceptedOf({accepted}: UsualRow): UsualAnswerWire['accepted'] {
  const last = accepted.at(-1)
  return last ? {at: last.at, by: last.by, reason: last.reason, level: last.level} : null
}
