import {setTimeout as delay} from 'node:timers/promises'
import * as z from 'zod'
import {startLoad} from './support/load'
import {residentBytes, watchCpu} from './support/processes'
import {information, type Line, verdict} from './support/report'
import {cookiesOf, type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile, type Sample, slopePerMinute} from './support/statistics'
import {startWatchers} from './support/watchers'
import {createOrganisation, createSystemAdmin} from './support/world'

const SOCKETS = 500
const DEVICES = 1000
const WARM_UP_SECONDS = 10
const GROWTH_LIMIT = 5
const MEGABYTE = 1024 * 1024

/** Many walls of the same thousand devices, each of which sends a value a second. */
export async function wallSockets(settings: Settings): Promise<Line[]> {
  const seconds = byLength(settings, {quick: 20, usual: 120})
  return withServer(
    async database => ({
      organisation: await createOrganisation(database, 'Walls', DEVICES),
      admin: await createSystemAdmin(database),
    }),
    async (server, {organisation: {devices, emails}, admin}) => {
      const adminCookies = await cookiesOf(server, admin.emails[0])
      const watchers = await startWatchers('socketsProcess.ts', {
        origin: server.origin,
        cookies: [await cookiesOf(server, emails[0])],
        watches: Array.from({length: SOCKETS}, () => devices.map(({id}) => id)),
        isPaced: true,
      })
      const load = startLoad({
        ...{port: server.port, tokens: devices.map(({token}) => token), valuesPerMessage: 1, values: 'clock'},
        ...{messagesPerSecond: DEVICES, seconds: WARM_UP_SECONDS + seconds + 2, firstTs: Date.now() - 86_400_000},
      })
      await delay(WARM_UP_SECONDS * 1000)
      await watchers.ask('begin')
      const cpuSince = watchCpu(server.pid)
      const memory: Sample[] = []
      const waiting: number[] = []
      for (let second = 0; second < seconds; second++) {
        await delay(1000)
        memory.push({at: Date.now(), value: residentBytes(server.pid) / MEGABYTE})
        waiting.push(await waitingValues(server, adminCookies))
      }
      const cpu = cpuSince()
      const answer = z.object({latencies: z.array(z.number()), received: z.number()})
      const {latencies, received} = answer.parse(await watchers.ask('latencies'))
      await load.result
      await watchers.end()
      const growth = slopePerMinute(memory)
      const most = Math.max(...waiting)
      return [
        {
          what: '500 walls of 1,000 values/s: values that wait for walls that have not read the last packet',
          measured: `at most ${most}, at the end ${waiting.at(-1)}`,
          limit: `≤ ${SOCKETS * DEVICES}, none at the end`,
          verdict: verdict(most <= SOCKETS * DEVICES && waiting.at(-1) === 0),
        },
        {
          what: '  server memory',
          measured: `${growth >= 0 ? '+' : ''}${growth.toFixed(1)} MB/min`,
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

async function waitingValues({origin}: RunningServer, cookie: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`, {headers: {cookie}})).text()
  return Number(/^pulsewall_live_walls_waiting (\d+)$/m.exec(text)?.[1])
}
