import {onTestFinished} from 'vitest'
import type {Database} from '../../server/database/connect'
import {createDataDir} from './dataDir'
import {type ServerProcess, startServerProcess} from './serverProcess'

export interface JoinedServer extends ServerProcess {
  at: string
}

/** Servers in processes of their own on one database and one Redis. Resolves when all of them listen. */
export async function startServers(
  count: number,
  {pool}: Pick<Database, 'pool'>,
  redisUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<JoinedServer[]> {
  const shared = {DATABASE_URL: pool.options.connectionString ?? '', REDIS_URL: redisUrl, ...environment}
  const started = await Promise.all(
    Array.from({length: count}, async () => startServerProcess({dataDir: await createDataDir(), environment: shared})),
  )
  for (const {end} of started) onTestFinished(async () => void (await end('SIGKILL')))
  return Promise.all(
    started.map(async server => {
      const at = await server.origin
      if (at === undefined) throw new Error(`The start failed:\n${server.output()}`)
      return {...server, at}
    }),
  )
}
