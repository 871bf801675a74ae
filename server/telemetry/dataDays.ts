import type {Pool} from 'pg'
import {CLOCKS_SET_SINCE, LATE_AFTER} from '../../contract/limits'
import {type DataDay, type DataWindows, dataWindows, RHYTHM_DAYS, showsRhythm} from '../../contract/rules/dataDays'
import type {CalendarWindow} from '../../contract/rules/time/calendar'
import {DAY} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import type {Range} from './read/series'

/** SQL that notes when the devices of points had data, always in the same order. Times already noted change nothing. */
export const noteData = (points: string): string => `
  insert into data_day (device_number, day, times)
  select device_number, ts - ts % ${DAY} as day, range_agg(int4range((ts % ${DAY})::int4, (ts % ${DAY})::int4 + ${LATE_AFTER}))
  from (select distinct device_number, ts from ${points} where ts >= ${CLOCKS_SET_SINCE}) as point
  group by 1, 2 order by 1, 2
  on conflict (device_number, day) do update set times = data_day.times + excluded.times
    where not data_day.times @> excluded.times`

/** `knownSince` is the time of the first value that is noted of a device; null when there is none. */
export interface DeviceData extends DataWindows {
  knownSince: EpochMs | null
}

/** The times in which devices had data in a range, in the order of the numbers. */
export async function dataOf(
  pool: Pool,
  deviceNumbers: readonly number[],
  {startTs, endTs}: Range,
): Promise<DeviceData[]> {
  const values = [deviceNumbers, startTs - (startTs % DAY), endTs]
  const {rows} = await pool.query<{since: number | null; days: string | null}>({name: 'data_days', text: DATA, values})
  return rows.map(({since, days}) => ({knownSince: since, ...dataWindows(days === null ? [] : readDays(days))}))
}

/** Days before those that decide the rhythm don't count into the range, so they are not read. */
const DATA = `
  select first.since, noted.days
  from unnest($1::int4[]) with ordinality as asked (device_number, place)
  left join lateral (
    select (day + lower(data))::float8 as since from data_day
    where data_day.device_number = asked.device_number order by day limit 1
  ) as first on true
  cross join lateral (
    select string_agg(day || ':' || (upper(data) - upper(times) + ${LATE_AFTER}) || data::text, ';' order by day) as days
    from data_day
    where data_day.device_number = asked.device_number and day <= $3 and day >= coalesce((
      select day from data_day where data_day.device_number = asked.device_number and day < $2
      order by day desc offset ${RHYTHM_DAYS - 1} limit 1
    ), 0)
  ) as noted
  order by place`

/** Reads texts such as 1767225600000:90000{[0,90000),[180000,270000)};1767312000000:90000{[0,90000)}. */
function readDays(text: string): DataDay[] {
  return text.split(';').map(part => {
    const windows: CalendarWindow[] = []
    const day = Number.parseInt(part, 10)
    const begin = part.indexOf('{')
    for (let place = begin + 2; place > 1; place = part.indexOf('[', place) + 1) {
      const start = day + Number.parseInt(part.slice(place, place + 9), 10)
      const comma = part.indexOf(',', place)
      windows.push({start, end: day + Number.parseInt(part.slice(comma + 1, comma + 11), 10)})
      place = comma
    }
    const runs = windows.map(({start, end}) => ({first: start, last: end - LATE_AFTER}))
    return {windows, lateness: showsRhythm(runs) ? Number(part.slice(part.indexOf(':') + 1, begin)) : null}
  })
}
