import {information, type Line, verdict} from './support/report'
import {signIn, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile, spread} from './support/statistics'
import {createOrganisation, settle, storePoints} from './support/world'

const WEEK_OF_SECONDS = 604_800
const LIMIT = 120

/** Measures the average over a week of seconds. The table also holds seven other keys of the same size. */
export async function average(settings: Settings): Promise<Line[]> {
  const firstTs = Math.floor(Date.now() / 1000) * 1000 - WEEK_OF_SECONDS * 1000
  return withServer(
    async database => {
      const organisation = await createOrganisation(database, 'Average', 1)
      const others = byLength(settings, {quick: 1, usual: 7})
      const keys = ['load', ...Array.from({length: others}, (_, index) => `other${index}`)]
      const {devices} = organisation
      await storePoints(database, {devices, keys, firstTs, step: 1000, count: WEEK_OF_SECONDS})
      await settle(database)
      return organisation
    },
    async (server, organisation) => {
      const [device] = organisation.devices
      const get = await signIn(server, organisation.emails[0])
      const query = new URLSearchParams({
        keys: 'load',
        startTs: String(firstTs),
        endTs: String(firstTs + WEEK_OF_SECONDS * 1000 - 1),
        agg: 'average',
        window: '30',
        timeZone: 'Europe/Berlin',
      })
      const path = `/api/v0/telemetry/device/${device?.id}/values/timeseries?${query}`
      const durations: number[] = []
      for (let run = 0; run < 41; run++) {
        const startedAt = performance.now()
        const answer = await get(path)
        durations.push(performance.now() - startedAt)
        expectBuckets(answer)
      }
      const [first = Number.NaN, ...rest] = durations
      return [
        {
          what: '30-minute average over a week of 1 Hz data (604,800 rows) by the API',
          measured: `p50 ${spread(rest)}, p95 ${percentile(rest, 0.95).toFixed(1)} ms`,
          limit: 'p50 ≤ 120 ms',
          verdict: verdict(percentile(rest, 0.5) <= LIMIT),
        },
        information('  the first after the start of the server', `${first.toFixed(1)} ms`),
      ]
    },
  )
}

/** Throws when the answer is wrong, because the speed of a wrong answer means nothing. */
function expectBuckets(answer: unknown) {
  const values = Array.isArray(answer) ? answer[0]?.values : undefined
  if (!Array.isArray(values) || values.length < 336 || values.length > 337) {
    throw new Error(`Expected 336 buckets, got ${JSON.stringify(answer).slice(0, 200)}`)
  }
}
