import {startLoad} from './support/load'
import {information, type Line, verdict} from './support/report'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile, sum} from './support/statistics'
import {createOrganisation, type Organisation} from './support/world'

const DEVICES = 50
const MESSAGES_PER_SECOND = 100
/** The load that one device of another organisation sends meanwhile: 10,000 points a message. */
const FLOOD = {valuesPerMessage: 10, timesPerMessage: 1_000, messagesPerSecond: 20}
const NO_LIMIT = '1000000000:1'
const LIMIT = 2

interface Flooded {
  quiet: number
  flooded: number
  refusedOthers: number
  refusedFlood: number
}

/**
 * Measures how long others wait for their answers while a device of another organisation sends as many values as it can.
 */
export async function flood(settings: Settings): Promise<Line[]> {
  const limited = await measure(settings, {})
  const unlimited = await measure(settings, {
    RATE_LIMITS_DEVICE_VALUES: NO_LIMIT,
    RATE_LIMITS_ORGANISATION_VALUES: NO_LIMIT,
  })
  return [
    line('a device floods: another organisation’s device POST → answer, p99', limited),
    line('  the same without limits, by the turns of organisations alone', unlimited),
    information(
      '  messages of the flood that were refused; of the others',
      `${limited.refusedFlood} with limits, ${unlimited.refusedFlood} without; ${limited.refusedOthers + unlimited.refusedOthers}`,
    ),
  ]
}

function line(what: string, {quiet, flooded, refusedOthers}: Flooded): Line {
  const ratio = flooded / quiet
  return {
    what,
    measured: `${ratio.toFixed(2)} ×; ${flooded.toFixed(1)} ms, quiet ${quiet.toFixed(1)} ms`,
    limit: `≤ ${LIMIT} × quiet`,
    verdict: verdict(ratio <= LIMIT && refusedOthers === 0),
  }
}

function measure(settings: Settings, environment: Record<string, string>): Promise<Flooded> {
  const seconds = byLength(settings, {quick: 8, usual: 20})
  return withServer(
    async database => ({
      others: await createOrganisation(database, 'Quiet', DEVICES),
      flooding: await createOrganisation(database, 'Flood', 1),
    }),
    async (server, {others, flooding}) => {
      const send = (length: number) =>
        loadOf(server, others, {valuesPerMessage: 1, messagesPerSecond: MESSAGES_PER_SECOND, seconds: length})
      await send(3)
      const quiet = await send(seconds)
      const flood = loadOf(server, flooding, {...FLOOD, seconds: seconds + 4})
      await send(2)
      const flooded = await send(seconds)
      return {
        quiet: percentile(quiet.latencies, 0.99),
        flooded: percentile(flooded.latencies, 0.99),
        refusedOthers: sum(Object.values(flooded.refused)),
        refusedFlood: sum(Object.values((await flood).refused)),
      }
    },
    {environment},
  )
}

interface Sent {
  valuesPerMessage: number
  timesPerMessage?: number
  messagesPerSecond: number
  seconds: number
}

let firstTs = Date.now() - 86_400_000

function loadOf({port}: RunningServer, {devices}: Organisation, sent: Sent) {
  firstTs += 1_000_000
  return startLoad({port, tokens: devices.map(({token}) => token), firstTs, ...sent}).result
}
