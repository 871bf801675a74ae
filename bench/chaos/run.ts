import {readdir, utimes} from 'node:fs/promises'
import {join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import pg from 'pg'
import {ALARM_ROUTES_ATTRIBUTE} from '../../contract/rules/alarmRoutes'
import {THRESHOLDS_ATTRIBUTE} from '../../contract/rules/thresholds'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import type {Database} from '../../server/database/connect'
import {attribute} from '../../server/database/schema/attribute'
import {type Disk, mountDisk} from '../../tests/support/disk'
import {openNetwork} from '../../tests/support/network'
import {addressOf} from '../../tests/support/postgres'
import {steadyPort} from '../../tests/support/steadyPort'
import type {Gaps} from '../support/gaps'
import {inDatabaseOf, withDataFolder} from '../support/server'
import {openSession} from '../support/session'
import {createOrganisation, type Organisation} from '../support/world'
import {ALARM_ABOVE, alarmKey, type Fleet, startFleet} from './fleet'
import {judgeAlarms, judgeReadiness, judgeTold, type ReadinessVerdict} from './judge'
import {createRandom, shuffled} from './random'
import {gapsOf, judgeFiles, readAlarms} from './readBack'
import {receiveMail, receiveWebhooks} from './receivers'
import {openRedis} from './redis'
import {supervise} from './supervisor'
import {type Stage, TROUBLES, type Trouble} from './troubles'
import {startUploads} from './uploads'
import {startViewer} from './viewer'
import {startWatch, type Watch} from './watch'

export interface Plan {
  seed: number
  /** Null: each trouble happens once. */
  minutes: number | null
  lasting: Stage['lasting']
  /** Between two troubles, ms. */
  calm: number
  /** The share of the troubles that come together with another one. */
  together: number
  /**
   * The time for which readiness may be outdated, and the time within which it must be ready after the database is back,
   * ms.
   */
  readiness: {within: number; backWithin: number}
  /** It goes on until so much has happened, if given. */
  least?: {acknowledged: number; episodes: number}
  logFile: string
  tell(line: string): void
}

/** Each trouble once, and each for no longer than it must last to be noticed. */
export const SHORT = {minutes: null, lasting: {least: 2200, most: 2600}, calm: 200} as const

/** A trouble that happened. */
export interface Endured {
  name: string
  /** Until all was well again; null when it was not. */
  milliseconds: number | null
}

export interface Run {
  plan: Plan
  endured: readonly Endured[]
  skipped: readonly string[]
  gaps: readonly Gaps[]
  acknowledged: number
  answers: ReadonlyMap<number, number>
  uploadAnswers: ReadonlyMap<number, number>
  longestWait: number
  readiness: ReadinessVerdict
  serverComplaints: readonly string[]
  refusedStarts: number
  episodes: number
  alarms: readonly string[]
  mail: {missing: string[]; doubled: string[]}
  webhooks: {missing: string[]; doubled: string[]}
  videos: number
  files: readonly string[]
}

const DEVICES = 20
const PERIOD = 200
const EPISODE_EVERY = {messages: 100, short: 40}
const DISK_MEGABYTES = 900
const ROUTES = 5
const TITLE = 'Chaos'
/** A postmaster that hangs is replaced within this time, and a server that was killed has started long before. */
const RECOVERY = 60_000
/** A mail that a killed server was sending is sent again after two minutes, and changes of a group once a minute. */
const TOLD_WITHIN = 200_000
const SWEPT_WITHIN = 30_000
const MINUTE = 60_000

/** Brings one trouble after the other upon a server at work, and reports the losses. */
export async function chaos(plan: Plan): Promise<Run> {
  const disk = await mountDisk(DISK_MEGABYTES)
  try {
    return disk ? await runOn(disk.folder, disk, plan) : await withDataFolder(folder => runOn(folder, undefined, plan))
  } finally {
    await disk?.unmount()
  }
}

async function runOn(folder: string, disk: Disk | undefined, plan: Plan): Promise<Run> {
  const {seed, minutes, tell} = plan
  // The next trouble does not depend on the result of the last one.
  const order = createRandom(seed)
  const dataDir = join(folder, 'data')
  const episodeEvery = minutes === null ? EPISODE_EVERY.short : EPISODE_EVERY.messages
  const episodes = Math.ceil(((minutes ?? 4) * MINUTE) / (episodeEvery * PERIOD)) + 1
  const [mail, webhooks, redis] = [
    await receiveMail(),
    await receiveWebhooks(createRandom(seed + 1)),
    await openRedis(),
  ]
  const organisation = await inDatabaseOf(dataDir, database => prepare(database, episodes, webhooks.url))
  const port = await steadyPort()
  const origin = `http://127.0.0.1:${port}`
  const server = supervise({
    dataDir,
    port,
    logFile: plan.logFile,
    isDiskFull: () => stage.isDiskFull,
    environment: {
      SMTP_URL: mail.url,
      WEBHOOK_ALLOW_PRIVATE: 'on',
      ...(redis && {REDIS_URL: redis.url}),
    },
  })
  const network = await openNetwork(origin)
  const watch = startWatch({origin, dataDir, server})
  await until(watch.isReady, RECOVERY)
  const farPort = Number(new URL(network.origin).port)
  const fleet = startFleet({
    devices: organisation.devices,
    period: PERIOD,
    episodeEvery,
    episodes,
    portOf: place => (place % 2 === 0 ? port : farPort),
  })
  const session = openSession(origin, organisation.emails[0])
  const uploads = startUploads(session)
  const viewer = startViewer(
    session,
    organisation.devices.map(({id}) => id),
  )
  const stage: Stage = {
    random: createRandom(seed + 2),
    server,
    redis,
    network,
    dataDir,
    disk: disk?.folder,
    isDiskFull: false,
    excused: [],
    lasting: plan.lasting,
  }
  try {
    await recovery(fleet, watch, viewer)
    const {endured, skipped} = await endure()
    while (!hasHappened(plan.least)) await delay(PERIOD)
    tell('at the end')
    fleet.endEpisodes()
    await delay(PERIOD * 20)
    await fleet.stop()
    await uploads.stop()
    const isNotified = () => [mail, webhooks].every(({told}) => judgeTold(fleet.episodes, told).missing.length === 0)
    await until(isNotified, TOLD_WITHIN)
    viewer.stop()
    const gaps = []
    for (const device of organisation.devices) gaps.push(await gapsOf(session, device, fleet))
    const alarms = await inRunning(dataDir, pool => readAlarms(pool))
    await watch.stop()
    const files = await swept()
    return {
      plan,
      endured,
      skipped,
      gaps,
      files,
      acknowledged: acknowledged(),
      answers: fleet.answers,
      uploadAnswers: uploads.answers,
      longestWait: fleet.longestWait(),
      readiness: judgeReadiness({
        readiness: watch.readiness,
        database: watch.database,
        excused: stage.excused,
        acknowledgedAt: fleet.acknowledgedAt(),
        ...plan.readiness,
      }),
      serverComplaints: server.complaints,
      refusedStarts: server.refusedStarts(),
      episodes: fleet.episodes.length,
      alarms: judgeAlarms(fleet.episodes, alarms),
      mail: judgeTold(fleet.episodes, mail.told),
      webhooks: judgeTold(fleet.episodes, webhooks.told),
      videos: uploads.kept.length,
    }
  } finally {
    viewer.stop()
    await watch.stop()
    await Promise.all([fleet.stop(), uploads.stop()])
    network.close()
    await server.stop()
    await redis?.end('SIGKILL')
    for (const receiver of [mail, webhooks]) receiver.close()
  }

  function acknowledged() {
    return organisation.devices.reduce((sum, {id}) => sum + fleet.acknowledgedOf(id).length, 0)
  }

  function hasHappened(least: Plan['least'] = {acknowledged: 0, episodes: 0}) {
    return acknowledged() >= least.acknowledged && fleet.episodes.length >= least.episodes
  }

  async function endure(): Promise<{endured: Endured[]; skipped: string[]}> {
    const possible = TROUBLES.filter(trouble => trouble.isMissing?.(stage) === undefined)
    const skipped = TROUBLES.flatMap(trouble => {
      const reason = trouble.isMissing?.(stage)
      return reason === undefined ? [] : [`${trouble.name}: ${reason}`]
    })
    const endsAt = Date.now() + (minutes ?? 0) * MINUTE
    const endured: Endured[] = []
    do {
      for (const trouble of shuffled(order, possible)) {
        if (minutes !== null && Date.now() > endsAt) break
        const others = possible.filter(other => other !== trouble)
        const second = order() < plan.together ? shuffled(order, others).slice(0, 1) : []
        endured.push(await happen([trouble, ...second]))
        await delay(plan.calm * (0.5 + order()))
      }
    } while (minutes !== null && Date.now() < endsAt)
    return {endured, skipped}
  }

  async function happen(troubles: readonly Trouble[]): Promise<Endured> {
    const name = troubles.map(trouble => trouble.name).join(' + ')
    await Promise.all(troubles.map(trouble => trouble.happen(stage)))
    const milliseconds = await recovery(fleet, watch, viewer)
    tell(`${name}: ${milliseconds === null ? 'not over' : `all well after ${(milliseconds / 1000).toFixed(1)} s`}`)
    return {name, milliseconds}
  }

  /** The leftovers of a killed server look old, and a server that starts finds them. */
  async function swept(): Promise<string[]> {
    await server.end('SIGTERM')
    await age(join(dataDir, 'assets'))
    let wrong: string[] = []
    await until(async () => {
      wrong = await inRunning(dataDir, pool => judgeFiles(pool, dataDir, uploads.kept)).catch(() => ['not read'])
      return wrong.length === 0
    }, SWEPT_WITHIN)
    return wrong
  }
}

/** One organisation with its devices, thresholds on each of their alarms, and routes that tell of them. */
async function prepare(database: Database, episodes: number, webhook: string): Promise<Organisation> {
  const organisation = await createOrganisation(database, TITLE, DEVICES)
  await database.pool.query('update device set type = $1 || (number % $2)::text', ['route', ROUTES])
  const owner = {entityType: 'organisation' as const, entityId: organisation.id, organisationId: organisation.id}
  const thresholds = Object.fromEntries(
    Array.from({length: episodes}, (_, episode) => [alarmKey(episode), {critical: {above: ALARM_ABOVE}}]),
  )
  const routes = Array.from({length: ROUTES}, (_, route) => ({
    name: `Route ${route}`,
    types: [`route${route}`],
    targets: [
      {kind: 'email', address: `route${route}@chaos.test`},
      {kind: 'webhook', url: webhook, secret: 'as secret as a secret can be'},
    ],
  }))
  await database.db.insert(attribute).values(
    [
      {scope: ATTRIBUTE_SCOPES.shared, key: THRESHOLDS_ATTRIBUTE, jsonV: thresholds},
      {scope: ATTRIBUTE_SCOPES.server, key: ALARM_ROUTES_ATTRIBUTE, jsonV: routes},
    ].map(written => ({...owner, ...written, lastUpdateTs: Date.now()})),
  )
  return organisation
}

/**
 * Returns the time until the server is ready, each device has an acknowledgement for its latest message, and a viewer has
 * received one.
 */
async function recovery(fleet: Fleet, watch: Watch, viewer: {newest(): number}): Promise<number | null> {
  const startedAt = Date.now()
  const isOver = () =>
    watch.isReady() && fleet.lastAcknowledged().every(at => at > startedAt) && viewer.newest() > startedAt
  return (await until(isOver, RECOVERY)) ? Date.now() - startedAt : null
}

async function until(isSo: () => boolean | Promise<boolean>, within: number): Promise<boolean> {
  const endsAt = Date.now() + within
  while (!(await isSo())) {
    if (Date.now() > endsAt) return false
    await delay(50)
  }
  return true
}

async function inRunning<T>(dataDir: string, use: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({...addressOf(dataDir), user: 'pulsewall', database: 'pulsewall', max: 1})
  pool.on('error', () => {})
  try {
    return await use(pool)
  } finally {
    await pool.end()
  }
}

async function age(folder: string) {
  const at = new Date(Date.now() - 120 * MINUTE)
  for (const name of await readdir(folder, {recursive: true}).catch(() => [])) await utimes(join(folder, name), at, at)
}
