import {readdir, readFile} from 'node:fs/promises'
import {cpus, freemem, loadavg, totalmem} from 'node:os'
import type {EpochMs} from '../../contract/wire/common'
import type {Log} from '../log/log'
import type {Scheduler} from '../scheduler'
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

/** Counters since the start of the machine: only the difference of two readings has a meaning. */
interface Counters {
  at: EpochMs
  idleTime: number
  cpuTime: number
  received: number
  sent: number
}

async function readCounters(at: EpochMs): Promise<Counters> {
  const times = cpus().map(cpu => cpu.times)
  const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
  return {
    at,
    idleTime: total(times.map(({idle}) => idle)),
    cpuTime: total(times.map(({user, nice, sys, idle, irq}) => user + nice + sys + idle + irq)),
    ...(await readNetwork()),
  }
}

/** Returns values in percent, bytes per second and degrees Celsius, as far as the system provides them. */
async function readMachine(before: Counters, now: Counters): Promise<Record<string, number>> {
  const seconds = Math.max(0.001, (now.at - before.at) / 1000)
  const cpuTime = Math.max(1, now.cpuTime - before.cpuTime)
  const temperature = await readTemperature()
  return {
    cpu: round(100 * (1 - (now.idleTime - before.idleTime) / cpuTime)),
    memory: round(100 * (1 - freemem() / totalmem())),
    load: round(loadavg()[0] ?? 0),
    networkIn: round(Math.max(0, now.received - before.received) / seconds),
    networkOut: round(Math.max(0, now.sent - before.sent) / seconds),
    ...(temperature === undefined ? {} : {temperature}),
  }
}

const round = (number: number) => Math.round(number * 100) / 100

/** Sums the bytes of all interfaces but the loopback. The sums are zero on systems without /proc. */
async function readNetwork(): Promise<{received: number; sent: number}> {
  const text = await readFile('/proc/net/dev', 'utf8').catch(() => '')
  const lines = text.split('\n').filter(line => line.includes(':') && !line.trim().startsWith('lo:'))
  const columns = lines.map(line => (line.split(':')[1] ?? '').trim().split(/\s+/).map(Number))
  const total = (column: number) => columns.reduce((sum, numbers) => sum + (numbers[column] ?? 0), 0)
  return {received: total(0), sent: total(8)}
}

/** The highest temperature of the sensors in /sys; undefined when there are none. */
async function readTemperature(): Promise<number | undefined> {
  const zones = await readdir('/sys/class/thermal').catch(() => [])
  const readings = await Promise.all(
    zones
      .filter(zone => zone.startsWith('thermal_zone'))
      .map(zone => readFile(`/sys/class/thermal/${zone}/temp`, 'utf8').then(Number, () => Number.NaN)),
  )
  const degrees = readings.map(reading => reading / 1000).filter(reading => reading > 0 && reading < 150)
  return degrees.length === 0 ? undefined : round(Math.max(...degrees))
}
