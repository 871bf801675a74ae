import {readdirSync, readFileSync} from 'node:fs'
import {afterAll, beforeAll} from 'vitest'
import {samples} from './tier'

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of processor of the worker and of all that it started, while the file ran. */
    cpuSeconds?: number
    /** The large things that the file has drawn, in words. */
    samples?: string[]
  }
}

/** The unit of `/proc`. */
const TICKS_A_SECOND = 100

let before = 0

beforeAll(() => {
  before = cpuSeconds()
})

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a hook asks for.
afterAll(({}, {file}) => {
  file.meta.cpuSeconds = cpuSeconds() - before
  file.meta.samples = samples.splice(0)
})

/** Returns the time of this process, of its children and of theirs, as far as these have not ended unseen. */
function cpuSeconds(): number {
  const processes = readProcesses()
  if (processes === undefined) return process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6
  const ours = new Set([process.pid])
  // A child may be listed before its parent, as numbers wrap around.
  for (let count = 0; count < ours.size; ) {
    count = ours.size
    for (const {pid, parent} of processes) if (ours.has(parent)) ours.add(pid)
  }
  return processes.filter(({pid}) => ours.has(pid)).reduce((sum, {ticks}) => sum + ticks, 0) / TICKS_A_SECOND
}

function readProcesses(): {pid: number; parent: number; ticks: number}[] | undefined {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(name => readProcess(Number(name)))
  } catch {
    return undefined
  }
}

/** Nothing of one that has just ended. */
function readProcess(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [own = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = fields.slice(11, 15).map(Number)
    return [{pid, parent: Number(fields[1]), ticks: own + system + ofChildren + systemOfChildren}]
  } catch {
    return []
  }
}
