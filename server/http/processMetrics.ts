import {monitorEventLoopDelay} from 'node:perf_hooks'
import type {FastifyInstance} from 'fastify'
import type {Metric} from './metrics'

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6
/** Between two looks at the event loop, in milliseconds. */
const RESOLUTION = 20

/** What this process takes of the machine. The delay of its event loop is measured while the server listens. */
export function processMetrics(app: FastifyInstance): readonly Metric[] {
  const delay = monitorEventLoopDelay({resolution: RESOLUTION})
  app.addHook('onListen', async () => void delay.enable())
  app.addHook('onClose', async () => void delay.disable())
  /** Since the last time that it was asked for. */
  const longestDelay = () => {
    const longest = delay.max / NANOSECONDS
    delay.reset()
    return longest
  }
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
      help: 'The longest delay of the event loop since this was asked for last',
      value: longestDelay,
    },
  ]
}

function cpuSeconds(): number {
  const {user, system} = process.cpuUsage()
  return (user + system) / MICROSECONDS
}
