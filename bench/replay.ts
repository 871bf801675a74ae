import {information, type Line, verdict} from './support/report'
import {cookiesOf, type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile} from './support/statistics'
import {createOrganisation, settle, storePoints} from './support/world'

const DEVICES = 1000
const KEYS = ['temperature', 'humidity', 'pressure', 'voltage', 'signal']
const SECOND = 1000
const MINUTE = 60 * SECOND
const COUNT = 120
const MOMENT_LIMIT = 400

/** Measures the cost of opening a moment of the past, and whether a piece of it comes faster than it is played. */
export function replay(settings: Settings): Promise<Line[]> {
  const firstTs = Math.floor(Date.now() / MINUTE) * MINUTE - COUNT * MINUTE
  return withServer(
    async database => {
      const organisation = await createOrganisation(database, 'Past', DEVICES)
      await storePoints(database, {...organisation, keys: KEYS, firstTs, step: MINUTE, count: COUNT})
      await settle(database)
      return organisation
    },
    async (server, {emails: [email]}) => {
      const cookie = await cookiesOf(server, email)
      const at = firstTs + 60 * MINUTE
      const runs = byLength(settings, {quick: 5, usual: 20})
      const timesOf = async (path: string) => {
        const times: number[] = []
        for (let run = 0; run <= runs; run++) {
          const taken = await timeOf(server, cookie, path)
          if (run > 0) times.push(taken)
        }
        return times
      }
      const moment = percentile(await timesOf(`telemetry/device/latest?at=${at}`), 0.99)
      const rates = [1, 60, 600] as const
      const pieces: string[] = []
      let isFast = true
      for (const rate of rates) {
        const piece = `telemetry/device/history?from_ts=${at}&to_ts=${at + 4 * SECOND * rate}&step=${Math.min(250, MINUTE / rate) * rate}`
        const p99 = percentile(await timesOf(piece), 0.99)
        isFast &&= p99 < 4 * SECOND
        pieces.push(`${rate}×: ${p99.toFixed(0)} ms`)
      }
      return [
        {
          what: 'replay of 1,000 devices × 5 keys: all values as of a moment, p99',
          measured: `${moment.toFixed(0)} ms`,
          limit: '≤ 400 ms',
          verdict: verdict(moment <= MOMENT_LIMIT),
        },
        {
          what: '  a piece of 4 s of playing, p99',
          measured: pieces.join(', '),
          limit: '< 4 s',
          verdict: verdict(isFast),
        },
        information(
          '  since when values are kept',
          `${(await timeOf(server, cookie, 'telemetry/device/extent')).toFixed(0)} ms`,
        ),
      ]
    },
  )
}

async function timeOf({origin}: RunningServer, cookie: string, path: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${origin}/api/v0/${path}`, {headers: {cookie}})
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  return performance.now() - began
}
