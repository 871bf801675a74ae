import {setImmediate as nextTurn} from 'node:timers/promises'
import type {ClientBase} from 'pg'
import type {UsualHour} from '../../contract/rules/usual/hour'
import {accept, learn} from '../../contract/rules/usual/learn'
import {decodeState, emptyState, encodeState, learnedUntil, type UsualState} from '../../contract/rules/usual/state'
import type {EpochMs} from '../../contract/wire/common'
import {ADVISORY_LOCKS} from '../database/advisoryLocks'
import type {Database} from '../database/connect'
import {inTransactionAlone} from '../database/transaction'
import {type HourOfSeries, hoursOf, type LatestOfSeries, pagesOfSeries, type SeriesRef} from '../telemetry/repository'
import {
  type Accepted,
  byName,
  type LearnedState,
  lockUsual,
  nameOf,
  readLearned,
  removeOthers,
  writeLearned,
} from './repository'
import type {ZonesOf} from './zones'

const SERIES_PER_STEP = 20
/** The hours of one series. */
const HOURS_PER_STEP = 200

export interface LearningOptions {
  database: Pick<Database, 'pool'>
  zonesOf: ZonesOf
  /** Hours before it are rolled up, as far as they are to be. */
  until: EpochMs
}

interface Learner extends SeriesRef {
  zone: string
}

/**
 * Learns what there is, in steps of one transaction each, and ends early when another server does it. Yields how many
 * hours a step has learned.
 */
export async function* learnSteps({database: {pool}, zonesOf, until}: LearningOptions): AsyncGenerator<number, void> {
  let after: SeriesRef = {deviceNumber: 0, keyId: 0}
  for await (const page of pagesOfSeries({pool})) {
    const last = page.at(-1)
    await removeOthers(pool, {after, until: last}, page)
    if (last !== undefined) after = last
    let left = await due(page)
    while (left.length > 0) {
      const [some, others] = [left.slice(0, SERIES_PER_STEP), left.slice(SERIES_PER_STEP)]
      const learned = await inTransactionAlone(pool, ADVISORY_LOCKS.learnUsual, client =>
        learnSome(client, some, until),
      )
      if (learned === undefined) return
      yield learned.hours
      left = [...learned.unfinished, ...others]
    }
  }
  await removeOthers(pool, {after, until: undefined}, [])

  /** The series that may have hours to learn, or are to be learned by the clocks of another zone. */
  async function due(page: readonly LatestOfSeries[]): Promise<Learner[]> {
    const numbers = page.filter(({isNumber}) => isNumber)
    const [learned, zones] = await Promise.all([
      readLearned(pool, numbers).then(byName),
      zonesOf([...new Set(numbers.map(({deviceNumber}) => deviceNumber))]),
    ])
    return numbers.flatMap(({deviceNumber, keyId, latest}) => {
      const zone = zones.get(deviceNumber)
      const before = learned.get(nameOf({deviceNumber, keyId}))
      const isDone = before !== undefined && before.zone === zone && before.learnedTo > Math.min(latest, until - 1)
      return zone === undefined || isDone ? [] : [{deviceNumber, keyId, zone}]
    })
  }
}

async function learnSome(client: ClientBase, series: readonly Learner[], until: EpochMs) {
  const rows = byName(await lockUsual(client, series))
  const before = series.map(one => {
    const row = rows.get(nameOf(one))
    const stored = row?.zone === one.zone ? decodeState(row.state) : null
    return {...one, state: stored ?? emptyState(one.zone), accepted: row?.accepted ?? []}
  })
  const places = before.map(({state, ...one}) => ({...one, after: learnedUntil(state)}))
  const hours = before.map((): UsualHour[] => [])
  for (const hour of await hoursOf(client, places, {until, most: HOURS_PER_STEP}))
    hours[hour.place]?.push(toUsual(hour))
  const learned: LearnedState[] = []
  for (const [place, {state: known, accepted, ...one}] of before.entries()) {
    const own = hours[place] ?? []
    if (own.length === 0) continue
    const state = learnAccepted(known, own, accepted)
    const isCounter = state.header.isCounter === 1
    learned.push({...one, state: encodeState(state), learnedTo: learnedUntil(state), isCounter})
    await nextTurn()
  }
  if (learned.length > 0) await writeLearned(client, learned)
  return {
    hours: hours.reduce((sum, own) => sum + own.length, 0),
    unfinished: series.filter((_, place) => hours[place]?.length === HOURS_PER_STEP),
  }
}

/** Learns hours, and takes the levels that people have accepted between them where they did. */
export function learnAccepted(
  known: UsualState,
  hours: readonly UsualHour[],
  accepted: readonly Accepted[],
): UsualState {
  let state = known
  let from = 0
  for (const {learnedTo, level, ts: at} of accepted) {
    if (learnedTo <= learnedUntil(known)) continue
    const next = hours.findIndex((hour, index) => index >= from && hour.ts >= learnedTo)
    const until = next === -1 ? hours.length : next
    const before = learn(state, hours.slice(from, until))
    if (next === -1 && learnedUntil(before) < learnedTo) break
    state = accept(before, level, at)
    from = until
  }
  return learn(state, hours.slice(from))
}

/** The learned values of an hour, or the compared values of a piece of time. */
export const toUsual = ({
  ts,
  points: count,
  mean,
  lowest: low,
  highest: high,
  first,
  last,
}: Omit<HourOfSeries, 'place'>): UsualHour => ({
  ts,
  count,
  mean,
  low,
  high,
  first,
  last,
})
