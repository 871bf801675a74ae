import {randomUUID} from 'node:crypto'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {audit} from '../../../server/database/schema/audit'
import {createLog} from '../../../server/log/log'
import {createTestApp, signIn} from '../../support/app'
import {auditOf, createWorld, type Who, type World} from '../../support/world'

const UNKNOWN = '0192f3a0-0000-7000-8000-000000000000'
const path = (deviceId: string) => `/api/v0/device/${deviceId}/credentials`

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const newToken = () => `token-${randomUUID()}`
const bodyWith = (credentials_value: string) => ({credentials_type: 'ACCESS_TOKEN', credentials_value})

/** A device of the works' customer. */
async function createDevice(): Promise<string> {
  const {works, customerId} = world
  const body = {name: 'Pump', organisation_id: works, customer_id: customerId}
  return (await world.call('admin', 'POST', '/api/v0/device', body)).json()._id
}
const create = (deviceId: string, token: string, who: Who = 'admin') =>
  world.call(who, 'POST', path(deviceId), bodyWith(token))
const find = (deviceId: string, who: Who = 'admin') => world.call(who, 'GET', path(deviceId))
const remove = (deviceId: string, body?: object, who: Who = 'admin') => world.call(who, 'DELETE', path(deviceId), body)

async function send(token: string, {app}: Pick<World, 'app'> = world) {
  const response = await app.inject({method: 'POST', url: `/api/v1/${token}/telemetry`, body: {load: 1}})
  return response.statusCode
}

