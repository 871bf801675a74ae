import {mkdir, readdir, rm} from 'node:fs/promises'
import {join} from 'node:path'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {ADVISORY_LOCKS} from '../database/advisoryLocks'
import type {Log} from '../log/log'
import type {Cancel, Scheduler} from '../scheduler'
import {type BackupOptions, backUp} from './backUp'
import {connectUnhurried} from './connect'

export interface ScheduleOptions extends Pick<BackupOptions, 'url' | 'store' | 'configFile' | 'freeBytes'> {
  folder: string
  every: Milliseconds
  /** How many backups stay in the folder. */
  keep: number
  log: Log
  scheduler: Pick<Scheduler, 'now' | 'elapsed' | 'delay'>
}

const NAME = /^pulsewall-(\d+)\.backup$/
const LEFT_BY_A_KILL = /^pulsewall-\d+\.backup\.unfinished$/
const AGAIN_AFTER_FAILURE: Milliseconds = 60 * 60 * 1000
/** The largest time that a timer can wait. */
const LONGEST_WAIT: Milliseconds = 2 ** 31 - 1

/** Backs up whenever it is due. What fails is told in the log and tried again within an hour. */
export function startSchedule(options: ScheduleOptions & {scheduler: Pick<Scheduler, 'after'>}): {
  stop(): Promise<void>
} {
  let stopWaiting: Cancel = () => {}
  let running: Promise<void> | undefined
  let isStopped = false
  const run = async () => {
    const wait = await backUpIfDue(options).catch(error => {
      options.log.error(error, 'A scheduled backup failed')
      return Math.min(options.every, AGAIN_AFTER_FAILURE)
    })
    if (isStopped) return
    stopWaiting = options.scheduler.after(Math.min(wait, LONGEST_WAIT), start)
  }
  const start = () => {
    running = run()
  }
  start()
  return {
    async stop() {
      isStopped = true
      stopWaiting()
      await running
    },
  }
}

/**
 * Backs up when the newest backup of the folder is too old, and removes the oldest ones. Of several servers that share
 * the folder, one does. Returns how long it is until the next one may be due.
 */
export async function backUpIfDue(options: ScheduleOptions): Promise<Milliseconds> {
  const {url, folder, every, keep, log, scheduler} = options
  const {now} = scheduler
  await mkdir(folder, {recursive: true, mode: 0o700})
  const due = await dueIn(options)
  if (due > 0) return due
  const client = await connectUnhurried(url)
  try {
    const {rows} = await client.query('select pg_try_advisory_lock($1) as held', [ADVISORY_LOCKS.backup])
    // Another server is at it, or has just been.
    if (!rows[0]?.held) return Math.min(every, AGAIN_AFTER_FAILURE)
    const left = await dueIn(options)
    if (left > 0) return left
    for (const name of await readdir(folder)) if (LEFT_BY_A_KILL.test(name)) await rm(join(folder, name))
    const file = join(folder, `pulsewall-${now()}.backup`)
    const {rows: count, files, bytes, missing} = await backUp({...options, file})
    log.info({file, rows: count, files, bytes, missing: missing.length}, 'Backed up')
    const older = (await timesIn(folder, now())).slice(keep)
    for (const time of older) await rm(join(folder, `pulsewall-${time}.backup`), {force: true})
    return every
  } finally {
    await client.end()
  }
}

/** When the newest backup of the folder was made; not a number when there is none. */
export async function newestBackupAt(folder: string, now: EpochMs): Promise<EpochMs> {
  const [newest = Number.NaN] = await timesIn(folder, now).catch(() => [])
  return newest
}

async function dueIn({folder, every, scheduler: {now}}: ScheduleOptions): Promise<Milliseconds> {
  const [newest] = await timesIn(folder, now())
  return newest === undefined ? 0 : newest + every - now()
}

/**
 * When the backups of the folder were made, newest first. Those of the future are from before the clock was set back: they
 * neither stop the next ones nor push them out.
 */
async function timesIn(folder: string, now: EpochMs): Promise<EpochMs[]> {
  const times = (await readdir(folder)).flatMap(name => NAME.exec(name)?.[1] ?? [])
  return times
    .map(Number)
    .filter(time => time <= now)
    .sort((one, other) => other - one)
}
