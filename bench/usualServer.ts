import {learn} from '../contract/rules/usual/learn'
import {emptyState, encodeState} from '../contract/rules/usual/state'
import type {Database} from '../server/database/connect'
import {startLoad} from './support/load'
import {type Line, verdict} from './support/report'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {median, percentile, sum} from './support/statistics'
import {createOrganisation, type Organisation} from './support/world'

const DEVICES = 100
const KEYS = 10
const WEEKS = 8
const HOUR = 3_600_000
const MAX_SLOWER = 2
const MAX_SECONDS = 60
const LEAST_SHARE = 0.93

/** Measures the server's cost of learning usual values, and of evaluating each value that comes. */
export async function usualServer(settings: Settings): Promise<Line[]> {
  return [...(await judged(settings)), ...(await learned(settings))]
}

const NAMES = Array.from({length: KEYS}, (_, index) => `k${index}`)

async function createKeys({pool}: Database) {
  await pool.query('insert into telemetry_key (name) select unnest($1::text[])', [NAMES])
}

const createWorld = (database: Database) => createOrganisation(database, 'Usual', DEVICES)

/** The load of values of now by turns, on servers that know all series and on such that know none. */
async function judged(settings: Settings): Promise<Line[]> {
  const rounds = byLength(settings, {quick: 1, usual: 3})
  const rates: {with: number[]; without: number[]} = {with: [], without: []}
  for (let round = 0; round < rounds; round++) {
    for (const side of ['without', 'with'] as const) {
      const prepare = async (database: Database) => {
        await createKeys(database)
        if (side === 'with') await knowAll(database)
        return createWorld(database)
      }
      rates[side].push(await withServer(prepare, (server, world) => rateOf(server, world, settings)))
    }
  }
  const shares = rates.with.map((rate, round) => rate / (rates.without[round] ?? 1))
  const share = median(shares)
  return [
    {
      what: 'ingest with all 1,000 series judged, compared to the same without what was learned',
      measured: `${share.toFixed(3)} × (${rates.with.map(Math.round)} and ${rates.without.map(Math.round)} messages/s)`,
      limit: `≥ ${LEAST_SHARE} ×`,
      verdict: verdict(share >= LEAST_SHARE),
    },
  ]
}

async function knowAll({pool}: Database) {
  const hours = Array.from({length: WEEKS * 168}, (_, index) => {
    const mean = 20 + Math.sin(index / 4)
    return {ts: index * HOUR, count: 60, mean, low: mean - 1, high: mean + 1, first: mean, last: mean}
  })
  await pool.query(
    `insert into usual_series (device_number, key_id, zone, state, learned_to)
     select number, id, 'UTC', $1::bytea, 0 from generate_series(1, $2::int4) as number cross join telemetry_key`,
    [Buffer.from(encodeState(learn(emptyState('UTC'), hours))), 2 * DEVICES],
  )
}

async function rateOf({port}: RunningServer, {devices}: Organisation, settings: Settings): Promise<number> {
  const load = {port, tokens: devices.map(({token}) => token), valuesPerMessage: KEYS, messagesPerSecond: null}
  // Only present values are evaluated. Each message of a device is a millisecond later than the one before.
  await startLoad({...load, seconds: 5, firstTs: Date.now() - 30_000}).result
  const {acknowledged, milliseconds} = await startLoad({
    ...load,
    seconds: byLength(settings, {quick: 8, usual: 15}),
    firstTs: Date.now() - 20_000,
  }).result
  return (sum(acknowledged) * 1000) / milliseconds
}

/** Eight weeks of 1,000 series are learned while devices send. */
async function learned(settings: Settings): Promise<Line[]> {
  const prepare = async (database: Database) => {
    await createKeys(database)
    const world = await createWorld(database)
    await storeHours(database)
    return world
  }
  return withServer(prepare, async (server, {devices}) => {
    const startedAt = Date.now()
    const tokens = devices.map(({token}) => token)
    const load = {port: server.port, tokens, valuesPerMessage: KEYS, messagesPerSecond: 1000}
    const during = startLoad({...load, seconds: byLength(settings, {quick: 15, usual: 30}), firstTs: Date.now()})
    const seconds = untilLearned(server).then(() => (Date.now() - startedAt) / 1000)
    const busy = await during.result
    const took = await seconds
    const calm = await startLoad({...load, seconds: 15, firstTs: Date.now()}).result
    const [one, other] = [percentile(busy.latencies, 0.99), percentile(calm.latencies, 0.99)]
    return [
      {
        what: 'learning 1,000 series of 8 weeks from rollups, beside 1,000 messages/s',
        measured: `${took.toFixed(1)} s`,
        limit: `≤ ${MAX_SECONDS} s`,
        verdict: verdict(took <= MAX_SECONDS),
      },
      {
        what: '  p99 of the messages meanwhile, compared to afterwards',
        measured: `${(one / other).toFixed(2)} × (${one.toFixed(1)} and ${other.toFixed(1)} ms)`,
        limit: `≤ ${MAX_SLOWER} ×`,
        verdict: verdict(one / other <= MAX_SLOWER),
      },
    ]
  })
}

async function storeHours({pool}: Database) {
  const until = Math.floor(Date.now() / HOUR) * HOUR - HOUR
  const series = 'from device cross join telemetry_key'
  // In one go it would take longer than a statement may.
  for (let day = 0; day < WEEKS * 7; day++) {
    await pool.query(
      `insert into telemetry_rollup (
       device_number, key_id, minutes, ts, points, is_parted, high, low, magnitude, first, last, lowest, highest,
       first_at, last_at, lowest_at, highest_at, events
     )
     select number, telemetry_key.id, 60, $1::int8 - hour::int8 * ${HOUR}, 60, false, 60 * (20 + sin(hour)), 0, 0, 20, 20, 19, 21,
       0, 0, 0, 0, 0
     ${series} cross join generate_series($2::int4 + 1, $2 + 24) as hour`,
      [until, day * 24],
    )
  }
  await pool.query(
    `insert into latest (device_number, key_id, ts, received_at, value) select number, telemetry_key.id, $1, $1, 20 ${series}`,
    [until],
  )
}

async function untilLearned({port}: RunningServer): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    if (/background_last_success_timestamp_seconds\{work="learning"\} \d/.test(metrics)) return
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}
