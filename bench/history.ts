import {CHART_POINT_LIMIT} from '../contract/limits'
import type {Database} from '../server/database/connect'
import {only} from '../server/database/only'
import {packSteps} from '../server/telemetry/packing'
import {rollUpSteps} from '../server/telemetry/rollUps'
import {information, type Line, verdict} from './support/report'
import {signIn, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile, spread} from './support/statistics'
import {createOrganisation, settle, storePoints} from './support/world'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const RUNS = 41
const WIDTH = 30

/** Measures what is asked of a key that has had a value each second for a year, or for sixty days at the quick length. All but the last day is packed. */
export async function history(settings: Settings): Promise<Line[]> {
  const days = byLength(settings, {quick: 60, usual: 365})
  const count = days * 86_400
  const endTs = Math.floor(Date.now() / MINUTE) * MINUTE - 1
  const firstTs = endTs + 1 - count * 1000
  let [rolledUp, packed, bytes] = [Number.NaN, Number.NaN, Number.NaN]
  return withServer(
    async database => {
      const organisation = await createOrganisation(database, 'History', 1)
      await storePoints(database, {devices: organisation.devices, keys: ['load'], firstTs, step: 1000, count})
      rolledUp = count / (await secondsOf(rollUpSteps(database)))
      packed = count / (await secondsOf(packSteps(database, endTs)))
      bytes = await bytesOfPoint(database)
      await settle(database)
      return organisation
    },
    async (server, organisation) => {
      const path = `/api/v0/telemetry/device/${organisation.devices[0]?.id}`
      const get = await signIn(server, organisation.emails[0])
      const series = (startTs: number, further: Record<string, string>) => {
        const range = {startTs: String(startTs), endTs: String(endTs)}
        return `${path}/values/timeseries?${new URLSearchParams({keys: 'load', timeZone: 'Europe/Berlin', ...range, ...further})}`
      }
      const averages = (startTs: number) => series(startTs, {agg: 'average', window: String(WIDTH)})
      const ago = (length: number) => endTs + 1 - length
      /** The dashboard asks for buckets of the last days from a multiple of their width on, and for those that are joined from a whole hour on. */
      const bucketAgo = (length: number) => {
        const width = (length > CHART_POINT_LIMIT * WIDTH * MINUTE ? 60 : WIDTH) * MINUTE
        return Math.floor(ago(length) / width) * width
      }
      return [
        await measured(get, {
          what: `${WIDTH}-minute average over a week of 1 Hz data, of ${days} days, by the API`,
          path: averages(bucketAgo(7 * DAY)),
          expected: expectPoints(336),
          limit: 6,
        }),
        await measured(get, {
          what: `  over ${days} days`,
          path: averages(bucketAgo(days * DAY)),
          expected: expectPoints(CHART_POINT_LIMIT),
          limit: 40,
        }),
        await measured(get, {
          what: '  over a week from a chosen minute on',
          path: averages(ago(7 * DAY - 7 * MINUTE)),
          expected: expectPoints(336),
        }),
        await measured(get, {
          what: `  over ${days} days from a chosen minute on`,
          path: averages(ago(days * DAY - 7 * MINUTE)),
          expected: expectPoints(CHART_POINT_LIMIT),
        }),
        await measured(get, {
          what: '  over a week that begins within a minute',
          path: averages(ago(7 * DAY - 12_345)),
          expected: expectPoints(336),
        }),
        await measured(get, {
          what: '  for comparison, a call that reads the newest value of a key',
          path: `${path}/latest/load`,
          expected: () => {},
        }),
        await measured(get, {
          what: '1,000 points of 30 days of 1 Hz data with all peaks by the API',
          path: series(ago(30 * DAY), {agg: 'none', limit: String(CHART_POINT_LIMIT)}),
          expected: expectPoints(CHART_POINT_LIMIT),
          limit: 25,
        }),
        await measured(get, {
          what: '  of two days, as the dashboard shows at first',
          path: series(ago(2 * DAY), {agg: 'none', limit: String(CHART_POINT_LIMIT)}),
          expected: expectPoints(CHART_POINT_LIMIT),
        }),
        await measured(get, {
          what: 'statistics (five windows) of 1 Hz data by the API',
          path: `${path}/statistics?key=load&timeZone=Europe/Berlin`,
          expected: () => {},
          limit: 10,
        }),
        information('rolling up', pointsPerSecond(rolledUp)),
        information('packing', pointsPerSecond(packed)),
        {
          what: 'disk for a packed point of random numbers each second, index included',
          measured: `${bytes.toFixed(1)} bytes`,
          limit: '≤ 8 bytes',
          verdict: verdict(bytes <= 8),
        },
      ]
    },
  )
}

const pointsPerSecond = (count: number) => `${Math.round(count).toLocaleString('en')} points/s`

async function secondsOf(steps: AsyncIterable<void>): Promise<number> {
  const startedAt = performance.now()
  for await (const _ of steps);
  return (performance.now() - startedAt) / 1000
}

async function bytesOfPoint({pool}: Database): Promise<number> {
  const {rows} = await pool.query<{bytes: number}>(
    `select (pg_total_relation_size('telemetry_block') / sum(points))::float8 as bytes from telemetry_block`,
  )
  return only(rows).bytes
}

interface Question {
  what: string
  path: string
  expected: (answer: unknown) => void
  limit?: number
}

async function measured(
  get: (path: string) => Promise<unknown>,
  {what, path, expected, limit}: Question,
): Promise<Line> {
  const durations: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const startedAt = performance.now()
    const answer = await get(path)
    durations.push(performance.now() - startedAt)
    expected(answer)
  }
  const [first = Number.NaN, ...rest] = durations
  const found = `p50 ${spread(rest)}, p95 ${percentile(rest, 0.95).toFixed(1)} ms; the first ${first.toFixed(1)} ms`
  if (limit === undefined) return information(what, found)
  return {what, measured: found, limit: `p50 ≤ ${limit} ms`, verdict: verdict(percentile(rest, 0.5) <= limit)}
}

/** Throws when the answer is wrong, because the speed of a wrong answer means nothing. Gaps and merging may cost a few. */
function expectPoints(wanted: number) {
  return (answer: unknown) => {
    const values = Array.isArray(answer) ? answer[0]?.values : undefined
    if (!Array.isArray(values) || values.length < wanted * 0.9 || values.length > wanted * 1.01) {
      throw new Error(`Expected about ${wanted} points, got ${JSON.stringify(answer).slice(0, 200)}`)
    }
  }
}
