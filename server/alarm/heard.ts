import type {PoolClient} from 'pg'
import {HEARTBEAT_ATTRIBUTE} from '../../contract/rules/deviceStatus'
import type {EpochMs} from '../../contract/wire/common'

/** The newest point of a series. */
export interface Newest {
  deviceNumber: number
  keyId: number
  /** When the series was heard of last. */
  heardAt: EpochMs
  value: number | null
}

/**
 * The SQL of when a device has written its client attribute `heartbeat`, for a row of `alarm`: for that key it counts as a
 * value, too. Null for other keys.
 */
export const HEARTBEAT_AT = `(
  select last_update_ts from attribute join telemetry_key on telemetry_key.name = attribute.key
  where telemetry_key.id = alarm.key_id and attribute.entity_type = 'device' and attribute.entity_id = alarm.device_id
    and attribute.scope = 0 and attribute.key = '${HEARTBEAT_ATTRIBUTE}'
)`

/**
 * Reads the newest points of series, and keeps them from changing until the transaction ends: the ingest writes them
 * before it looks at alarms, so whoever holds them may judge by them. With `skip`, those are left out into which a value
 * is being written right now.
 */
export async function holdNewest(
  client: PoolClient,
  series: readonly {deviceNumber: number; keyId: number}[],
  skip: 'skip locked' | '' = '',
): Promise<Map<string, Newest>> {
  const {rows} = await client.query<Newest>(
    `select device_number as "deviceNumber", key_id as "keyId", received_at::float8 as "heardAt", value from latest
     where (device_number, key_id) in (select * from unnest($1::int4[], $2::int4[]))
     order by device_number, key_id for share ${skip}`,
    [series.map(({deviceNumber}) => deviceNumber), series.map(({keyId}) => keyId)],
  )
  return new Map(rows.map(row => [seriesKey(row), row]))
}

export const seriesKey = ({deviceNumber, keyId}: {deviceNumber: number; keyId: number}): string =>
  `${deviceNumber} ${keyId}`
