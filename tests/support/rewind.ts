import type {Database} from '../../server/database/connect'
import {tablesOf} from './tables'

/** The server remembers the numbers of telemetry keys, so these rows must outlive it. */
export const REMEMBERED = ['telemetry_key', 'telemetry', 'latest']

/** Keeps a copy of what the database holds; the answer brings it back, telemetry apart. */
export async function createRewind({pool}: Pick<Database, 'pool'>): Promise<() => Promise<void>> {
  const names = (await tablesOf(pool)).filter(name => !REMEMBERED.includes(name))
  const columns = await writtenColumns(pool)
  await pool.query('create schema kept')
  for (const name of names) await pool.query(`create table kept."${name}" as table public."${name}"`)
  await deferReferences(pool)

  const emptied = names.map(name => `delete from public."${name}";`)
  const filled = names.map(name => {
    const written = columns.get(name)
    return `insert into public."${name}" (${written}) overriding system value select ${written} from kept."${name}";`
  })
  // Statements that are sent together are one transaction.
  const rewind = ['set constraints all deferred;', ...emptied, ...filled].join('\n')
  return async () => {
    await pool.query(rewind)
  }
}

/** The columns of each table that the database doesn't compute itself. */
async function writtenColumns(pool: Database['pool']): Promise<Map<string, string>> {
  const {rows} = await pool.query<{name: string; columns: string}>(
    `select table_name as name, string_agg(format('%I', column_name), ', ') as columns
     from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by table_name`,
  )
  return new Map(rows.map(({name, columns}) => [name, columns]))
}

/** So that rows may go and come in any order of their tables. */
async function deferReferences(pool: Database['pool']) {
  const {rows} = await pool.query<{statement: string}>(
    `select format('alter table %s alter constraint %I deferrable', conrelid::regclass, conname) as statement
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const {statement} of rows) await pool.query(statement)
}