describe('credentials', () => {
  it('are made, shown and taken as an access token', async () => {
    const deviceId = await createDevice()
    const token = newToken()
    expect((await find(deviceId)).json()).toEqual({message: 'The device has no credentials.'})

    const response = await create(deviceId, token)

    const expected = {
      credentials_id: expect.any(String),
      credentials_type: 'ACCESS_TOKEN',
      credentials_value: token,
      device_id: deviceId,
      createdAt: world.clock.now,
      version: 1,
    }
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual(expected)
    expect((await find(deviceId)).json()).toEqual(expected)
    expect(await send(token)).toBe(200)
  })

  it('are worth nothing from the moment of their removal', async () => {
    const deviceId = await createDevice()
    const token = newToken()
    await create(deviceId, token)
    expect(await send(token)).toBe(200)

    const response = await remove(deviceId)

    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(await send(token)).toBe(401)
    expect((await find(deviceId)).statusCode).toBe(404)
  })

  it('that another server took back are taken for five seconds at most', async () => {
    const other = await createTestApp({database: world.database})
    const deviceId = await createDevice()
    const token = newToken()
    await create(deviceId, token)
    expect(await send(token, other)).toBe(200)
    await remove(deviceId)

    other.clock.now += 5_000
    expect(await send(token, other)).toBe(401)
    await other.close()
  })

  it('can be replaced at once', async () => {
    const deviceId = await createDevice()
    const [former, next] = [newToken(), newToken()]
    await create(deviceId, former)
    await remove(deviceId, bodyWith(former))

    expect((await create(deviceId, next)).statusCode).toBe(201)
    expect([await send(former), await send(next)]).toEqual([401, 200])
  })

  it('are removed by the value that was seen, not by a former one', async () => {
    const deviceId = await createDevice()
    const token = newToken()
    await create(deviceId, token)

    const response = await remove(deviceId, bodyWith(newToken()))

    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({message: 'Somebody else has changed these credentials meanwhile.'})
    expect(await send(token)).toBe(200)
  })

  it('are one a device', async () => {
    const deviceId = await createDevice()
    await create(deviceId, newToken())

    const response = await create(deviceId, newToken())

    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({message: 'The device has credentials already.'})
  })

  it('are those of one device', async () => {
    const token = newToken()
    await create(await createDevice(), token)

    const response = await create(await createDevice(), token)

    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({message: 'The access token is in use already.'})
  })

  it('do not tell which access tokens devices out of reach have', async () => {
    const token = newToken()
    await create(await createDevice(), token)
    const body = {name: 'Crane', organisation_id: world.noc}
    const foreign = (await world.call('noc', 'POST', '/api/v0/device', body)).json()._id

    const answers = await Promise.all([token, 'x'.repeat(20)].map(value => create(foreign, value, 'noc')))

    expect(answers.map(answer => [answer.statusCode, answer.json()])).toEqual(
      Array(2).fill([400, {message: 'credentials_value: is too easy to guess'}]),
    )
    expect(await send(token)).toBe(200)
  })

  it('are made once of many at the same moment', async () => {
    const deviceId = await createDevice()
    const token = newToken()
    const others = await Promise.all([createDevice(), createDevice()])

    const answers = await Promise.all([deviceId, deviceId, ...others].map(id => create(id, token)))

    expect(answers.map(({statusCode}) => statusCode).sort()).toEqual([201, 409, 409, 409])
  })

  it.each<[string, object]>([
    ['19 characters', bodyWith(newToken().slice(0, 19))],
    ['256 characters', bodyWith(newToken().repeat(7).slice(0, 256))],
    ['one character again and again', bodyWith('a'.repeat(20))],
    ['a slash', bodyWith(`${newToken()}/telemetry`)],
    ['a blank', bodyWith(`${newToken()} x`)],
    ['markup', bodyWith(`<script>${newToken()}`)],
    ['NUL', bodyWith(`${newToken()}\0`)],
    ['another type', {credentials_type: 'X509', credentials_value: newToken()}],
    ['no value', {credentials_type: 'ACCESS_TOKEN'}],
    ['a field that nobody knows', {...bodyWith(newToken()), device_id: UNKNOWN}],
  ])('are refused with %s', async (_what, body) => {
    const deviceId = await createDevice()

    const response = await world.call('admin', 'POST', path(deviceId), body)

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: expect.any(String)})
    expect((await find(deviceId)).statusCode).toBe(404)
  })

  it.each<[Who, number, number, number]>([
    ['admin', 201, 200, 204],
    ['plant', 201, 200, 204],
    ['customer', 201, 200, 204],
    ['noc', 404, 404, 404],
    ['user', 403, 403, 403],
    ['nobody', 401, 401, 401],
  ])('are made, shown and removed by %s: %i, %i, %i', async (who, made, shown, removed) => {
    const [bare, known] = await Promise.all([createDevice(), createDevice()])
    await create(known, newToken())

    expect([
      (await create(bare, newToken(), who)).statusCode,
      (await find(known, who)).statusCode,
      (await remove(known, undefined, who)).statusCode,
    ]).toEqual([made, shown, removed])
  })

  it('of an unknown device are not found', async () => {
    expect([
      (await create(UNKNOWN, newToken())).json(),
      (await find(UNKNOWN)).json(),
      (await remove(UNKNOWN)).json(),
    ]).toEqual(Array(3).fill({message: 'Device not found.'}))
  })

  it('stand in the trail without their value', async () => {
    const deviceId = await createDevice()
    const token = newToken()
    await create(deviceId, token)
    await remove(deviceId)

    expect((await auditOf(world.database, deviceId)).map(({action, entityName}) => [action, entityName])).toEqual([
      ['device.created', 'Pump'],
      ['credentials.created', 'Pump'],
      ['credentials.deleted', 'Pump'],
    ])
    expect(JSON.stringify(await world.database.db.select().from(audit))).not.toContain(token)
  })

  it('stand in no line of the log, not even when they can’t be stored', async () => {
    const lines: string[] = []
    const log = createLog({level: 'debug', stream: {write: line => lines.push(line)}})
    const logged = await createTestApp({database: world.database, log})
    const cookies = await signIn(logged.app, 'admin@t.test')
    const [url, body] = [path(await createDevice()), bodyWith(newToken())]
    await world.database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before insert on device_credentials for each row execute function refuse()`)

    const response = await logged.app.inject({method: 'POST', url, cookies, body})
    await world.database.pool.query('drop function refuse cascade')
    await logged.close()

    expect(response.statusCode).toBe(500)
    expect(lines).toEqual([expect.stringContaining('refused')])
    expect(lines.join()).not.toContain(body.credentials_value)
  })
})

describe('replacing the access token', () => {
  const SOON = 20_000
  const rotate = (deviceId: string, body: object, who: Who = 'admin') =>
    world.call(who, 'POST', `${path(deviceId)}/rotation`, {expires_at: null, former_until: null, ...body})
  const setExpiry = (deviceId: string, expires_at: number | null) =>
    world.call('admin', 'PUT', `${path(deviceId)}/expiry`, {expires_at})
  const endFormer = (deviceId: string) => world.call('admin', 'DELETE', `${path(deviceId)}/former`)

  async function withToken(token = newToken()) {
    const deviceId = await createDevice()
    await create(deviceId, token)
    return {deviceId, token}
  }

  it('leaves no gap: both are taken until the former one ends', async () => {
    const {deviceId, token} = await withToken()
    const [next, until] = [newToken(), world.clock.now + SOON]
    const response = await rotate(deviceId, {credentials_value: next, former_until: until})

    expect([response.statusCode, response.json()]).toMatchObject([200, {credentials_value: next, former_until: until}])
    expect((await find(deviceId)).json()).toEqual(response.json())
    expect([await send(token), await send(next)]).toEqual([200, 200])
    world.clock.now = until
    expect([await send(token), await send(next)]).toEqual([401, 200])
    expect(await auditOf(world.database, deviceId)).toContainEqual(
      expect.objectContaining({action: 'credentials.rotated', detail: {formerUntil: until, expiresAt: null}}),
    )
  })

  it('ends the former one at once when nobody says until when it counts', async () => {
    const {deviceId, token} = await withToken()
    await send(token)
    const next = newToken()
    expect((await rotate(deviceId, {credentials_value: next})).json()).not.toHaveProperty('former_until')
    expect([await send(token), await send(next)]).toEqual([401, 200])
  })

  it('again ends what was the former one before', async () => {
    const {deviceId, token} = await withToken()
    const [second, third, former_until] = [newToken(), newToken(), world.clock.now + SOON]
    await rotate(deviceId, {credentials_value: second, former_until})
    await rotate(deviceId, {credentials_value: third, former_until})
    expect([await send(token), await send(second), await send(third)]).toEqual([401, 200, 200])
  })

  it('lets the former one count no longer than it would have', async () => {
    const {deviceId, token} = await withToken()
    const end = world.clock.now + SOON / 2
    await setExpiry(deviceId, end)
    const response = await rotate(deviceId, {credentials_value: newToken(), former_until: end + SOON})
    expect(response.json()).toMatchObject({former_until: end})
    world.clock.now = end
    expect(await send(token)).toBe(401)
  })

  it('can be finished early', async () => {
    const {deviceId, token} = await withToken()
    const next = newToken()
    await rotate(deviceId, {credentials_value: next, former_until: world.clock.now + SOON})
    await send(token)
    expect((await endFormer(deviceId)).statusCode).toBe(204)
    expect([await send(token), await send(next)]).toEqual([401, 200])
    const again = await endFormer(deviceId)
    expect([again.statusCode, again.json()]).toEqual([404, {message: 'The device has no former access token.'}])
  })

  it('is refused for a token that is in use, former ones too, and for times that nobody means, and then changes nothing', async () => {
    const [{deviceId, token}, other] = [await withToken(), await withToken()]
    const former = other.token
    await rotate(other.deviceId, {credentials_value: newToken(), former_until: world.clock.now + SOON})
    const answers = [
      await rotate(deviceId, {credentials_value: former}),
      await rotate(deviceId, {credentials_value: token}),
      await rotate(deviceId, {credentials_value: 'short'}),
      await rotate(deviceId, {credentials_value: newToken(), former_until: world.clock.now}),
      await rotate(deviceId, {credentials_value: newToken(), expires_at: world.clock.now - 1}),
      await rotate(deviceId, {credentials_value: newToken(), expires_at: world.clock.now + 11 * 366 * 86_400_000}),
      await create(await createDevice(), former),
      await rotate(await createDevice(), {credentials_value: newToken()}),
    ]
    expect(answers.map(({statusCode}) => statusCode)).toEqual([409, 409, 400, 400, 400, 400, 409, 404])
    expect([await send(token), await send(former)]).toEqual([200, 200])
    expect((await find(deviceId)).json()).not.toHaveProperty('former_until')
  })

  it('takes the former one with it when the credentials are removed', async () => {
    const {deviceId, token} = await withToken()
    const next = newToken()
    await rotate(deviceId, {credentials_value: next, former_until: world.clock.now + SOON})
    await remove(deviceId)
    expect([await send(token), await send(next)]).toEqual([401, 401])
  })

  it('gives it an end, which can be taken back before', async () => {
    const {deviceId, token} = await withToken()
    const end = world.clock.now + SOON
    expect((await setExpiry(deviceId, end)).json()).toMatchObject({expires_at: end, version: 2})
    expect((await setExpiry(deviceId, null)).json()).not.toHaveProperty('expires_at')
    await setExpiry(deviceId, end)
    expect(await send(token)).toBe(200)
    world.clock.now = end
    expect(await send(token)).toBe(401)
    await setExpiry(deviceId, end + SOON)
    expect(await send(token)).toBe(200)
  })
})
