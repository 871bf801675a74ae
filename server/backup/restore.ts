import {createWriteStream} from 'node:fs'
import {mkdir, mkdtemp, rm} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import type {Readable, Writable} from 'node:stream'
import {finished, pipeline} from 'node:stream/promises'
import type pg from 'pg'
import {from as copyFrom} from 'pg-copy-streams'
import {connectDatabase, connectUnhurried} from '../database/connect'
import {migrateDatabase, readMigrations} from '../database/migrate'
import {StartRefused} from '../database/startRefused'
import type {FileStore} from '../files/store'
import {copyTarget, readMigration, readTables, setIdentities, sumTable} from './catalogue'
import {CONFIG, FILES, type Head, TABLES, type Tail} from './contents'
import {forgetBackups} from './made'
import {type Contents, checkBackup, readEntries, tableOf} from './read'

export interface RestoreOptions {
  url: string
  store: FileStore
  /** The folder in which files are written before the store takes them, on its file system. */
  incoming: string
  configFile: string
}

export interface RestoreReport {
  /** The time at which the backup was made. */
  createdAt: number
  tables: number
  rows: number
  files: number
  missing: readonly string[]
  /** The number of migrations that were applied to the backup's content. */
  migrations: number
}

/** Reads the whole backup. Throws `StartRefused` when it is damaged, or of a newer server than this one. */
export async function openBackup(file: string): Promise<Contents> {
  const contents = await checkBackup(file).catch(error => {
    throw new StartRefused(`${error.message} Nothing was restored. Take another one.`)
  })
  const migrations = await readMigrations()
  if (!migrations.includes(contents.head.migration)) {
    throw new StartRefused(`${file} was made by a newer server. Restore it with that one or a later one.`)
  }
  return contents
}

/**
 * Fills an empty database and an empty store from a backup that `openBackup` has read, checks the result by counts and
 * sums, and brings it up to date. The tables come all or none. Throws `StartRefused` when there is anything already.
 */
export async function restore(file: string, contents: Contents, options: RestoreOptions): Promise<RestoreReport> {
  const {head, tail} = contents
  const client = await connectUnhurried(options.url)
  try {
    await refuseContents(client, options.store, head)
    await migrate(options.url, head.migration)
    await client.query('begin')
    await load(file, head, client, options)
    for (const table of tail.tables) await check(client, table)
    await setIdentities(client, tail.identities)
    await client.query('commit')
    await client.query('analyze')
    await migrate(options.url)
    await forgetBackups(client)
  } finally {
    await client.end()
  }
  const migrations = await readMigrations()
  return {
    createdAt: head.createdAt,
    tables: tail.tables.length,
    rows: tail.tables.reduce((sum, {rows}) => sum + rows, 0),
    files: tail.files.length,
    missing: tail.missing,
    migrations: migrations.filter(migration => migration > head.migration).length,
  }
}

async function refuseContents(client: pg.Client, store: FileStore, head: Head) {
  const migration = await readMigration(client)
  if (migration !== undefined && migration > head.migration) {
    throw new StartRefused('The database is of a newer version than the backup. Restore into a new one.')
  }
  for (const {name} of await readTables(client)) {
    const {rows} = await sumTable(client, name)
    if (rows > 0) {
      throw new StartRefused(
        `The database is not empty: ${name} has ${rows} rows. Restore into a new folder or database.`,
      )
    }
  }
  for await (const {name} of store.list()) {
    throw new StartRefused(`The store of uploaded files is not empty: it has ${name}. Restore into an empty one.`)
  }
}

async function migrate(url: string, until?: number) {
  const database = await connectDatabase(url, {max: 1})
  try {
    await migrateDatabase(database, {until})
  } finally {
    await database.close()
  }
}

/** The pieces of a table follow each other, so one statement takes them all. */
async function load(file: string, head: Head, client: pg.Client, options: RestoreOptions) {
  let copying: {name: string; target: Writable} | undefined
  const endCopy = async () => {
    if (!copying) return
    const {target} = copying
    copying = undefined
    target.end()
    await finished(target)
  }
  await mkdir(options.incoming, {recursive: true})
  const folder = await mkdtemp(join(options.incoming, 'restore-'))
  try {
    await readEntries(file, async (name, content) => {
      if (name.startsWith(TABLES)) {
        const table = tableOf(name)
        if (copying?.name !== table) {
          await endCopy()
          copying = {name: table, target: client.query(copyFrom(`copy ${targetOf(head, table)} from stdin`))}
          // The statement may fail between two pieces. The next write gets the error.
          copying.target.on('error', () => {})
        }
        return append(content, copying.target)
      }
      await endCopy()
      if (name.startsWith(FILES))
        return takeFile(content, join(folder, 'file'), name.slice(FILES.length), options.store)
      if (name === CONFIG) return writeConfig(content, options.configFile)
      content.resume()
    })
  } finally {
    await rm(folder, {recursive: true, force: true})
  }
}

/** `pipeline` would leave listeners of each piece behind. */
async function append(content: Readable, target: Writable) {
  for await (const chunk of content)
    await new Promise<void>((resolve, reject) => target.write(chunk, error => (error ? reject(error) : resolve())))
}

function targetOf({tables}: Head, name: string): string {
  const table = tables.find(other => other.name === name)
  if (!table) throw new Error(`The backup has rows of an unknown table ${name}`)
  return copyTarget(table)
}

async function takeFile(content: Readable, path: string, name: string, store: FileStore) {
  await pipeline(content, createWriteStream(path, {mode: 0o600}))
  await store.take(path, name)
}

async function writeConfig(content: Readable, configFile: string) {
  await mkdir(dirname(configFile), {recursive: true})
  await pipeline(content, createWriteStream(configFile))
}

async function check(client: pg.Client, {name, rows, sum}: Tail['tables'][number]) {
  const stored = await sumTable(client, name)
  if (stored.rows === rows && stored.sum === sum) return
  throw new Error(`${name} should have ${rows} rows with the sum ${sum}, but has ${stored.rows} with ${stored.sum}`)
}
