import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {maintenancePeriod} from '../../../server/database/schema/maintenance'
import {dataDay} from '../../../server/database/schema/telemetry'
import {removeExpired} from '../../../server/telemetry/rollups/expired'
import {seedAlarm} from '../../support/alarm'
import {seedDevice} from '../../support/app'
import {auditOf, createWorld, type Who, type World} from '../../support/world'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let world: World
let start: number
const ids: Record<string, string> = {}
const numbers: Record<string, number> = {}

/** A day in which the pump had data until noon, and the fan all day, but for an alarm and maintenance. */
beforeAll(async () => {
  world = await createWorld()
  const {app, database, works: organisationId, customerId, clock} = world
  start = Math.floor(clock.now / DAY) * DAY - 2 * DAY
  const createdAt = start - DAY
  const lengths = {pump: 12 * HOUR, fan: DAY, spare: 0}
  for (const [name, length] of Object.entries(lengths)) {
    const owned = name === 'fan' ? {label: 'hall 2'} : {label: 'hall 1', customerId}
    const device = await seedDevice(database, {name, organisationId, createdAt, ...owned})
    ids[name] = device.id
    numbers[name] = device.number
    const points = Array.from({length: length / MINUTE}, (_, index) => ({
      ts: start + index * MINUTE,
      values: {load: 1},
    }))
    const sent = await app.inject({method: 'POST', url: `/api/v1/${name}-token/telemetry`, body: points})
    expect(sent.statusCode, sent.body).toBe(200)
  }
  await seedAlarm(database, {
    device: {id: ids.fan ?? '', number: numbers.fan ?? 0},

    severity: 'critical',
    changedAt: start + HOUR,
    occurrence: {returnedAt: start + 3 * HOUR, endedAt: start + 3 * HOUR},
  })
  await database.db.insert(maintenancePeriod).values({
    windowId: ids.fan ?? '',
    organisationId,
    title: 'Oil',
    targetKind: 'label',
    targetValue: 'hall 2',
    startsAt: start + 2 * HOUR,
    endsAt: start + 4 * HOUR,
  })
})
afterAll(() => world.close())

const urlOf = (by: string, end = start + DAY) =>
  `/api/v0/availability?organisation_id=${world.works}&start_ts=${start}&end_ts=${end}&time_zone=UTC&by=${by}`

async function read(who: Who, by = 'device') {
  const answer = await world.call(who, 'GET', urlOf(by))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const PUMP = [12 * HOUR + 30_000, DAY, 0, 0]
const FAN = [21 * HOUR, 22 * HOUR, 2 * HOUR, 0]
const SPARE = [0, 0, 0, DAY]

describe('availability', () => {
  it('is told of each device, the worst first, and those of which nothing is known last', async () => {
    const {rows, total, days, left_off} = await read('plant')

    expect(
      rows.map(({name, amounts, label}: {name: string; amounts: number[]; label: string}) => [name, label, amounts]),
    ).toEqual([
      ['pump', 'hall 1', PUMP],
      ['fan', 'hall 2', FAN],
      ['spare', 'hall 1', SPARE],
    ])
    const sums = PUMP.map((amount, place) => amount + (FAN[place] ?? 0) + (SPARE[place] ?? 0))
    expect(total).toEqual({devices: 3, amounts: sums, days: sums})
    expect([days, left_off]).toEqual([[start], 0])
  })

  it('adds up the devices of labels and customers', async () => {
    const namesIn = ({rows}: {rows: {name: string | null; devices: number; amounts: number[]}[]}) =>
      rows.map(({name, devices, amounts}) => [name, devices, amounts])
    const both = PUMP.map((amount, place) => amount + (SPARE[place] ?? 0))

    expect(namesIn(await read('plant', 'label'))).toEqual([
      ['hall 1', 2, both],
      ['hall 2', 1, FAN],
    ])
    expect(namesIn(await read('plant', 'customer'))).toEqual([
      [expect.any(String), 2, both],
      [null, 1, FAN],
    ])
  })

  it('is told of devices within reach alone', async () => {
    const namesFor = async (who: Who) => (await read(who)).rows.map(({name}: {name: string}) => name).sort()

    expect(await namesFor('user')).toEqual(['pump', 'spare'])
    expect(await namesFor('noc')).toEqual([])
    expect((await world.call('nobody', 'GET', urlOf('device'))).statusCode).toBe(401)
  })

  it.each<[string, () => string]>([
    ['end_ts: must be after start_ts', () => urlOf('device', start)],
    ['end_ts: must be less than 32 days after start_ts', () => urlOf('device', start + 32 * DAY)],
  ])('is refused: %s', async (message, url) => {
    const refused = await world.call('plant', 'GET', url())
    expect([refused.statusCode, refused.json()]).toEqual([400, {message}])
  })
})

describe('goals', () => {
  const change = (who: Who, body: object) =>
    world.call(who, 'PUT', `/api/v0/availability/by-org/${world.works}/goals`, body)

  it('are changed by organisation admins by the version that was seen, with an entry in the trail', async () => {
    const goals = {goal: 99.5, labels: {'hall 2': 90}}
    expect((await change('customer', {...goals, version: 0})).statusCode).toBe(403)
    expect((await change('noc', {...goals, version: 0})).statusCode).toBe(404)
    expect((await change('plant', {goal: 101, labels: {}, version: 0})).statusCode).toBe(400)
    expect((await read('plant')).goals).toEqual({goal: null, labels: {}, version: 0})

    const changed = await change('plant', {...goals, version: 0})
    expect([changed.statusCode, changed.json()]).toEqual([200, {...goals, version: 1}])
    expect((await change('plant', {goal: 98, labels: {}, version: 0})).statusCode).toBe(409)
    const answer = await read('plant')
    expect(answer.rows.map(({name, goal}: {name: string; goal: number}) => [name, goal])).toEqual([
      ['pump', 99.5],
      ['fan', 90],
      ['spare', 99.5],
    ])
    expect([answer.may_change, (await read('user')).may_change]).toEqual([true, false])
    expect((await read('noc')).goals.version).toBe(0)
    const trail = await auditOf(world.database, world.works)
    expect(trail.map(({action, detail}) => [action, detail])).toEqual([['availability.goalsChanged', goals]])
  })
})

describe('what is noted of data', () => {
  const daysOf = async (name: string) =>
    (await world.database.db.select().from(dataDay)).filter(({deviceNumber}) => deviceNumber === numbers[name]).length

  it('goes with retention, so that what was before is not known', async () => {
    expect(await daysOf('pump')).toBe(1)
    const keptSince = async () => new Map([[numbers.pump ?? 0, {values: start + 2 * DAY, rollups: start + 2 * DAY}]])
    for await (const _ of removeExpired(world.database, keptSince));

    expect(await daysOf('pump')).toBe(0)
    const {rows} = await read('plant')
    expect(rows.find(({name}: {name: string}) => name === 'pump').amounts).toEqual([0, 0, 0, DAY])
  })

  it('goes with its device', async () => {
    expect(await daysOf('fan')).toBe(1)
    expect((await world.call('admin', 'DELETE', `/api/v0/device/${ids.fan}`)).statusCode).toBeLessThan(300)
    expect(await daysOf('fan')).toBe(0)
  })
})
