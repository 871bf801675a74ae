import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import type {MaintenanceTarget} from '../../../contract/rules/maintenance'
import {seedAlarm} from '../../support/alarm'
import {seedDevice} from '../../support/app'
import {auditOf, createWorld, type Who, type World} from '../../support/world'

const HOUR = 3_600_000
const ALL: MaintenanceTarget = {kind: 'organisation', value: null}

let world: World
let pump: string
let fan: string
let url: string

beforeAll(async () => {
  world = await createWorld()
  const {database, works: organisationId, customerId} = world
  pump = (await seedDevice(database, {name: 'pump', organisationId, customerId, label: 'hall 1'})).id
  fan = (await seedDevice(database, {name: 'fan', organisationId, label: 'hall 2'})).id
  url = `/api/v0/maintenance/by-org/${organisationId}`
})
afterAll(() => world.close())

/** From an hour ago to the next by default. */
const plan = (target: MaintenanceTarget, more: object = {}) => ({
  title: 'Oil',
  reason: 'Yearly',
  target,
  zone: 'UTC',
  minutes: 120,
  rrule: null,
  start: new Date(world.clock.now - HOUR).toISOString().slice(0, 16),
  ...more,
})

async function planned(who: Who, target: MaintenanceTarget, more: object = {}) {
  const made = await world.call(who, 'POST', url, plan(target, more))
  expect(made.statusCode, made.body).toBe(201)
  return made.json()
}

const titlesFor = async (who: Who) =>
  (await world.call(who, 'GET', url)).json().map(({title}: {title: string}) => title)

const upTo = (last: number) => Array.from({length: last + 1}, (_, at) => at).join(',')

