import {CHART_POINT_LIMIT} from '../contract/limits'
import type {Database} from '../server/database/connect'
import {exactlyOne} from '../server/database/rows'
import {rollUpSteps} from '../server/telemetry/rollups/rollUps'
import {packSteps} from '../server/telemetry/rollups/upkeep'
import {information, type Line, timesOver, verdict} from './support/report'
import {signIn, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {spread} from './support/statistics'
import {unlimited} from './support/unlimited'
import {createOrganisation, settle, storePoints} from './support/world'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const RUNS = 41
const WIDTH = 30

/**
 * Measures requests for a key that has had a value each second for a year, or for sixty days at the quick length. All but
 * the last day is packed.
 */
export async function history(settings: Settings): Promise<Line[]> {
  const days = byLength(settings, {quick: 60, usual: 365})
  const count = days * 86_400
  const endTs = Math.floor(Date.now() / MINUTE) * MINUTE - 1
  const firstTs = endTs + 1 - count * 1000
  let [rolledUp, packed, bytes] = [Number.NaN, Number.NaN, Number.NaN]
  let fromRows: number[] = []
  return withServer(
    async database => {
      const organisation = await createOrganisation(database, 'History', 1)
      await storePoints(database, {devices: organisation.devices, keys: ['load'], firstTs, step: 1000, count})
      rolledUp = count / (await secondsOf(rollUpSteps(database)))
      packed = count / (await secondsOf(packSteps(database, endTs)))
      bytes = await bytesOfPoint(database)
      await settle(database)
      fromRows = await weekFromRows(database)
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
      /**
       * The dashboard requests buckets of the last days from a multiple of their width on, and joined ones from a whole
       * hour on.
       */
      const bucketAgo = (length: number) => {
        const width = (length > CHART_POINT_LIMIT * WIDTH * MINUTE ? 60 : WIDTH) * MINUTE
        return Math.floor(ago(length) / width) * width
      }
      const newest = `${path}/latest/load`
      const measure = measuring(get, newest)
      return [
        await measure({
          what: `${WIDTH}-minute average over a week of 1 Hz data, of ${days} days, by the API`,
          path: averages(bucketAgo(7 * DAY)),
          expected: expectPoints(336),
          limit: 2,
        }),
        await measure({
          what: `  over ${days} days`,
          path: averages(bucketAgo(days * DAY)),
          expected: expectPoints(CHART_POINT_LIMIT),
          limit: 6,
        }),
        await measure({
          what: '  over a week from a chosen minute on',
          path: averages(ago(7 * DAY - 7 * MINUTE)),
          expected: expectPoints(336),
        }),
        await measure({
          what: `  over ${days} days from a chosen minute on`,
          path: averages(ago(days * DAY - 7 * MINUTE)),
          expected: expectPoints(CHART_POINT_LIMIT),
        }),
        await measure({
          what: '  over a week that begins within a minute',
          path: averages(ago(7 * DAY - 12_345)),
          expected: expectPoints(336),
        }),
        information(
          '  for comparison, PostgreSQL alone, of a week of rows in a table of nothing else',
          `p50 ${spread(fromRows)}`,
        ),
        await measure({
          what: '1,000 points of 30 days of 1 Hz data with all peaks by the API',
          path: series(ago(30 * DAY), {agg: 'none', limit: String(CHART_POINT_LIMIT)}),
          expected: expectPoints(CHART_POINT_LIMIT),
          limit: 3.5,
        }),
        await measure({
          what: '  of two days, as the dashboard shows at first',
          path: series(ago(2 * DAY), {agg: 'none', limit: String(CHART_POINT_LIMIT)}),
          expected: expectPoints(CHART_POINT_LIMIT),
        }),
        await measure({
          what: 'statistics (five windows) of 1 Hz data by the API',
          path: `${path}/statistics?key=load&timeZone=Europe/Berlin`,
          limit: 2,
          expected: () => {},
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

async function secondsOf(steps: AsyncIterable<unknown>): Promise<number> {
  const startedAt = performance.now()
  for await (const _ of steps);
  return (performance.now() - startedAt) / 1000
}

async function bytesOfPoint({pool}: Database): Promise<number> {
  const {rows} = await pool.query<{bytes: number}>(
    `select (pg_total_relation_size('telemetry_block') / sum(points))::float8 as bytes from telemetry_block`,
  )
  return exactlyOne(rows).bytes
}

/**
 * Measures the same averages from rows, by one look-up in an index for each, as a reference for the speed of the machine.
 */
async function weekFromRows(database: Database): Promise<number[]> {
  return unlimited(database, async client => {
    await client.query(WEEK_OF_ROWS)
    await client.query('vacuum (analyze) week_of_rows')
    const durations: number[] = []
    for (let run = 0; run <= RUNS_OF_ROWS; run++) {
      const startedAt = performance.now()
      const {rows} = await client.query(AVERAGES_OF_ROWS)
      durations.push(performance.now() - startedAt)
      if (rows.length !== 336) throw new Error(`Expected 336 averages, got ${rows.length}`)
    }
    await client.query('drop table week_of_rows')
    return durations.slice(1)
  })
}

const RUNS_OF_ROWS = 10

const WEEK_OF_ROWS = `
  create table week_of_rows (
    device_number int4, key_id int4, ts int8, value float8, primary key (device_number, key_id, ts) include (value)
  );
  insert into week_of_rows
  select 1, 1, second * 1000::int8, random() from generate_series(0, ${(7 * DAY) / 1000 - 1}) as second`

const AVERAGES_OF_ROWS = `
  select bucket, average from generate_series(0::int8, 335) as bucket cross join lateral (
    select avg(value) as average from week_of_rows
    where device_number = 1 and key_id = 1
      and ts between bucket * ${WIDTH * MINUTE} and (bucket + 1) * ${WIDTH * MINUTE} - 1
  ) as averaged`

interface Question {
  what: string
  path: string
  expected: (answer: unknown) => void
  limit?: number
}

/** Measures questions in turns with one for the newest value of a key, which tells how fast the machine is meanwhile. */
const measuring =
  (get: (path: string) => Promise<unknown>, newest: string) =>
  async ({what, path, expected, limit}: Question): Promise<Line> => {
    const durations: number[] = []
    const ofNewest: number[] = []
    for (let run = 0; run < RUNS; run++) {
      ofNewest.push((await timed(() => get(newest))).duration)
      const {duration, result} = await timed(() => get(path))
      durations.push(duration)
      expected(result)
    }
    const [first = Number.NaN, ...rest] = durations
    const base = {of: 'a call that reads the newest value of a key', times: ofNewest, decimals: 1}
    const line = timesOver(what, rest, base, limit)
    return {...line, measured: `${line.measured}; the first ${first.toFixed(1)} ms`}
  }

async function timed<Result>(ask: () => Promise<Result>) {
  const startedAt = performance.now()
  const result = await ask()
  return {duration: performance.now() - startedAt, result}
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
