import type {ClientBase, Pool} from 'pg'
import {CLOCK_TOLERANCE} from '../../contract/limits'
import {isNewest, WRONG_CLOCK_PATIENCE} from '../../contract/rules/newest'
import type {EpochMs} from '../../contract/wire/common'
import {inTransaction} from '../database/transaction'
import {float8Array, int4Array, int8Array, textArray} from './binaryArray'
import {countHours, hoursOf} from './playHours'
import type {StoredValue} from './value'

/** One point of a commit that several messages share. */
export interface Row extends StoredValue {
  deviceNumber: number
  keyId: number
  ts: EpochMs
  receivedAt: EpochMs
}

/**
 * Stores `rows`, the newest point of each key and what was played in one transaction. `rows` must be in the order of
 * their arrival.
 */
export async function storeRows(pool: Pool, rows: readonly Row[], playedKeyId?: number): Promise<void> {
  const hours = hoursOf(rows.filter(({keyId}) => keyId === playedKeyId))
  if (hours.length === 0) return storePoints(pool, rows)
  await inTransaction(pool, async client => {
    await storePoints(client, rows)
    await countHours(client, hours)
  })
}

async function storePoints(executor: Pick<ClientBase, 'query'>, rows: readonly Row[]): Promise<void> {
  const newest = newestOfEachKey(rows)
  const points = lastOfEachPoint(rows)
  await executor.query({
    name: 'store_telemetry',
    text: STORE,
    values: [...columns(points), ...columns(newest), int8Array(newest.map(row => row.receivedAt))],
  })
}

const standing = (row: 'excluded' | 'latest') =>
  `case when ${row}.ts > ${row}.received_at + ${CLOCK_TOLERANCE}
     then ${row}.received_at - ${WRONG_CLOCK_PATIENCE} else ${row}.ts end`

/**
 * The rows must be sorted, so that two servers take their locks in the same order. An equal point is not updated,
 * because that would only leave a dead row behind. The last condition must agree with the rule `isNewest`.
 */
const STORE = `
  with stored as (
    insert into telemetry (device_number, key_id, ts, value, kind, text)
    select * from unnest($1::int4[], $2::int4[], $3::int8[], $4::float8[], $5::int4[], $6::text[])
    on conflict (device_number, key_id, ts) do update
      set value = excluded.value, kind = excluded.kind, text = excluded.text
      where (telemetry.value, telemetry.kind, telemetry.text)
        is distinct from (excluded.value, excluded.kind, excluded.text)
  )
  insert into latest (device_number, key_id, ts, value, kind, text, received_at)
  select * from unnest($7::int4[], $8::int4[], $9::int8[], $10::float8[], $11::int4[], $12::text[], $13::int8[])
  on conflict (device_number, key_id) do update
    set ts = excluded.ts, received_at = excluded.received_at,
        value = excluded.value, kind = excluded.kind, text = excluded.text
    where (${standing('excluded')}, excluded.ts) >= (${standing('latest')}, latest.ts)`

function newestOfEachKey(rows: readonly Row[]): Row[] {
  const devices = new Map<number, Map<number, Row>>()
  for (const row of rows) {
    const keys = devices.get(row.deviceNumber) ?? new Map<number, Row>()
    if (keys.size === 0) devices.set(row.deviceNumber, keys)
    const stored = keys.get(row.keyId)
    if (stored === undefined || isNewest(row, stored)) keys.set(row.keyId, row)
  }
  return [...devices.values()].flatMap(keys => [...keys.values()]).sort(byPoint)
}

/** Keeps only the last row of each point, because one statement of PostgreSQL can't write the same row twice. */
function lastOfEachPoint(rows: readonly Row[]): Row[] {
  const sorted = [...rows].sort(byPoint)
  return sorted.filter((row, index) => {
    const next = sorted[index + 1]
    return next === undefined || byPoint(row, next) !== 0
  })
}

function byPoint(a: Row, b: Row): number {
  return a.deviceNumber - b.deviceNumber || a.keyId - b.keyId || a.ts - b.ts
}

function columns(rows: readonly Row[]): Buffer[] {
  return [
    int4Array(rows.map(row => row.deviceNumber)),
    int4Array(rows.map(row => row.keyId)),
    int8Array(rows.map(row => row.ts)),
    float8Array(rows.map(row => row.value)),
    int4Array(rows.map(row => row.kind)),
    textArray(rows.map(row => row.text)),
  ]
}
