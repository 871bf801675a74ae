import {setTimeout as delay} from 'node:timers/promises'
import {startLoad} from './support/load'
import {descendants, proportionalBytes, residentBytes} from './support/processes'
import {information, type Line, verdict} from './support/report'
import {withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {type Sample, slopePerMinute} from './support/statistics'
import {createOrganisation} from './support/world'

const DEVICES = 100
const LIMIT_MEGABYTES_PER_MINUTE = 5

/** Samples the resident memory of the server's own process once a second, under the load of the ingest benchmark. */
export async function memory(settings: Settings): Promise<Line[]> {
  const seconds = byLength(settings, {quick: 60, usual: 180})
  const settledAfter = byLength(settings, {quick: 20, usual: 30})
  return withServer(
    database => createOrganisation(database, 'Memory', DEVICES),
    async (server, {devices}) => {
      const tokens = devices.map(({token}) => token)
      const order = {port: server.port, tokens, valuesPerMessage: 10, messagesPerSecond: null, seconds}
      const {result} = startLoad({...order, firstTs: Date.now() - 86_400_000})
      const startedAt = Date.now()
      const samples: Sample[] = []
      let database = 0
      while (Date.now() < startedAt + seconds * 1000) {
        await delay(1000)
        samples.push({at: Date.now(), value: residentBytes(server.pid) / 1e6})
        if (samples.length % 15 === 0) database = proportionalBytes(descendants(server.pid)) / 1e6
      }
      const {acknowledged, milliseconds} = await result
      const rate = (acknowledged.reduce((total, count) => total + count, 0) * 1000) / milliseconds
      return lines(
        samples.filter(({at}) => at > startedAt + settledAfter * 1000),
        {seconds, settledAfter, rate, database},
      )
    },
  )
}

interface Run {
  seconds: number
  settledAfter: number
  rate: number
  database: number
}

function lines(samples: readonly Sample[], {seconds, settledAfter, rate, database}: Run): Line[] {
  const slope = slopePerMinute(samples)
  const sizes = samples.map(({value}) => value)
  return [
    {
      what: `server memory under that load for ${seconds} s, after the first ${settledAfter} s`,
      measured:
        `${slope >= 0 ? '+' : ''}${slope.toFixed(1)} MB/min; ` +
        `${Math.min(...sizes).toFixed(0)}–${Math.max(...sizes).toFixed(0)} MB`,
      limit: `flat: ≤ ${LIMIT_MEGABYTES_PER_MINUTE} MB/min`,
      verdict: verdict(slope <= LIMIT_MEGABYTES_PER_MINUTE),
    },
    information('  at a load of; the database beside it', `${Math.round(rate)} messages/s; ${database.toFixed(0)} MB`),
  ]
}
