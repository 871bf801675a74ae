import {Redis} from 'ioredis'
import {hasRedis, startRedis, type TestRedis} from '../../tests/support/redis'

/** A Redis at one address, which can be ended and started. */
export interface ChaosRedis {
  url: string
  pid(): number | undefined
  end(signal: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  flush(): Promise<void>
}

/** Undefined where none is installed. */
export async function openRedis(): Promise<ChaosRedis | undefined> {
  if (!hasRedis) return undefined
  let running: TestRedis | undefined = await startRedis()
  const {url, port} = running
  return {
    url,
    pid: () => running?.pid,
    async end(signal) {
      const ending = running
      running = undefined
      await ending?.stop(signal)
    },
    async start() {
      running ??= await startRedis({port})
    },
    async flush() {
      const connection = new Redis(url, {maxRetriesPerRequest: 1})
      connection.on('error', () => {})
      await connection.flushall().catch(() => {})
      connection.disconnect()
    },
  }
}
