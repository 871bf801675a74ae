import {setTimeout as delay} from 'node:timers/promises'
import type {Postmaster} from './postmaster'

const FIRST_PAUSE_MILLISECONDS = 100
const LONGEST_PAUSE_MILLISECONDS = 5_000

export interface Keeper {
  pid(): number
  reload(): void
  stop(): Promise<void>
}

/** Starts the database and restarts it whenever it ends by itself, as after a full disk or a stray kill. */
export async function keepRunning(start: () => Promise<Postmaster>, log: (line: string) => void): Promise<Keeper> {
  const stopping = new AbortController()
  let postmaster = await start()
  const watch = watchOver()

  async function watchOver() {
    while (true) {
      const reason = await postmaster.exited
      if (stopping.signal.aborted) return
      log(`The database ended by itself (${reason}); starting it again`)
      await startAgain()
    }
  }

  async function startAgain() {
    for (let pause = FIRST_PAUSE_MILLISECONDS; !stopping.signal.aborted; pause = nextPause(pause)) {
      try {
        postmaster = await start()
        if (stopping.signal.aborted) return postmaster.stop()
        return log('The database is running again')
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await delay(pause, undefined, {signal: stopping.signal}).catch(() => undefined)
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

function nextPause(pause: number): number {
  return Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS)
}
