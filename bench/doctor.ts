import {secondsOf} from './support/commands'
import {stepsDuring} from './support/during'
import {type Line, verdict} from './support/report'
import {inDatabaseOf, startServer, withDataFolder} from './support/server'
import {byLength, type Settings} from './support/settings'
import {spread} from './support/statistics'
import {storeYears, waitsBeside} from './support/years'

const SECONDS_LIMIT = 60
const WAIT_LIMIT = 2

/** Has the doctor look at a server while devices send, time after time. */
export async function doctor(settings: Settings): Promise<Line[]> {
  const rows = byLength(settings, {quick: 1_000_000, usual: 10_000_000})
  const seconds = byLength(settings, {quick: 10, usual: 60})
  return withDataFolder(async dataDir => {
    const send = await inDatabaseOf(dataDir, database => storeYears(database, rows))
    const server = await startServer(dataDir)
    await secondsOf('backup', dataDir, `${dataDir}/a.backup`)
    await send(server, 5)
    const quiet = await send(server, seconds)
    const looks: number[] = []
    const beside = await stepsDuring(send(server, seconds), async () => looks.push(await secondsOf('doctor', dataDir)))
    await server.stop()
    return [
      {
        what: `npm run doctor on ${rows.toLocaleString('en')} points, during 1,000 messages/s`,
        measured: spread(looks, 's'),
        limit: `≤ ${SECONDS_LIMIT} s`,
        verdict: verdict(Math.max(...looks) <= SECONDS_LIMIT),
      },
      waitsBeside('  the doctor', quiet, beside, WAIT_LIMIT),
    ]
  })
}
