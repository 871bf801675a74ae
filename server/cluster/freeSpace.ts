import {statfs} from 'node:fs/promises'
import type {Scheduler} from '../scheduler'
import {throwWriteSwitch} from './writeSwitch'

const CHECK_EVERY_MILLISECONDS = 1_000
/** Below this, writes are refused. PostgreSQL needs the rest for its own housekeeping and would stop without it. */
const REFUSE_BELOW_BYTES = 64 * 1024 * 1024
/** This is larger than the limit above, so that writes are not switched off and on every second. */
const ACCEPT_ABOVE_BYTES = 96 * 1024 * 1024

export interface FreeSpaceGuard {
  stop(): void
}

export interface FreeSpaceOptions {
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
export async function guardFreeSpace({clusterDir, reload, scheduler, log}: FreeSpaceOptions): Promise<FreeSpaceGuard> {
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
