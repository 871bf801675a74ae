import {randomBytes} from 'node:crypto'
import {setTimeout as delay} from 'node:timers/promises'
import {eq} from 'drizzle-orm'
import {ALARM_ROUTES_ATTRIBUTE} from '../contract/rules/alarmRoutes'
import {THRESHOLDS_ATTRIBUTE} from '../contract/rules/thresholds'
import type {Json} from '../contract/wire/common'
import {ATTRIBUTE_SCOPES} from '../contract/wire/entities/attribute'
import type {Database} from '../server/database/connect'
import {exactlyOne} from '../server/database/rows'
import {session, token} from '../server/database/schema/account'
import {attribute} from '../server/database/schema/attribute'
import {pushSubscription} from '../server/database/schema/notification'
import {user} from '../server/database/schema/user'
import type {Subscriber} from '../tests/support/pushService'
import {connectDevice} from './support/deviceConnection'
import {openPeers, type Peers} from './support/peers'
import {information, type Line, verdict} from './support/report'
import {inDatabaseOf, type RunningServer, startServer, withDataFolder} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile, spread} from './support/statistics'
import {createOrganisation} from './support/world'

const LIMIT = 2000
const FAILING = 500
const BROWSERS = 10
const INBOXES = 9

/**
 * Measures from a device's POST over its threshold to the push service, the webhook and the mail server that have it; and what
 * 500 devices that fail together mean to 20 recipients, and to a device that does not fail.
 */
export async function alarmChannels(settings: Settings): Promise<Line[]> {
  const organisations = byLength(settings, {quick: 10, usual: 50})
  const seconds = byLength(settings, {quick: 5, usual: 15})
  return withDataFolder(async dataDir => {
    const peers = await openPeers(dataDir)
    try {
      return await measure(dataDir, {peers, organisations, seconds})
    } finally {
      peers.close()
    }
  })
}

interface Given {
  peers: Peers
  organisations: number
  seconds: number
}

async function measure(dataDir: string, {peers, organisations, seconds}: Given): Promise<Line[]> {
  const {single, storm, quiet} = await inDatabaseOf(dataDir, async database => {
    const single = []
    for (let index = 0; index < organisations; index++) single.push(await createSingle(database, peers, index))
    const quiet = await createOrganisation(database, 'Quiet', 1)
    return {single, storm: await createStorm(database, peers), quiet: quiet.devices[0]?.token ?? ''}
  })
  const server = await startServer(dataDir, {environment: peers.environment})
  const times = {push: [] as number[], slack: [] as number[], mail: [] as number[]}
  for (const {deviceToken, address, hook, browser} of single) {
    const device = connectDevice(server.port, deviceToken)
    await device.post('{"level":10}')
    const coming = [peers.pushed.next(browser.path), peers.hooks.next(hook), peers.mailbox.arrivalOf(address)]
    const postedAt = performance.now()
    await device.post('{"level":90}')
    const [push = 0, slack = 0, mail = 0] = await Promise.all(coming)
    times.push.push(push - postedAt)
    times.slack.push(slack - postedAt)
    times.mail.push(mail - postedAt)
    device.close()
  }
  const before = await answersOf(server, quiet, seconds)
  const whileAllPost = async (body: string) => {
    const [times] = await Promise.all([answersOf(server, quiet, seconds), postTogether(server, storm.tokens, body)])
    return times
  }
  const busy = await whileAllPost('{"level":20}')
  const during = await whileAllPost('{"level":90}')
  await server.stop()
  const counts = [
    ...storm.browsers.map(({path}) => peers.pushed.counts.get(path) ?? 0),
    ...storm.addresses.map(address => peers.mailbox.counts.get(address) ?? 0),
    peers.hooks.counts.get(STORM_HOOK) ?? 0,
  ]
  return lines(times, {before, busy, during, counts})
}

const STORM_HOOK = '/storm'

async function createSingle(database: Database, peers: Peers, index: number) {
  const {id, emails, devices} = await createOrganisation(database, `Works${index}`, 1)
  const [address, hook] = [`noc${index}@bench.test`, `/works${index}`]
  const browser = await subscribe(database, peers, emails[0])
  await route(database, id, [
    {kind: 'email', address},
    {kind: 'slack', url: peers.hookOf(hook)},
    {kind: 'push', email: emails[0]},
  ])
  return {address, hook, browser, deviceToken: devices[0]?.token ?? ''}
}

