import {ALARM_ROUTES_ATTRIBUTE} from '../contract/rules/alarmRoutes'
import {THRESHOLDS_ATTRIBUTE} from '../contract/rules/thresholds'
import {ATTRIBUTE_SCOPES} from '../contract/wire/entities/attribute'
import type {Database} from '../server/database/connect'
import {attribute} from '../server/database/schema/attribute'
import {connectDevice} from './support/deviceConnection'
import {openMailbox} from './support/mailbox'
import {information, type Line, verdict} from './support/report'
import {inDatabaseOf, startServer, withDataFolder} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile, spread} from './support/statistics'
import {createOrganisation} from './support/world'

const LIMIT = 2000

/**
 * Measures the time from a device's POST over its threshold to the mail about it, on the real server. Each alarm is of
 * another organisation, because a group is notified once a minute.
 */
export async function alarmMail(settings: Settings): Promise<Line[]> {
  const organisations = byLength(settings, {quick: 10, usual: 50})
  const mailbox = await openMailbox()
  try {
    return lines(await withDataFolder(dataDir => measure(dataDir, organisations, mailbox)))
  } finally {
    mailbox.close()
  }
}

async function measure(dataDir: string, count: number, mailbox: Awaited<ReturnType<typeof openMailbox>>) {
  const all = await inDatabaseOf(dataDir, async database => {
    const made = []
    for (let index = 0; index < count; index++) made.push(await createRouted(database, index))
    return made
  })
  const server = await startServer(dataDir, {environment: {SMTP_URL: mailbox.url}})
  const times: number[] = []
  for (const {token, address} of all) {
    const device = connectDevice(server.port, token)
    await device.post('{"level":10}')
    const arrival = mailbox.arrivalOf(address)
    const postedAt = performance.now()
    await device.post('{"level":90}')
    times.push((await arrival) - postedAt)
    device.close()
  }
  await server.stop()
  return times
}

async function createRouted(database: Database, index: number) {
  const {id, devices} = await createOrganisation(database, `Works${index}`, 1)
  const address = `noc${index}@bench.test`
  const owner = {entityType: 'organisation' as const, entityId: id, organisationId: id, lastUpdateTs: Date.now()}
  const {shared, server} = ATTRIBUTE_SCOPES
  await database.db.insert(attribute).values([
    {...owner, scope: shared, key: THRESHOLDS_ATTRIBUTE, jsonV: {level: {critical: {above: 80}}}},
    {
      ...owner,
      scope: server,
      key: ALARM_ROUTES_ATTRIBUTE,
      jsonV: [{name: 'Noc', targets: [{kind: 'email', address: address}]}],
    },
  ])
  return {address, token: devices[0]?.token ?? ''}
}

function lines(times: readonly number[]): Line[] {
  const slowest = percentile(times, 0.99)
  return [
    {
      what: 'device POST over the threshold → mail handed to SMTP, p99',
      measured: `${slowest.toFixed(0)} ms`,
      limit: `≤ ${LIMIT} ms`,
      verdict: verdict(slowest <= LIMIT),
    },
    information('  a second of it waits for what happens at the same moment', spread(times)),
  ]
}
