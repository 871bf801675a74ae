import {createHash} from 'node:crypto'
import {once} from 'node:events'
import {createWriteStream} from 'node:fs'
import {open, readFile, rename, rm, stat, statfs} from 'node:fs/promises'
import {dirname} from 'node:path'
import {pipeline} from 'node:stream/promises'
import {createGzip} from 'node:zlib'
import type pg from 'pg'
import {to as copyTo} from 'pg-copy-streams'
import {type Pack, pack} from 'tar-stream'
import {connectUnhurried} from '../database/connect'
import {StartRefused} from '../database/startRefused'
import {ifMissing} from '../files/missing'
import type {FileStore} from '../files/store'
import type {Scheduler} from '../scheduler'
import {copyTarget, readIdentities, readMigration, readTables, sumTable} from './catalogue'
import {CONFIG, createHead, FILES, HEAD, type Head, TABLES, TAIL, type TableSums, type Tail} from './contents'

const CHUNK_BYTES = 1024 * 1024
/** Stays free, since the embedded database, which may share the disk, refuses writes when less is. */
const RESERVE_BYTES = 128 * 1024 * 1024

export interface BackupOptions {
  url: string
  store: FileStore
  /** The settings of clients, which need not be there. */
  configFile: string
  file: string
  scheduler: Pick<Scheduler, 'now' | 'elapsed' | 'delay'>
  /** The bytes that may still be written to a folder. */
  freeBytes?(folder: string): Promise<number>
}

export interface BackupReport {
  rows: number
  files: number
  bytes: number
  /** Files of videos that were not in the store. */
  missing: readonly string[]
}

/**
 * Writes what people and devices have stored to one file, as it was at one moment. Nobody has to stop writing in the
 * meantime. The file appears when it is complete and on the disk. Throws `StartRefused` when there is such a file
 * already, or too little room for it.
 */
export async function backUp({
  url,
  store,
  configFile,
  file,
  scheduler,
  freeBytes = freeBytesOf,
}: BackupOptions): Promise<BackupReport> {
  if (await stat(file).catch(ifMissing(undefined))) throw new StartRefused(`There is already a file ${file}.`)
  const unfinished = `${file}.unfinished`
  await rm(unfinished, {force: true})
  const client = await connectUnhurried(url)
  try {
    requireSpace(dirname(file), await estimateBytes(client), await freeBytes(dirname(file)))
    const archive = pack()
    const output = createWriteStream(unfinished, {flags: 'wx', mode: 0o600, flush: true})
    const written = pipeline(archive, createGzip({level: 1}), output)
    const filled = fill(archive, client, {store, configFile, scheduler})
    filled.catch(error => archive.destroy(error))
    const [tail] = await Promise.all([filled, written])
    await rename(unfinished, file)
    await flushFolder(dirname(file))
    const rows = tail.tables.reduce((sum, table) => sum + table.rows, 0)
    return {rows, files: tail.files.length, bytes: (await stat(file)).size, missing: tail.missing}
  } catch (error) {
    await rm(unfinished, {force: true})
    throw error
  } finally {
    await client.end()
  }
}

function requireSpace(folder: string, needed: number, free: number) {
  if (free >= needed + RESERVE_BYTES) return
  throw new StartRefused(
    `The backup may take ${inMebibytes(needed)}, ${inMebibytes(RESERVE_BYTES)} must stay free, and the disk of ${folder} ` +
      `has ${inMebibytes(free)}. Make room there, or back up to another disk.`,
  )
}

/** Compressed rows are taken for a quarter of what their tables take; videos don't get smaller. */
async function estimateBytes(client: pg.Client): Promise<number> {
  const {rows: tables} = await client.query<{bytes: string}>(TABLE_BYTES)
  const hasFiles = (await readTables(client)).some(({name}) => name === 'digital_asset')
  const {rows: files} = hasFiles ? await client.query<{bytes: string}>(FILE_BYTES) : {rows: []}
  return Number(tables[0]?.bytes ?? 0) / 4 + Number(files[0]?.bytes ?? 0)
}

