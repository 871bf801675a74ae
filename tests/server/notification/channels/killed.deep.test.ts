import {setTimeout as delay} from 'node:timers/promises'
import {expect, it, onTestFinished} from 'vitest'
import {THRESHOLDS_ATTRIBUTE, thresholdsValue} from '../../../../contract/rules/thresholds'
import {attribute, device} from '../../../../server/database/schema'
import {createDataDir} from '../../../support/dataDir'
import {createDevices, inDatabase} from '../../../support/preparedData'
import {startServerProcess} from '../../../support/serverProcess'
import {KINDS} from './kinds'
import {type Received, startPeer} from './peer'

/** By what each peer knows what it was sent before. */
const KEYS: Readonly<Record<string, (received: Received) => unknown>> = {
  pagerduty: ({body}) => JSON.parse(body).dedup_key,
  opsgenie: ({body}) => JSON.parse(body).alias,
  alertmanager: ({body}) => JSON.parse(body).alerts[0].fingerprint,
  matrix: ({path}) => path,
  ntfy: ({body}) => JSON.parse(body).sequence_id,
}

it('sends again, with the same keys, what a server had sent when it was killed before it noted that', async () => {
  const dataDir = await createDataDir()
  const names = ['pagerduty', 'opsgenie', 'alertmanager', 'matrix', 'ntfy'] as const
  const peers = await Promise.all(names.map(async name => ({name, peer: await startPeer(null)})))
  const [token] = await inDatabase(dataDir, async database => {
    const created = await createDevices(database, 1)
    const [found] = await database.db.select().from(device)
    const organisationId = found?.organisationId ?? ''
    const limits = {warning: {above: 50, below: null}, critical: {above: 80, below: null}, clear: 5}
    const threshold = {...limits, delay: {on: 0, off: 0}, silentAfter: null, isLatching: false}
    const targets = peers.map(({name, peer}) => KINDS[name].target(peer.url))
    await database.db.insert(attribute).values(
      [
        {scope: 2, key: THRESHOLDS_ATTRIBUTE, jsonV: thresholdsValue(new Map([['level', threshold]]))},
        {scope: 1, key: 'alarmRoutes', jsonV: [{name: 'Noc', targets}]},
      ].map(written => ({
        ...{entityType: 'organisation' as const, entityId: organisationId, organisationId, lastUpdateTs: 0},
        ...written,
      })),
    )
    return created
  })

  async function start() {
    const server = startServerProcess({dataDir, environment: {WEBHOOK_ALLOW_PRIVATE: 'true'}})
    onTestFinished(async () => void (await server.end('SIGKILL')))
    const origin = await server.origin
    if (!origin) throw new Error(`The start failed:\n${server.output()}`)
    return {server, origin}
  }
  const haveAll = async (count: number) => {
    while (peers.some(({peer}) => peer.calls.length < count)) await delay(50)
  }

  const {server, origin} = await start()
  const body = JSON.stringify({level: 99})
  expect((await fetch(`${origin}/api/v1/${token}/telemetry`, {method: 'POST', body})).status).toBe(200)
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
