import pg from 'pg'
import {expect, it, onTestFinished, vi} from 'vitest'
import {createReadNotifiedAlarms} from '../../../server/alarm/notified'
import {createAttributeRepository} from '../../../server/attribute/repository'
import {attribute} from '../../../server/database/schema/attribute'
import {device} from '../../../server/database/schema/device'
import {notificationDelivery} from '../../../server/database/schema/notification'
import {createMailRepository} from '../../../server/mail/repository'
import {createReadRoutes} from '../../../server/notification/repository'
import {createDispatch} from '../../../server/notification/sending/dispatch'
import {enqueue} from '../../../server/notification/sending/enqueue'
import {createSorting} from '../../../server/notification/sending/sorting'
import {NO_BROWSERS} from '../../support/noBrowsers'
import {type AlarmWorld, createAlarmWorld, createServer} from './world'

const MINUTE = 60_000

/** Counts the statements that reach the database, from any sender. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return sent.mock.calls.length
  } finally {
    sent.mockRestore()
  }
}

/** As many devices fall silent together and return together. Each time is notified. */
async function fallSilentAndReturn(world: AlarmWorld, count: number) {
  const {database, clock, organisationId} = world
  const {db} = database
  const now = () => clock.now
  const server = createServer(database, clock, enqueue)
  onTestFinished(() => server.alarms.close())
  await db.insert(attribute).values({
    entityType: 'organisation',
    entityId: organisationId,
    organisationId,
    scope: 1,
    key: 'alarmRoutes',
    jsonV: [{name: 'Noc', targets: [{kind: 'email', address: 'noc@works.test'}]}],
    lastUpdateTs: 0,
  })
  const owner = {entityType: 'organisation', entityId: organisationId} as const
  await world.setThresholds(owner, {level: {silentAfter: 60}}, server.alarms)
  const devices = await db
    .insert(device)
    .values(Array.from({length: count}, (_, index) => ({name: `d${index}`, organisationId})))
    .returning()
  const attributes = createAttributeRepository({database, now, publish() {}})
  const options = {
    database,
    now,
    readAlarms: createReadNotifiedAlarms(attributes),
    readRoutes: createReadRoutes(attributes),
    mails: createMailRepository(database, now),
    recipients: NO_BROWSERS,
    marks: async () => String,
  }
  const [sortSome, dispatchNext] = [createSorting(options), createDispatch(options)]
  const tell = async () => {
    while (await sortSome());
    clock.now += MINUTE
    while (await dispatchNext(clock.now));
  }
  const sendAll = () =>
    Promise.all(devices.map(each => server.ingest.write(each, [{key: 'level', ts: clock.now, value: 1}])))

  await sendAll()
  clock.now += MINUTE
  await server.alarms.doDue()
  await tell()
  const returning = await statementsOf(sendAll)
  const dispatch = await statementsOf(tell)
  const deliveries = await db.select().from(notificationDelivery).orderBy(notificationDelivery.id)
  return {returning, dispatch, told: deliveries.map(({message}) => message.counts)}
}

it('devices that return together cost as many statements as a few of them, and one message', async () => {
  const [few, many] = await Promise.all([createAlarmWorld(), createAlarmWorld()])
  onTestFinished(async () => void (await Promise.all([few.close(), many.close()])))
  const ofFew = await fallSilentAndReturn(few, 12)
  const ofMany = await fallSilentAndReturn(many, 500)
  expect(ofMany.told).toEqual([{raised: 500}, {ended: 500}])
  expect([ofMany.returning, ofMany.dispatch]).toEqual([ofFew.returning, ofFew.dispatch])
  expect(ofMany.returning).toBeLessThan(15)
})
