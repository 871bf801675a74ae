import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {MAX_PROVISIONING_PROFILES} from '../../../contract/limits'
import {issuedProvisioningProfile} from '../../../contract/wire/entities/provisioning'
import {device, provisioningProfile} from '../../../server/database/schema/device'
import {createTestApp, seedCustomer, seedDevice} from '../../support/app'
import {auditOf, createWorld, type Who, type World} from '../../support/world'

const HOUR = 60 * 60_000

let test: World

beforeAll(async () => {
  test = await createWorld({rateLimits: {loginAddress: '3:600'}, tokenLifetimes: {access: 1e10, refresh: 1e10}})
})
beforeEach(async () => {
  await test.database.db.delete(provisioningProfile)
  await test.database.db.delete(device)
  // Limits are forgotten.
  test.clock.now += HOUR
})
afterAll(() => test.close())

const send = (body: object = {}, who: Who = 'plant', home = test.works) =>
  test.call(who, 'POST', `/api/v0/provisioning/by-org/${home}`, {name: 'Line 1', ...body})
const issue = async (body: object = {}) => issuedProvisioningProfile.parse((await send(body)).json())
const list = async () => (await test.call('plant', 'GET', `/api/v0/provisioning/by-org/${test.works}`)).json()
const revoke = (id: string) => test.call('plant', 'DELETE', `/api/v0/provisioning/by-org/${test.works}/profile/${id}`)

const provision = (payload: object | string, remoteAddress = '9.9.9.9') =>
  test.app.inject({method: 'POST', url: '/api/v1/provision', payload: JSON.stringify(payload), remoteAddress})

const secretOf = ({key, secret}: {key: string; secret: string}) => ({
  provisionDeviceKey: key,
  provisionDeviceSecret: secret,
})

const FAILURE = {errorMsg: 'Failed to provision device!', status: 'FAILURE'}
const NOT_FOUND = {errorMsg: 'Provision data was not found!', status: 'NOT_FOUND'}

describe('a provisioning profile', () => {
  it('tells its secret once, and keeps it as a hash', async () => {
    const {secret, ...told} = await issue({customer_id: test.customerId})

    expect(await list()).toEqual([told])
    expect(told).toEqual({
      _id: expect.any(String),
      name: 'Line 1',
      customer_id: test.customerId,
      key: expect.any(String),
      issued_by: 'plant@t.test',
      issued_at: test.clock.now,
    })
    expect(JSON.stringify(await test.database.db.select().from(provisioningProfile))).not.toContain(secret)
  })

  it('is for a customer of its organisation, and goes with it', async () => {
    expect((await send({customer_id: await seedCustomer(test.database, test.noc)})).statusCode).toBe(400)
    const customer = await seedCustomer(test.database, test.works)
    await issue({customer_id: customer})
    await test.call('plant', 'DELETE', `/api/v0/customer/${customer}`)
    expect(await list()).toEqual([])
  })

  it.each([{name: ''}, {name: 'a\nb'}, {customer_id: 'x'}])('is refused as %j', async body => {
    expect((await send(body)).statusCode).toBe(400)
  })

  it('is one of a bounded number', async () => {
    const row = {organisationId: test.works, name: 'a', secretHash: '', issuedBy: ''}
    await test.database.db
      .insert(provisioningProfile)
      .values(Array.from({length: MAX_PROVISIONING_PROFILES}, (_, index) => ({...row, key: `k${index}`})))
    expect((await send()).statusCode).toBe(409)
  })

  it('lets nobody in any more once it is revoked', async () => {
    const profile = await issue()
    expect((await revoke(profile._id)).statusCode).toBe(204)
    expect((await revoke(profile._id)).statusCode).toBe(404)
    expect((await provision({deviceName: 'a', ...secretOf(profile)})).json()).toEqual(NOT_FOUND)
    expect((await auditOf(test.database, test.works)).slice(-2)).toMatchObject([
      {action: 'provisioningProfile.issued', detail: {name: 'Line 1'}},
      {action: 'provisioningProfile.revoked', detail: {name: 'Line 1'}},
    ])
  })
})

