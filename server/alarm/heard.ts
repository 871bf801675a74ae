import type {PoolClient} from 'pg'
import {HEARTBEAT_ATTRIBUTE} from '../../contract/rules/deviceStatus'
import type {EpochMs} from '../../contract/wire/common'

/** What is known of a series: when it was heard of last, and its newest value. */
export interface Newest {
  deviceNumber: number
  keyId: number
  heardAt: EpochMs
  value: number | null
}

export interface SeriesRef {
  deviceNumber: number
  keyId: number
}

export const seriesKey = ({deviceNumber, keyId}: SeriesRef): string => `${deviceNumber} ${keyId}`

/** The SQL of the key for which the client attribute `heartbeat` of a device counts as a value, too. */
export const HEARTBEAT_KEY = `(select id from telemetry_key where name = '${HEARTBEAT_ATTRIBUTE}')`

/** The SQL of when that attribute was written last. */
export const heartbeatAt = (deviceId: string): string => `(
  select last_update_ts from attribute
  where entity_type = 'device' and entity_id = ${deviceId} and scope = 0 and key = '${HEARTBEAT_ATTRIBUTE}'
)`

/**
 * Reads the newest points of series, and keeps them from changing until the transaction ends: the ingest writes them
 * before it looks at alarms, so whoever holds them may judge by them. With `skip locked`, those are left out into which
 * a value is being written right now.
 */
export async function holdNewest(
  client: PoolClient,
  series: readonly SeriesRef[],
  how: 'wait' | 'skip locked',
): Promise<Map<string, Newest>> {
  const values = [series.map(({deviceNumber}) => deviceNumber), series.map(({keyId}) => keyId)]
  const {rows} = await client.query<Newest>(`${NEWEST} ${how === 'wait' ? '' : how}`, values)
  const newest = new Map(rows.map(row => [seriesKey(row), row]))
  const {rows: heartbeats} = await client.query<Newest>(HEARTBEATS, values)
  for (const heartbeat of heartbeats) {
    const known = newest.get(seriesKey(heartbeat)) ?? heartbeat
    newest.set(seriesKey(heartbeat), {...known, heardAt: Math.max(known.heardAt, heartbeat.heardAt)})
  }
  return newest
}

const NEWEST = `
  select device_number as "deviceNumber", key_id as "keyId", received_at::float8 as "heardAt", value from latest
  where (device_number, key_id) in (select * from unnest($1::int4[], $2::int4[]))
  order by device_number, key_id for share`

const HEARTBEATS = `
  select * from (
    select number as "deviceNumber", key_id as "keyId", ${heartbeatAt('device.id')}::float8 as "heardAt",
      null::float8 as value
    from unnest($1::int4[], $2::int4[]) as asked (number, key_id) join device using (number)
    where key_id = ${HEARTBEAT_KEY}
  ) heartbeat where "heardAt" is not null`
