import {setTimeout as delay} from 'node:timers/promises'
import * as z from 'zod'
import {THRESHOLDS_ATTRIBUTE} from '../contract/rules/thresholds'
import {ATTRIBUTE_SCOPES} from '../contract/wire/entities/attribute'
import type {Database} from '../server/database/connect'
import {attribute} from '../server/database/schema/attribute'
import {unpackAll} from '../tests/support/unpackAll'
import {ALARM_ABOVE, alarmKey, SEQUENCE_KEY, startFleet} from './chaos/fleet'
import {behindBalancer} from './support/balanced'
import {gapsIn} from './support/gaps'
import {information, type Line, verdict} from './support/report'
import {cookiesOf} from './support/server'
import {percentile} from './support/statistics'
import {startWatchers} from './support/watchers'
import {createOrganisation, type Organisation} from './support/world'

const CLIENTS = 1000
const DEVICES = 100
/** Each session belongs to another user, because each user has a rate limit. */
const SESSIONS = 25
const BACK_LIMIT = 10_000
const ALARMS_OF_DEVICE = 3
const BEFORE = 5000
const AFTER = 20_000
const WHAT = 'three servers behind a balancer with 1,000 clients, one killed'

/** Kills one of three servers behind HAProxy while 1,000 clients are connected and devices go on posting. */
export const servers = (): Promise<Line[]> =>
  behindBalancer(WHAT, async ({database, origin, servers: [, second]}) => {
    const organisation = await createOrganisation(database, 'Servers', DEVICES, SESSIONS)
    await setThresholds(database, organisation)
    return measure(database, organisation, origin, async () => second?.kill())
  })

const clientReport = z.object({
  deviceId: z.string(),
  cutAt: z.nullable(z.number()),
  backAt: z.nullable(z.number()),
  refilledAt: z.nullable(z.number()),
  points: z.array(z.number()),
  duplicates: z.number(),
})

async function measure(database: Database, organisation: Organisation, origin: string, kill: () => Promise<unknown>) {
  const {devices} = organisation
  const watchers = await startWatchers('restartProcess.ts', {
    origin,
    key: SEQUENCE_KEY,
    cookies: await Promise.all(organisation.emails.map(email => cookiesOf({origin}, email))),
    watches: Array.from({length: CLIENTS}, (_, client) => [devices[client % DEVICES]?.id ?? '']),
  })
  const port = Number(new URL(origin).port)
  const fleet = startFleet({
    devices,
    portOf: () => port,
    period: 1000,
    episodeEvery: 8,
    episodes: ALARMS_OF_DEVICE,
  })
  await delay(BEFORE)
  const killedAt = Date.now()
  await kill()
  await delay(AFTER)
  await fleet.stop()
  await delay(2000)
  const clients = z.array(clientReport).parse(await watchers.ask('report'))
  await watchers.end()

  const stored = await storedPoints(database, organisation)
  const missedBy = (some: typeof clients) =>
    some.flatMap(({deviceId, points}) => {
      const had = new Set(points)
      return (stored.get(deviceId) ?? []).filter(({ts}) => !had.has(ts))
    }).length
  const missing = missedBy(clients)
  const cut = clients.filter(({cutAt}) => cutAt !== null)
  const back = cut.map(({backAt}) => (backAt ?? Number.POSITIVE_INFINITY) - killedAt)
  const refilled = cut.map(({refilledAt}) => (refilledAt ?? Number.POSITIVE_INFINITY) - killedAt)
  const gaps = devices.map(({id}) =>
    gapsIn(
      (stored.get(id) ?? []).map(({value}) => value),
      fleet.acknowledgedOf(id),
    ),
  )
  const lost = gaps.flatMap(({missing}) => missing).length
  const doubled = gaps.flatMap(({doubled}) => doubled).length
  const raised = fleet.episodes.filter(({isRaised}) => isRaised).length
  const occurrences = await countOf(database, 'select count(*)::int4 as count from alarm_occurrence')
  const alarms = await countOf(database, 'select count(distinct alarm_id)::int4 as count from alarm_occurrence')
  const duplicates = clients.reduce((total, client) => total + client.duplicates, 0)
  const slowest = Math.max(...back)
  return [
    {
      what: `${WHAT}: SIGKILL → all back`,
      measured: `${(slowest / 1000).toFixed(1)} s (median ${(percentile(back, 0.5) / 1000).toFixed(1)} s), ${cut.length} were cut`,
      limit: '≤ 10 s',
      verdict: verdict(slowest <= BACK_LIMIT),
      cause: 'the thousand browsers are on the same two cores as the servers.',
    },
    {
      what: '  points that clients miss',
      measured: `${missing}, of which ${missing - missedBy(cut)} by clients that were not cut; ${duplicates} pushed twice`,
      limit: 'none missing',
      verdict: verdict(missing === 0),
    },
    {
      what: '  acknowledged points lost; stored twice',
      measured: `${lost}; ${doubled}`,
      limit: 'none',
      verdict: verdict(lost + doubled === 0),
    },
    {
      what: '  alarms lost; doubled',
      measured: `${raised - alarms}; ${occurrences - alarms}, of ${raised}`,
      limit: 'none',
      verdict: verdict(alarms === raised && occurrences === alarms),
    },
    information(
      '  last gap filled; longest wait of a device for its acknowledgement',
      `${(Math.max(...refilled) / 1000).toFixed(1)} s; ${(fleet.longestWait() / 1000).toFixed(1)} s`,
    ),
  ] satisfies Line[]
}

async function setThresholds({db}: Database, {id}: Organisation) {
  const keys = Array.from({length: ALARMS_OF_DEVICE}, (_, episode) => alarmKey(episode))
  await db.insert(attribute).values({
    entityType: 'organisation',
    entityId: id,
    organisationId: id,
    lastUpdateTs: Date.now(),
    scope: ATTRIBUTE_SCOPES.shared,
    key: THRESHOLDS_ATTRIBUTE,
    jsonV: Object.fromEntries(keys.map(key => [key, {warning: {above: ALARM_ABOVE}}])),
  })
}

async function storedPoints({pool}: Database, {devices}: Organisation) {
  await unpackAll(pool)
  const points = new Map<string, {ts: number; value: number}[]>()
  for (const {id, number} of devices) {
    const {rows} = await pool.query<{ts: number; value: number}>(
      `select ts::float8 as ts, value from telemetry join telemetry_key on telemetry_key.id = key_id
       where device_number = $1 and name = $2 order by ts`,
      [number, SEQUENCE_KEY],
    )
    points.set(id, rows)
  }
  return points
}

async function countOf({pool}: Database, query: string): Promise<number> {
  const {rows} = await pool.query<{count: number}>(query)
  return rows[0]?.count ?? 0
}
