import {once} from 'node:events'
import {join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {steadyPort} from '../tests/support/steadyPort'
import {type LoadResult, startLoad} from './support/load'
import {residentBytes, startNode} from './support/processes'
import {information, type Line, verdict} from './support/report'
import {countPoints, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile, sum} from './support/statistics'
import {createOrganisation} from './support/world'

const DEVICES = 200
const VALUES_PER_MESSAGE = 10
/** As many as the client of ThingsBoard for Python lets wait for their acknowledgements. */
const IN_FLIGHT = 20
const IDLE = 10_000
/** No device may have all of them. */
const IDLE_DEVICES = 1_000

/** The ingest by MQTT beside that by HTTP in the same run, and what connections cost that say nothing. */
export async function mqtt(settings: Settings): Promise<Line[]> {
  const http = await measure(settings, 'http')
  const one = await measure(settings, 'mqtt')
  const byMqtt = await measure(settings, 'mqtt', IN_FLIGHT)
  const ratio = byMqtt.rate / http.rate
  return [
    {
      what: `ingest by MQTT at QoS 1, ${DEVICES} devices, ${VALUES_PER_MESSAGE} values a message, acknowledged after commit, ${IN_FLIGHT} under way`,
      measured: `${describe(byMqtt)}; ${ratio.toFixed(2)} × HTTP`,
      limit: '≥ 1.3 × HTTP, none lost',
      verdict: verdict(ratio >= 1.3 && byMqtt.lost === 0 && byMqtt.refused === 0),
    },
    information('  with one under way', `${describe(one)}; ${(one.rate / http.rate).toFixed(2)} × HTTP`),
    information('  the same by HTTP in the same run, which has one under way', describe(http)),
    await idle(),
  ]
}

interface Measured {
  rate: number
  lost: number
  refused: number
  result: LoadResult
}

const describe = ({rate, lost, refused, result: {latencies}}: Measured) =>
  `${Math.round(rate)} messages/s, ${lost} points lost, ${refused} refused; ` +
  `p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p99 ${percentile(latencies, 0.99).toFixed(1)} ms`

async function measure(settings: Settings, protocol: 'http' | 'mqtt', inFlight = 1): Promise<Measured> {
  const mqttPort = await steadyPort()
  const firstTs = Date.now()
  return withServer(
    database => createOrganisation(database, 'Ingest', DEVICES),
    async (server, organisation, database) => {
      const tokens = organisation.devices.map(({token}) => token)
      const port = protocol === 'http' ? server.port : mqttPort
      const load = {protocol, inFlight, port, tokens, valuesPerMessage: VALUES_PER_MESSAGE, messagesPerSecond: null}
      await startLoad({...load, seconds: 5, firstTs: firstTs - 1_000_000}).result
      const result = await startLoad({...load, seconds: byLength(settings, {quick: 10, usual: 30}), firstTs}).result
      await server.kill()
      const stored = await database(opened => countPoints(opened, firstTs))
      const lost = organisation.devices.map(({number}, index) =>
        Math.max(0, (result.acknowledged[index] ?? 0) * VALUES_PER_MESSAGE - (stored.get(number) ?? 0)),
      )
      const rate = (sum(result.acknowledged) * 1000) / result.milliseconds
      return {rate, lost: sum(lost), refused: sum(Object.values(result.refused)), result}
    },
    {environment: {MQTT: 'on', MQTT_PORT: String(mqttPort)}},
  )
}

async function idle(): Promise<Line> {
  const mqttPort = await steadyPort()
  return withServer(
    database => createOrganisation(database, 'Idle', IDLE_DEVICES),
    async (server, organisation) => {
      const tokens = organisation.devices.map(({token}) => token)
      const {result} = startLoad({
        protocol: 'mqtt',
        port: mqttPort,
        tokens: tokens.slice(0, 50),
        valuesPerMessage: 1,
        messagesPerSecond: 500,
        seconds: 5,
        firstTs: Date.now(),
      })
      await result
      await delay(3000)
      const before = residentBytes(server.pid)
      const clients = startNode(join(import.meta.dirname, 'support/idleProcess.ts'))
      clients.stderr?.pipe(process.stderr)
      clients.send({port: mqttPort, token: tokens, count: IDLE})
      await once(clients, 'message')
      await delay(5000)
      const each = (residentBytes(server.pid) - before) / IDLE
      clients.kill('SIGKILL')
      return {
        what: `memory of the server for each of ${IDLE.toLocaleString('en')} connections by MQTT that say nothing`,
        measured: `${(each / 1000).toFixed(1)} kB`,
        limit: '≤ 30 kB',
        verdict: verdict(each <= 30_000),
      }
    },
    {environment: {MQTT: 'on', MQTT_PORT: String(mqttPort)}},
  )
}
