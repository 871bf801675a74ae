import type {Log} from '../log/log'
import type {Scheduler} from '../scheduler'
import {readCounters, readMachine} from './machine'
import type {DeviceClient} from './post'

const TELEMETRY_PERIOD = 5_000
const HEARTBEAT_PERIOD = 60_000
/** Rates need some time between two readings, so the first values are sent after this time. */
const FIRST_READING = 500

export interface AgentOptions {
  client: DeviceClient
  accessToken: string
  scheduler: Pick<Scheduler, 'now' | 'after' | 'every'>
  log: Log
}

export interface Running {
  stop(): void
}

/** Sends measurements of this machine as a demo device. */
export async function startAgent({client, accessToken, scheduler, log}: AgentOptions): Promise<Running> {
  const {now, after, every} = scheduler
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
  const timers = [after(FIRST_READING, report), every(TELEMETRY_PERIOD, report), every(HEARTBEAT_PERIOD, heartbeat)]
  return {
    stop() {
      for (const cancel of timers) cancel()
    },
  }
}
