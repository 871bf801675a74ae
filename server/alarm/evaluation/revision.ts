import {sql} from 'drizzle-orm'
import type {Pool} from 'pg'
import type {Executor} from '../store'

/** The statement that reads the revision of the thresholds, and holds it until the transaction ends. */
export const HOLD_REVISION = 'select revision from threshold_revision where id = 1 for share'

/** Without its row nobody could hold it. */
export async function ensureRevision(pool: Pool) {
  await pool.query('insert into threshold_revision values (1, 0) on conflict do nothing')
}

/** Waits for the holders of the revision. New ones wait until the transaction ends. */
export async function countRevision(executor: Executor) {
  await executor.execute(sql`
    insert into threshold_revision values (1, 1)
    on conflict (id) do update set revision = threshold_revision.revision + 1`)
}