const TABLE_BYTES = `
  select coalesce(sum(pg_table_size(oid)), 0)::text as bytes
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
const FILE_BYTES = 'select coalesce(sum(size), 0)::text as bytes from digital_asset where asset_id is not null'

const inMebibytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MiB`

async function freeBytesOf(folder: string): Promise<number> {
  const {bavail, bsize} = await statfs(folder)
  return bavail * bsize
}

async function fill(
  archive: Pack,
  client: pg.Client,
  {store, configFile, scheduler}: Pick<BackupOptions, 'store' | 'configFile' | 'scheduler'>,
): Promise<Tail> {
  await client.query('begin isolation level repeatable read read only')
  // The others have a core for themselves while the sums are made.
  await client.query('set local max_parallel_workers_per_gather to 0')
  const migration = await readMigration(client)
  if (migration === undefined) throw new StartRefused('The database holds nothing of Pulsewall.')
  const head = createHead({createdAt: scheduler.now(), migration, tables: await readTables(client)})
  await add(archive, HEAD, Buffer.from(JSON.stringify(head)))
  const tables: TableSums[] = []
  for (const table of head.tables) tables.push(await addTable(archive, client, table, scheduler))
  const files = head.tables.some(({name}) => name === 'digital_asset')
    ? await addFiles(archive, client, store)
    : {files: [], missing: []}
  const config = await readFile(configFile).catch(ifMissing(undefined))
  if (config) await add(archive, CONFIG, config)
  const tail: Tail = {tables, identities: await readIdentities(client), ...files}
  await client.query('commit')
  await add(archive, TAIL, Buffer.from(JSON.stringify(tail)))
  archive.finalize()
  return tail
}

async function addTable(
  archive: Pack,
  client: pg.Client,
  table: Head['tables'][number],
  {elapsed, delay}: Pick<Scheduler, 'elapsed' | 'delay'>,
): Promise<TableSums> {
  const hash = createHash('sha256')
  let chunk: Buffer[] = []
  let bytes = 0
  let count = 0
  let since = elapsed()
  const addChunk = async () => {
    const content = Buffer.concat(chunk)
    hash.update(content)
    chunk = []
    bytes = 0
    await add(archive, `${TABLES}${table.name}/${count++}`, content)
    // The backup rests as long as it has worked: nobody waits for it, and all others wait less.
    await delay(elapsed() - since)
    since = elapsed()
  }
  for await (const part of client.query(copyTo(`copy ${copyTarget(table)} to stdout`))) {
    chunk.push(part)
    bytes += part.length
    if (bytes >= CHUNK_BYTES) await addChunk()
  }
  if (bytes > 0) await addChunk()
  return {name: table.name, ...(await sumTable(client, table.name)), sha256: hash.digest('hex')}
}

/** A file that was removed after the moment of the backup is only missed. */
async function addFiles(archive: Pack, client: pg.Client, store: FileStore): Promise<Pick<Tail, 'files' | 'missing'>> {
  const {rows} = await client.query<{id: string; size: string; sha256: string}>(STORED_FILES)
  const files: Tail['files'] = []
  const missing: string[] = []
  for (const {id, size, sha256} of rows) {
    const content = await store.read(id)
    if (content) {
      const entry = archive.entry({name: `${FILES}${id}`, size: Number(size), mode: 0o600})
      await pipeline(content, entry)
      files.push({name: id, sha256})
    } else missing.push(id)
  }
  return {files, missing}
}

const STORED_FILES = 'select id::text, size::text, sha256 from digital_asset where asset_id is not null order by id'

/** Returns when the archive has room for more. */
async function add(archive: Pack, name: string, content: Buffer): Promise<void> {
  const entry = archive.entry({name, size: content.length, mode: 0o600})
  entry.end(content)
  await once(entry, 'finish')
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
