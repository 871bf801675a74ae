import {eq} from 'drizzle-orm'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {CLAIM_DURATION, CLAIM_DURATION_MAX} from '../../../contract/limits'
import {claim, device} from '../../../server/database/schema/device'
import {seedDevice} from '../../support/app'
import {auditOf, createWorld, type Who, type World} from '../../support/world'

const HOUR = 60 * 60_000

let test: World
let pump: string

beforeAll(async () => {
  test = await createWorld({rateLimits: {pairingUser: '3:600'}, tokenLifetimes: {access: 1e11, refresh: 1e11}})
})
beforeEach(async () => {
  await test.database.db.delete(device)
  pump = (await seedDevice(test.database, {name: 'Pump', organisationId: test.works})).id
  // Limits are forgotten.
  test.clock.now += HOUR
})
afterAll(() => test.close())

const offer = (payload = '{"secretKey":"s3cret"}', token = 'Pump-token') =>
  test.app.inject({method: 'POST', url: `/api/v1/${token}/claim`, payload})
const take = (body: object = {}, who: Who = 'customer') =>
  test.call(who, 'POST', '/api/v0/device/claim', {name: 'Pump', secret: 's3cret', ...body})
const customerOf = async (id: string) =>
  (await test.database.db.select({customerId: device.customerId}).from(device).where(eq(device.id, id)))[0]?.customerId

describe('a device that lets itself be claimed', () => {
  it.each<Who>(['customer', 'user'])('is given to the customer of the %s who knows its name and secret', async who => {
    const offered = await offer()
    expect([offered.statusCode, offered.body]).toEqual([200, ''])

    const taken = await take({}, who)

    expect(taken.statusCode).toBe(200)
    expect(taken.json()).toMatchObject({_id: pump, customer_id: test.customerId})
    expect(await auditOf(test.database, pump)).toMatchObject([
      {action: 'device.updated', email: `${who}@t.test`},
      {action: 'device.claimed', email: `${who}@t.test`, entityName: 'Pump'},
    ])
    expect(await test.database.db.$count(claim)).toBe(0)
  })

  it('needs no secret, and not even a body', async () => {
    await offer('')
    expect((await take({secret: 'other'})).statusCode).toBe(404)
    expect((await take({secret: ''})).statusCode).toBe(200)
  })

  it('is claimed within its time alone, which is a day unless it says so', async () => {
    await offer('{"secretKey":"s3cret","durationMs":60000}')
    test.clock.now += 60_000
    expect((await take()).statusCode).toBe(404)
    await offer()
    test.clock.now += CLAIM_DURATION - 1
    expect((await take()).statusCode).toBe(200)
  })

  it('is claimed for a bounded time', async () => {
    await offer('{"durationMs":1e300}')
    const [kept] = await test.database.db.select().from(claim)
    expect(kept?.expiresAt).toBe(test.clock.now + CLAIM_DURATION_MAX)
  })

  it('keeps its last secret alone, as a hash', async () => {
    await offer('{"secretKey":"first"}')
    await offer()
    expect(JSON.stringify(await test.database.db.select().from(claim))).not.toContain('s3cret')
    expect((await take({secret: 'first'})).statusCode).toBe(404)
    expect((await take()).statusCode).toBe(200)
  })

  it('is not taken from a customer, nor by another organisation, nor by who has no customer', async () => {
    await offer()
    expect((await take({}, 'plant')).statusCode).toBe(403)
    expect((await take({}, 'admin')).statusCode).toBe(403)
    expect((await take({}, 'nobody')).statusCode).toBe(401)
    await test.database.db.update(device).set({customerId: test.customerId})
    expect((await take()).statusCode).toBe(404)
    await test.database.db.update(device).set({customerId: null, organisationId: test.noc})
    expect((await take()).statusCode).toBe(404)
    expect(await customerOf(pump)).toBeNull()
  })

  it('is given once when many ask at once', async () => {
    await offer()
    const answers = await Promise.all([take({}, 'customer'), take({}, 'user')])
    expect(answers.filter(({statusCode}) => statusCode === 200)).toHaveLength(1)
    expect(await customerOf(pump)).toBe(test.customerId)
  })

  it('can not be guessed', async () => {
    await offer()
    for (const secret of ['a', 'b', 'c', 'd']) expect((await take({secret})).statusCode).toBe(404)
    expect((await take()).statusCode).toBe(429)
  })

  it.each(['{', '7', '[]', '{"secretKey":7}', '{"durationMs":-1}', '{"durationMs":"1"}'])(
    'is refused with %s',
    async body => {
      expect((await offer(body)).statusCode).toBe(400)
    },
  )

  it('needs its token', async () => {
    expect((await offer('', 'unknown')).statusCode).toBe(401)
  })
})
