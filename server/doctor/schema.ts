import type pg from 'pg'
import * as z from 'zod'
import {readMigrations, readSnapshot, readStoredMigrations} from '../database/migrate'
import {type Finding, ok, RESTORE, warning, wrong} from './finding'

/** Whether the schema is the one that this program makes, and the findings on it. */
export interface SchemaLook {
  isOurs: boolean
  findings: Finding[]
}

export async function compareSchema(client: pg.Client): Promise<SchemaLook> {
  const [stored, known] = [await readStoredMigrations(client), await readMigrations()]
  const [newest, newestStored] = [Math.max(...known), Math.max(...stored)]
  const isOurs = newestStored === newest
  if (isOurs) return {isOurs, findings: await compareWithOurs(client, stored, known)}
  return {isOurs, findings: [explainOther(stored.length > 0, newestStored > newest)]}
}

function explainOther(isThere: boolean, isNewer: boolean): Finding {
  if (!isThere) return wrong('The database holds nothing of Pulsewall: is DATABASE_URL or DATA_DIR right?')
  return isNewer
    ? wrong('The database is newer than this program: take the program that it belongs to.')
    : warning('The database is older than this program, which brings it up to date at its start: back it up before.')
}

async function compareWithOurs(client: pg.Client, stored: readonly number[], known: readonly number[]) {
  const lost = known.filter(migration => !stored.includes(migration))
  const strange = stored.filter(migration => !known.includes(migration))
  const {rows} = await client.query<{part: string; of: string}>(PARTS)
  const [parts, tables] = [new Set(rows.map(({part}) => part)), new Set(rows.map(({of}) => of))]
  const found = [
    ...lost.map(at => wrong(`The database does not say that it has the migration of ${dateOf(at)}. ${RESTORE}`)),
    ...strange.map(at => wrong(`The database says that it has an unknown migration of ${dateOf(at)}. ${RESTORE}`)),
    ...(await readTables()).flatMap(({name, parts: expected}) => {
      const lacking = tables.has(name) ? expected.filter(part => !parts.has(part)) : [`table ${name}`]
      return lacking.map(part => wrong(`The schema lacks the ${part}. ${RESTORE}`))
    }),
  ]
  if (found.length > 0) return found
  return [
    ok(`The schema has version ${known.length}, with all tables, columns, indexes and constraints of this program.`),
  ]
}

const dateOf = (at: number) => new Date(at).toISOString()

const named = z.record(z.string(), z.object({name: z.string()}))
const tableSchema = z.object({
  name: z.string(),
  columns: z.record(z.string(), z.object({name: z.string(), type: z.string(), notNull: z.boolean()})),
  indexes: named,
  foreignKeys: named,
  compositePrimaryKeys: named,
  uniqueConstraints: named,
  checkConstraints: named,
})
const snapshotSchema = z.object({tables: z.record(z.string(), tableSchema)})

/** The tables of the schema that the program would make, and their parts in the words of `PARTS`. */
async function readTables(): Promise<{name: string; parts: string[]}[]> {
  const {tables} = snapshotSchema.parse(await readSnapshot())
  return Object.values(tables).map(table => ({name: table.name, parts: partsOf(table)}))
}

function partsOf(table: z.infer<typeof tableSchema>): string[] {
  const {columns, indexes, foreignKeys, compositePrimaryKeys, uniqueConstraints, checkConstraints} = table
  const constraints = [foreignKeys, compositePrimaryKeys, uniqueConstraints, checkConstraints].flatMap(Object.values)
  return [
    ...Object.values(columns).map(
      ({name, type, notNull}) => `column ${table.name}.${name} of the type ${type}${notNull ? ', not null' : ''}`,
    ),
    ...Object.values(indexes).map(({name}) => `index ${shortened(name)} of ${table.name}`),
    ...constraints.map(({name}) => `constraint ${shortened(name)} of ${table.name}`),
  ]
}

/** PostgreSQL cuts longer names off. */
const shortened = (name: string) => name.slice(0, 63)

const PARTS = `
  select format('column %s.%s of the type %s%s', relname, attname, format_type(atttypid, atttypmod),
    case when attnotnull then ', not null' else '' end) as part, relname as of
  from pg_attribute join pg_class c on c.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
  union all
  select format('index %s of %s', i.relname, c.relname), c.relname
  from pg_index join pg_class i on i.oid = indexrelid join pg_class c on c.oid = indrelid
  where c.relnamespace = 'public'::regnamespace
  union all
  select format('constraint %s of %s', conname, relname), relname from pg_constraint join pg_class c on c.oid = conrelid
  where relnamespace = 'public'::regnamespace`
