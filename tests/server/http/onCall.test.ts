import {expect, it, onTestFinished} from 'vitest'
import type {NoticeMessage} from '../../../contract/wire/notification'
import {exactlyOne} from '../../../server/database/rows'
import {mail} from '../../../server/database/schema/mail'
import {notificationChannel, notificationDelivery} from '../../../server/database/schema/notification'
import {readVersion} from '../../../server/version'
import {seedAlarm} from '../../support/alarm'
import {createTestApp, seedDevice, seedOrganisation, type TestAppOptions} from '../../support/app'
import {readMetrics} from '../../support/metrics'
import {hasRedis, startRedis} from '../../support/redis'

const MINUTE = 60_000

async function start(options?: TestAppOptions) {
  const test = await createTestApp(options)
  onTestFinished(() => test.close())
  return {...test, read: () => readMetrics(test.app)}
}

it('tells that it is ready, which version it is, and how many files it may open', async () => {
  const {version, commit} = readVersion()
  const {read} = await start()

  const told = await read()

  expect(told).toMatchObject({
    pulsewall_ready: 1,
    pulsewall_readiness_warnings: 0,
    [`pulsewall_build_info{version="${version}",commit="${commit ?? ''}"}`]: 1,
  })
  expect(namesIn(told)).not.toContain('pulsewall_unready')
  const {pulsewall_open_file_descriptors: open, pulsewall_open_file_descriptors_limit: limit} = told
  expect(open).toBeGreaterThan(2)
  expect(limit).toBeGreaterThan(open ?? 0)
})

it('tells why it is not ready, and all that needs no database, while the database is away', async () => {
  const {app, database} = await createTestApp()
  onTestFinished(() => app.close())
  await database.close()

  const told = await readMetrics(app)

  expect(told).toMatchObject({
    pulsewall_ready: 0,
    'pulsewall_unready{reason="The database does not answer."}': 1,
    pulsewall_mails_waiting: Number.NaN,
    pulsewall_webhooks_waiting: Number.NaN,
  })
  expect(namesIn(told)).toContain('pulsewall_memory_resident_bytes')
  expect(namesIn(told)).not.toContain('pulsewall_alarms_active')
})

it('tells that it is not ready since it stops, while it goes on serving', async () => {
  const stopping = new AbortController()
  const {read} = await start({stopping: stopping.signal})
  stopping.abort()

  expect(await read()).toMatchObject({
    pulsewall_ready: 0,
    'pulsewall_unready{reason="The server is stopping."}': 1,
  })
})

it('tells how many mails wait and the age of the oldest, which is absent when none waits', async () => {
  const {read, database, clock} = await start()
  const nothing = await read()
  expect(nothing.pulsewall_mails_waiting).toBe(0)
  expect(namesIn(nothing)).not.toContain('pulsewall_mails_oldest_waiting_seconds')

  const at = clock.now
  for (const age of [MINUTE, 3 * MINUTE]) {
    await database.db
      .insert(mail)
      .values({kind: 'passwordReset', email: 'a@t.test', createdAt: at - age, nextTryAt: at + MINUTE})
  }

  expect(await read()).toMatchObject({pulsewall_mails_waiting: 2, pulsewall_mails_oldest_waiting_seconds: 180})
  await database.db.delete(mail)
  expect(namesIn(await read())).not.toContain('pulsewall_mails_oldest_waiting_seconds')
})

it('tells how many webhooks wait and the age of the oldest, without those that were called', async () => {
  const {read, database, clock} = await start()
  const nothing = await read()
  expect(nothing.pulsewall_webhooks_waiting).toBe(0)
  expect(namesIn(nothing)).not.toContain('pulsewall_webhooks_oldest_waiting_seconds')

  const {db} = database
  const organisationId = await seedOrganisation(database)
  const channel = {organisationId, kind: 'webhook', address: 'https://hook.test'} as const
  const {id: channelId} = exactlyOne(await db.insert(notificationChannel).values(channel).returning())
  const message: NoticeMessage = {type: 'test', at: clock.now, total: 0, counts: {}, notices: []}
  const delivery = (key: string, age: number, nextTryAt: number | null) => ({
    organisationId,
    channelId,
    route: 'all',
    step: 0,
    key,
    message,
    createdAt: clock.now - age,
    nextTryAt,
  })
  await db
    .insert(notificationDelivery)
    .values([delivery('a', MINUTE, clock.now + MINUTE), delivery('b', 2 * MINUTE, null)])

  expect(await read()).toMatchObject({pulsewall_webhooks_waiting: 1, pulsewall_webhooks_oldest_waiting_seconds: 60})
})

it('tells how many alarms are active by severity, without those that are shelved', async () => {
  const {read, database} = await start()
  expect(await read()).toMatchObject(active(0, 0))
  const device = await seedDevice(database, {name: 'pump', organisationId: await seedOrganisation(database)})

  await seedAlarm(database, {device, key: 'a', standing: 'unacknowledged', severity: 'critical'})
  await seedAlarm(database, {device, key: 'b', standing: 'acknowledged', severity: 'critical'})
  await seedAlarm(database, {device, key: 'c', standing: 'unacknowledged', severity: 'warning'})
  await seedAlarm(database, {device, key: 'd', standing: 'shelved', severity: 'warning'})
  await seedAlarm(database, {device, key: 'e', standing: 'returnedUnacknowledged', severity: null})

  expect(await read()).toMatchObject(active(1, 2))
})

it('tells every reader of a delay of the event loop, and not only the first', async () => {
  const {app, read} = await start()
  await app.listen({port: 0, host: '127.0.0.1'})
  await expect.poll(async () => (await read()).pulsewall_event_loop_delay_seconds).toBeGreaterThan(0)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)

  await expect.poll(async () => (await read()).pulsewall_event_loop_delay_seconds).toBeGreaterThan(0.2)
  expect((await read()).pulsewall_event_loop_delay_seconds).toBeGreaterThan(0.2)
})

it('tells nothing of Redis where there is none to connect to', async () => {
  const {read} = await start()

  expect(namesIn(await read())).not.toContain('pulsewall_redis_connected')
})

it.skipIf(!hasRedis)('tells whether Redis is connected', async () => {
  const redis = await startRedis()
  const {read} = await start({redisUrl: redis.url})
  const connected = async () => (await read()).pulsewall_redis_connected

  await expect.poll(connected).toBe(1)
  await redis.stop()
  await expect.poll(connected).toBe(0)
})

const active = (warning: number, critical: number) => ({
  'pulsewall_alarms_active{severity="warning"}': warning,
  'pulsewall_alarms_active{severity="critical"}': critical,
})

const namesIn = (told: Record<string, number>) => Object.keys(told).map(name => name.replace(/\{.*/, ''))
