import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {expect, it, onTestFinished} from 'vitest'
import {THRESHOLDS_ATTRIBUTE, thresholdsValue} from '../../../../contract/rules/thresholds'
import type {Json} from '../../../../contract/wire/common'
import type {Database} from '../../../../server/database/connect'
import {exactlyOne} from '../../../../server/database/rows'
import {session, token} from '../../../../server/database/schema/account'
import {attribute} from '../../../../server/database/schema/attribute'
import {device} from '../../../../server/database/schema/device'
import {pushSubscription} from '../../../../server/database/schema/notification'
import {seedUser} from '../../../support/app'
import {createDataDir} from '../../../support/dataDir'
import {createDevices, inDatabase} from '../../../support/preparedData'
import {findProgram} from '../../../support/programs'
import {decrypted, type Subscriber, startPushService} from '../../../support/pushService'
import {startServerProcess} from '../../../support/serverProcess'
import {KINDS} from './kinds'
import {type Received, startPeer} from './peer'

/** The key by which each peer recognises a repeated message. */
const KEYS: Readonly<Record<string, (received: Received) => unknown>> = {
  pagerduty: ({body}) => JSON.parse(body).dedup_key,
  opsgenie: ({body}) => JSON.parse(body).alias,
  alertmanager: ({body}) => JSON.parse(body).alerts[0].fingerprint,
  matrix: ({path}) => path,
  ntfy: ({body}) => JSON.parse(body).sequence_id,
}

const OPENSSL = findProgram('openssl')
if (OPENSSL === undefined) console.warn('A push is not tried: there is no openssl that makes a certificate.')

it.runIf(OPENSSL)('pushes again, to be shown in its own place, what a killed server had not noted', async () => {
  const dataDir = await createDataDir()
  const service = await startPushService()
  onTestFinished(() => service.close())
  const subscriber = service.subscriber()
  service.reply(subscriber, null)
  const certificate = join(dataDir, 'push-service.pem')
  await writeFile(certificate, service.ca)
  const [accessToken] = await inDatabase(dataDir, async database => {
    const created = await createDevices(database, 1)
    const [found] = await database.db.select().from(device)
    await database.db.insert(attribute).values(routed(found?.organisationId ?? '', [{kind: 'push'}]))
    await subscribe(database, found?.organisationId ?? '', subscriber)
    return created
  })
  const environment = {WEBHOOK_ALLOW_PRIVATE: 'true', NODE_EXTRA_CA_CERTS: certificate}
  const server = await startKillable(dataDir, environment)
  const body = JSON.stringify({level: 99})
  expect((await fetch(`${server.origin}/api/v1/${accessToken}/telemetry`, {method: 'POST', body})).status).toBe(200)
  const first = decrypted(subscriber, await service.next())
  await server.end('SIGKILL')
  service.reply(subscriber, {status: 201})
  await startKillable(dataDir, environment)
  const again = decrypted(subscriber, await service.next())

  expect([again.id, again.tag, again.isOver]).toEqual([first.id, first.tag, false])
})

it('sends again, with the same keys, what a server had sent when it was killed before it noted that', async () => {
  const dataDir = await createDataDir()
  const names = ['pagerduty', 'opsgenie', 'alertmanager', 'matrix', 'ntfy'] as const
  const peers = await Promise.all(names.map(async name => ({name, peer: await startPeer(null)})))
  const [accessToken] = await inDatabase(dataDir, async database => {
    const created = await createDevices(database, 1)
    const [found] = await database.db.select().from(device)
    const targets = peers.map(({name, peer}) => KINDS[name].target(peer.url))
    await database.db.insert(attribute).values(routed(found?.organisationId ?? '', targets))
    return created
  })
  const start = () => startKillable(dataDir, {WEBHOOK_ALLOW_PRIVATE: 'true'})
  const haveAll = async (count: number) => {
    while (peers.some(({peer}) => peer.calls.length < count)) await delay(50)
  }

  const server = await start()
  const body = JSON.stringify({level: 99})
  expect((await fetch(`${server.origin}/api/v1/${accessToken}/telemetry`, {method: 'POST', body})).status).toBe(200)
  await haveAll(1)
  await server.end('SIGKILL')
  for (const {name, peer} of peers) peer.reply = KINDS[name].taken
  await start()
  await haveAll(2)

  for (const {name, peer} of peers) {
    const keys = peer.calls.map(received => KEYS[name]?.(received))
    expect([name, new Set(keys).size]).toEqual([name, 1])
  }
})

/** A threshold of `level`, and a route to the targets. */
function routed(organisationId: string, targets: Json[]) {
  const limits = {warning: {above: 50, below: null}, critical: {above: 80, below: null}, clear: 5}
  const threshold = {...limits, delay: {on: 0, off: 0}, silentAfter: null, isLatching: false}
  const owner = {entityType: 'organisation' as const, entityId: organisationId, organisationId, lastUpdateTs: 0}
  return [
    {...owner, scope: 2, key: THRESHOLDS_ATTRIBUTE, jsonV: thresholdsValue(new Map([['level', threshold]]))},
    {...owner, scope: 1, key: 'alarmRoutes', jsonV: [{name: 'Noc', targets}]},
  ]
}

async function startKillable(dataDir: string, environment: Record<string, string>) {
  const server = startServerProcess({dataDir, environment})
  onTestFinished(async () => void (await server.end('SIGKILL')))
  const origin = await server.origin
  if (!origin) throw new Error(`The start failed:\n${server.output()}`)
  return {origin, end: server.end}
}

/** Somebody of the organisation is signed in, and has notifications switched on. */
async function subscribe(database: Database, organisationId: string, {subscription}: Subscriber) {
  const {id: userId} = await seedUser(database, {
    email: 'ann@works.test',
    authority: 'ORGANISATION_ADMIN',
    organisationId,
  })
  const {id: sessionId} = exactlyOne(await database.db.insert(session).values({userId}).returning())
  const expiresAt = Date.now() + 3_600_000
  await database.db.insert(token).values({hash: 'of a token', sessionId, kind: 'refresh', expiresAt})
  const {endpoint, keys} = subscription
  await database.db.insert(pushSubscription).values({userId, sessionId, endpoint, ...keys})
}
