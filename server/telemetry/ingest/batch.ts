import type {ClientBase, Pool, PoolClient} from 'pg'
import {CLOCK_TOLERANCE} from '../../../contract/limits'
import {isNewest, WRONG_CLOCK_PATIENCE} from '../../../contract/rules/series/newest'
import type {EpochMs} from '../../../contract/wire/common'
import {exactlyOne} from '../../database/rows'
import {inTransaction} from '../../database/transaction'
import {noteData} from '../dataDays'
import {countHours, hoursOf, type PlayHour} from '../plays/playHours'
import {float8Array, int4Array, int8Array, textArray} from '../rollups/binaryArray'
import {LATE_BEFORE, markHours} from '../rollups/rollUps'
import {isTaken, moveTaken, type Place} from './arrivals'
import type {StoredValue} from './value'

/** One point of a commit that several messages share. */
export interface Row extends StoredValue, Place {
  receivedAt: EpochMs
}

/** Evaluates rows, as long as the thresholds have this revision. */
export interface Watch {
  revision: number
  /** Undefined when none of the rows is under a threshold. Runs in the transaction that has just stored them. */
  evaluate: ((client: PoolClient) => Promise<AfterCommit>) | undefined
}

/** Publishes the committed points. */
export type AfterCommit = () => void

/** Evaluates rows by thresholds. */
export interface Alarms {
  /** The statement that reads the revision of the thresholds, and holds it until the transaction ends. */
  holdRevision: string
  /** `revision` is the present one, when that of an earlier watch has turned out to be old. */
  watch(rows: readonly Row[], revision?: number): Promise<Watch>
}

export interface StoreOptions {
  playedKeyId?: number | undefined
  alarms?: Alarms | undefined
}

export interface Stored<Some extends Row> {
  /** The rows in their order, with the times that they have now. */
  rows: readonly Some[]
  afterCommit: AfterCommit
}

/**
 * Stores `rows`, the newest point of each key, the plays among them and the changes of alarms in one transaction.
 * `rows` must be in the order of their arrival. Arrivals whose time another point has get another one.
 */
export async function storeRows<Some extends Row>(
  pool: Pool,
  rows: readonly Some[],
  options: StoreOptions = {},
): Promise<Stored<Some>> {
  for (let tried = rows; ; ) {
    try {
      return {rows: tried, afterCommit: await storeTimed(pool, tried, options)}
    } catch (error) {
      const moved = isTaken(error) ? await moveTaken(pool, tried) : undefined
      if (moved === undefined) throw error
      tried = moved
    }
  }
}

async function storeTimed(pool: Pool, rows: readonly Row[], {playedKeyId, alarms}: StoreOptions): Promise<AfterCommit> {
  const hours = hoursOf(rows.filter(({keyId}) => keyId === playedKeyId))
  let watch = await alarms?.watch(rows)
  for (;;) {
    const stored = await storeOnce(pool, rows, {hours, alarms, watch})
    if (typeof stored === 'function') return stored
    watch = await alarms?.watch(rows, stored)
  }
}

interface Once {
  hours: readonly PlayHour[]
  alarms: Alarms | undefined
  watch: Watch | undefined
}

/** Answers with the revision of the thresholds when it is another one. Then nothing was stored. */
async function storeOnce(
  pool: Pool,
  rows: readonly Row[],
  {hours, alarms, watch}: Once,
): Promise<AfterCommit | number> {
  const revised = watch && alarms && {...watch, hold: alarms.holdRevision}
  if (hours.length === 0 && watch?.evaluate === undefined) {
    return (await storePoints(pool, rows, revised)) ?? NOTHING_TO_PUBLISH
  }
  return inTransaction(pool, async client => {
    const other = await storePoints(client, rows, revised)
    if (other !== undefined) return other
    if (hours.length > 0) await countHours(client, hours)
    return (await watch?.evaluate?.(client)) ?? NOTHING_TO_PUBLISH
  })
}

const NOTHING_TO_PUBLISH: AfterCommit = () => {}

interface Revised {
  revision: number
  hold: string
}

