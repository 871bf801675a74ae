import {readFile, rm} from 'node:fs/promises'
import {join} from 'node:path'
import {StartRefused} from '../database/startRefused'
import type {Scheduler} from '../scheduler'
import {commandLineOf} from './processes'
import {CLUSTER_NAME} from './settings'

const ORPHAN_ENDS_WITHIN_MILLISECONDS = 15_000

/**
 * Ends a PostgreSQL that outlived its server and still holds the cluster. The caller must hold the lock of the data
 * folder: it proves that the server of this PostgreSQL is gone. SIGQUIT loses no data, because the next start replays
 * the log.
 */
export async function endOrphan(
  clusterDir: string,
  {elapsed, delay}: Pick<Scheduler, 'elapsed' | 'delay'>,
  log: (line: string) => void,
): Promise<void> {
  const orphan = await findPostmaster(clusterDir)
  if (!orphan) return
  if (!orphan.commandLine.includes(`cluster_name=${CLUSTER_NAME}`)) {
    throw new StartRefused(
      `A PostgreSQL that this server did not start (pid ${orphan.pid}) is using ${clusterDir}. Stop it first.`,
    )
  }
  log(`Ending the database that a killed server left behind (pid ${orphan.pid})`)
  signal(orphan.pid, 'SIGQUIT')
  // A process that is stopped (SIGSTOP) handles SIGQUIT only after it is continued.
  signal(orphan.pid, 'SIGCONT')
  const deadline = elapsed() + ORPHAN_ENDS_WITHIN_MILLISECONDS
  while (await commandLineOf(orphan.pid)) {
    if (elapsed() > deadline) {
      throw new StartRefused(`The database left behind in ${clusterDir} (pid ${orphan.pid}) does not end. Kill it.`)
    }
    await delay(10)
  }
}

/**
 * Finds the PostgreSQL that runs in `clusterDir` by its pid file. A file that is empty, or whose pid is gone or belongs
 * to another program, is removed, because PostgreSQL may refuse to start while it is there. Removing it is safe: the
 * shared memory of PostgreSQL still prevents a second one.
 */
export async function findPostmaster(clusterDir: string): Promise<{pid: number; commandLine: string} | undefined> {
  const file = join(clusterDir, 'postmaster.pid')
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  const commandLine = pid > 1 ? await commandLineOf(pid) : undefined
  if (commandLine?.includes('postgres') && commandLine.includes(clusterDir)) return {pid, commandLine}
  await rm(file, {force: true})
  return undefined
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended in the meantime.
  }
}
