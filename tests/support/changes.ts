import type {Database} from '../../server/database/connect'
import {tablesOf} from './tables'

export interface Changes {
  /** The tables of the rows that were committed since the last call, sorted, each once. */
  take(): Promise<string[]>
}

/** Telemetry of removed devices is cleared away some time behind the request that removed them. */
const CLEARED_LATER = ['telemetry', 'latest']

/** Notes every row that is inserted, updated or deleted from here on; one that is rolled back leaves no note. */
export async function watchChanges({pool}: Pick<Database, 'pool'>): Promise<Changes> {
  await pool.query(NOTE)
  for (const name of await tablesOf(pool)) {
    const events = CLEARED_LATER.includes(name) ? 'insert or update' : 'insert or update or delete'
    await pool.query(
      `create trigger note after ${events} on public."${name}" for each row execute function note_change()`,
    )
  }
  return {
    async take() {
      const taken = await pool.query<{name: string}>('delete from watch.change returning name')
      return [...new Set(taken.rows.map(({name}) => name))].sort()
    },
  }
}

const NOTE = `
  create schema watch;
  create unlogged table watch.change (name text);
  create function note_change() returns trigger language plpgsql as
    $$ begin insert into watch.change values (tg_table_name); return null; end $$;`
