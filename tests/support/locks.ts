import {expect} from 'vitest'
import type {Database} from '../../server/database/connect'

/** Until so many transactions wait for another. */
export const waiting = ({pool}: Database, count: number) =>
  expect
    .poll(async () => {
      const {rowCount} = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rowCount
    })
    .toBe(count)

/** What PostgreSQL has counted, whether the call was repeated or not. */
export async function deadlocks({pool}: Database): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()')
  const {rows} = await pool.query<{deadlocks: number}>(
    'select deadlocks::int4 from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? Number.NaN
}
