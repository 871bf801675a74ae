import * as z from 'zod'
import type {Database} from '../server/database/connect'
import {type Line, verdict} from './support/report'
import {signIn, withServer} from './support/server'
import type {Settings} from './support/settings'
import {median} from './support/statistics'
import {unlimited} from './support/unlimited'
import {createOrganisation, type Organisation, settle} from './support/world'

const DEVICES = 1000
const DAYS = 30
const DAY = 86_400_000
const ROUNDS = 9
const LIMIT = 150

/** The availability of a whole organisation, by device and day, of devices that send often and of such that seldom do. */
export async function availability(_: Settings): Promise<Line[]> {
  const lines: Line[] = []
  for (const [kind, ofDay] of Object.entries(RUNS)) lines.push(await measure(kind, ofDay))
  return lines
}

/** The runs of a day in SQL: each device is away for some hours of every fifth day, or sends every ten minutes. */
const RUNS = {
  'that send every few seconds': `(
    select case when (number + day / ${DAY}) % 5 > 0 then '{[0,86490000)}'
      else int4multirange(int4range(0, 20000000 + number * 9000), int4range(52000000 + number * 9000, 86490000)) end
  )`,
  'that send every ten minutes': `(
    select range_agg(int4range(at, at + 90000)) from generate_series(number % 600000, ${DAY - 1}, 600000) as at
  )`,
}

function measure(kind: string, ofDay: string): Promise<Line> {
  const end = Math.floor(Date.now() / DAY) * DAY
  const start = end - DAYS * DAY
  return withServer(
    async database => {
      const organisation = await createOrganisation(database, 'Availability', DEVICES)
      await storeDays(database, organisation, {start, end, ofDay})
      await settle(database)
      return organisation
    },
    async (server, {id, emails: [email]}) => {
      const get = await signIn(server, email)
      const url = `/api/v0/availability?organisation_id=${id}&start_ts=${start}&end_ts=${end}&time_zone=Europe/Berlin`
      const known = answer.parse(await get(url))
      const latencies: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const startedAt = performance.now()
        await get(url)
        latencies.push(performance.now() - startedAt)
      }
      const isWhole = known.rows.length === DEVICES && known.rows.every(({amounts}) => amounts[1] > 0)
      return {
        what: `availability of ${DEVICES} devices ${kind}, over ${DAYS} days by device and day`,
        measured: `p50 ${median(latencies).toFixed(0)} ms, at most ${Math.max(...latencies).toFixed(0)} ms`,
        limit: '≤ 150 ms',
        verdict: verdict(median(latencies) <= LIMIT && isWhole),
      }
    },
  )
}

const answer = z.object({
  rows: z.array(z.object({amounts: z.tuple([z.number(), z.number(), z.number(), z.number()])})),
})

interface Stored {
  start: number
  end: number
  ofDay: string
}

/** With an alarm of each device, which was critical every tenth day, and a maintenance period of each week. */
async function storeDays(database: Database, {id, devices}: Organisation, {start, end, ofDay}: Stored) {
  const numbers = devices.map(({number}) => number)
  await unlimited(database, async client => {
    await client.query(
      `insert into data_day (device_number, day, times) select number, day, ${ofDay}
        from unnest($1::int4[]) as number, generate_series($2::int8 - $4::int8, $3::int8, $4::int8) as day`,
      [numbers, start, end, DAY],
    )
    await client.query(`insert into telemetry_key (name) values ('load')`)
    await client.query(
      `insert into alarm (id, device_id, device_number, key_id, kind, state, threshold, standing, is_resting, changed_at, urgency)
        select gen_random_uuid(), id, number, (select id from telemetry_key where name = 'load'), 'value', '{}', '{}', 'normal', true, 0, 0
        from device where number = any($1::int4[])`,
      [numbers],
    )
    await client.query(
      `insert into alarm_occurrence (id, alarm_id, severity, raised_at, returned_at, ended_at, ended_by)
        select gen_random_uuid(), alarm.id, 'critical', at, at + 600000, at + 600000, 'returned'
        from alarm, generate_series($1::int8, $2::int8, 10 * $3::int8) as at`,
      [start, end, DAY],
    )
    await client.query(
      `insert into alarm_journal (id, alarm_id, occurrence_id, at, kind, severity, version)
        select gen_random_uuid(), alarm_id, id, raised_at, 'raised', severity, 1 from alarm_occurrence`,
    )
    await client.query(
      `insert into maintenance_period (id, window_id, organisation_id, title, target_kind, starts_at, ends_at)
        select gen_random_uuid(), gen_random_uuid(), $1, 'Oil', 'organisation', at, at + 3600000
        from generate_series($2::int8, $3::int8, 7 * $4::int8) as at`,
      [id, start, end, DAY],
    )
  })
}
