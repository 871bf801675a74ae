import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {PastMoments} from '../../../server/alarm/evaluation/moment'
import {createAlarmReport} from '../../../server/alarm/report'
import {AlarmRepository} from '../../../server/alarm/repository'
import {createAuditTrail} from '../../../server/audit/repository'
import {AvailabilityRepository} from '../../../server/availability/repository'
import {createWeeklyEmails} from '../../../server/availability/weeklyEmails'
import {createWeeklyWatch} from '../../../server/availability/weeklyWatch'
import {nextMonday, weekBefore} from '../../../server/availability/weeks'
import {preferences} from '../../../server/database/schema/user'
import {createMailRepository} from '../../../server/mail/repository'
import {createPreferencesRepository} from '../../../server/preferences/repository'
import {drained} from '../../../server/scheduler'
import {createUserRepository} from '../../../server/user/repository'
import {seedAlarm} from '../../support/alarm'
import {seedDevice, seedOrganisation, seedUser} from '../../support/app'
import {createTestDatabase} from '../../support/database'
import {handMoved} from '../../support/virtualTime'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('the week before', () => {
  it.each([
    ['UTC', '2026-11-25T10:00Z', ['2026-11-16T00:00Z', '2026-11-23T00:00Z'], '2026-11-30T08:00Z'],
    ['Europe/Berlin', '2026-11-30T06:59Z', ['2026-11-22T23:00Z', '2026-11-29T23:00Z'], '2026-11-30T07:00Z'],
    ['Europe/Berlin', '2026-11-30T07:00Z', ['2026-11-22T23:00Z', '2026-11-29T23:00Z'], '2026-12-07T07:00Z'],
    // A week with the hour that comes twice.
    ['Europe/Berlin', '2026-10-26T12:00Z', ['2026-10-18T22:00Z', '2026-10-25T23:00Z'], '2026-11-02T07:00Z'],
    ['Pacific/Auckland', '2026-11-29T20:00Z', ['2026-11-22T11:00Z', '2026-11-29T11:00Z'], '2026-12-06T19:00Z'],
  ])('in %s at %s is whole, and the next mail comes on Monday at eight', (zone, at, [start = '', end = ''], next) => {
    expect(weekBefore(Date.parse(at), zone)).toEqual({start: Date.parse(start), end: Date.parse(end)})
    expect(nextMonday(Date.parse(at), zone)).toBe(Date.parse(next))
  })
})

async function createWeeklyWorld() {
  const database = await createTestDatabase()
  const clock = {now: Date.parse('2026-11-25T10:00Z')}
  const scheduler = handMoved(clock)
  const {now} = scheduler
  const audit = createAuditTrail(database, now)
  const own = createPreferencesRepository({database, now, audit})
  const open = () =>
    createWeeklyWatch({
      database,
      scheduler,
      preferences: own,
      job: {succeeded() {}, failed: console.warn},
      mails: createMailRepository(database, now),
      onQueued() {},
    })
  const write = createWeeklyEmails({
    users: createUserRepository({database, endSessions: async () => [], onSessionEnded() {}}),
    preferences: own,
    availability: new AvailabilityRepository({database, now, audit}),
    report: createAlarmReport({
      database,
      now,
      alarms: new AlarmRepository(database, now),
      moments: new PastMoments(database),
    }),
    publicOrigin: () => 'https://pulsewall.test',
  })
  return {database, clock, open, write, organisationId: await seedOrganisation(database)}
}

let world: Awaited<ReturnType<typeof createWeeklyWorld>>
beforeAll(async () => {
  world = await createWeeklyWorld()
})
afterAll(() => world.database.close())

it('is written about on Mondays at eight by the clocks of each admin who wants that, once by whichever server', async () => {
  const {database, clock, open, organisationId} = world
  const of = {authority: 'ORGANISATION_ADMIN', organisationId} as const
  const berlin = await seedUser(database, {email: 'berlin@works.test', ...of})
  const silent = await seedUser(database, {email: 'silent@works.test', ...of})
  await seedUser(database, {email: 'anna@works.test', ...of})
  await seedUser(database, {email: 'gone@works.test', ...of, userDeleted: true})
  await seedUser(database, {email: 'clerk@works.test', authority: 'CUSTOMER_USER', organisationId})
  await database.db.insert(preferences).values([
    {userId: berlin.id, zone: 'Europe/Berlin'},
    {userId: silent.id, weeklyReport: false},
  ])
  const servers = [open(), open()]
  onTestFinished(async () => void (await Promise.all(servers.map(server => server.close()))))
  const queued = async () => {
    for (const server of servers) server.wake()
    await drained(servers)
    const {rows} = await database.pool.query("delete from mail where kind = 'weeklyReport' returning email")
    return rows.map(({email}) => email)
  }

  expect(await queued()).toEqual([])
  clock.now = Date.parse('2026-11-30T07:00Z')
  expect(await queued()).toEqual(['berlin@works.test'])
  clock.now = Date.parse('2026-11-30T08:00Z')
  expect(await queued()).toEqual(['anna@works.test'])
  clock.now += 6 * DAY
  expect(await queued()).toEqual([])
})

describe('the mail', () => {
  it('says how available the devices were, in the language and the zone of its reader', async () => {
    const {database, write} = world
    const organisationId = await seedOrganisation(database)
    const chief = await seedUser(database, {email: 'chief@pumps.test', authority: 'ORGANISATION_ADMIN', organisationId})
    const asked = {userId: chief.id, createdAt: Date.parse('2026-11-30T08:00Z')}
    expect(await write(asked)).toBeUndefined()

    const start = Date.parse('2026-11-23T00:00Z')
    const pump = await seedDevice(database, {name: 'Pump', label: 'Hall 2', organisationId, createdAt: start - DAY})
    await database.pool.query(
      `insert into data_day (device_number, day, times)
       select $1, day, int4multirange(int4range(0, 86400000)) from generate_series($2::bigint, $3, $4) day`,
      [pump.number, start - DAY, start + 6 * DAY, DAY],
    )
    await seedAlarm(database, {
      device: pump,
      severity: 'critical',
      changedAt: start + HOUR,
      occurrence: {returnedAt: start + 43 * HOUR, endedAt: start + 43 * HOUR},
    })
    const mail = await write(asked)
    expect(mail).toMatchObject({
      to: 'chief@pumps.test',
      text: {
        subject: 'Pulsewall: 75\u202f% available last week',
        list: ['Pump (Hall 2): 75\u202f%'],
        link: {url: 'https://pulsewall.test/alarms/availability'},
      },
    })
    expect(mail?.text.before).toContain('Alarms raised: 1.')
    expect(mail?.text.before[0]).toMatch(
      /^From 23 Nov 2026 to 29 Nov 2026, by the clocks of UTC, .* 75\u202f% of the time/,
    )

    await database.db.insert(preferences).values({userId: chief.id, language: 'de', zone: 'UTC'})
    expect((await write(asked))?.text.subject).toBe('Pulsewall: letzte Woche zu 75\u202f% verfügbar')
  })

  it('goes to nobody who is no admin of an organisation any more', async () => {
    const {database, write} = world
    const clerk = await seedUser(database, {email: 'no@works.test', authority: 'CUSTOMER_USER'})
    expect(await write({userId: clerk.id, createdAt: world.clock.now})).toBeUndefined()
    expect(await write({userId: null, createdAt: world.clock.now})).toBeUndefined()
  })
})
