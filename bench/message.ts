import {join} from 'node:path'
import type {PoolClient} from 'pg'
import {buildApp} from '../server/app'
import type {Database} from '../server/database/connect'
import {realTime} from '../server/scheduler'
import {information, type Line} from './support/report'
import {inDatabaseOf, withDataFolder} from './support/server'
import {createOrganisation} from './support/world'

/** A token is looked up again after this time. */
const TOKEN_FORGOTTEN = 6_000

/** Counts the statements of one message of one device, once its keys and thresholds are known. */
export function message(): Promise<Line[]> {
  return withDataFolder(dataDir =>
    inDatabaseOf(dataDir, async database => {
      const {devices} = await createOrganisation(database, 'Message', 1)
      let later = 0
      const scheduler = {...realTime, now: () => Date.now() + later, elapsed: () => performance.now() + later}
      const app = await buildApp({database, files: {folder: join(dataDir, 'assets')}, scheduler})
      const asked = countAsked(database)
      const post = async () => {
        const url = `/api/v1/${devices[0]?.token}/telemetry`
        const {statusCode} = await app.inject({method: 'POST', url, payload: {a: 1, b: 2, c: 3, d: 4, e: 5}})
        if (statusCode !== 200) throw new Error(`A message: ${statusCode}`)
        return asked()
      }
      await post()
      const usual = await post()
      later += TOKEN_FORGOTTEN
      const withToken = await post()
      await app.close()
      return [information('one message of 5 values: asked of the database', `${usual}; once in 5 s ${withToken}`)]
    }),
  )
}

/** Returns the statements since the last call. A statement is answered before the next one is sent. */
function countAsked({pool}: Database): () => string {
  const watched = new WeakSet<PoolClient>()
  let [statements, transactions] = [0, 0]
  pool.on('acquire', client => {
    transactions++
    if (watched.has(client)) return
    watched.add(client)
    const {query} = client
    Object.assign(client, {
      query(...given: unknown[]) {
        statements++
        return Reflect.apply(query, client, given)
      },
    })
  })
  return () => {
    const told = `${statements} statements and round trips, ${transactions} transactions`
    statements = transactions = 0
    return told
  }
}
