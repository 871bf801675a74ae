import {retentionPass} from '../server/database/schema'
import {information, type Line} from './support/report'
import {countPoints, inDatabaseOf, startServer, withDataFolder} from './support/server'
import {byLength, type Settings} from './support/settings'
import {sum} from './support/statistics'
import {storeYears, waitsBeside} from './support/years'

const HOUR = 3_600_000

/** Removes rows that are older than they are kept, while devices send. */
export async function retention(settings: Settings): Promise<Line[]> {
  const rows = byLength(settings, {quick: 1_000_000, usual: 5_000_000})
  const seconds = byLength(settings, {quick: 10, usual: 30})
  return withDataFolder(async dataDir => {
    const send = await inDatabaseOf(dataDir, database => storeYears(database, rows))
    const storedUntil = Date.now()
    const keeping = await startServer(dataDir)
    await send(keeping, 5)
    const quiet = await send(keeping, seconds)
    await keeping.stop()

    // The pass is due again.
    await inDatabaseOf(dataDir, ({db}) => db.update(retentionPass).set({at: Date.now() - 2 * HOUR}))
    const removing = await startServer(dataDir, {environment: {RETENTION_DAYS: '1'}})
    const beside = await send(removing, seconds)
    await removing.stop()

    const stored = await inDatabaseOf(dataDir, async database => {
      const [all, since] = [await countPoints(database, 0), await countPoints(database, storedUntil)]
      return sum([...all.values()]) - sum([...since.values()])
    })
    return [
      waitsBeside(`retention of ${rows.toLocaleString('en')} rows`, quiet, beside),
      information('  rows removed meanwhile', `${Math.round((rows - stored) / seconds).toLocaleString('en')} rows/s`),
    ]
  })
}
