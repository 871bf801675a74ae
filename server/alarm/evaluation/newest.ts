import {type SQL, sql} from 'drizzle-orm'
import {CLOCK_TOLERANCE} from '../../../contract/limits'
import {HEARTBEAT_ATTRIBUTE} from '../../../contract/rules/deviceStatus'
import type {EpochMs} from '../../../contract/wire/common'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import {writtenAtOf} from '../../attribute/repository'
import {namedDevice} from '../../device/repository'
import {arrivedAt, keyIdOf, newestPoint} from '../../telemetry/repository'
import type {Executor} from '../store'

/** The last arrival of a series, and its newest value. */
export interface Newest {
  deviceNumber: number
  keyId: number
  arrivedAt: EpochMs
  /** The time that the device gave. */
  ts: EpochMs
  value: number | null
}

export interface SeriesRef {
  deviceNumber: number
  keyId: number
}

export const seriesKey = ({deviceNumber, keyId}: SeriesRef): string => `${deviceNumber} ${keyId}`

/** The SQL of the key for which the client attribute `heartbeat` of a device counts as a value, too. */
export const HEARTBEAT_KEY = keyIdOf(HEARTBEAT_ATTRIBUTE)

/**
 * The SQL of when that attribute was last written; null when never, or only by a clock that has since been set back.
 */
export function heartbeatAt(deviceId: SQL, now: EpochMs): SQL<EpochMs | null> {
  const writtenAt = writtenAtOf({
    entityType: 'device',
    entityId: deviceId,
    scope: ATTRIBUTE_SCOPES.client,
    key: HEARTBEAT_ATTRIBUTE,
  })
  return sql`(select at from (select ${writtenAt} as at) written where at <= ${now + CLOCK_TOLERANCE})`
}

/** The SQL of the newest point of an alarm's series. */
export const ofNewestPoint = (what: SQL): SQL => sql`(
  select ${what} from ${newestPoint}
  where newest_point.device_number = alarm.device_number and newest_point.key_id = alarm.key_id
)`
/** The SQL of whether an alarm's series has any value. */
export const HAS_VALUES = sql`${ofNewestPoint(sql`true`)} is not null`

/**
 * Reads the newest points of series, and locks them until the transaction ends: the ingest writes them before it looks
 * at alarms, so their holder may evaluate by them. With `skip locked`, series are left out that are being written right
 * now.
 */
export async function lockNewest(
  executor: Executor,
  series: readonly SeriesRef[],
  {how, now}: {how: 'wait' | 'skip locked'; now: EpochMs},
): Promise<Map<string, Newest>> {
  const numbers = series.map(({deviceNumber}) => deviceNumber)
  const keyIds = series.map(({keyId}) => keyId)
  const asked = sql`unnest(${sql.param(numbers)}::int4[], ${sql.param(keyIds)}::int4[])`
  const {rows} = await executor.execute<Row>(sql`
    select device_number as "deviceNumber", key_id as "keyId", ${arrivedAt(now)}::float8 as "arrivedAt", ts::float8 as ts, value
    from ${newestPoint} where (device_number, key_id) in (select * from ${asked})
    order by device_number, key_id for share ${sql.raw(how === 'wait' ? '' : how)}`)
  const newest = new Map(rows.map(row => [seriesKey(row), row]))
  for (const heartbeat of await heartbeatsOf(executor, asked, now)) {
    const known = newest.get(seriesKey(heartbeat)) ?? heartbeat
    newest.set(seriesKey(heartbeat), {...known, arrivedAt: Math.max(known.arrivedAt, heartbeat.arrivedAt)})
  }
  return newest
}

async function heartbeatsOf(executor: Executor, asked: SQL, now: EpochMs): Promise<Newest[]> {
  const {rows} = await executor.execute<Row>(sql`
    select *, "arrivedAt" as ts from (
      select number as "deviceNumber", key_id as "keyId", ${heartbeatAt(sql`${namedDevice.id}`, now)}::float8 as "arrivedAt",
        null::float8 as value
      from ${asked} as asked (number, key_id) join ${namedDevice} using (number)
      where key_id = ${HEARTBEAT_KEY}
    ) heartbeat where "arrivedAt" is not null`)
  return rows
}

type Row = {[Name in keyof Newest]: Newest[Name]}