describe('a device that registers itself', () => {
  it('gets a token with which it sends, and belongs to the customer of the profile', async () => {
    const profile = await issue({customer_id: test.customerId})
    const answer = await provision({deviceName: 'Pump 7', ...secretOf(profile), gateway: true})

    const {credentialsValue, ...rest} = answer.json()
    expect([answer.statusCode, rest]).toEqual([200, {credentialsType: 'ACCESS_TOKEN', status: 'SUCCESS'}])
    const posted = await test.app.inject({method: 'POST', url: `/api/v1/${credentialsValue}/telemetry`, body: {a: 1}})
    expect(posted.statusCode).toBe(200)
    const [made] = (await test.call('customer', 'GET', '/api/v0/device')).json()
    expect(made).toMatchObject({name: 'Pump 7', customer_id: test.customerId, additional_info: {gateway: true}})
    expect(await auditOf(test.database, made._id)).toMatchObject([
      {action: 'device.provisioned', entityName: 'Pump 7', email: 'Line 1', userId: null, address: '9.9.9.9'},
    ])
  })

  it('gets the token that it wishes, and a name if it has none', async () => {
    const profile = await issue()
    const token = 'the-very-own-token-4711'
    expect((await provision({...secretOf(profile), token})).json()).toMatchObject({credentialsValue: token})
    expect(await test.database.db.select({name: device.name}).from(device)).toEqual([
      {name: expect.stringMatching(/.{20}/)},
    ])
    expect((await provision({...secretOf(profile), token})).json()).toEqual(FAILURE)
  })

  it('is refused when its organisation has a device of the name, but not for one of another organisation', async () => {
    const profile = await issue()
    await seedDevice(test.database, {name: 'Pump', organisationId: test.works})
    await seedDevice(test.database, {name: 'Crane', organisationId: test.noc})
    expect((await provision({deviceName: 'Pump', ...secretOf(profile)})).json()).toEqual(FAILURE)
    expect((await provision({deviceName: 'Crane', ...secretOf(profile)})).json()).toMatchObject({status: 'SUCCESS'})
  })

  it('is made once when it asks many times at once', async () => {
    const profile = await issue()
    const answers = await Promise.all(
      Array.from({length: 8}, () => provision({deviceName: 'Pump', ...secretOf(profile)})),
    )
    expect(answers.map(answer => answer.json().status).sort()).toEqual([...new Array(7).fill('FAILURE'), 'SUCCESS'])
    expect(await test.database.db.$count(device)).toBe(1)
  })

  it.each([
    {deviceName: ''},
    {deviceName: 'a\nb'},
    {deviceName: 7},
    {credentialsType: 'X509_CERTIFICATE'},
    {token: 'short'},
  ])('fails with %j', async wish => {
    expect((await provision({...secretOf(await issue()), ...wish})).json()).toEqual(FAILURE)
  })

  it.each([{}, 'text', {provisionDeviceKey: 'a'}, {provisionDeviceKey: 1, provisionDeviceSecret: 'b'}])(
    'is refused without a secret, as %j',
    async body => {
      expect((await provision(body)).statusCode).toBe(400)
    },
  )

  it('learns nothing by a wrong secret or key, and has to wait after some', async () => {
    const profile = await issue()
    const {provisionDeviceKey} = secretOf(profile)
    const wrong = (secret: string) => provision({provisionDeviceKey, provisionDeviceSecret: secret})
    for (const secret of ['a', 'b', 'c\0', 'd']) expect((await wrong(secret)).json()).toEqual(NOT_FOUND)
    expect((await wrong('e')).statusCode).toBe(429)
    expect((await provision({deviceName: 'x', ...secretOf(profile)}, '8.8.8.8')).json()).toMatchObject({
      status: 'SUCCESS',
    })
  })

  it('has to wait while its profile is asked too often, and keeps no other profile waiting', async () => {
    const [busy, quiet] = [await issue(), await issue()]
    const limited = await createTestApp({database: test.database, rateLimits: {device: '3:600'}})
    const ask = (profile: typeof busy) =>
      limited.app.inject({method: 'POST', url: '/api/v1/provision', payload: JSON.stringify(secretOf(profile))})
    for (let index = 0; index < 3; index++) expect((await ask(busy)).json()).toMatchObject({status: 'SUCCESS'})
    const refused = await ask(busy)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)])
    expect((await ask(quiet)).json()).toMatchObject({status: 'SUCCESS'})
    await limited.close()
  })

  it('is no specified call', async () => {
    const bare = await createTestApp({database: test.database, additions: false})
    expect((await bare.app.inject({method: 'POST', url: '/api/v1/provision', payload: '{}'})).statusCode).toBe(404)
    await bare.close()
  })
})
