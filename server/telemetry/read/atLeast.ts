import type {Pool} from 'pg'
import {HOUR} from '../../../contract/rules/time/durations'
import {exactlyOne} from '../../database/rows'
import {rollupsOf} from '../rollups/rollUp'
import {RANGE, type Range, rangeValues, type SeriesRef} from './series'

/** The least number of numbers in a range, by the first `hours` rolled up. Later numbers only make it more. */
export async function numbersAtLeast(pool: Pool, series: SeriesRef, range: Range, hours: number): Promise<number> {
  if (range.endTs - range.startTs < HOUR) return 0
  const values = [...rangeValues(series, range), hours]
  const {rows} = await pool.query<{numbers: number}>({name: 'numbers_at_least', text: AT_LEAST, values})
  return exactlyOne(rows).numbers
}

const AT_LEAST = `
  select coalesce(sum(points), 0)::float8 as numbers from (
    select points from ${rollupsOf(60)}
    where device_number = ${RANGE.deviceNumber} and key_id = ${RANGE.keyId} and minutes = 60
      and ts between ${RANGE.startTs} and ${RANGE.endTs} - ${HOUR - 1} and points > 0
    order by ts limit $5
  ) as hour`
