import {setTimeout as delay} from 'node:timers/promises'
import {startLoad} from './support/load'
import {type Line, verdict} from './support/report'
import {inDatabaseOf, startServer, withDataFolder} from './support/server'
import {byLength, type Settings} from './support/settings'
import {median} from './support/statistics'
import {createOrganisation} from './support/world'

const LIMIT = 2000
const SECONDS_OF_LOAD = 6

/** Kills the server with SIGKILL during ingest, and measures from its next start to the first healthy answer. */
export async function recovery(settings: Settings): Promise<Line[]> {
  return withDataFolder(async dataDir => {
    const {devices} = await inDatabaseOf(dataDir, database => createOrganisation(database, 'Recovery', 50))
    const tokens = devices.map(({token}) => token)
    const starts: number[] = []
    let server = await startServer(dataDir)
    for (let run = 0; run < byLength(settings, {quick: 3, usual: 7}); run++) {
      const {result} = startLoad({
        port: server.port,
        tokens,
        valuesPerMessage: 10,
        messagesPerSecond: null,
        seconds: SECONDS_OF_LOAD,
        firstTs: Date.now() - 86_400_000 + run * 1_000_000,
      })
      await delay((SECONDS_OF_LOAD - 1) * 1000)
      await server.kill()
      await result
      server = await startServer(dataDir)
      starts.push(server.startMilliseconds)
    }
    await server.stop()
    const slowest = Math.max(...starts)
    return [
      {
        what: `restart after kill -9 during ingest, the slowest of ${starts.length}`,
        measured: `${slowest.toFixed(0)} ms (median ${median(starts).toFixed(0)} ms)`,
        limit: '< 2 s',
        verdict: verdict(slowest < LIMIT),
        cause:
          'PostgreSQL replays its log (0.2–0.7 s) after bringing the folder to the disk, ' +
          'and Node loads the server meanwhile; both cores are taken by that.',
      },
    ]
  })
}
