import pg from 'pg'
import type {Head, Tail} from './contents'

type Tables = Head['tables']

const {escapeIdentifier} = pg

const COLUMNS = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.relname order by c.relname`

const REFERENCES = `
  select c.relname as name, r.relname as target
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
  where k.contype = 'f' and k.conrelid <> k.confrelid and c.relnamespace = 'public'::regnamespace`

const IDENTITIES = `
  select c.relname as name, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' order by 1, 2`

/** All tables of the database, each after those that it refers to, with the columns that are not generated. */
export async function readTables(client: pg.ClientBase): Promise<Tables> {
  const {rows: tables} = await client.query<Tables[number]>(COLUMNS)
  const {rows: references} = await client.query<{name: string; target: string}>(REFERENCES)
  const waiting = new Map(tables.map(table => [table.name, table]))
  const ordered: Tables = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({name}) => !references.some(reference => reference.name === name && waiting.has(reference.target)),
    )
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${[...waiting.keys()].join(', ')}`)
    for (const table of ready) waiting.delete(table.name)
    ordered.push(...ready)
  }
  return ordered
}

/** Undefined when the database has no schema yet. */
export async function readMigration(client: pg.ClientBase): Promise<number | undefined> {
  const {rows: found} = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as yes")
  if (!found[0]?.yes) return undefined
  const {rows} = await client.query('select max(created_at)::text as newest from drizzle.__drizzle_migrations')
  return rows[0]?.newest ? Number(rows[0].newest) : undefined
}

/** The same for the same rows in any order: the hash is the one by which PostgreSQL compares whole rows. */
export async function sumTable(client: pg.ClientBase, name: string): Promise<{rows: number; sum: string}> {
  const {rows} = await client.query<{rows: number; sum: string}>(
    `select count(*)::float8 as rows, coalesce(sum(hash_record_extended(t, 0)), 0)::text as sum
     from ${escapeIdentifier(name)} t`,
  )
  return rows[0] ?? {rows: 0, sum: '0'}
}

export async function readIdentities(client: pg.ClientBase): Promise<Tail['identities']> {
  const {rows} = await client.query<{name: string; column: string; sequence: string}>(IDENTITIES)
  const identities: Tail['identities'] = []
  for (const {name, column, sequence} of rows) {
    const {rows: found} = await client.query(`select last_value::text as last, is_called from ${sequence}`)
    identities.push({table: name, column, last: found[0]?.last, isCalled: found[0]?.is_called})
  }
  return identities
}

export async function setIdentities(client: pg.ClientBase, identities: Tail['identities']): Promise<void> {
  for (const {table, column, last, isCalled} of identities) {
    const sequence = `pg_get_serial_sequence(quote_ident($1), $2)`
    await client.query(`select setval(${sequence}, $3, $4)`, [table, column, last, isCalled])
  }
}

/** The text between `copy` and its direction. */
export function copyTarget({name, columns}: Tables[number]): string {
  return `${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`
}
