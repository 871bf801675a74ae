import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {readFile, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {z} from 'zod'
import {StartRefused} from '../database/startRefused'
import {findPostmaster} from './leftovers'
import {parentOf} from './processes'

const LOCK_FILE = 'server.lock'
/** The exit codes of flock itself are smaller than 75. */
const HELD_BY_ANOTHER = 75
/** The lock of a killed server becomes free a moment after its end, so a restart waits for it. */
const WAIT_SECONDS = '0.5'

const holderSchema = z.object({pid: z.number(), socketFolder: z.string()})
type Holder = z.infer<typeof holderSchema>

export interface FolderLock {
  /** The process and the socket folder that the former server wrote down; undefined when there was none. */
  previous: Holder | undefined
  /** Writes down who holds the folder, for the message that another server shows when it finds the folder locked. */
  write(holder: Holder): Promise<void>
  release(): Promise<void>
}

/**
 * Takes the kernel's lock on `DATA_DIR/server.lock`. A child process holds it and ends with this process even when that
 * is killed, so the lock is never stale and a reused pid can't fake it. Systems without flock(1) fall back on the pid
 * file of PostgreSQL.
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const file = join(dataDir, LOCK_FILE)
  const child = spawn(
    'flock',
    ['--wait', WAIT_SECONDS, '--conflict-exit-code', String(HELD_BY_ANOTHER), file, 'sh', '-c', 'echo held; exec cat'],
    // Without `detached`, Ctrl-C at a terminal would end the child and release the lock while this process still runs.
    {detached: true, stdio: ['pipe', 'pipe', 'pipe']},
  )
  // Node throws away what nobody has read when the child ends.
  const complaint: string[] = []
  child.stderr.setEncoding('utf8').on('data', (words: string) => complaint.push(words))
  let ended = ''
  const outcome = await Promise.race([
    once(child.stdout, 'data').then(() => 'held' as const),
    once(child, 'close').then(([code, signal]) => {
      ended = signal ? `flock was ended by ${signal}` : `flock ended with exit code ${code}`
      return code === HELD_BY_ANOTHER ? ('refused' as const) : ('unusable' as const)
    }),
    once(child, 'error').then(() => 'missing' as const),
  ])
  const previous = await readHolder(dataDir)
  switch (outcome) {
    case 'held':
      break
    case 'refused':
      throw inUse(dataDir, previous?.pid)
    case 'unusable':
      throw new StartRefused(`The data folder ${dataDir} can't be locked: ${complaint.join('').trim() || ended}`)
    case 'missing':
      await refuseLivingServer(dataDir, previous)
      break
    default:
      outcome satisfies never
  }
  return {
    previous,
    // Only for the message to others: a full disk must not keep the server from serving reads.
    write: holder => writeFile(file, JSON.stringify(holder)).catch(() => undefined),
    release: async () => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
    },
  }
}

async function refuseLivingServer(dataDir: string, previous: Holder | undefined) {
  const postmaster = await findPostmaster(join(dataDir, 'postgres'))
  if (postmaster && previous && (await parentOf(postmaster.pid)) === previous.pid) throw inUse(dataDir, previous.pid)
}

function inUse(dataDir: string, pid: number | undefined) {
  const who = pid === undefined ? 'Another server' : `Another server (pid ${pid})`
  return new StartRefused(
    `${who} is using the data folder ${dataDir}. Stop it, or choose another folder with DATA_DIR.`,
  )
}

/** Who holds the folder, or has held it last. */
export async function readHolder(dataDir: string): Promise<Holder | undefined> {
  try {
    return holderSchema.parse(JSON.parse(await readFile(join(dataDir, LOCK_FILE), 'utf8')))
  } catch {
    return undefined
  }
}
