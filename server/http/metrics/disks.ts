import {stat, statfs} from 'node:fs/promises'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Notice} from '../../../contract/wire/system'
import type {Log} from '../../log/log'
import {type Cancel, type Job, report, type Scheduler, type UnderWay} from '../../scheduler'
import type {ReadinessCheck} from '../readiness'
import type {LabelledMetric} from './metrics'

/** The state of a disk, in bytes. `id` identifies the disk. */
export interface DiskState {
  id: number
  size: number
  free: number
}

export interface DisksOptions {
  /** The folders by their content. */
  folders: Readonly<Record<string, string>>
  /** The shares in use from which a disk is a warning, and a critical one. */
  limits: {warning: number; critical: number}
  /** Rejects while the folder does not exist. */
  readDisk?: (folder: string) => Promise<DiskState>
  scheduler: Pick<Scheduler, 'now' | 'every'>
  job: Job
  log: Pick<Log, 'info' | 'warn' | 'error'>
}

interface Disk {
  holds: readonly string[]
  folder: string
  used: number
  free: number
  level: Level
}

type Level = 'well' | 'warning' | 'critical'

const LOOK_EVERY: Milliseconds = 15_000
/** A disk must have that much more room before its level ends, so that it is not reported again and again. */
const BACK_BY = 0.01
const GIBIBYTE = 1024 ** 3

/** Checks how full the disks are. Folders on the same disk are reported once. */
export class Disks {
  readonly #options: DisksOptions
  readonly #readDisk
  #disks = new Map<number, Disk>()
  #stopLooking: Cancel = () => {}
  #looking: Promise<void> | undefined

  constructor(options: DisksOptions) {
    this.#options = options
    this.#readDisk = options.readDisk ?? readDiskOf
  }

  /** Looks now, and logs changes. */
  async look(): Promise<void> {
    const before = this.#disks
    const found = new Map<number, Disk>()
    for (const [name, folder] of Object.entries(this.#options.folders)) {
      const state = await this.#readDisk(folder).catch(() => undefined)
      if (state === undefined) continue
      const same = found.get(state.id)
      const used = state.size === 0 ? 0 : 1 - state.free / state.size
      const level = this.#levelOf(used, before.get(state.id)?.level ?? 'well')
      found.set(state.id, {folder, used, free: state.free, level, ...same, holds: [...(same?.holds ?? []), name]})
    }
    this.#disks = found
    for (const [id, disk] of found) this.#logChange(disk, before.get(id)?.level ?? 'well')
  }

  start(): void {
    const lookOnce = () => {
      this.#looking ??= report(this.#options.job, this.look()).finally(() => {
        this.#looking = undefined
      })
    }
    lookOnce()
    this.#stopLooking = this.#options.scheduler.every(LOOK_EVERY, lookOnce)
  }

  readonly underWay: UnderWay = () => this.#looking

  async close(): Promise<void> {
    this.#stopLooking()
    await this.#looking
  }

  readonly check: ReadinessCheck = () => ({warnings: this.#scarce().map(inWords)})

  notices(): readonly Notice[] {
    return this.#scarce().map(disk => ({
      kind: 'disk' as const,
      level: disk.level === 'critical' ? ('critical' as const) : ('warning' as const),
      holds: [...disk.holds],
      folder: disk.folder,
      usedPercent: percent(disk),
      freeBytes: disk.free,
      at: this.#options.scheduler.now(),
    }))
  }

  readonly metrics: readonly LabelledMetric[] = [
    {
      name: 'disk_free_bytes',
      help: 'Free bytes of the disks, by what they hold',
      label: 'holds',
      values: () => [...this.#disks.values()].map(({holds, free}) => [holds.join(' '), free] as const),
    },
    {
      name: 'disk_used_ratio',
      help: 'How full the disks are, from 0 to 1, by what they hold',
      label: 'holds',
      values: () => [...this.#disks.values()].map(({holds, used}) => [holds.join(' '), used] as const),
    },
  ]

  /** It gets worse at once, and better by a margin. */
  #levelOf(used: number, before: Level): Level {
    const reaches = (level: 'warning' | 'critical') => {
      const isThere = before === level || before === 'critical'
      return used >= this.#options.limits[level] - (isThere ? BACK_BY : 0)
    }
    if (reaches('critical')) return 'critical'
    return reaches('warning') ? 'warning' : 'well'
  }

  #logChange(disk: Disk, before: Level) {
    const {level, folder, holds, free} = disk
    if (level === before) return
    const facts = {folder, holds, usedPercent: percent(disk), freeBytes: free}
    if (level === 'critical') this.#options.log.error(facts, inWords(disk))
    else if (level === 'warning') this.#options.log.warn(facts, inWords(disk))
    else this.#options.log.info(facts, `The disk of ${folder} has room again`)
  }

  #scarce() {
    return [...this.#disks.values()].filter(({level}) => level !== 'well')
  }
}

const percent = ({used}: Disk) => Math.floor(used * 100)

function inWords(disk: Disk): string {
  const rest = (disk.free / GIBIBYTE).toFixed(1)
  const urgency = disk.level === 'critical' ? ': make room now, or nothing can be stored' : ''
  return `The disk of ${disk.folder} is ${percent(disk)} % full, ${rest} GiB are free${urgency}.`
}

/** The space reserved for root counts as taken, since the server can't use it. */
async function readDiskOf(folder: string): Promise<DiskState> {
  const [{dev}, {bsize, blocks, bfree, bavail}] = await Promise.all([stat(folder), statfs(folder)])
  return {id: dev, size: (blocks - bfree + bavail) * bsize, free: bavail * bsize}
}
