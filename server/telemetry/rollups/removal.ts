import {MINUTE} from '../../../contract/rules/time/durations'
import {ADVISORY_LOCKS} from '../../database/advisoryLocks'
import type {Database} from '../../database/connect'
import {isAnyOf} from '../../database/rows'
import {removedDevice} from '../../database/schema/telemetry'
import type {Job, Scheduler, UnderWay} from '../../scheduler'
import {removeDerived} from '../repository'
import {ROLLED_UP, rollupsOf} from './rollUp'

export interface TelemetryRemovalOptions {
  database: Database
  scheduler: Pick<Scheduler, 'now' | 'every'>
  job: Job
}

/**
 * Deletes the telemetry of deleted devices, including what still arrives from them. Several servers may do this at the
 * same time.
 */
export interface TelemetryRemoval {
  /** Call it when devices were deleted. */
  wake(): void
  underWay: UnderWay
  /** Resolves after the batch under way. The next start continues. */
  close(): Promise<void>
}

const PERIOD = MINUTE
/** Must be longer than any server caches the access token of a device and holds its messages. */
const LATE_MESSAGES = MINUTE
const ROWS_PER_BATCH = 10_000

export function createTelemetryRemoval({database, scheduler, job}: TelemetryRemovalOptions): TelemetryRemoval {
  const {db, pool} = database
  let sweeping: Promise<void> | undefined
  let isWoken = false
  let isClosed = false

  function wake() {
    isWoken = true
    sweeping ??= sweepWhileWoken()
  }

  async function sweepWhileWoken() {
    while (isWoken && !isClosed) {
      isWoken = false
      await sweep().then(job.succeeded, job.failed)
    }
    sweeping = undefined
  }

  async function sweep() {
    const removed = await db.select().from(removedDevice)
    if (removed.length === 0) return
    const settled = removed
      .filter(({removedAt}) => scheduler.now() - removedAt > LATE_MESSAGES)
      .map(({number}) => number)
    await clearDevices(removed.map(({number}) => number))
    if (isClosed || settled.length === 0) return
    await stepsUnderWay()
    await clearDevices(settled)
    if (!isClosed) await db.delete(removedDevice).where(isAnyOf(removedDevice.number, settled))
  }

  async function clearDevices(deviceNumbers: readonly number[]) {
    for (const number of deviceNumbers) await clearDevice(number)
    await removeDerived(db, deviceNumbers)
  }

  /** A step of a pass that has read points before they were cleared still stores their rollups. */
  async function stepsUnderWay() {
    for (const lock of [ADVISORY_LOCKS.rollUp, ADVISORY_LOCKS.pack]) {
      await pool.query('select pg_advisory_xact_lock_shared($1)', [lock])
    }
  }

  async function clearDevice(deviceNumber: number) {
    let batchEnd: BatchEnd | undefined = {key_id: 0, ts: '0'}
    while (batchEnd !== undefined && !isClosed) {
      const values: unknown[] = [deviceNumber, batchEnd.key_id, batchEnd.ts, ROWS_PER_BATCH]
      const {rows}: {rows: BatchEnd[]} = await pool.query<BatchEnd>(CLEAR, values)
      batchEnd = rows[0]
    }
    await pool.query('delete from telemetry_mark where device_number = $1', [deviceNumber])
    for (const table of ['telemetry_block', ...ROLLED_UP.map(rollupsOf)]) {
      let cleared = ROWS_PER_BATCH
      while (cleared === ROWS_PER_BATCH && !isClosed) {
        cleared = (await pool.query(clear(table), [deviceNumber, ROWS_PER_BATCH])).rowCount ?? 0
      }
    }
  }

  const stopLooking = scheduler.every(PERIOD, wake)
  wake()
  return {
    wake,
    underWay: () => sweeping,
    async close() {
      isClosed = true
      stopLooking()
      await sweeping
    },
  }
}

interface BatchEnd {
  key_id: number
  ts: string
}

/** Returns where a full batch has ended, so that the next one does not scan the deleted rows again. */
const CLEAR = `
  with batch as (
    select key_id, ts from telemetry
    where device_number = $1 and (device_number, key_id, ts) > ($1, $2::int, $3::int8)
    order by device_number, key_id, ts limit $4
  ), cleared as (
    delete from telemetry using batch
    where telemetry.device_number = $1 and telemetry.key_id = batch.key_id and telemetry.ts = batch.ts
  )
  select key_id, ts from batch order by key_id, ts offset $4 - 1`

const clear = (table: string) => `
  delete from ${table} where ctid = any(array(select ctid from ${table} where device_number = $1 limit $2))`
