import type {Pool} from 'pg'
import {HOUR} from '../../contract/rules/durations'
import {only} from '../database/only'
import {RANGE, type Range, rangeValues, type SeriesRef} from './series'

/** How many hours have numbers at least, and how many these are. */
export interface AtLeast {
  hours: number
  numbers: number
}

const NOTHING: AtLeast = {hours: 0, numbers: 0}

/** What the first `hours` of those say that are rolled up. Numbers that came later only make it more. */
export async function atLeastIn(pool: Pool, series: SeriesRef, range: Range, hours: number): Promise<AtLeast> {
  if (range.endTs - range.startTs < HOUR) return NOTHING
  const {rows} = await pool.query<AtLeast>(AT_LEAST, [...rangeValues(series, range), hours])
  return only(rows)
}

const AT_LEAST = `
  select count(*)::float8 as hours, coalesce(sum(points), 0)::float8 as numbers from (
    select points from telemetry_rollup
    where device_number = ${RANGE.deviceNumber} and key_id = ${RANGE.keyId} and minutes = 60
      and ts between ${RANGE.startTs} and ${RANGE.endTs} - ${HOUR - 1} and points > 0
    order by ts limit $5
  ) as hour`