async function createStorm(database: Database, peers: Peers) {
  const {id, emails, devices} = await createOrganisation(database, 'Storm', FAILING, BROWSERS)
  const browsers: Subscriber[] = []
  for (const email of emails) browsers.push(await subscribe(database, peers, email))
  const addresses = Array.from({length: INBOXES}, (_, index) => `storm-noc${index}@bench.test`)
  const mails = addresses.map(address => ({kind: 'email', address}))
  await route(database, id, [...mails, {kind: 'slack', url: peers.hookOf(STORM_HOOK)}, {kind: 'push'}])
  return {browsers, addresses, tokens: devices.map(each => each.token)}
}

async function route(database: Database, organisationId: string, targets: Json[]) {
  const {shared, server} = ATTRIBUTE_SCOPES
  const owner = {
    entityType: 'organisation' as const,
    entityId: organisationId,
    organisationId,
    lastUpdateTs: Date.now(),
  }
  await database.db.insert(attribute).values([
    {...owner, scope: shared, key: THRESHOLDS_ATTRIBUTE, jsonV: {level: {critical: {above: 80}}}},
    {...owner, scope: server, key: ALARM_ROUTES_ATTRIBUTE, jsonV: [{name: 'Noc', targets}]},
  ])
}

/** The browser of a signed-in user. */
async function subscribe({db}: Database, {push}: Peers, email: string): Promise<Subscriber> {
  const {id: userId} = exactlyOne(await db.select().from(user).where(eq(user.email, email)))
  await db.update(user).set({isVerified: true}).where(eq(user.id, userId))
  const {id: sessionId} = exactlyOne(await db.insert(session).values({userId}).returning())
  const expiresAt = Date.now() + 3_600_000
  await db.insert(token).values({hash: randomBytes(32).toString('hex'), sessionId, kind: 'refresh', expiresAt})
  const subscriber = push.subscriber()
  const {endpoint, keys} = subscriber.subscription
  await db.insert(pushSubscription).values({userId, sessionId, endpoint, ...keys, browser: 'Bench'})
  return subscriber
}

/** All post within a moment, over a few connections as a gateway has them. */
async function postTogether(server: RunningServer, tokens: readonly string[], body: string) {
  const left = [...tokens]
  const one = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const device = connectDevice(server.port, next)
      await device.post(body)
      device.close()
    }
  }
  await Promise.all(Array.from({length: 8}, one))
}

/** Measures how long a device that does not fail waits for its answers, at some tens of posts a second. */
async function answersOf(server: RunningServer, deviceToken: string, seconds: number): Promise<number[]> {
  const device = connectDevice(server.port, deviceToken)
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const postedAt = performance.now()
    await device.post('{"level":10}')
    times.push(performance.now() - postedAt)
    await delay(20)
  }
  device.close()
  return times
}

function lines(
  times: Readonly<Record<'push' | 'slack' | 'mail', readonly number[]>>,
  {before, busy, during, counts}: Readonly<Record<'before' | 'busy' | 'during' | 'counts', readonly number[]>>,
): Line[] {
  const slowest = Math.max(...Object.values(times).map(each => percentile(each, 0.99)))
  const most = Math.max(...counts)
  const p99 = (given: readonly number[]) => percentile(given, 0.99).toFixed(0)
  const ratioTo = (given: readonly number[]) => percentile(during, 0.99) / percentile(given, 0.99)
  return [
    {
      what: 'device POST over the threshold → push, Slack-shaped and mail peers have it, p99 of the slowest',
      measured: `${slowest.toFixed(0)} ms`,
      limit: `≤ ${LIMIT} ms`,
      verdict: verdict(slowest <= LIMIT),
    },
    ...(['push', 'slack', 'mail'] as const).map(name =>
      information(
        `  ${name}; a second of it waits for what happens at the same moment`,
        `${spread(times[name])}, p99 ${percentile(times[name], 0.99).toFixed(0)} ms`,
      ),
    ),
    {
      what: `${FAILING} devices fail together: messages to each of ${counts.length} recipients`,
      measured: `${Math.min(...counts)} to ${most}`,
      limit: '1',
      verdict: verdict(most === 1 && Math.min(...counts) === 1),
    },
    {
      what: '  p99 of a device that does not fail, against the same posts of which none fails',
      measured: `${ratioTo(busy).toFixed(1)} × (${p99(busy)} → ${p99(during)} ms)`,
      limit: '≤ 2 ×',
      verdict: verdict(ratioTo(busy) <= 2),
    },
    information(
      '  against a server to which that device alone posts',
      `${ratioTo(before).toFixed(1)} × (${p99(before)} ms)`,
    ),
  ]
}
