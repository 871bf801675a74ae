import {mkdir} from 'node:fs/promises'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Notice} from '../../contract/wire/system'
import {ADVISORY_LOCKS} from '../database/advisoryLocks'
import {connectUnhurried} from '../database/connect'
import type {Log} from '../log/log'
import type {Cancel, Job, Scheduler} from '../scheduler'
import {type BackupOptions, backUp} from './backUp'
import {noteBegun, noteMade, readBackups, removeBackup, removeUnfinished} from './made'

export interface ScheduleOptions extends Pick<BackupOptions, 'url' | 'store' | 'configFile' | 'freeBytes'> {
  folder: string
  every: Milliseconds
  /** The number of backups that stay in the folder. */
  keep: number
  log: Log
  scheduler: Pick<Scheduler, 'now' | 'elapsed' | 'delay'>
}

export interface Schedule {
  start(job: Job): void
  stop(): Promise<void>
  notices(): readonly Notice[]
  /** The number of failed backups since the start. */
  failures(): number
  /** The time of the newest backup; undefined when there is none. */
  newestAt(): Promise<EpochMs | undefined>
}

const AGAIN_AFTER_FAILURE: Milliseconds = 60 * 60 * 1000
/** The largest time that a timer can wait. */
const LONGEST_WAIT: Milliseconds = 2 ** 31 - 1
/** The number of missed backups that are logged as an error. */
const MISSED_TOO_OFTEN = 2

/** Backs up whenever it is due. A failure is reported until the next success, and tried again within an hour. */
export function createSchedule(options: ScheduleOptions & {scheduler: Pick<Scheduler, 'after'>}): Schedule {
  const {folder, every, scheduler} = options
  let stopWaiting: Cancel = () => {}
  let running: Promise<void> | undefined
  let isStopped = false
  let failures = 0
  let failed: {at: EpochMs; newest: EpochMs | undefined} | undefined

  const run = async (job: Job) => {
    const wait = await backUpIfDue(options).then(
      wait => {
        failed = undefined
        job.succeeded()
        return wait
      },
      async error => {
        job.failed(error)
        failures += 1
        failed = {at: scheduler.now(), newest: await newestAt().catch(() => failed?.newest)}
        return Math.min(every, AGAIN_AFTER_FAILURE)
      },
    )
    if (isStopped) return
    stopWaiting = scheduler.after(Math.min(wait, LONGEST_WAIT), () => start(job))
  }
  const start = (job: Job) => {
    running = run(job)
  }

  async function newestAt() {
    return await withClient(options, async client => (await readBackups(client, folder, scheduler.now()))[0]?.at)
  }

  return {
    start,
    async stop() {
      isStopped = true
      stopWaiting()
      await running
    },
    notices: () => (failed ? [noticeOf(failed)] : []),
    failures: () => failures,
    newestAt,
  }

  function noticeOf({at, newest}: {at: EpochMs; newest: EpochMs | undefined}): Notice {
    const isUrgent = newest === undefined || scheduler.now() - newest >= MISSED_TOO_OFTEN * every
    return {kind: 'backup', level: isUrgent ? 'critical' : 'warning', folder, newestAt: newest ?? null, at}
  }
}

/**
 * Backs up when the newest backup of this database is too old, and removes its oldest ones. Only one of several servers
 * that share it does. Returns how long it is until the next one may be due.
 */
export async function backUpIfDue(options: ScheduleOptions): Promise<Milliseconds> {
  const {folder, every, keep, log, scheduler} = options
  const {now} = scheduler
  await mkdir(folder, {recursive: true, mode: 0o700})
  return await withClient(options, async client => {
    const dueIn = async () => {
      const [newest] = await readBackups(client, folder, now())
      return newest === undefined ? 0 : newest.at + every - now()
    }
    const due = await dueIn()
    if (due > 0) return due
    const {rows} = await client.query('select pg_try_advisory_lock($1) as held', [ADVISORY_LOCKS.backup])
    // Another server is making one, or has just done so.
    if (!rows[0]?.held) return Math.min(every, AGAIN_AFTER_FAILURE)
    const left = await dueIn()
    if (left > 0) return left
    await removeUnfinished(client, folder)
    const at = now()
    const file = await noteBegun(client, folder, at)
    const {rows: count, files, bytes, missing} = await backUp({...options, file})
    await noteMade(client, at, bytes)
    log.info({file, rows: count, files, bytes, missing: missing.length}, 'Backed up')
    for (const older of (await readBackups(client, folder, now())).slice(keep))
      await removeBackup(client, folder, older)
    return every
  })
}

async function withClient<T>(
  {url}: ScheduleOptions,
  work: (client: Awaited<ReturnType<typeof connectUnhurried>>) => Promise<T>,
) {
  const client = await connectUnhurried(url)
  try {
    // Records of backups are small, and may be written also while the disk is almost full.
    await client.query('set default_transaction_read_only = off')
    return await work(client)
  } finally {
    await client.end()
  }
}
