import {chmod, mkdir, realpath, stat, statfs} from 'node:fs/promises'
import {join} from 'node:path'
import pg from 'pg'
import type {Milliseconds} from '../../contract/wire/common'
import {StartRefused} from '../database/startRefused'
import {realTime, type Scheduler} from '../scheduler'
import {chooseAccount, requireOwner} from './account'
import {findBinaries} from './binaries'
import {ensureCluster} from './cluster'
import {lockFolder, readHolder} from './folderLock'
import {endOrphan} from './leftovers'
import {openPostgresLog} from './log'
import {type Postmaster, startPostmaster} from './postmaster'
import {serverSettings} from './settings'
import {addressOf, createSocketFolder, removeSocketFolder} from './socketFolder'
import {throwWriteSwitch} from './writeSwitch'

export interface EmbeddedDatabase {
  url: string
  /** The process id of the postmaster. It changes when PostgreSQL is restarted. */
  pid(): number
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log?: (line: string) => void
  /** Overrides single settings of `serverSettings`, for tests. */
  settings?: Readonly<Record<string, string>>
  /** By how much the times are multiplied for which it is waited for. */
  patience?: number
  /** When it is replaced although it runs. */
  hangs?: HangLimits
  /** PostgreSQL goes by real time, and so does its supervision by default. */
  scheduler?: Scheduler
}

const REACHED_WITHIN: Milliseconds = 5_000

/**
 * Starts PostgreSQL on `dataDir/postgres`, which is created when it is missing. One server holds the folder at a
 * time; the leftovers of a killed one are removed. A PostgreSQL that ends by itself or hangs is restarted at the same
 * address. Throws `StartRefused` when the operator has to change something.
 */
export async function startEmbeddedDatabase({
  dataDir,
  log = console.log,
  settings = {},
  patience = 1,
  hangs = {period: 10_000 * patience, misses: 3},
  scheduler = realTime,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  if (process.platform === 'win32') {
    throw new StartRefused('The embedded database does not run on Windows. Use WSL, or set DATABASE_URL.')
  }
  const folder = await openDataFolder(dataDir)
  const cleanUp: (() => unknown)[] = []
  const stop = async () => {
    for (const step of cleanUp.splice(0).reverse()) await step()
  }
  try {
    const lock = await lockFolder(folder)
    cleanUp.push(lock.release)
    const clusterDir = join(folder, 'postgres')
    const account = await chooseAccount(clusterDir)
    await endOrphan(clusterDir, scheduler, log)
    await removeSocketFolder(lock.previous?.socketFolder)
    const socketFolder = await createSocketFolder(account.uid)
    cleanUp.push(() => removeSocketFolder(socketFolder))
    await lock.write({pid: process.pid, socketFolder})
    const binaries = await findBinaries(folder)
    await ensureCluster(clusterDir, binaries, account)

    const postmasterOptions = {
      clusterDir,
      binaries,
      account,
      settings: {...serverSettings(socketFolder), ...settings},
      patience,
      log: openPostgresLog(join(folder, 'postgres.log')),
      scheduler,
    }
    let keeper: Keeper | undefined
    const guard = await guardFreeSpace({clusterDir, reload: () => keeper?.reload(), scheduler, log})
    cleanUp.push(guard.stop)
    keeper = await keepRunning({
      start: () => startPostmaster(postmasterOptions),
      answersWithin: patience => answersWithin(addressOf(socketFolder, 'postgres', 'postgres'), patience),
      hangs,
      scheduler,
      log,
    })
    cleanUp.push(keeper.stop)
    await ensureDatabase(socketFolder)
    return {url: addressOf(socketFolder, 'pulsewall', 'pulsewall'), pid: keeper.pid, stop}
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * The database of the server that runs on `dataDir`, which goes on, or one that is started until `stop`. Throws
 * `StartRefused` when it can't be used.
 */
export async function reachEmbeddedDatabase(dataDir: string): Promise<Pick<EmbeddedDatabase, 'url' | 'stop'>> {
  return (await reachRunningDatabase(dataDir)) ?? startEmbeddedDatabase({dataDir})
}

/** Undefined when no server runs on `dataDir`. */
export async function reachRunningDatabase(
  dataDir: string,
): Promise<Pick<EmbeddedDatabase, 'url' | 'stop'> | undefined> {
  const holder = await readHolder(dataDir)
  const url = holder && addressOf(holder.socketFolder, 'pulsewall', 'pulsewall')
  return url && (await answersWithin(url, REACHED_WITHIN)) ? {url, stop: async () => undefined} : undefined
}

async function openDataFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, {recursive: true, mode: 0o700})
    const folder = await realpath(dataDir)
    const {uid, mode} = await stat(folder)
    requireOwner(folder, uid)
    // Also the folders of servers that left them open to other accounts.
    if ((mode & 0o777) !== 0o700) await chmod(folder, 0o700)
    return folder
  } catch (error) {
    if (error instanceof StartRefused) throw error
    throw new StartRefused(`The data folder ${dataDir} can't be used: ${explain(error)}`)
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && error.code === 'EROFS'
    ? 'its disk can only be read. Mount it writable, or choose another folder with DATA_DIR.'
    : error.message
}

/** The server's statements run as a role that is no superuser, so an injected one can't read files or run programs. */
async function ensureDatabase(socketFolder: string) {
  const client = new pg.Client({connectionString: addressOf(socketFolder, 'postgres', 'postgres')})
  // When the connection breaks, its queries reject. Without this listener the error would end the process as well.
  client.on('error', () => {})
  await client.connect()
  try {
    const {rowCount: roles} = await client.query("select 1 from pg_roles where rolname = 'pulsewall'")
    if (roles === 0) await client.query('create role pulsewall login createdb')
    const {rowCount: databases} = await client.query("select 1 from pg_database where datname = 'pulsewall'")
    if (databases === 0) await client.query('create database pulsewall owner pulsewall')
  } finally {
    await client.end()
  }
}

const CHECK_EVERY_MILLISECONDS = 1_000
/** Below this, writes are refused. PostgreSQL needs the rest for its own housekeeping and would stop without it. */
const REFUSE_BELOW_BYTES = 64 * 1024 * 1024
/** This is larger than the limit above, so that writes are not switched off and on every second. */
const ACCEPT_ABOVE_BYTES = 96 * 1024 * 1024

interface FreeSpaceGuard {
  stop(): void
}

interface FreeSpaceOptions {
  clusterDir: string
  /** Makes PostgreSQL read its settings again. */
  reload(): void
  scheduler: Pick<Scheduler, 'every'>
  log(line: string): void
}

/**
 * Refuses writes while the disk is almost full. Reads go on, and writes are accepted again when there is room. Await it
 * before PostgreSQL starts: it resolves after the first check, so the database starts in the right state.
 */
async function guardFreeSpace({clusterDir, reload, scheduler, log}: FreeSpaceOptions): Promise<FreeSpaceGuard> {
  let refused: boolean | undefined

  async function check() {
    const next = (await freeBytes(clusterDir)) < (refused ? ACCEPT_ABOVE_BYTES : REFUSE_BELOW_BYTES)
    if (next === refused) return
    await throwWriteSwitch(clusterDir, {refused: next})
    reload()
    if (next) log(`The disk of ${clusterDir} is almost full: nothing is stored until there is room again`)
    else if (refused) log(`The disk of ${clusterDir} has room again: writes are stored`)
    refused = next
  }

  await check()
  const stop = scheduler.every(CHECK_EVERY_MILLISECONDS, () => {
    check().catch((error: Error) => log(`The free space of ${clusterDir} can't be watched: ${error.message}`))
  })
  return {stop}
}

async function freeBytes(folder: string): Promise<number> {
  const {bavail, bsize} = await statfs(folder)
  return bavail * bsize
}

/**
 * Whether the database says anything within this time on a connection of its own. A refusal is an answer, too: only one
 * that hangs says nothing.
 */
async function answersWithin(url: string, patience: Milliseconds): Promise<boolean> {
  const client = new pg.Client({connectionString: url, connectionTimeoutMillis: patience, query_timeout: patience})
  // When the connection breaks, its queries reject. Without this listener the error would end the process as well.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    // A database that hangs never confirms the end, so it is not waited for.
    void client.end().catch(() => {})
  }
}

