import type {ClientBase} from 'pg'
import type {EpochMs} from '../../../contract/wire/common'
import {columnsOf, type Place} from '../rollups/steps'
import {numbersOf} from './points'

/** A number of a series. `place` is the series' position in the list, from 0 on. */
export interface RecentNumber {
  place: number
  ts: EpochMs
  value: number
}

/** Reads the newest numbers of series, of each as many at most, that are later than its place, oldest first. */
export async function recentNumbers(
  executor: Pick<ClientBase, 'query'>,
  places: readonly Place[],
  {until, most}: {until: EpochMs; most: number},
): Promise<RecentNumber[]> {
  const values = [...columnsOf(places), until, most]
  return (await executor.query<RecentNumber>({name: 'recent_numbers', text: RECENT, values})).rows
}

const LATER = {
  deviceNumber: 'asked.device_number',
  keyId: 'asked.key_id',
  startTs: '(after + 1)',
  endTs: '$4::int8',
}

const RECENT = `
  select (place - 1)::int4 as place, ts::float8 as ts, value
  from unnest($1::int4[], $2::int4[], $3::int8[]) with ordinality as asked (device_number, key_id, after, place)
  cross join lateral ${numbersOf(LATER, {order: 'desc', limit: '$5'})} as point
  order by place, ts`
