import type {Database} from '../../server/database/connect'
import {type LoadResult, startLoad} from './load'
import {type Line, verdict} from './report'
import type {RunningServer} from './server'
import {percentile} from './statistics'
import {createOrganisation, settle, storePoints} from './world'

const DEVICES = 100
const STEP = 60_000
const MESSAGES_PER_SECOND = 1000
const AHEAD = 60_000
const LIMIT = 3

export type Send = (server: RunningServer, seconds: number) => Promise<LoadResult>

/**
 * Stores this many rows, a value of each device a minute up to the present. Returns a function that lets the devices send
 * 1,000 messages a second.
 */
export async function storeYears(database: Database, rows: number): Promise<Send> {
  const {devices} = await createOrganisation(database, 'Years', DEVICES)
  const count = rows / DEVICES
  const points = {keys: ['level'], firstTs: Date.now() - count * STEP, step: STEP, count}
  await storePoints(database, {devices, ...points})
  await settle(database)
  const tokens = devices.map(({token}) => token)
  let firstTs = Date.now() + AHEAD
  return (server, seconds) => {
    firstTs += seconds * MESSAGES_PER_SECOND
    const order = {valuesPerMessage: 1, messagesPerSecond: MESSAGES_PER_SECOND, seconds, firstTs}
    return startLoad({port: server.port, tokens, ...order}).result
  }
}

/** Compares how long devices wait while stored values are processed. */
export function waitsBeside(what: string, quiet: LoadResult, beside: LoadResult, limit = LIMIT): Line {
  const [before, meanwhile] = [percentile(quiet.latencies, 0.99), percentile(beside.latencies, 0.99)]
  const ratio = meanwhile / before
  return {
    what: `${what} during 1,000 messages/s: device POST → answer, p99`,
    measured: `${ratio.toFixed(2)} ×; ${meanwhile.toFixed(1)} ms, quiet ${before.toFixed(1)} ms`,
    limit: `≤ ${limit} × quiet`,
    verdict: verdict(ratio <= limit && Object.keys(beside.refused).length === 0),
  }
}
