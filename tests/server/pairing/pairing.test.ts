import {eq} from 'drizzle-orm'
import {afterAll, beforeAll, beforeEach, describe, expect, it, vi} from 'vitest'
import {PAIRING_LIFETIME} from '../../../contract/limits'
import {pairing as wire} from '../../../contract/wire/player'
import {deviceCredentials, pairing} from '../../../server/database/schema/device'
import {createTestApp, seedDevice} from '../../support/app'
import {handMoved} from '../../support/virtualTime'
import {auditOf, createWorld, type Who, type World} from '../../support/world'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let test: World
let screen: string

beforeAll(async () => {
  test = await createWorld({
    rateLimits: {pairingAddress: '20:600', pairingUser: '3:600'},
    tokenLifetimes: {access: DAY, refresh: DAY},
  })
})
beforeEach(async () => {
  const {database, works} = test
  await database.db.delete(deviceCredentials)
  await database.db.delete(pairing)
  screen = (await seedDevice(database, {name: 'Foyer', organisationId: works})).id
  // Limits are forgotten.
  test.clock.now += HOUR
})
afterAll(() => test.close())

const offer = async (app = test.app) => wire.parse((await app.inject({method: 'POST', url: '/api/v1/pairing'})).json())
const ask = (secret: string, app = test.app) => app.inject({url: `/api/v1/pairing/${secret}`})
const type = (code: string, who: Who = 'plant', device = screen) =>
  test.call(who, 'POST', `/api/v0/device/${device}/pairing`, {code})
const replace = (code: string) => test.call('plant', 'POST', `/api/v0/device/${screen}/pairing`, {code, replace: true})
const create = (code: string, body: object = {name: 'Lobby'}, who: Who = 'plant') =>
  test.call(who, 'POST', '/api/v0/device/pairing', {code, organisation_id: test.works, ...body})
const readList = (token: string) => test.app.inject({url: `/api/v1/${token}/playlist`})
const beat = (token = 'Foyer-token') =>
  test.app.inject({method: 'POST', url: `/api/v1/${token}/attributes`, body: {heartbeat: {ts: test.clock.now}}})

describe('a player without a token', () => {
  it('shows a code of six letters and digits that nobody confuses', async () => {
    const {code, secret, expires_at} = await offer()

    expect(code).toMatch(/^[2-9A-Z]{6}$/)
    expect(code).not.toMatch(/[ILOSZB258]/)
    expect(expires_at).toBe(test.clock.now + PAIRING_LIFETIME)
    expect(JSON.stringify(await test.database.db.select().from(pairing))).not.toContain(secret)
  })

  it('gets the token of the device for which someone types its code in', async () => {
    const {code, secret} = await offer()
    const answer = ask(secret)
    await vi.waitFor(async () => expect((await type(` ${code.toLowerCase()} `)).statusCode).toBe(204))

    expect((await answer).statusCode).toBe(200)
    expect((await answer).json()).toEqual({access_token: 'Foyer-token', device_name: 'Foyer'})
    expect((await ask(secret)).json()).toEqual((await answer).json())
  })

  it('gets a new token for a device that has none', async () => {
    const {db} = test.database
    await db.delete(deviceCredentials).where(eq(deviceCredentials.deviceId, screen))
    const {code, secret} = await offer()
    await type(code)

    const {access_token: token} = (await ask(secret)).json()

    expect((await test.app.inject({method: 'POST', url: `/api/v1/${token}/telemetry`, body: {}})).statusCode).toBe(200)
    expect((await auditOf(test.database, screen)).map(({action}) => action)).toEqual([
      'credentials.created',
      'device.paired',
    ])
  })

  it('is told in a while when its code was typed in at another server', async () => {
    const other = await createTestApp({database: test.database, scheduler: handMoved(test.clock)})
    const {code, secret} = await offer(other.app)
    await type(code)
    expect((await ask(secret, other.app)).statusCode).toBe(200)
    await other.close()
  })

  it('has to ask for another code when its own is too old', async () => {
    const {code, secret} = await offer()
    test.clock.now += PAIRING_LIFETIME

    expect((await ask(secret)).statusCode).toBe(404)
    const refused = await type(code)
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {message: 'No screen shows this code, or it is too old.'},
    ])
  })

  it('gets no more codes than the screens of one place need', async () => {
    const answers = await Promise.all(
      Array.from({length: 21}, () =>
        test.app.inject({method: 'POST', url: '/api/v1/pairing', remoteAddress: '9.9.9.9'}),
      ),
    )
    expect(answers.map(({statusCode}) => statusCode).sort()).toEqual([...new Array(20).fill(201), 429])
  })

  it('does not hold up a server that closes', async () => {
    const other = await createTestApp({database: test.database})
    const {secret} = await offer(other.app)
    const answer = ask(secret, other.app)
    // The answer to a later call shows that the question has been received.
    await other.app.inject({url: '/config.json'})
    await other.close()

    expect((await answer).statusCode).toBe(204)
  })

  it('learns nothing by a secret that is not its own', async () => {
    expect((await ask('unknown')).statusCode).toBe(404)
  })
})