const FIRST_PAUSE: Milliseconds = 100
const LONGEST_PAUSE: Milliseconds = 5_000

/** When a database that runs and does nothing is replaced. */
export interface HangLimits {
  /** How often it is asked, and how long an answer may take. */
  period: Milliseconds
  /** So many questions in a row without an answer mean that it hangs. */
  misses: number
}

interface KeepRunningOptions {
  /** Resolves when the database accepts connections. */
  start(): Promise<Postmaster>
  /** Whether it answers on a new connection within this time. */
  answersWithin(patience: Milliseconds): Promise<boolean>
  hangs: HangLimits
  scheduler: Pick<Scheduler, 'elapsed' | 'delay'>
  log(line: string): void
}

interface Keeper {
  pid(): number
  reload(): void
  stop(): Promise<void>
}

/**
 * Starts the database, and restarts it whenever it ends by itself, as after a full disk or a stray kill, or hangs:
 * when it leaves several questions in a row unanswered, or some of its processes stay stopped, it is killed and started
 * again.
 */
async function keepRunning({start, answersWithin, hangs, scheduler, log}: KeepRunningOptions): Promise<Keeper> {
  const {elapsed, delay} = scheduler
  const stopping = new AbortController()
  const {signal} = stopping
  let postmaster = await start()
  const watch = watchOver()

  async function watchOver() {
    while (true) {
      const watched = new AbortController()
      void replaceWhenItHangs(postmaster, AbortSignal.any([signal, watched.signal]))
      const reason = await postmaster.exited
      watched.abort()
      if (signal.aborted) return
      log(`The database ended by itself (${reason}); starting it again`)
      await startAgain()
    }
  }

  async function replaceWhenItHangs(watched: Postmaster, ended: AbortSignal) {
    for (let missed = 0; !ended.aborted; ) {
      const since = elapsed()
      const isWell = !(await watched.isStopped()) && (await answersWithin(hangs.period))
      missed = isWell ? 0 : missed + 1
      if (missed === hangs.misses && !ended.aborted) {
        log(`The database hangs (${missed} questions in a row without an answer); ending it`)
        return watched.kill()
      }
      const rest = Math.max(0, hangs.period - (elapsed() - since))
      await delay(rest, ended)
    }
  }

  async function startAgain() {
    const since = elapsed()
    for (let pause = FIRST_PAUSE; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        postmaster = await start()
        if (signal.aborted) return postmaster.stop()
        return log(`The database is running again, after ${Math.round(elapsed() - since)} ms`)
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await delay(pause, signal)
      }
    }
  }

  return {
    pid: () => postmaster.pid,
    reload: () => postmaster.reload(),
    stop: async () => {
      stopping.abort()
      await postmaster.stop()
      await watch
    },
  }
}