describe('maintenance windows', () => {
  it.each<[object, string]>([
    [{rrule: 'FREQ=HOURLY'}, 'A rule repeats daily, weekly, monthly or yearly: FREQ must be one of these.'],
    [{rrule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'}, 'The rule names no day within the next 40 years.'],
    [
      {start: '2026-01-01T00:00', minutes: 44_640, rrule: `FREQ=DAILY;BYHOUR=${upTo(23)};BYMINUTE=${upTo(29)}`},
      `"BYHOUR=${upTo(23)}" repeats more often than daily, which no maintenance does.`,
    ],
    [{start: '2020-01-01T00:00'}, 'The window has no time to come.'],
    [{minutes: 10 * 366 * 24 * 60}, 'minutes: must not be longer than 31 days'],
    [{zone: 'Europe/Atlantis'}, 'zone: is not a known time zone'],
    [{start: '2026-02-30T00:00'}, 'start: must be a time'],
    [{target: {kind: 'device', value: 'pump'}}, 'The organisation has no such device.'],
    [{target: {kind: 'label', value: null}}, 'The organisation has no such label.'],
  ])('are refused with %o', async (wrong, message) => {
    const refused = await world.call('plant', 'POST', url, plan(ALL, wrong))
    expect([refused.statusCode, refused.json()]).toEqual([400, {message}])
  })

  it('are planned, changed by the version that was seen, and removed, with entries in the trail', async () => {
    const made = await planned('plant', {kind: 'device', value: pump})
    expect(made).toMatchObject({target_name: 'pump', created_by: 'plant@t.test', version: 1, may_change: true})
    expect(made.period.starts_at).toBeLessThanOrEqual(world.clock.now)
    const change = (version: number) =>
      world.call('plant', 'PUT', `${url}/window/${made._id}`, plan(ALL, {title: 'Filters', version}))
    expect((await change(1)).json()).toMatchObject({title: 'Filters', target_name: null, version: 2})
    expect((await change(1)).statusCode).toBe(409)
    expect((await world.call('plant', 'DELETE', `${url}/window/${made._id}`)).statusCode).toBe(204)
    expect(await titlesFor('plant')).toEqual([])
    const actions = (await auditOf(world.database, world.works)).map(({action}) => action)
    expect(actions).toEqual(['maintenance.created', 'maintenance.updated', 'maintenance.removed'])
  })

  it('are planned by admins of a customer for that and its devices alone, and seen by those whom they concern', async () => {
    await planned('customer', {kind: 'device', value: pump}, {title: 'own device'})
    await planned('customer', {kind: 'customer', value: world.customerId}, {title: 'own customer'})
    const foreign = await planned('plant', {kind: 'device', value: fan}, {title: 'fan'})
    const hall = await planned('plant', {kind: 'label', value: 'hall 1'}, {title: 'hall 1'})
    await planned('plant', {kind: 'label', value: 'hall 2'}, {title: 'hall 2'})

    for (const target of [ALL, {kind: 'label', value: 'hall 1'} as const]) {
      expect((await world.call('customer', 'POST', url, plan(target))).statusCode).toBe(403)
    }
    const ofOthers = await world.call('customer', 'POST', url, plan({kind: 'device', value: fan}))
    expect(ofOthers.statusCode).toBe(400)
    expect((await world.call('customer', 'POST', `${url}/window/${foreign._id}/end`, {})).statusCode).toBe(404)
    expect((await world.call('customer', 'POST', `${url}/window/${hall._id}/end`, {})).statusCode).toBe(403)
    expect((await titlesFor('user')).sort()).toEqual(['hall 1', 'own customer', 'own device'])
    expect(await titlesFor('plant')).toHaveLength(5)
    expect((await world.call('noc', 'GET', url)).statusCode).toBe(404)
  })

  it('are refused by the preview as they are when saved, with the same words', async () => {
    const {zone, minutes, start} = plan(ALL)
    const tried = {zone, minutes, start, rrule: 'FREQ=WEEKLY;BYDAY=1MO'}
    const message = '"1MO" means nothing within a week. Leave the number out: "MO".'
    for (const [path, body] of [
      ['/api/v0/maintenance/preview', tried],
      [url, plan(ALL, tried)],
    ] as const) {
      const refused = await world.call('plant', 'POST', path, body)
      expect([refused.statusCode, refused.json()]).toEqual([400, {message}])
    }
  })

  it('show when they are next by a rule that counts from long ago', async () => {
    const tried = {zone: 'UTC', minutes: 60, start: '1970-01-01T02:30', rrule: 'FREQ=DAILY;COUNT=99999'}
    const shown = await world.call('customer', 'POST', '/api/v0/maintenance/preview', tried)
    expect(shown.json()).toHaveLength(3)
  })

  it('show when they are next, in a plan that is only tried', async () => {
    const {zone, minutes} = plan(ALL)
    const tried = {zone, minutes, start: '2089-01-03T04:00', rrule: 'FREQ=WEEKLY;BYDAY=MO'}
    const shown = await world.call('customer', 'POST', '/api/v0/maintenance/preview', tried)
    const times = shown.json().map(({starts_at: at}: {starts_at: number}) => new Date(at).toISOString().slice(0, 16))
    expect(times).toEqual(['2089-01-03T04:00', '2089-01-10T04:00', '2089-01-17T04:00'])
  })
})

describe('an alarm in maintenance', () => {
  it('says until when, is not counted, and is told apart in the report', async () => {
    const {database, clock} = world
    const [device] = (await database.pool.query('select * from device where id = $1', [pump])).rows
    await seedAlarm(database, {device})
    const now = clock.now
    const periods = `/api/v0/maintenance/periods?device_id=${pump}&start_ts=${now}&end_ts=${now}`
    expect((await world.call('user', 'GET', periods)).json()).toHaveLength(3)
    expect((await world.call('noc', 'GET', periods)).json()).toEqual([])
    const {items} = (await world.call('user', 'GET', '/api/v0/alarm')).json()
    expect(items).toHaveLength(1)
    expect(items[0].maintenance_until).toBeGreaterThan(now)
    const {active, unacknowledged} = (await world.call('user', 'GET', '/api/v0/alarm/counts')).json()
    expect([active, unacknowledged]).toEqual([
      {warning: 0, critical: 0},
      {warning: 0, critical: 0},
    ])
  })
})