describe('a code', () => {
  it('works once', async () => {
    const {code} = await offer()
    await type(code)

    expect((await type(code)).statusCode).toBe(400)
  })

  it('is taken from those alone who may change the device', async () => {
    const {code} = await offer()

    expect((await type(code, 'user')).statusCode).toBe(403)
    expect((await type(code, 'noc')).statusCode).toBe(404)
    expect((await type(code, 'nobody')).statusCode).toBe(401)
    expect((await type(code)).statusCode).toBe(204)
  })

  it.each(['', 'ABC', 'ABCDEFG'])('is refused as %j', async code => {
    expect((await type(code)).statusCode).toBe(400)
  })

  it('can not be guessed', async () => {
    for (const code of ['AAAAAA', 'CCCCCC', 'DDDDDD', 'EEEEEE']) expect((await type(code)).statusCode).toBe(400)
    expect((await type('FFFFFF')).statusCode).toBe(429)
  })

  it('is no specified call', async () => {
    const bare = await createTestApp({database: test.database, additions: false})
    expect((await bare.app.inject({method: 'POST', url: '/api/v1/pairing'})).statusCode).toBe(404)
    await bare.close()
  })
})

describe('a device that is alive', () => {
  beforeEach(() => beat())

  it('is given to a second player only when that is to replace the first one', async () => {
    const {code, secret} = await offer()

    const refused = await type(code)
    expect([refused.statusCode, refused.json()]).toEqual([409, {message: 'The device has a screen already.'}])
    expect((await ask(secret)).statusCode).toBe(204)
    expect((await readList('Foyer-token')).statusCode).toBe(200)

    expect((await replace(code)).statusCode).toBe(204)
    const {access_token: token} = (await ask(secret)).json()
    expect(token).not.toBe('Foyer-token')
    expect((await readList(token)).statusCode).toBe(200)
    expect((await auditOf(test.database, screen)).map(({action}) => action)).toEqual([
      'credentials.rotated',
      'device.paired',
    ])
  })

  it('says to the player that was replaced that its token is gone for good', async () => {
    const {code} = await offer()
    await replace(code)

    expect([(await readList('Foyer-token')).statusCode, (await beat()).statusCode]).toEqual([410, 410])
    expect((await readList('unknown-token')).statusCode).toBe(401)
  })

  it('says so to a player that waits for another list, too', async () => {
    const {code} = await offer()
    const url = '/api/v1/Foyer-token/playlist?revision=0&timeout=60000'
    const waiting = test.app.inject({url})
    // The answer to a later call of the device shows that the question has been received.
    await readList('Foyer-token')
    await replace(code)
    await test.call('plant', 'PUT', `/api/v0/attribute/device/${screen}/2/playlist`, {json_v: []})

    expect((await waiting).statusCode).toBe(410)
  })

  it('says of a token whose time is over after a rotation only that it is unknown', async () => {
    const body = {credentials_value: 'Foyer-later-access-token', former_until: test.clock.now + HOUR, expires_at: null}
    const rotated = await test.call('plant', 'POST', `/api/v0/device/${screen}/credentials/rotation`, body)
    expect(rotated.statusCode).toBe(200)
    test.clock.now += 2 * HOUR

    expect((await readList('Foyer-token')).statusCode).toBe(401)
  })

  it('may be paired again without a question when it has been silent', async () => {
    test.clock.now += HOUR
    const {code, secret} = await offer()

    expect((await type(code)).statusCode).toBe(204)
    expect((await ask(secret)).json()).toEqual({access_token: 'Foyer-token', device_name: 'Foyer'})
  })
})

describe('a new device', () => {
  it('is created for the player that shows the code', async () => {
    const {code, secret} = await offer()

    const created = await create(code)

    expect([created.statusCode, created.json()]).toMatchObject([200, {name: 'Lobby', organisation_id: test.works}])
    const {access_token: token, device_name: name} = (await ask(secret)).json()
    expect([name, (await readList(token)).statusCode]).toEqual(['Lobby', 200])
    expect((await auditOf(test.database, created.json()._id)).map(({action}) => action)).toEqual([
      'device.created',
      'credentials.created',
      'device.paired',
    ])
  })

  it('is not created for a code that no player shows, nor without a name', async () => {
    const {code} = await offer()
    const count = async () => (await test.call('plant', 'GET', '/api/v0/device')).body

    const before = await count()
    expect((await create('AAAAAA')).statusCode).toBe(400)
    expect((await create(code, {name: ' '})).statusCode).toBe(400)
    expect((await create(code, {}, 'user')).statusCode).toBe(403)
    expect(await count()).toBe(before)
  })
})
