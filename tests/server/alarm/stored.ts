import type {Pool} from 'pg'
import type {Threshold} from '../../../contract/rules/thresholds'
import {alarmsOf, type Period, type Sent} from './offline'

type Numbered<Item> = Item & {number: number}

/** Returns the stored alarms of a key, by the numbers of their devices, and the expected ones by its values. */
export async function alarmsBy(pool: Pool, key: string, threshold: Threshold, until: number) {
  const {rows: stored} = await pool.query<{number: number; sent: Sent[]}>(
    `select device_number as number, array_agg(json_build_object('ts', ts, 'receivedAt', ts, 'value', value) order by ts) as sent
     from telemetry join telemetry_key on id = key_id where name = $1
     group by device_number order by device_number`,
    [key],
  )
  const {rows: held} = await pool.query<Numbered<Period>>(
    `select device_number as number, kind, alarm_occurrence.severity,
       raised_at::float8 as from, ended_at::float8 as to
     from alarm_occurrence join alarm on alarm.id = alarm_id
     join telemetry_key on telemetry_key.id = key_id where name = $1 order by device_number, raised_at`,
    [key],
  )
  const expected = stored.flatMap(({number, sent}) =>
    alarmsOf(sent, threshold, until).map(period => ({number, ...period})),
  )
  return {held, expected}
}
