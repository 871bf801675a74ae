import {chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync} from 'node:fs'
import {freemem, tmpdir} from 'node:os'
import {join} from 'node:path'

/** Temporary files are in memory where there is enough: databases are made in a tenth of the time that a disk takes. */
const IN_MEMORY = '/dev/shm'
const ENOUGH = 8 * 2 ** 30
const NAME = /^pulsewall-run-(\d+)$/

/** A folder for all temporary files of a run, which goes with this process. Folders of aborted runs are removed. */
export function createRunFolder(base = process.env.TMPDIR ?? (hasEnoughMemory() ? IN_MEMORY : tmpdir())): string {
  sweep(base)
  const folder = join(base, `pulsewall-run-${process.pid}`)
  mkdirSync(folder, {recursive: true})
  // As /tmp: PostgreSQL, and some servers, run as other users than root.
  chmodSync(folder, 0o1777)
  process.once('exit', () => rmSync(folder, {recursive: true, force: true}))
  return folder
}

function sweep(base: string) {
  for (const name of readdirSync(base)) {
    const [, pid] = NAME.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(base, name), {recursive: true, force: true})
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function hasEnoughMemory(): boolean {
  if (!existsSync(IN_MEMORY)) return false
  const {bavail, bsize} = statfsSync(IN_MEMORY)
  return Math.min(bavail * bsize, freemem()) >= ENOUGH
}
