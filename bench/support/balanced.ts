import {setTimeout as delay} from 'node:timers/promises'
import {startEmbeddedDatabase} from '../../server/cluster/start'
import {connectDatabase, type Database} from '../../server/database/connect'
import {migrateDatabase} from '../../server/database/migrate'
import {hasBalancer, startBalancer} from '../../tests/support/balancer'
import {hasRedis, startRedis} from '../../tests/support/redis'
import type {Line} from './report'
import {isWell, type RunningServer, startServer, withDataFolder} from './server'

const SERVERS = 3
/** Three servers have sixty connections. */
const ROOMY = {max_connections: '100'}

export interface Balanced {
  database: Database
  /** The address of the balancer. */
  origin: string
  servers: RunningServer[]
  /** Starts the server of this index again, at the port that it had. */
  startAgain(index: number): Promise<RunningServer>
}

/** Measures three servers with one database and one Redis behind the balancer that `deploy` describes. */
export async function behindBalancer(
  what: string,
  measure: (balanced: Balanced) => Promise<Line[]>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Line[]> {
  if (!hasBalancer || !hasRedis) {
    return [{what, measured: 'there is no haproxy or no redis-server', limit: '', verdict: 'not run'}]
  }
  return withDataFolder(async dataDir => {
    const ends: (() => Promise<unknown>)[] = []
    try {
      const embedded = await startEmbeddedDatabase({dataDir: `${dataDir}/database`, log: () => {}, settings: ROOMY})
      ends.push(embedded.stop)
      const database = await connectDatabase(embedded.url, {answerWithinMilliseconds: 0})
      ends.push(database.close)
      await migrateDatabase(database)
      const redis = await startRedis()
      ends.push(() => redis.stop())
      const start = (index: number, port?: number) =>
        startServer(`${dataDir}/${index}`, {
          ...(port !== undefined && {port}),
          environment: {DATABASE_URL: embedded.url, REDIS_URL: redis.url, ...environment},
        })
      const servers = await Promise.all(Array.from({length: SERVERS}, (_, index) => start(index)))
      ends.push(() => Promise.all(servers.map(({kill}) => kill())))
      const {origin, stop} = await startBalancer(servers.map(server => server.origin))
      ends.push(stop)
      await untilReady(origin)
      const startAgain = async (index: number) => {
        servers[index] = await start(index, servers[index]?.port)
        return servers[index]
      }
      return await measure({database, origin, servers, startAgain})
    } finally {
      for (const end of ends.reverse()) await end()
    }
  })
}

export async function untilReady(origin: string) {
  while (!(await isWell(`${origin}/readyz`))) await delay(100)
}
