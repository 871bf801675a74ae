import type {Pool} from 'pg'
import {MINUTE} from '../../../contract/rules/time/durations'
import {readKeyIds} from '../ingest/keyIds'
import {readRangesOfMany} from '../rollups/parts'
import {findRolledUpOfMany} from '../rollups/rolledUp'
import {atScale, sumReading} from '../rollups/sums'
import type {Range} from './series'

export interface NamedSeries {
  deviceNumber: number
  key: string
}

/** The number of a bucket, and the average of its numbers. */
export type Average = [bucket: number, average: number]

/** The averages of many series in buckets from the start of the range on, by the places of the series in the list. */
export async function sparklines(
  pool: Pool,
  series: readonly NamedSeries[],
  {startTs, endTs}: Range,
  windowMinutes: number,
): Promise<Map<number, Average[]>> {
  const keyIds = await readKeyIds(pool, [...new Set(series.map(({key}) => key))])
  const known = series.flatMap(({deviceNumber, key}, place) => {
    const keyId = keyIds.get(key)
    return keyId === undefined ? [] : [{deviceNumber, keyId, place}]
  })
  const width = windowMinutes * MINUTE
  const buckets = Array.from({length: Math.floor((endTs - startTs) / width) + 1}, (_, bucket) => ({
    startTs: startTs + bucket * width,
    endTs: Math.min(startTs + (bucket + 1) * width - 1, endTs),
  }))
  const rolledUp = await findRolledUpOfMany(pool, known, {startTs, endTs})
  return atScale(async scale => {
    const reading = sumReading(scale)
    const rows = await readRangesOfMany<{points: number; sum: number}>(pool, rolledUp, buckets, reading)
    const found = new Map<number, Average[]>()
    for (const {series, place: bucket, points, sum} of rows) {
      const place = known[series]?.place ?? 0
      const averages = found.get(place) ?? []
      found.set(place, averages)
      averages.push([bucket, sum / points / scale])
    }
    return found
  })
}
