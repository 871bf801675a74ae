import type {Milliseconds} from '../../contract/wire/common'
import type {Scheduler} from '../scheduler'
import type {Postmaster} from './postmaster'

const FIRST_PAUSE: Milliseconds = 100
const LONGEST_PAUSE: Milliseconds = 5_000

/** When a database that runs and does nothing is replaced. */
export interface HangLimits {
  /** How often it is asked, and how long an answer may take. */
  period: Milliseconds
  /** So many questions in a row without an answer mean that it hangs. */
  misses: number
}

export interface KeepRunningOptions {
  /** Resolves when the database accepts connections. */
  start(): Promise<Postmaster>
  /** Whether it answers on a new connection within this time. */
  answersWithin(patience: Milliseconds): Promise<boolean>
  hangs: HangLimits
  scheduler: Pick<Scheduler, 'elapsed' | 'delay'>
  log(line: string): void
}

export interface Keeper {
  pid(): number
  reload(): void
  stop(): Promise<void>
}

/**
 * Starts the database, and restarts it whenever it ends by itself, as after a full disk or a stray kill, or hangs:
 * when it leaves several questions in a row unanswered, or some of its processes stay stopped, it is killed and started
 * again.
 */
export async function keepRunning({start, answersWithin, hangs, scheduler, log}: KeepRunningOptions): Promise<Keeper> {
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
