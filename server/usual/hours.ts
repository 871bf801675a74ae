import {HOUR} from '../../contract/rules/time/durations'
import {hourlyBands} from '../../contract/rules/usual/band'
import {decodeState} from '../../contract/rules/usual/state'
import type {EpochMs} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {keyIdsOf} from '../telemetry/repository'
import {byName, nameOf, readUsual} from './repository'

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
  const rows = byName(await readUsual(pool, places))
  return new Map(
    places.flatMap(({place, ...series}) => {
      const row = rows.get(nameOf(series))
      const state = row ? decodeState(row.state) : null
      if (state === null || state.header.isCounter === 1) return []
      const hours = hourlyBands(state, {startTs: startTs - HOUR, endTs: endTs + AFTER + 1}).map(
        ({start, band: {low, high}}): UsualHour => [start + HOUR / 2, low, high],
      )
      return hours.length === 0 ? [] : [[place, hours] as const]
    }),
  )
}
