import {openFiles, residentBytes} from '../support/processes'
import {type RunningServer, startServer} from '../support/server'
import type {Sample} from '../support/statistics'

/** A server that is killed and started again on the same data and port, and the memory and open files of its present process. */
export interface SoakServer {
  port: number
  restart(): Promise<void>
  /** Since the last start. */
  samples(): ServerSamples
  stop(): Promise<void>
}

/** Sizes in MB. */
export interface ServerSamples {
  resident: readonly Sample[]
  heap: readonly Sample[]
  files: readonly Sample[]
}

const SAMPLE_PERIOD = 5000
/** The server is away this long. */
const AWAY = 3000
/** The memory that a server takes at first is no growth. */
const SETTLED_AFTER = 30_000

export async function startSoakServer(dataDir: string): Promise<SoakServer> {
  let server: RunningServer = await startServer(dataDir)
  let resident: Sample[] = []
  let heap: Sample[] = []
  let files: Sample[] = []
  let startedAt = Date.now()

  async function sample() {
    const {pid, origin} = server
    const answer = await fetch(`${origin}/metrics`)
    const used = /^pulsewall_memory_heap_bytes (\d+)$/m.exec(await answer.text())?.[1]
    if (used === undefined || Date.now() - startedAt < SETTLED_AFTER) return
    resident.push({at: Date.now(), value: residentBytes(pid) / 1e6})
    heap.push({at: Date.now(), value: Number(used) / 1e6})
    files.push({at: Date.now(), value: openFiles(pid)})
  }

  // While the server is away there is nothing to sample.
  const timer = setInterval(() => void sample().catch(() => {}), SAMPLE_PERIOD)
  return {
    port: server.port,
    async restart() {
      await server.kill()
      await new Promise(resolve => setTimeout(resolve, AWAY))
      server = await startServer(dataDir, {port: server.port})
      startedAt = Date.now()
      resident = []
      heap = []
      files = []
    },
    samples: () => ({resident, heap, files}),
    async stop() {
      clearInterval(timer)
      await server.stop()
    },
  }
}
