import type {Pool} from 'pg'
import {MINUTE} from '../../../contract/rules/time/durations'
import type {SparklinesWire} from '../../../contract/wire/telemetry/telemetry'
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
type Average = [bucket: number, average: number]

/** The numbers of a series in a range: `figures` are those of all of it. */
export interface Averages {
  points: Average[]
  figures: NonNullable<SparklinesWire[number]['figures']>
}

/** The averages of many series in buckets from the start of the range on, by the places of the series in the list. */
export async function sparklines(
  pool: Pool,
  series: readonly NamedSeries[],
  {startTs, endTs}: Range,
  windowMinutes: number,
): Promise<Map<number, Averages>> {
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
    const reading = sumReading(scale, 'min(lowest) as lowest', 'max(highest) as highest')
    const rows = await readRangesOfMany<Omit<Bucket, 'mean'> & {sum: number}>(pool, rolledUp, buckets, reading)
    const found = new Map<number, Bucket[]>()
    for (const {series, sum, ...row} of rows) {
      const place = known[series]?.place ?? 0
      const bucketsOf = found.get(place) ?? []
      found.set(place, bucketsOf)
      bucketsOf.push({...row, mean: sum / row.points / scale})
    }
    return new Map([...found].map(([place, each]) => [place, averagesOf(each)]))
  })
}

interface Bucket {
  place: number
  points: number
  mean: number
  lowest: number
  highest: number
}

function averagesOf(buckets: readonly Bucket[]): Averages {
  const count = buckets.reduce((sum, {points}) => sum + points, 0)
  return {
    points: buckets.map(({place, mean}) => [place, mean]),
    figures: {
      // Each share is small enough for a double, which the sum of all numbers need not be.
      mean: buckets.reduce((sum, {points, mean}) => sum + mean * (points / count), 0),
      min: Math.min(...buckets.map(({lowest}) => lowest)),
      max: Math.max(...buckets.map(({highest}) => highest)),
    },
  }
}