/** Stores nothing when the revision is another one, which it returns. */
async function storePoints(
  executor: Pick<ClientBase, 'query'>,
  rows: readonly Row[],
  revised: Revised | undefined,
): Promise<number | undefined> {
  const newest = newestOfEachKey(rows)
  const points = lastOfEachPoint(rows)
  const values = [
    ...columns(points),
    int4Array(points.map(row => (row.isArrival ? 1 : 0))),
    ...columns(newest),
    int8Array(newest.map(row => row.receivedAt)),
  ]
  if (revised === undefined) {
    await executor.query({name: 'store_telemetry', text: STORE, values})
    return undefined
  }
  const {rows: found} = await executor.query<{revision: number}>({
    name: 'store_watched_telemetry',
    text: storeBy(revised.hold),
    values: [...values, revised.revision],
  })
  const {revision} = exactlyOne(found)
  return revision === revised.revision ? undefined : revision
}

/** A later arrival was stored before the server's clock was set back, so it counts as no later than now. */
const ARRIVALS = {excluded: 'excluded.received_at', latest: 'least(latest.received_at, excluded.received_at)'}

const standing = (row: keyof typeof ARRIVALS) =>
  `case when ${row}.ts > ${ARRIVALS[row]} + ${CLOCK_TOLERANCE}
     then ${ARRIVALS[row]} - ${WRONG_CLOCK_PATIENCE} else ${row}.ts end`

/**
 * The rows must be sorted, so that two servers take their locks in the same order. PostgreSQL runs the last part first:
 * locks are taken on days with data, marks, latest values, points. An equal point is not updated,
 * because that would only leave a dead row behind; an arrival that meets one fails, as it would overwrite what was
 * acknowledged. The last condition must agree with the rule `isNewest`, by which points count whose arrivals are in
 * order.
 */
const storing = (held = '', condition = 'true') => `
  with ${held} point as materialized (
    select * from unnest($1::int4[], $2::int4[], $3::int8[], $4::float8[], $5::int4[], $6::text[], $7::int4[])
      as point (device_number, key_id, ts, value, kind, text, is_arrival)
    where ${condition}
  ), stored as (
    insert into telemetry (device_number, key_id, ts, value, kind, text)
    select device_number, key_id, ts, value, kind, text from point where is_arrival = 0
    on conflict (device_number, key_id, ts) do update
      set value = excluded.value, kind = excluded.kind, text = excluded.text
      where (telemetry.value, telemetry.kind, telemetry.text)
        is distinct from (excluded.value, excluded.kind, excluded.text)
  ), arrived as (
    insert into telemetry (device_number, key_id, ts, value, kind, text)
    select device_number, key_id, ts, value, kind, text from point where is_arrival = 1
  ), newest as (
    insert into latest (device_number, key_id, ts, value, kind, text, received_at)
    select * from unnest($8::int4[], $9::int4[], $10::int8[], $11::float8[], $12::int4[], $13::text[], $14::int8[]) where ${condition}
    on conflict (device_number, key_id) do update
      set ts = excluded.ts, received_at = excluded.received_at,
          value = excluded.value, kind = excluded.kind, text = excluded.text
      where (${standing('excluded')}, excluded.ts) >= (${standing('latest')}, latest.ts)
  ), marked as (
    ${markHours(`point where ts < ${LATE_BEFORE}`)}
  ), noted as (
    ${noteData('point')}
  )`

const STORE = `${storing()} select`

const storeBy = (holdRevision: string) => {
  const revision = 'coalesce((select revision from held), 0)'
  return `${storing(`held as materialized (${holdRevision}),`, `${revision} = $15`)} select ${revision} as revision`
}

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

/** Keeps only the last row of each point, as one statement of PostgreSQL can't write a row twice, and each arrival. */
function lastOfEachPoint(rows: readonly Row[]): Row[] {
  const sorted = [...rows].sort(byPoint)
  return sorted.filter((row, index) => {
    const next = sorted[index + 1]
    return next === undefined || byPoint(row, next) !== 0 || row.isArrival === true || next.isArrival === true
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
