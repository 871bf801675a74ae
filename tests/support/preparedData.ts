import {randomUUID} from 'node:crypto'
import {startEmbeddedDatabase} from '../../server/cluster/start'
import {connectDatabase, type Database} from '../../server/database/connect'
import {migrateDatabase} from '../../server/database/migrate'
import {device, deviceCredentials} from '../../server/database/schema/device'
import {organisation} from '../../server/database/schema/organisation'
import {DATABASE_PATIENCE} from './limits'

/** Opens the embedded database of a folder whose server does not run. */
export async function inDatabase<T>(dataDir: string, use: (database: Database) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedDatabase({dataDir, log: () => {}, patience: DATABASE_PATIENCE})
  const database = await connectDatabase(embedded.url, {patience: DATABASE_PATIENCE})
  try {
    await migrateDatabase(database)
    return await use(database)
  } finally {
    await database.close()
    await embedded.stop()
  }
}

/** The access tokens. Several devices, because a single one would be slowed down by its rate limit. */
export async function createDevices({db}: Database, count: number): Promise<string[]> {
  const organisationId = randomUUID()
  await db.insert(organisation).values({id: organisationId, title: 'Harbour Works'})
  const devices = await db
    .insert(device)
    .values(Array.from({length: count}, (_, index) => ({organisationId, name: `Boiler ${index}`})))
    .returning({id: device.id})
  const tokens = devices.map(({id}) => ({deviceId: id, credentialsValue: randomUUID()}))
  await db.insert(deviceCredentials).values(tokens)
  return tokens.map(({credentialsValue}) => credentialsValue)
}
