import {type LoadResult, startLoad} from './support/load'
import {type CpuUse, watchCpu} from './support/processes'
import {information, type Line, verdict} from './support/report'
import {countPoints, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile, sum} from './support/statistics'
import {createOrganisation, type Organisation} from './support/world'

const DEVICES = 100
const VALUES_PER_MESSAGE = 10
const LIMIT = 3000

/**
 * A closed loop: each device posts again as soon as its message is acknowledged. The points are counted afterwards in
 * the database, without the server.
 */
export async function ingest(settings: Settings): Promise<Line[]> {
  const firstTs = Date.now() - 86_400_000
  const order = {valuesPerMessage: VALUES_PER_MESSAGE, messagesPerSecond: null}
  const {result, cpu, organisation, warmUp, stored} = await withServer(
    database => createOrganisation(database, 'Ingest', DEVICES),
    async (server, organisation, database) => {
      const load = {...order, port: server.port, tokens: organisation.devices.map(({token}) => token)}
      const warmUp = await startLoad({...load, seconds: 5, firstTs: firstTs - 10_000_000}).result
      const cpuSince = watchCpu(server.pid)
      const result = await startLoad({...load, seconds: byLength(settings, {quick: 10, usual: 30}), firstTs}).result
      const cpu = cpuSince()
      await server.kill()
      const stored = await database(opened => countPoints(opened, firstTs))
      return {result, cpu, organisation, warmUp, stored}
    },
  )
  return lines(result, warmUp, cpu, lostOf(organisation, result, stored))
}

/**
 * Counts the acknowledged points that are not stored. The server must be killed before, so that nothing arrives late.
 */
function lostOf({devices}: Organisation, {acknowledged}: LoadResult, stored: ReadonlyMap<number, number>): number {
  return sum(
    devices.map(({number}, index) =>
      Math.max(0, (acknowledged[index] ?? 0) * VALUES_PER_MESSAGE - (stored.get(number) ?? 0)),
    ),
  )
}

function lines(result: LoadResult, warmUp: LoadResult, cpu: CpuUse, lost: number): Line[] {
  const {acknowledged, refused, milliseconds, latencies} = result
  const rate = (sum(acknowledged) * 1000) / milliseconds
  const statuses = Object.keys({...refused, ...warmUp.refused})
  const refusals = sum(Object.values(refused)) + sum(Object.values(warmUp.refused))
  const cores = [cpu.server, cpu.database, result.cpuMilliseconds / milliseconds].map(share => share.toFixed(2))
  return [
    {
      what: 'ingest by the device API, 100 devices in parallel, 10 values a message, acknowledged after commit',
      measured:
        `${Math.round(rate)} messages/s, ${lost} points lost, ` +
        `${refusals} messages refused${refusals > 0 ? ` (${statuses})` : ''}`,
      limit: '≥ 3,000 messages/s, none lost',
      verdict: verdict(rate >= LIMIT && lost === 0 && refusals === 0),
    },
    information(
      '  answered in; cores used by server, database, load generator',
      `p50 ${percentile(latencies, 0.5).toFixed(1)} ms, ` +
        `p99 ${percentile(latencies, 0.99).toFixed(1)} ms; ${cores.join(', ')}`,
    ),
  ]
}
