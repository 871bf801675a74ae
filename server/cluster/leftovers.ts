import {readFile, rm} from 'node:fs/promises'
import {join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {StartRefused} from '../database/startRefused'
import {commandLineOf} from './processes'
import {CLUSTER_NAME} from './settings'

const ORPHAN_ENDS_WITHIN_MILLISECONDS = 15_000

/**
 * Ends a PostgreSQL that outlived its server and still holds the cluster. Call it with the folder locked: then whoever
 * runs there has lost its server. SIGQUIT loses nothing; the next start replays the log.
 */
export async function endOrphan(clusterDir: string, log: (line: string) => void): Promise<void> {
  const orphan = await findPostmaster(clusterDir)
  if (!orphan) return
  if (!orphan.commandLine.includes(`cluster_name=${CLUSTER_NAME}`)) {
    throw new StartRefused(
      `A PostgreSQL that this server did not start (pid ${orphan.pid}) is using ${clusterDir}. Stop it first.`,
    )
  }
  log(`Ending the database that a killed server left behind (pid ${orphan.pid})`)
  signal(orphan.pid, 'SIGQUIT')
  // A stopped process hears nothing else.
  signal(orphan.pid, 'SIGCONT')
  const deadline = Date.now() + ORPHAN_ENDS_WITHIN_MILLISECONDS
  while (await commandLineOf(orphan.pid)) {
    if (Date.now() > deadline) {
      throw new StartRefused(`The database left behind in ${clusterDir} (pid ${orphan.pid}) does not end. Kill it.`)
    }
    await delay(10)
  }
}

/**
 * The PostgreSQL that runs in `clusterDir`, by its pid file. A file that is empty or whose pid is gone or belongs to something else is
 * removed, because PostgreSQL would refuse to start over some of these; the shared memory still keeps a second one out.
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
    // It has just ended by itself.
  }
}
