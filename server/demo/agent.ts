import type {EpochMs} from '../../contract/wire/common'
import type {Log} from '../log/log'
import {readCounters, readMachine} from './machine'
import type {DeviceClient} from './post'

const TELEMETRY_PERIOD = 5_000
const HEARTBEAT_PERIOD = 60_000
/** Rates need some time between two readings, so the first values are sent after this time. */
const FIRST_READING = 500

export interface AgentOptions {
  client: DeviceClient
  accessToken: string
  now: () => EpochMs
  log: Log
}

export interface Running {
  stop(): void
}

/** Sends measurements of this machine as a demo device. */
export async function startAgent({client, accessToken, now, log}: AgentOptions): Promise<Running> {
  let before = await readCounters(now())

  async function measure() {
    const counters = await readCounters(now())
    const values = await readMachine(before, counters)
    before = counters
    await client.sendTelemetry(accessToken, values)
  }
  const report = () => void measure().catch(error => log.warn(error, 'This machine could not be measured.'))
  const heartbeat = () => void client.sendHeartbeat(accessToken, now())

  heartbeat()
  const timers = [
    setTimeout(report, FIRST_READING),
    setInterval(report, TELEMETRY_PERIOD),
    setInterval(heartbeat, HEARTBEAT_PERIOD),
  ]
  return {stop: () => timers.forEach(clearTimeout)}
}
