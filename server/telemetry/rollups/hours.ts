import type {ClientBase} from 'pg'
import type {EpochMs} from '../../../contract/wire/common'
import {rollupsOf} from './rollUp'
import {columnsOf, type Place} from './steps'

/** The aggregates of a series' numbers in some time. */
export interface NumbersOfTime {
  points: number
  mean: number
  lowest: number
  highest: number
  first: number
  last: number
}

/** The numbers in an hour that is over. `place` is that of the series in the list, from 0 on. */
export interface HourOfSeries extends NumbersOfTime {
  place: number
  ts: EpochMs
}

/** Reads the hours of series that are rolled up, in the order of time: of each as many from its place on. */
export async function hoursOf(
  executor: Pick<ClientBase, 'query'>,
  places: readonly Place[],
  {until, most}: {until: EpochMs; most: number},
): Promise<HourOfSeries[]> {
  const values = [...columnsOf(places), until, most]
  return (await executor.query<HourOfSeries>({name: 'hours_of_series', text: HOURS, values})).rows
}

const HOURS = `
  select (place - 1)::int4 as place, ts::float8 as ts, points, (high + low) / points as mean, lowest, highest, first, last
  from unnest($1::int4[], $2::int4[], $3::int8[]) with ordinality as asked (device_number, key_id, after, place)
  cross join lateral (
    select * from ${rollupsOf(60)} as rollup
    where rollup.device_number = asked.device_number and rollup.key_id = asked.key_id and minutes = 60
      and ts >= after and ts < $4 and points > 0
    order by ts limit $5
  ) as hour
  order by place, ts`
