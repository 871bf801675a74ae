import {setTimeout as delay} from 'node:timers/promises'
import * as z from 'zod'
import {startLoad} from './support/load'
import {watchCpu} from './support/processes'
import {information, type Line, verdict} from './support/report'
import {cookiesFor, type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {lows, percentile, type Sample, slopePerMinute} from './support/statistics'
import {startWatchers} from './support/watchers'
import {createOrganisation} from './support/world'

const SOCKETS = 500
const DEVICES = 1000
const WARM_UP_SECONDS = 10
const GROWTH_LIMIT = 5
const MEGABYTE = 1024 * 1024

/** Measures many walls of the same thousand devices. Each device sends a value a second. */
export async function wallSockets(settings: Settings): Promise<Line[]> {
  const seconds = byLength(settings, {quick: 20, usual: 300})
  return withServer(
    database => createOrganisation(database, 'Walls', DEVICES),
    async (server, {devices, emails}) => {
      const watchers = await startWatchers('socketsProcess.ts', {
        origin: server.origin,
        cookies: await cookiesFor(server, emails[0], SOCKETS),
        watches: Array.from({length: SOCKETS}, () => devices.map(({id}) => id)),
        isPaced: true,
      })
      const load = startLoad({
        port: server.port,
        tokens: devices.map(({token}) => token),
        valuesPerMessage: 1,
        values: 'clock',
        messagesPerSecond: DEVICES,
        seconds: WARM_UP_SECONDS + seconds + 2,
        firstTs: Date.now() - 86_400_000,
      })
      await delay(WARM_UP_SECONDS * 1000)
      await watchers.ask('begin')
      const cpuSince = watchCpu(server.pid)
      const memory: Sample[] = []
      const waiting: number[] = []
      for (let second = 0; second < seconds; second++) {
        await delay(1000)
        const metrics = await metricsOf(server)
        memory.push({at: Date.now(), value: metrics('pulsewall_memory_heap_bytes') / MEGABYTE})
        waiting.push(metrics('pulsewall_live_walls_waiting'))
      }
      const cpu = cpuSince()
      const answer = z.object({latencies: z.array(z.number()), received: z.number()})
      const {latencies, received} = answer.parse(await watchers.ask('latencies'))
      await load.result
      await watchers.end()
      const collected = lows(memory)
      const growth = slopePerMinute(collected.length > 1 ? collected : memory)
      const heap = memory.map(({value}) => value)
      const most = Math.max(...waiting)
      return [
        {
          what: '500 walls of 1,000 values/s: values that wait for walls that have not read the last packet',
          measured: `at most ${most}, at the end ${waiting.at(-1)}`,
          limit: `≤ ${SOCKETS * DEVICES}, none at the end`,
          verdict: verdict(most <= SOCKETS * DEVICES && waiting.at(-1) === 0),
        },
        {
          what: '  heap of the server, by what is left after each collection',
          measured: `${growth >= 0 ? '+' : ''}${growth.toFixed(1)} MB/min; ${Math.min(...heap).toFixed(0)}–${Math.max(...heap).toFixed(0)} MB, ${collected.length} collections`,
          limit: `flat: ≤ ${GROWTH_LIMIT} MB/min`,
          verdict: verdict(growth <= GROWTH_LIMIT),
        },
        information('  the server; its database', `${percent(cpu.server)}; ${percent(cpu.database)} of a core`),
        information(
          '  values that arrived; device POST → received',
          `${Math.round(received / seconds)} /s; p50 ${percentile(latencies, 0.5)} ms, p99 ${percentile(latencies, 0.99)} ms`,
        ),
      ]
    },
  )
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`

async function metricsOf({origin}: RunningServer): Promise<(name: string) => number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return name => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
}
