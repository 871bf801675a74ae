import {sql} from 'drizzle-orm'
import type {EpochMs} from '../../../contract/wire/common'
import type {Database} from '../../../server/database/connect'
import {noteData} from '../../../server/telemetry/dataDays'

export interface HistoryPoint {
  ts: EpochMs
  value: number
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Every ten minutes for six days, the newest four minutes ago, a slow wave around 20; silent from 20 to 14 hours ago. */
export function temperatureHistory(now: EpochMs): HistoryPoint[] {
  const newest = Math.floor(now / SECOND) * SECOND - 4 * MINUTE
  return steps(newest, 10 * MINUTE, 6 * 24 * HOUR)
    .filter(ts => ts < now - 20 * HOUR || ts > now - 14 * HOUR)
    .map(ts => ({ts, value: 20 + 5 * Math.sin(ts / (3 * HOUR))}))
}

/** Every ten seconds for eight hours: more than a chart takes. One peak of 9 stands out of values below 1. */
export function vibrationHistory(now: EpochMs): HistoryPoint[] {
  const newest = Math.floor(now / SECOND) * SECOND - 4 * MINUTE
  return steps(newest, 10 * SECOND, 8 * HOUR).map((ts, index) => ({
    ts,
    value: index === 1111 ? 9 : 0.5 + 0.4 * Math.sin(index / 7),
  }))
}

export async function storeHistory(
  {db}: Database,
  deviceNumber: number,
  key: string,
  points: readonly HistoryPoint[],
): Promise<void> {
  const newest = points.at(-1)
  if (newest === undefined) return
  const json = JSON.stringify(points)
  await db.execute(sql`insert into telemetry_key (name) values (${key}) on conflict do nothing`)
  await db.execute(sql`
    insert into telemetry (device_number, key_id, ts, value)
    select ${deviceNumber}, telemetry_key.id, point.ts, point.value
    from telemetry_key, json_to_recordset(${json}) as point (ts bigint, value double precision)
    where telemetry_key.name = ${key}`)
  await db.execute(sql`
    with told as (
      select ${deviceNumber}::int4 as device_number, ts from json_to_recordset(${json}) as point (ts bigint)
    )
    ${sql.raw(noteData('told'))}`)
  await db.execute(sql`
    insert into latest (device_number, key_id, ts, received_at, value)
    select ${deviceNumber}, id, ${newest.ts}, ${newest.ts}, ${newest.value} from telemetry_key where name = ${key}`)
}

/** Oldest first, up to `newest` inclusive. */
function steps(newest: EpochMs, step: number, span: number): EpochMs[] {
  const count = Math.floor(span / step) + 1
  return Array.from({length: count}, (_, index) => newest - (count - 1 - index) * step)
}
