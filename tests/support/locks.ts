import {expect} from 'vitest'
import type {EpochMs} from '../../contract/wire/common'
import type {Database} from '../../server/database/connect'

/** Waits until this many transactions wait for another. */
export const waiting = ({pool}: Pick<Database, 'pool'>, count: number) =>
  expect
    .poll(async () => {
      const {rowCount} = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rowCount
    })
    .toBe(count)

/** Returns PostgreSQL's count, whether the call was repeated or not. */
export async function deadlocks({pool}: Database): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()')
  const {rows} = await pool.query<{deadlocks: number}>(
    'select deadlocks::int4 from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? Number.NaN
}

/** Fails when a write of a device's telemetry holds its latest values while it waits for its days with data. */
export async function expectDaysFirst(
  {pool}: Pick<Database, 'pool'>,
  write: () => Promise<unknown>,
  deviceNumber: number,
  day: EpochMs,
) {
  const [holder, other] = [await pool.connect(), await pool.connect()]
  try {
    await holder.query('begin')
    const held = 'insert into data_day (device_number, day, times) values ($1, $2, $3) on conflict do nothing'
    await holder.query(held, [deviceNumber, day, '{[0,1)}'])
    await holder.query('select from data_day where device_number = $1 for update', [deviceNumber])
    const written = write()
    await waiting({pool}, 1)
    // A free row is locked at once.
    await other.query("set lock_timeout = '1ms'")
    await other.query('begin')
    const {rowCount} = await other.query(
      `insert into latest (device_number, key_id, ts, received_at, kind)
       select $1, id, 0, 0, 0 from telemetry_key
       on conflict (device_number, key_id) do update set ts = latest.ts`,
      [deviceNumber],
    )
    expect(rowCount).toBeGreaterThan(0)
    await other.query('rollback')
    await holder.query('commit')
    await written
  } finally {
    holder.release(true)
    other.release(true)
  }
}
