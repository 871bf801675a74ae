import {HOUR} from '../../contract/rules/time/durations'
import {hourlyBands} from '../../contract/rules/usual/band'
import type {EpochMs} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {keyIdsOf} from '../telemetry/repository'
import {usualInSteps} from './repository'

interface NamedSeries {
  deviceNumber: number
  key: string
}

/** The middle of an hour, and between which values a series usually lies then. */
type UsualHour = [ts: EpochMs, low: number, high: number]

/** Small charts go on by themselves for a while. */
const AFTER = 2 * HOUR

/**
 * The usual values of many series, by their places in the list: in the hours of a range, one before it and two after
 * it. There is none of the values of a counter.
 */
export async function usualHours(
  {pool}: Pick<Database, 'pool'>,
  series: readonly NamedSeries[],
  {startTs, endTs}: {startTs: EpochMs; endTs: EpochMs},
): Promise<ReadonlyMap<number, UsualHour[]>> {
  const keyIds = await keyIdsOf(pool, [...new Set(series.map(({key}) => key))])
  const places = series.flatMap(({deviceNumber, key}, place) => {
    const keyId = keyIds.get(key)
    return keyId === undefined ? [] : [{deviceNumber, keyId, place}]
  })
  const found = new Map<number, UsualHour[]>()
  for await (const some of usualInSteps(pool, places))
    for (const {series, state} of some) {
      if (state === null || state.header.isCounter === 1) continue
      const bands = hourlyBands(state, {startTs: startTs - HOUR, endTs: endTs + AFTER + 1})
      if (bands.length === 0) continue
      found.set(
        series.place,
        bands.map(({start, band: {low, high}}): UsualHour => [start + HOUR / 2, low, high]),
      )
    }
  return found
}
