import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import * as z from 'zod'
import {LATE_AFTER} from '../../../contract/limits'
import {exactlyOne} from '../../../server/database/rows'
import {latest, telemetryKey} from '../../../server/database/schema/telemetry'
import {seedDevice} from '../../support/app'
import {createWorld, type World} from '../../support/world'

const names = z.object({items: z.array(z.object({name: z.string()})), total: z.number()})

let test: World
let newestId: string

/** Devices last seen this long ago. */
const AGES = {now: 0, onTime: LATE_AFTER, tooLate: LATE_AFTER + 1, longAgo: 1_000_000}

beforeAll(async () => {
  test = await createWorld()
  const {database, works: organisationId, noc, customerId, clock} = test
  const keys = await database.db
    .insert(telemetryKey)
    .values([{name: 'speed'}, {name: 'load'}])
    .returning()
  for (const [name, age] of Object.entries(AGES)) {
    const {id, number: deviceNumber} = await seedDevice(database, {name, organisationId})
    if (age === 0) newestId = id
    const receivedAt = clock.now - age
    const [one, other] = keys.map(({id: keyId}) => ({deviceNumber, keyId, ts: 5, receivedAt}))
    if (one === undefined || other === undefined) throw new Error('The keys were not stored.')
    await database.db.insert(latest).values([one, {...other, receivedAt: receivedAt - 5_000_000}])
  }
  await seedDevice(database, {name: 'silent', organisationId, customerId})
  const foreign = await seedDevice(database, {name: 'foreign', organisationId: noc})
  await database.db
    .insert(latest)
    .values({deviceNumber: foreign.number, keyId: exactlyOne(keys.slice(0, 1)).id, ts: 5, receivedAt: clock.now})
})
afterAll(() => test.close())

const counts = (id: string, query = '', who: 'admin' | 'plant' | 'noc' | 'customer' = 'plant') =>
  test.call(who, 'GET', `/api/v0/device/by-org/${id}/status${query}`)

describe('the devices of an organisation', () => {
  it.each(['admin', 'plant'] as const)('are counted by status, for %s', async who => {
    expect((await counts(test.works, '', who)).json()).toEqual({
      fresh: 2,
      late: 2,
      never: 1,
      newest: {device_id: newestId, name: 'now', last_seen: test.clock.now},
    })
  })

  it('are late after the time that is asked for', async () => {
    const late = (await counts(test.works, `?late_after=${LATE_AFTER + 1}`)).json()
    expect(late).toMatchObject({fresh: 3, late: 1, never: 1})
  })

  it('are none in an organisation without devices', async () => {
    const organisation = {title: 'Empty', email: 'empty@t.test', phone: '1'}
    const {_id: id} = (await test.call('admin', 'POST', '/api/v0/organisation', organisation)).json()
    expect((await counts(id, '', 'admin')).json()).toEqual({fresh: 0, late: 0, never: 0, newest: null})
  })

  it.each(['late_after=0', 'late_after=soon', 'late_after=1.5'])('are not counted with %s', async query => {
    expect((await counts(test.works, `?${query}`)).statusCode).toBe(400)
  })

  it('are not counted for those who may not see the organisation', async () => {
    const refused = await Promise.all([counts(test.works, '', 'noc'), counts(test.works, '', 'customer')])
    expect(refused.map(({statusCode}) => statusCode)).toEqual([404, 403])
  })
})

describe('a list of devices', () => {
  it.each([
    ['status=fresh', ['now', 'onTime']],
    ['status=late', ['longAgo', 'tooLate']],
    ['status=never', ['silent']],
    [`status=fresh&late_after=${LATE_AFTER + 1}`, ['now', 'onTime', 'tooLate']],
    ['status=late&q=ago', ['longAgo']],
  ])('is filtered by %s', async (query, expected) => {
    const answer = await test.call('plant', 'GET', `/api/v0/device?limit=100&sort=name&${query}`)
    const {items, total} = names.parse(answer.json())
    expect([items.map(({name}) => name), total]).toEqual([expected, expected.length])
  })

  it('goes on with its filter page by page, and with no other', async () => {
    const first = await test.call('plant', 'GET', '/api/v0/device?limit=1&sort=name&status=late')
    const {next} = first.json()
    const ask = (status: string) =>
      test.call('plant', 'GET', `/api/v0/device?limit=1&sort=name&status=${status}&cursor=${next}`)
    expect(names.parse((await ask('late')).json()).items).toEqual([{name: 'tooLate'}])
    expect((await ask('fresh')).statusCode).toBe(400)
  })

  it('refuses a status that is none', async () => {
    expect((await test.call('plant', 'GET', '/api/v0/device?limit=1&status=linkDown')).statusCode).toBe(400)
  })
})

it('is not counted by a server without additions, as if there were no such call', async () => {
  const bare = await createWorld({additions: false})
  const answer = await bare.call('admin', 'GET', `/api/v0/device/by-org/${bare.works}/status`)
  expect([answer.statusCode, answer.json()]).toEqual([404, {message: 'There is nothing at this address.'}])
  await bare.close()
})
