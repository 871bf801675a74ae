import type {Pool} from 'pg'
import {MINUTE} from '../../contract/rules/durations'
import {numbersOf} from './points'
import type {Range} from './series'
import {atScale, scaled} from './sums'

export interface NamedSeries {
  deviceNumber: number
  key: string
}

/** The number of a bucket, and the average of its numbers. */
export type Average = [bucket: number, average: number]

/**
 * The averages of many series in buckets from the start of the range on, by the places of the series in the list. One scan of
 * each series costs less than one of each bucket when there are as many buckets as points, as in the small charts of a wall.
 */
export function sparklines(
  pool: Pool,
  series: readonly NamedSeries[],
  {startTs, endTs}: Range,
  windowMinutes: number,
): Promise<Map<number, Average[]>> {
  return atScale(async scale => {
    const {rows} = await pool.query<{place: number; points: Average[]}>(
      `select place::int4 as place, points
       from unnest($1::int4[], $2::text[]) with ordinality as asked (device_number, key, place)
       join telemetry_key on name = asked.key
       cross join lateral (
         select json_agg(json_build_array(bucket, average) order by bucket) as points
         from (
           select (ts - $3::int8) / $5::int8 as bucket, sum(${scaled('value', scale)}) / count(*) / ${scale} as average
           from ${numbersOf({deviceNumber: 'asked.device_number', keyId: 'id', startTs: '$3::int8', endTs: '$4::int8'})} as number
           group by bucket
         ) averaged
       ) content
       where points is not null`,
      [
        series.map(({deviceNumber}) => deviceNumber),
        series.map(({key}) => key),
        startTs,
        endTs,
        windowMinutes * MINUTE,
      ],
    )
    return new Map(rows.map(({place, points}) => [place - 1, points]))
  })
}
