import {spawn} from 'node:child_process'
import {readFile} from 'node:fs/promises'
import {join} from 'node:path'
import {StartRefused} from '../database/startRefused'
import {type Scheduler, within} from '../scheduler'
import type {Account} from './account'
import type {Binaries} from './binaries'
import type {PostgresLog} from './log'
import {childrenOf, commandLineOf, isProcessStopped} from './processes'
import {asParameters, CLUSTER_NAME} from './settings'

const QUIT_WITHIN_MILLISECONDS = 5_000
const FAST_SHUTDOWN_WITHIN_MILLISECONDS = 5_000
/** These failures come from processes of a killed postmaster that are still ending, so another attempt helps. */
const PASSING_TROUBLE = /pre-existing shared memory block|lock file .* already exists/
const ATTEMPTS = 20

export interface Postmaster {
  pid: number
  /** Resolves when the process has ended, with a text that says how. */
  exited: Promise<string>
  /** Makes PostgreSQL read its settings again. */
  reload(): void
  /**
   * Ends the sessions and writes a checkpoint. When that takes too long, PostgreSQL ends at once and replays its log at
   * the next start.
   */
  stop(): Promise<void>
  /** Whether any of its processes is stopped (SIGSTOP). Only Linux knows. */
  isStopped(): Promise<boolean>
  /** Ends all of its processes, also stopped ones, without a checkpoint: the next start replays the log. */
  kill(): Promise<void>
}

export interface PostmasterOptions {
  clusterDir: string
  binaries: Binaries
  account: Account
  settings: Readonly<Record<string, string>>
  /** By how much the time is multiplied that its end may take. */
  patience: number
  log: PostgresLog
  scheduler: Pick<Scheduler, 'delay'>
}

/** Resolves when the database accepts connections, which is after any recovery. Throws `StartRefused` otherwise. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const postmaster = spawnPostmaster(options)
    const outcome = await Promise.race([postmaster.exited, ready(options, postmaster)])
    if (outcome === 'ready') return postmaster
    if (attempt === ATTEMPTS || !PASSING_TROUBLE.test(options.log.tail())) {
      throw new StartRefused(explainStart(outcome, options.log.tail()))
    }
    await options.scheduler.delay(100)
  }
}

/** PostgreSQL's own hints are for those who have no data yet, so that what it said of damage comes without them. */
function explainStart(outcome: string, said: string): string {
  const {advice} = ADVICE.find(({of}) => of.test(said)) ?? {}
  if (advice === undefined) return `The database did not start (${outcome}). It said:\n${said}`
  const lines = said.split('\n').filter(line => !/ (?:HINT|LOG): /.test(line))
  return `The database did not start: ${advice} It said:\n${lines.join('\n')}`
}

const ADVICE = [
  {
    of: /shared memory segment ".*": (?:Read-only file system|Permission denied|No such file)/,
    advice: "/dev/shm can't be written by its account. Mount it as a writable tmpfs (mode 1777).",
  },
  {
    of: /checksum in control file|database files are incompatible|(?:valid|required) checkpoint record|required WAL directory|pg_control": (?:No such|read )/,
    advice:
      "files that it can't do without are damaged or missing. Restore the newest backup into a new folder " +
      '(DATA_DIR=<new folder> npm run restore -- <file>), and keep this one as it is.',
  },
] as const

function spawnPostmaster({
  clusterDir,
  binaries,
  account,
  settings,
  patience,
  log,
  scheduler,
}: PostmasterOptions): Postmaster {
  const {file, parameters} = account.command(binaries.postgres, ['-D', clusterDir, ...asParameters(settings)])
  // Without `detached`, Ctrl-C at a terminal would end the database before the server has stored what has arrived. The
  // working folder is `/`, because the account may have no access to the folder that the server was started in.
  const child = spawn(file, parameters, {
    env: binaries.environment,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  log.follow(child.stderr)
  const exited = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`))
  })
  const pid = child.pid ?? 0
  const isRunning = () => child.exitCode === null && child.signalCode === null && pid > 0
  // Those of a postmaster that is gone can't be found any more by their parent.
  let family: number[] = []
  const findFamily = async () => {
    if (isRunning()) family = await childrenOf(pid)
    return family
  }
  return {
    pid,
    exited,
    reload: () => void child.kill('SIGHUP'),
    async stop() {
      if (!isRunning()) return
      child.kill('SIGINT')
      if (await within(scheduler, patience * FAST_SHUTDOWN_WITHIN_MILLISECONDS, exited)) return
      child.kill('SIGQUIT')
      await exited
    },
    async isStopped() {
      const members = [...(await findFamily()), ...(isRunning() ? [pid] : [])]
      return (await Promise.all(members.map(isProcessStopped))).includes(true)
    },
    async kill() {
      const members = await findFamily()
      // A stopped process handles SIGQUIT only after it is continued.
      child.kill('SIGQUIT')
      child.kill('SIGCONT')
      if (await within(scheduler, QUIT_WITHIN_MILLISECONDS, exited)) return
      const remaining = new Set([...members, ...(await findFamily())])
      child.kill('SIGKILL')
      for (const member of remaining) await killMember(member)
    },
  }
}

/** Polls the pid file of PostgreSQL: its first line is the pid, its eighth line is the state. */
async function ready(
  {clusterDir, scheduler}: PostmasterOptions,
  {pid, exited}: Postmaster,
): Promise<'ready' | 'ended'> {
  let ended = false
  void exited.then(() => {
    ended = true
  })
  while (!ended) {
    const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return 'ready'
    await scheduler.delay(5)
  }
  return 'ended'
}

/** A number that another program has by now is left alone. */
async function killMember(pid: number) {
  if (!(await commandLineOf(pid))?.startsWith(`postgres: ${CLUSTER_NAME}: `)) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended in the meantime.
  }
}
