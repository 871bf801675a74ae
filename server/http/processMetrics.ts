import type {Metric} from './metrics'

/** What this process takes of the machine. */
export function processMetrics(): readonly Metric[] {
  const {rss, heapUsed} = process.memoryUsage()
  return [
    {name: 'memory_resident_bytes', help: 'Memory of this process, without its database', value: rss},
    {name: 'memory_heap_bytes', help: 'Used heap of this process, garbage included', value: heapUsed},
  ]
}
