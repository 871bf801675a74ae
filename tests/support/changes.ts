import type {Database} from '../../server/database/connect'
import {tablesOf} from './tables'

export interface Changes {
  /** The tables of the rows that were committed since the last call, sorted, each once. */
  take(): Promise<string[]>
}

/** Notes every row that is inserted, updated or deleted from here on; one that is rolled back leaves no note. */
export async function watchChanges({pool}: Pick<Database, 'pool'>): Promise<Changes> {
  await pool.query(NOTE)
  for (const name of await tablesOf(pool)) {
    await pool.query(
      `create trigger note after insert or update or delete on public."${name}" for each row execute function note_change()`,
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
