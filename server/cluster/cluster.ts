import {execFile} from 'node:child_process'
import {existsSync} from 'node:fs'
import {chown, lchown, mkdir, open, readdir, readFile, rename, rm, stat} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import {promisify} from 'node:util'
import {StartRefused} from '../database/startRefused'
import type {Account} from './account'
import type {Binaries} from './binaries'
import {SYNC_METHOD} from './settings'
import {installWriteSwitch} from './writeSwitch'

const MAJOR_VERSION = '18'
const VERSION_FILE = 'PG_VERSION'

/**
 * Creates the cluster when it is missing. It is created beside its final place and moved there once it is complete and
 * on the disk, so a kill or a power cut never leaves a half-made folder that the next start takes for a database. The
 * caller must hold the lock of the data folder.
 */
export async function ensureCluster(clusterDir: string, binaries: Binaries, account: Account): Promise<void> {
  if (existsSync(join(clusterDir, VERSION_FILE))) {
    await requireOwnCluster(clusterDir)
    return giveTo(account, clusterDir)
  }
  const unfinished = `${clusterDir}.new`
  await rm(unfinished, {recursive: true, force: true})
  await mkdir(unfinished, {mode: 0o700})
  if (account.uid !== undefined) await chown(unfinished, account.uid, account.uid)
  await initialise(unfinished, binaries, account)
  await installWriteSwitch(unfinished)
  await moveDurably(unfinished, clusterDir)
}

/** Throws `StartRefused` unless this server's PostgreSQL can run on the cluster and write. */
export async function requireOwnCluster(clusterDir: string): Promise<void> {
  const version = (await readFile(join(clusterDir, VERSION_FILE), 'utf8')).trim()
  if (version !== MAJOR_VERSION) {
    throw new StartRefused(
      `${clusterDir} is a database of PostgreSQL ${version}; this server brings ${MAJOR_VERSION}. ` +
        'Back it up with the server that it belongs to (npm run backup), and restore that into a new folder.',
    )
  }
  // PostgreSQL would follow another server, and never be ready for writes.
  const signal = ['standby.signal', 'recovery.signal'].find(name => existsSync(join(clusterDir, name)))
  if (signal) {
    throw new StartRefused(
      `${clusterDir} is a copy that waits for the log of another PostgreSQL (${signal}), and this server can't follow one. ` +
        'Restore the newest backup into a new folder, or remove that file if the copy is complete.',
    )
  }
}

/** The files of a backup that root restored belong to root, and PostgreSQL refuses to run on them. */
async function giveTo({uid}: Account, clusterDir: string) {
  if (uid === undefined || (await stat(clusterDir)).uid === uid) return
  for (const name of await readdir(clusterDir, {recursive: true})) await lchown(join(clusterDir, name), uid, uid)
  await chown(clusterDir, uid, uid)
}

async function initialise(folder: string, binaries: Binaries, account: Account) {
  const {file, parameters} = account.command(binaries.initdb, [
    '--username=postgres',
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    `--sync-method=${SYNC_METHOD}`,
    '-D',
    folder,
  ])
  try {
    await promisify(execFile)(file, parameters, {env: binaries.environment, cwd: '/'})
  } catch (error) {
    throw new StartRefused(`The database could not be created in ${dirname(folder)}: ${explain(error)}`)
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'stderr' in error && error.stderr ? String(error.stderr).trim() : error.message
}

async function moveDurably(from: string, to: string) {
  await flush(from)
  try {
    await rename(from, to)
  } catch {
    throw new StartRefused(`${to} is no database and not empty. Move it away, or choose another folder with DATA_DIR.`)
  }
  await flush(dirname(to))
}

async function flush(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
