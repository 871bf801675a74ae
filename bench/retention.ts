import {retentionPass} from '../server/database/schema/server'
import {rollUpSteps} from '../server/telemetry/rollups/rollUps'
import {packSteps} from '../server/telemetry/rollups/upkeep'
import {information, type Line} from './support/report'
import {countPoints, inDatabaseOf, startServer, withDataFolder} from './support/server'
import {byLength, type Settings} from './support/settings'
import {sum} from './support/statistics'
import {settle} from './support/world'
import {storeYears, waitsBeside} from './support/years'

const HOUR = 3_600_000
/** The first seconds of a server are slower, and are not measured. */
const WARM_UP_SECONDS = 5

/** Removes values beyond their retention, while devices send: from rows, and from days that are packed. */
export async function retention(settings: Settings): Promise<Line[]> {
  return [...(await removing(settings, 'rows', 3)), ...(await removing(settings, 'packed values', 2))]
}

async function removing(settings: Settings, what: 'rows' | 'packed values', limit: number): Promise<Line[]> {
  const count = byLength(settings, {quick: 1_000_000, usual: 5_000_000})
  const seconds = byLength(settings, {quick: 10, usual: 30})
  const environment = {PACKING: what === 'rows' ? 'off' : 'on'}
  return withDataFolder(async dataDir => {
    const send = await inDatabaseOf(dataDir, async database => {
      const sending = await storeYears(database, count)
      if (what === 'rows') return sending
      for await (const _ of rollUpSteps(database));
      for await (const _ of packSteps(database, Date.now() - (Date.now() % (24 * HOUR))));
      await settle(database)
      return sending
    })
    const storedUntil = Date.now()
    const keeping = await startServer(dataDir, {environment})
    await send(keeping, WARM_UP_SECONDS)
    const quiet = await send(keeping, seconds)
    await keeping.stop()

    // The pass is due again.
    await inDatabaseOf(dataDir, ({db}) => db.update(retentionPass).set({at: Date.now() - 2 * HOUR}))
    const removing = await startServer(dataDir, {environment: {...environment, RETENTION_DAYS: '1'}})
    await send(removing, WARM_UP_SECONDS)
    const beside = await send(removing, seconds)
    await removing.stop()

    const stored = await inDatabaseOf(dataDir, async database => {
      const [all, since] = [await countPoints(database, 0), await countPoints(database, storedUntil)]
      return sum([...all.values()]) - sum([...since.values()])
    })
    return [
      waitsBeside(`retention of ${count.toLocaleString('en')} ${what}`, quiet, beside, limit),
      information(
        `  ${what} removed meanwhile`,
        `${Math.round((count - stored) / (WARM_UP_SECONDS + seconds)).toLocaleString('en')} a second`,
      ),
    ]
  })
}
