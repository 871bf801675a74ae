import * as z from 'zod'
import type {Database} from '../server/database/connect'
import {countHours} from '../server/telemetry/plays/playHours'
import {type Line, verdict} from './support/report'
import {signIn, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {median} from './support/statistics'
import {unlimited} from './support/unlimited'
import {createOrganisation, type Organisation, settle} from './support/world'

const SCREENS = 200
const VIDEOS = 10
const HOUR = 3_600_000
const DAY = 24 * HOUR
const MONTH = 30 * DAY
const ROUNDS = 7
const LIMIT = 1000

/** The proof of play of a whole organisation, in a range that begins and ends within an hour. */
export function plays(settings: Settings): Promise<Line[]> {
  const period = byLength(settings, {quick: 600_000, usual: 60_000, full: 20_000})
  const end = Math.floor(Date.now() / HOUR) * HOUR
  const stored = {firstTs: end - MONTH, period, count: MONTH / period}
  const [from, to] = [stored.firstTs + HOUR / 3, end - HOUR / 3]
  return withServer(
    async database => {
      const organisation = await createOrganisation(database, 'Plays', SCREENS)
      await storePlays(database, organisation, stored)
      await settle(database)
      return organisation
    },
    async (server, {emails: [email]}) => {
      const get = await signIn(server, email)
      const ask = async () => sums.parse(await get(`/api/v0/digitalAssets/plays?from=${from}&to=${to}`))
      const told = (await ask()).reduce((total, {whole}) => total + whole, 0)
      const latencies: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const startedAt = performance.now()
        await ask()
        latencies.push(performance.now() - startedAt)
      }
      return lines(latencies, told, told === (SCREENS * (to - from)) / period)
    },
  )
}

const sums = z.array(z.object({whole: z.number()}))

interface Stored {
  firstTs: number
  period: number
  /** The number of each screen's plays. */
  count: number
}

/** Stores the points and counts them as the ingest does. */
async function storePlays(database: Database, {devices}: Organisation, {firstTs, period, count}: Stored) {
  await unlimited(database, async client => {
    await client.query(`insert into telemetry_key (name) values ('played')`)
    await client.query(STORE, [devices.map(({number}) => number), firstTs, period, count, VIDEOS])
    await client.query('vacuum (analyze) telemetry')
    for (const {number: deviceNumber} of devices) {
      const hours = Array.from({length: MONTH / HOUR}, (_, hour) => ({deviceNumber, hour: firstTs + hour * HOUR}))
      await countHours(client, hours)
    }
  })
}

const STORE = `
  insert into telemetry (device_number, key_id, ts, kind, text)
  select device, (select id from telemetry_key where name = 'played'), $2::bigint + i * $3::bigint, 4,
    json_build_object(
      'assetId', '0192f3a0-0000-7000-8000-' || lpad((i % $5::int)::text, 12, '0'), 'name', 'Video ' || i % $5::int,
      'seconds', 8.5, 'whole', true, 'revision', 3)
  from generate_series(0, $4::int - 1) i, unnest($1::int[]) device`

function lines(latencies: readonly number[], told: number, isRight: boolean): Line[] {
  const longest = Math.max(...latencies)
  return [
    {
      what: `proof of play of ${SCREENS} screens over a month, ${(told / 1e6).toFixed(1)} million plays`,
      measured: `p50 ${median(latencies).toFixed(0)} ms, at most ${longest.toFixed(0)} ms${isRight ? '' : ', counted wrong'}`,
      limit: '≤ 1 s',
      verdict: verdict(longest <= LIMIT && isRight),
    },
  ]
}
