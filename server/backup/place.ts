import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {reachEmbeddedDatabase} from '../cluster/start'
import {StartRefused} from '../database/startRefused'
import type {Environment} from '../environment'
import {openFiles} from '../files/openFiles'
import type {FileStore} from '../files/store'

export interface Place {
  url: string
  store: FileStore
  incoming: string
  configFile: string
  /** Ends the parts that were started for this. */
  close(): Promise<void>
}

/**
 * Opens the stores of the server with these settings, whether it runs or not. The embedded database is made only where
 * `create` says so.
 */
export async function openPlace(
  {dataDir, databaseUrl, files}: Environment,
  {create}: {create: boolean},
): Promise<Place> {
  if (!databaseUrl && !create && !existsSync(join(dataDir, 'postgres'))) {
    throw new StartRefused(`There is no database in ${dataDir}. Name its folder with DATA_DIR.`)
  }
  const database = databaseUrl ? {url: databaseUrl, stop: async () => undefined} : await reachEmbeddedDatabase(dataDir)
  const folder = join(dataDir, 'assets')
  const {store} = await openFiles({folder, ...files})
  return {
    url: database.url,
    store,
    incoming: join(folder, 'incoming'),
    configFile: join(dataDir, 'config.json'),
    close: database.stop,
  }
}
