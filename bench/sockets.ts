import {setTimeout as delay} from 'node:timers/promises'
import * as z from 'zod'
import {startLoad} from './support/load'
import {type CpuUse, watchCpu} from './support/processes'
import {information, type Line, verdict} from './support/report'
import {cookiesFor, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile} from './support/statistics'
import {startWatchers} from './support/watchers'
import {createOrganisation} from './support/world'

const SOCKETS = 1000
const DEVICES = 100
const DEVICES_PER_SOCKET = 10
/** Each message reaches the 100 sockets that watch its device, so the server sends 10,000 updates per second. */
const MESSAGES_PER_SECOND = 100
const P99_LIMIT = 50
const CPU_LIMIT = 0.6
const WARM_UP_SECONDS = 3

export async function sockets(settings: Settings): Promise<Line[]> {
  const seconds = byLength(settings, {quick: 8, usual: 30})
  return withServer(
    database => createOrganisation(database, 'Sockets', DEVICES),
    async (server, organisation) => {
      const {devices} = organisation
      const watchers = await startWatchers('socketsProcess.ts', {
        origin: server.origin,
        cookies: await cookiesFor(server, organisation.emails[0], SOCKETS),
        watches: Array.from({length: SOCKETS}, (_, socket) =>
          Array.from({length: DEVICES_PER_SOCKET}, (_, index) => devices[(socket + index * 10) % DEVICES]?.id ?? ''),
        ),
      })
      const {result} = startLoad({
        port: server.port,
        tokens: devices.map(({token}) => token),
        valuesPerMessage: 1,
        values: 'clock',
        messagesPerSecond: MESSAGES_PER_SECOND,
        seconds: WARM_UP_SECONDS + seconds + 1,
        firstTs: Date.now() - 86_400_000,
      })
      await delay(WARM_UP_SECONDS * 1000)
      await watchers.ask('begin')
      const cpuSince = watchCpu(server.pid)
      await delay(seconds * 1000)
      const cpu = cpuSince()
      const {latencies} = z.object({latencies: z.array(z.number())}).parse(await watchers.ask('latencies'))
      await result
      await watchers.end()
      return lines(latencies, seconds, cpu)
    },
  )
}

function lines(latencies: readonly number[], seconds: number, {server, database}: CpuUse): Line[] {
  const p99 = percentile(latencies, 0.99)
  const rate = latencies.length / seconds
  const isWhole = rate >= 0.99 * SOCKETS * DEVICES_PER_SOCKET
  return [
    {
      what: '1,000 sockets, 10,000 updates/s: device POST → received, commit included',
      measured: `p50 ${percentile(latencies, 0.5)} ms, p99 ${p99} ms at ${Math.round(rate)} updates/s`,
      limit: 'p99 < 50 ms',
      verdict: verdict(p99 < P99_LIMIT && isWhole),
    },
    {
      what: '  the server meanwhile',
      measured: `${(server * 100).toFixed(0)} % of a core`,
      limit: '< 60 % of a core',
      verdict: verdict(server < CPU_LIMIT && isWhole),
    },
    information('  its database', `${(database * 100).toFixed(0)} % of a core`),
  ]
}
