import {join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {steadyPort} from '../tests/support/steadyPort'
import {startLoad} from './support/load'
import {hasExited, residentBytes, startPlainNode, watchCpu, watchTrees} from './support/processes'
import {type Line, timesLine, verdict} from './support/report'
import {inDatabaseOf, isWell, type RunningServer, startServer, withDataFolder} from './support/server'
import {byLength, type Settings} from './support/settings'
import {sum} from './support/statistics'
import {createOrganisation} from './support/world'

const SERVE = join(import.meta.dirname, '../scripts/serve.mjs')
const SECOND = 1000
const MINUTE = 60 * SECOND
/** The demo rolls up its past in its first minutes. */
const DEMO_SETTLES = 4 * MINUTE
const MESSAGES_PER_SECOND = 24

/** Measures the use of the machine while little or nothing happens, and the length of a start and a stop. */
export async function idle(settings: Settings): Promise<Line[]> {
  return [
    ...(await withDataFolder(startAndStop(settings))),
    ...(await withDataFolder(quiet)),
    ...(await withDataFolder(demo)),
  ]
}

const startAndStop =
  (settings: Settings) =>
  async (dataDir: string): Promise<Line[]> => {
    // The first one makes the database.
    await timesOf(dataDir)
    const times: Times[] = []
    for (let run = 0; run < byLength(settings, {quick: 3, usual: 7}); run++) times.push(await timesOf(dataDir))
    const [start, stop] = [times.map(({started}) => started), times.map(({stopped}) => stopped)]
    return [
      timesLine('`npm run serve` of a built clone with data → /readyz 200', start, 1500),
      timesLine('  SIGTERM → ended', stop, 1000),
    ]
  }

interface Times {
  started: number
  stopped: number
}

async function timesOf(dataDir: string): Promise<Times> {
  const port = await steadyPort()
  const startedAt = performance.now()
  const environment = {DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), DATABASE_URL: '', MQTT: 'off'}
  const child = startPlainNode(SERVE, {environment})
  child.stdout?.resume()
  while (!(await isWell(`http://127.0.0.1:${port}/readyz`))) await delay(5)
  const started = performance.now() - startedAt
  await delay(2 * SECOND)
  const stoppedAt = performance.now()
  child.kill('SIGTERM')
  await hasExited(child)
  return {started, stopped: performance.now() - stoppedAt}
}

async function quiet(dataDir: string): Promise<Line[]> {
  const {devices} = await inDatabaseOf(dataDir, database => createOrganisation(database, 'Quiet', MESSAGES_PER_SECOND))
  const server = await startServer(dataDir)
  await delay(MINUTE)
  const resident = residentBytes(server.pid) / 1e6
  const empty = await busyShare(server, MINUTE)
  const load = {valuesPerMessage: 5, messagesPerSecond: MESSAGES_PER_SECOND, seconds: 60, firstTs: Date.now()}
  const {result} = startLoad({port: server.port, tokens: devices.map(({token}) => token), ...load})
  const taken = watchTrees([server.pid])
  const {acknowledged} = await result
  const each = taken() / sum(acknowledged)
  await server.stop()
  return [
    share('an empty server: of a core', empty, 0.5),
    {
      what: '  its memory after a minute',
      measured: `${resident.toFixed(0)} MB`,
      limit: '≤ 110 MB',
      verdict: verdict(resident <= 110),
    },
    {
      what: `CPU for a message of ${load.valuesPerMessage} values at ${MESSAGES_PER_SECOND} messages/s, with its database`,
      measured: `${each.toFixed(1)} ms, above that of an empty server ${(each - (empty * SECOND) / MESSAGES_PER_SECOND).toFixed(1)} ms`,
      limit: '≤ 4 ms',
      verdict: verdict(each <= 4),
    },
  ]
}

async function demo(dataDir: string): Promise<Line[]> {
  const server = await startServer(dataDir, {environment: {DEMO: 'on'}})
  await delay(DEMO_SETTLES)
  const busy = await busyShare(server, MINUTE)
  await server.stop()
  return [share('the demo, its devices and its database: of a core', busy, 8)]
}

/** The share of a core that all processes of the server take. */
async function busyShare({pid}: RunningServer, duration: number): Promise<number> {
  const cpuSince = watchCpu(pid)
  await delay(duration)
  const {server, database} = cpuSince()
  return server + database
}

const share = (what: string, busy: number, limit: number): Line => ({
  what,
  measured: `${(100 * busy).toFixed(1)} %`,
  limit: `≤ ${limit} %`,
  verdict: verdict(100 * busy <= limit),
})
