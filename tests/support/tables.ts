import type {Pool} from 'pg'

/** The names of all tables that have rows of their own: of a partitioned one, its partitions. */
export async function tablesOf(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const {rows} = await pool.query<{name: string}>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return rows.map(({name}) => name)
}

/** Beside a running server, whose transactions a `truncate` of several tables could block for good. */
export async function emptyTables(pool: Pick<Pool, 'query'>, ...names: string[]): Promise<void> {
  for (const name of names) await pool.query(`delete from ${name}`)
}
