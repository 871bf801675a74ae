import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {createAuditTrail} from '../../../server/audit/repository'
import type {Database} from '../../../server/database/connect'
import {createDeviceRepository} from '../../../server/device/repository'
import {lastSeenOf, removeTelemetry} from '../../../server/telemetry/repository'
import {createTestApp, seedDevice, seedUser, signIn} from '../../support/app'
import {watchStatements} from '../../support/statements'
import {createWorld, type Who, type World} from '../../support/world'

let test: World
let works: string
let noc: string
let devices: Record<'pump' | 'crane' | 'rack', Awaited<ReturnType<typeof seedDevice>>>
let lost: Record<string, string>

beforeAll(async () => {
  test = await createWorld()
  const {app, database, customerId} = test
  works = test.works
  noc = test.noc
  devices = {
    pump: await seedDevice(database, {name: 'pump', organisationId: works, customerId}),
    crane: await seedDevice(database, {name: 'crane', organisationId: works, additionalInfo: {floor: 2}}),
    rack: await seedDevice(database, {name: 'rack', organisationId: noc}),
  }
  await seedUser(database, {email: 'lost@t.test', authority: 'CUSTOMER_USER', organisationId: works})
  lost = await signIn(app, 'lost@t.test')
})
afterAll(() => test.close())

const repositoryOn = (database: Database) =>
  createDeviceRepository({
    database,
    now: Date.now,
    audit: createAuditTrail(database, Date.now),
    removeTelemetry,
    lastSeenOf,
  })

/** `lost` is a user of no customer. */
const get = (url: string, who: Who | 'lost' = 'nobody') =>
  who === 'lost' ? test.app.inject({url, cookies: lost}) : test.call(who, 'GET', url)

describe('the device list', () => {
  it.each([
    ['admin', ['crane', 'pump', 'rack']],
    ['plant', ['crane', 'pump']],
    ['customer', ['pump']],
    ['user', ['pump']],
    ['lost', []],
  ] as const)('shows %s what is within reach', async (who, names) => {
    const response = await get('/api/v0/device', who)

    expect(response.statusCode).toBe(200)
    expect(response.json().map(({name}: {name: string}) => name)).toEqual(names)
  })

  it('has the names of the wire', async () => {
    const response = await get('/api/v0/device', 'plant')

    const {crane} = devices
    expect(response.json()[0]).toEqual({
      _id: crane.id,
      name: 'crane',
      type: null,
      label: null,
      additional_info: {floor: 2},
      device_data: null,
      organisation_id: works,
      customer_id: null,
      firmware_id: null,
      software_id: null,
      external_id: null,
      device_profile_id: null,
      createdAt: crane.createdAt,
      version: 1,
    })
  })

  it('is narrowed to one organisation, which widens nobody’s reach', async () => {
    expect((await get(`/api/v0/device?organisation_id=${noc}`, 'admin')).json()).toHaveLength(1)
    expect((await get(`/api/v0/device?organisation_id=${noc}`, 'plant')).json()).toEqual([])
    expect((await get(`/api/v0/device?organisation_id=${works}`, 'plant')).json()).toHaveLength(2)
  })

  it.each([
    ['a number', 'organisation_id=7'],
    ['nothing', 'organisation_id='],
    ['NUL', 'organisation_id=a%00b'],
    ['5,000 characters', `organisation_id=${'0'.repeat(5000)}`],
    ['two', 'organisation_id=a&organisation_id=b'],
  ])('refuses %s in the place of an organisation', async (_what, query) => {
    const response = await get(`/api/v0/device?${query}`, 'admin')

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: expect.stringContaining('organisation_id')})
  })

  it('comes in pages that can be searched, and count what is within reach', async () => {
    const ask = async (query: string) => (await get(`/api/v0/device?${query}`, 'plant')).json()

    const first = await ask('sort=-name&limit=1')
    expect(first).toMatchObject({items: [{name: 'pump'}], total: 2})
    expect(await ask(`sort=-name&limit=1&cursor=${first.next}`)).toMatchObject({
      items: [{name: 'crane'}],
      next: null,
      total: 2,
    })
    expect(await ask(`organisation_id=${works}&sort=-name&limit=1&cursor=${first.next}`)).toEqual({
      message: 'cursor: belongs to another list',
    })
    expect(await ask('q=RA&limit=5')).toMatchObject({items: [{name: 'crane'}], next: null, total: 1})
  })

  it('has the form of the specification on a server without additions', async () => {
    const bare = await createTestApp({database: test.database, additions: false})

    const response = await bare.app.inject({
      url: '/api/v0/device?limit=1&q=nothing&sort=none&cursor=x',
      cookies: await signIn(bare.app, 'plant@t.test'),
    })
    await bare.close()

    expect(response.json()).toMatchObject([{name: 'crane'}, {name: 'pump'}])
  })

  it('is for those who are signed in', async () => {
    const response = await get('/api/v0/device')

    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({message: 'Not signed in.'})
  })
})

describe('one device', () => {
  it('is found within reach', async () => {
    const response = await get(`/api/v0/device/${devices.pump.id}`, 'user')

    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({_id: devices.pump.id, name: 'pump'})
  })

  it('of another organisation is as unknown as one that does not exist', async () => {
    const foreign = await get(`/api/v0/device/${devices.rack.id}`, 'plant')
    const unknown = await get('/api/v0/device/0192f3a0-0000-7000-8000-000000000000', 'plant')

    expect(foreign.statusCode).toBe(404)
    expect(foreign.json()).toEqual({message: 'Device not found.'})
    expect(unknown.json()).toEqual(foreign.json())
  })

  it.each(['7', 'null', "' or 1=1", '\0', 'x'.repeat(300)])('refuses the id %j', async id => {
    const response = await get(`/api/v0/device/${encodeURIComponent(id)}`, 'admin')

    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect(response.json()).toEqual({message: expect.any(String)})
  })
})

describe('an access token', () => {
  it.each([
    ['pump-token', 'pump'],
    ['unknown', undefined],
    ['', undefined],
    ['a\0b', undefined],
    ['x'.repeat(300), undefined],
  ])('%j names %s', async (accessToken, name) => {
    const {pump} = devices
    const found = await repositoryOn(test.database).findByAccessToken(accessToken)

    expect(found).toEqual(name && {id: pump.id, number: pump.number, organisationId: works, expiresAt: null})
  })

  it('is looked up together with those that others send at the same time', async () => {
    const {database, during} = watchStatements(test.database)
    const repository = repositoryOn(database)
    const tokens = ['unknown', 'pump-token', 'pump-token', '{"a,\\', 'rack-token']
    let found: unknown[] = []

    const statements = await during(async () => {
      found = await Promise.all(tokens.map(repository.findByAccessToken))
    })

    const {pump, rack} = devices
    expect(found).toMatchObject([undefined, {id: pump.id}, {id: pump.id}, undefined, {id: rack.id}])
    expect(statements).toHaveLength(1)
  })
})
