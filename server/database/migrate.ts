import {cp, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {readMigrationFiles} from 'drizzle-orm/migrator'
import {drizzle} from 'drizzle-orm/node-postgres'
import {migrate} from 'drizzle-orm/node-postgres/migrator'
import type {ClientBase, PoolClient} from 'pg'
import * as z from 'zod'
import {type Log, SILENT} from '../log/log'
import {ADVISORY_LOCKS} from './advisoryLocks'
import {type Database, openPool} from './connect'
import {StartRefused} from './startRefused'

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))
const JOURNAL = 'meta/_journal.json'

const journalSchema = z.looseObject({entries: z.array(z.looseObject({idx: z.number(), when: z.number()}))})

/** The times at which this server's migrations were written, oldest first. They show which ones a database has. */
export async function readMigrations(): Promise<number[]> {
  const {entries} = await readJournal()
  return entries.map(({when}) => when)
}

/** Drizzle's snapshot of the schema that all migrations of this server make. */
export async function readSnapshot(): Promise<unknown> {
  const {entries} = await readJournal()
  const name = `${entries.at(-1)?.idx}`.padStart(4, '0')
  return JSON.parse(await readFile(join(MIGRATIONS_FOLDER, 'meta', `${name}_snapshot.json`), 'utf8'))
}

export interface MigrateOptions {
  log?: Log
  until?: number | undefined
}

/**
 * Brings the schema up to date, or to the migration that was written at `until`. A lock makes servers that start at
 * the same time migrate one after the other. Throws `StartRefused` when the schema is newer than this server.
 */
export async function migrateDatabase(
  {pool}: Database,
  {log = SILENT, until = Number.POSITIVE_INFINITY}: MigrateOptions = {},
): Promise<void> {
  // A migration, and the lock held by another server, may take longer than the pool waits for an answer.
  const patientPool = openPool({...pool.options, max: 1, query_timeout: 0})
  const client = await patientPool.connect()
  try {
    await client.query('set statement_timeout = 0')
    // On an almost full disk, writes are refused by default. The server must start nevertheless, to serve reads.
    await client.query('set default_transaction_read_only = off')
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration])
    await compareVersions(client, log)
    if (until === Number.POSITIVE_INFINITY) await migrate(drizzle(client), {migrationsFolder: MIGRATIONS_FOLDER})
    else await withMigrations(until, folder => migrate(drizzle(client), {migrationsFolder: folder}))
  } finally {
    // The connection must be closed, because its session holds the lock and has no statement timeout.
    client.release(true)
    await patientPool.end()
  }
}

/** A migration is known by the time of its making, as the migrator of Drizzle knows it. */
async function compareVersions(client: PoolClient, log: Log) {
  const known = readMigrationFiles({migrationsFolder: MIGRATIONS_FOLDER}).map(({folderMillis}) => folderMillis)
  const stored = await readStoredMigrations(client)
  const newest = Math.max(...known)
  const unknown = stored.filter(madeAt => madeAt > newest)
  if (unknown.length > 0) {
    throw new StartRefused(
      `The database is newer than this server: its schema has version ${known.length + unknown.length}, ` +
        `and this server knows versions up to ${known.length}. ` +
        'Start the newer server again, or restore a backup from before its first start.',
    )
  }
  const pending = known.filter(madeAt => madeAt > Math.max(...stored)).length
  if (stored.length > 0 && pending > 0) {
    log.info(`Bringing the schema of the database from version ${known.length - pending} to ${known.length}`)
  }
}

/** The times at which the migrations of a database were written. Empty when it has no schema yet. */
export async function readStoredMigrations(client: ClientBase): Promise<number[]> {
  const {rows: tables} = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "exists"`,
  )
  if (!tables[0]?.exists) return []
  const {rows} = await client.query<{madeAt: string}>('select created_at as "madeAt" from drizzle.__drizzle_migrations')
  return rows.map(({madeAt}) => Number(madeAt))
}

/** Drizzle applies all migrations of a folder, so it is given one that has no later ones. */
async function withMigrations(until: number, work: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'pulsewall-migrations-'))
  try {
    await cp(MIGRATIONS_FOLDER, folder, {recursive: true})
    const journal = await readJournal()
    const entries = journal.entries.filter(({when}) => when <= until)
    await writeFile(join(folder, JOURNAL), JSON.stringify({...journal, entries}))
    await work(folder)
  } finally {
    await rm(folder, {recursive: true, force: true})
  }
}

async function readJournal() {
  return journalSchema.parse(JSON.parse(await readFile(join(MIGRATIONS_FOLDER, JOURNAL), 'utf8')))
}
