import {setTimeout as delay} from 'node:timers/promises'
import * as z from 'zod'
import {unpackAll} from '../tests/support/unpackAll'
import {startLoad} from './support/load'
import {information, type Line, verdict} from './support/report'
import {cookiesOf, inDatabaseOf, startServer, withDataFolder} from './support/server'
import {percentile} from './support/statistics'
import {startWatchers} from './support/watchers'
import {createOrganisation, type Organisation} from './support/world'

const CLIENTS = 1000
const DEVICES = 100
/** Each session belongs to another user, because each user has a rate limit. */
const SESSIONS = 20
const BACK_LIMIT = 10_000
const SECONDS_OF_LOAD = 25

/** Restarts the server while 1,000 clients are connected and devices go on posting. */
export async function restart(): Promise<Line[]> {
  return withDataFolder(async dataDir => {
    const organisation = await inDatabaseOf(dataDir, database =>
      createOrganisation(database, 'Restart', DEVICES, SESSIONS),
    )
    const {devices} = organisation
    const server = await startServer(dataDir)
    const firstTs = Date.now()
    const watchers = await startWatchers('restartProcess.ts', {
      origin: server.origin,
      cookies: await Promise.all(organisation.emails.map(email => cookiesOf(server, email))),
      watches: Array.from({length: CLIENTS}, (_, client) => [devices[client % DEVICES]?.id ?? '']),
    })
    const {result} = startLoad({
      port: server.port,
      tokens: devices.map(({token}) => token),
      valuesPerMessage: 1,
      messagesPerSecond: DEVICES,
      seconds: SECONDS_OF_LOAD,
      firstTs,
    })
    await delay(5000)
    const stoppedAt = Date.now()
    await server.stop()
    const again = await startServer(dataDir, {port: server.port})
    const healthyAt = Date.now()
    await result
    await delay(2000)
    const clients = z.array(clientReport).parse(await watchers.ask('report'))
    await watchers.end()
    await again.stop()
    const stored = await storedTimes(dataDir, organisation, firstTs)
    return lines({clients, stored, stoppedAt, healthyAt})
  })
}

const clientReport = z.object({
  deviceId: z.string(),
  backAt: z.nullable(z.number()),
  refilledAt: z.nullable(z.number()),
  points: z.array(z.number()),
  duplicates: z.number(),
})
type ClientReport = z.infer<typeof clientReport>

function storedTimes(dataDir: string, {devices}: Organisation, firstTs: number): Promise<Map<string, number[]>> {
  return inDatabaseOf(dataDir, async ({pool}) => {
    await unpackAll(pool)
    const times = new Map<string, number[]>()
    for (const {id, number} of devices) {
      const {rows} = await pool.query(
        'select ts::float8 as ts from telemetry where device_number = $1 and ts >= $2 order by ts',
        [number, firstTs],
      )
      times.set(
        id,
        z
          .array(z.object({ts: z.number()}))
          .parse(rows)
          .map(({ts}) => ts),
      )
    }
    return times
  })
}

interface Run {
  clients: readonly ClientReport[]
  stored: ReadonlyMap<string, readonly number[]>
  stoppedAt: number
  healthyAt: number
}

function lines({clients, stored, stoppedAt, healthyAt}: Run): Line[] {
  const back = clients.map(({backAt}) => (backAt ?? Number.POSITIVE_INFINITY) - stoppedAt)
  const refilled = clients.map(({refilledAt}) => (refilledAt ?? Number.POSITIVE_INFINITY) - stoppedAt)
  const missing = clients.flatMap(({deviceId, points}) => {
    const had = new Set(points)
    return (stored.get(deviceId) ?? []).filter(ts => !had.has(ts))
  }).length
  const duplicates = clients.reduce((total, client) => total + client.duplicates, 0)
  const slowest = Math.max(...back)
  return [
    {
      what: 'server restart with 1,000 clients: SIGTERM → all back',
      measured: `${(slowest / 1000).toFixed(1)} s (median ${(percentile(back, 0.5) / 1000).toFixed(1)} s)`,
      limit: '< 10 s',
      verdict: verdict(slowest < BACK_LIMIT),
      cause:
        'the thousand browsers are processes on the same two cores as the server that starts; ' +
        'most of the time is its start and their reconnecting.',
    },
    {
      what: '  gap refilled from history',
      measured: `${missing} points missing, ${duplicates} pushed twice`,
      limit: 'none missing',
      verdict: verdict(missing === 0),
    },
    information(
      '  server healthy again; last gap filled',
      `${((healthyAt - stoppedAt) / 1000).toFixed(1)} s; ${(Math.max(...refilled) / 1000).toFixed(1)} s`,
    ),
  ]
}
