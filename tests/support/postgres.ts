import {readFileSync} from 'node:fs'
import {join} from 'node:path'

/** The process id of the embedded database of a data folder. Throws when it does not run. */
export function postmasterOf(dataDir: string): number {
  const pid = Number(readPostmaster(dataDir)[0])
  if (!(pid > 1)) throw new Error('The database does not run')
  return pid
}

/** Returns the address for its clients. */
export function addressOf(dataDir: string): {host: string; port: number} {
  const [, , , port, folder = ''] = readPostmaster(dataDir)
  return {host: folder, port: Number(port)}
}

const readPostmaster = (dataDir: string) => readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')

/** The processes of PostgreSQL that serve the connections of a server. Needs /proc. */
export function connectionsOf(postmaster: number): number[] {
  return childrenOf(postmaster).filter(pid => titleOf(pid).includes('pulsewall pulsewall'))
}

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

/** Stops them as a machine that hangs does. Some of PostgreSQL's processes live for a moment only, and may have ended. */
export function freeze(pids: readonly number[]) {
  for (const pid of pids) ifAlive(() => process.kill(pid, 'SIGSTOP'))
}

const titleOf = (pid: number) => ifAlive(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? ''

function ifAlive<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
