import {readdir, readFile} from 'node:fs/promises'
import {monitorEventLoopDelay} from 'node:perf_hooks'
import type {FastifyInstance} from 'fastify'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Cancel, Scheduler} from '../../scheduler'
import type {Metric} from './metrics'

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6
/** The time between two looks at the event loop, in milliseconds. */
const RESOLUTION = 100
/** Readers that ask at least this often miss no delay. */
const DELAY_WINDOW: Milliseconds = 60_000

/** The resources that this process uses. The delay of its event loop is measured while the server listens. */
export function processMetrics(app: FastifyInstance, {every}: Pick<Scheduler, 'every'>): readonly Metric[] {
  const delay = monitorEventLoopDelay({resolution: RESOLUTION})
  let longestBefore = 0
  let stopTurning: Cancel = () => {}
  app.addHook('onListen', async () => {
    delay.enable()
    stopTurning = every(DELAY_WINDOW, () => {
      longestBefore = delay.max
      delay.reset()
    })
  })
  app.addHook('onClose', async () => {
    stopTurning()
    delay.disable()
  })
  return [
    {
      name: 'memory_resident_bytes',
      help: 'Memory of this process, without its database',
      value: () => process.memoryUsage.rss(),
    },
    {
      name: 'memory_heap_bytes',
      help: 'Used heap of this process, garbage included',
      value: () => process.memoryUsage().heapUsed,
    },
    {name: 'cpu_seconds_total', help: 'Processor time of this process', value: cpuSeconds},
    {name: 'uptime_seconds', help: 'Since the start of this process', value: () => process.uptime()},
    {
      name: 'event_loop_delay_seconds',
      help: 'The longest delay of the event loop in this minute and the one before',
      value: () => Math.max(delay.max, longestBefore) / NANOSECONDS,
    },
    {name: 'open_file_descriptors', help: 'Open files and sockets of this process', value: openFileDescriptors},
    {
      name: 'open_file_descriptors_limit',
      help: 'How many files and sockets this process may open',
      value: fileDescriptorsLimit,
    },
  ]
}

function cpuSeconds(): number {
  const {user, system} = process.cpuUsage()
  return (user + system) / MICROSECONDS
}

/** Only Linux knows. */
const openFileDescriptors = () =>
  readdir('/proc/self/fd').then(
    // One of them reads the folder.
    names => names.length - 1,
    () => undefined,
  )

/** Undefined where there is no limit, too. */
export async function fileDescriptorsLimit(): Promise<number | undefined> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const [, limit] = /^Max open files +(\d+)/m.exec(limits) ?? []
  return limit === undefined ? undefined : Number(limit)
}
