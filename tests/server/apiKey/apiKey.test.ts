import {Readable} from 'node:stream'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {API_KEY_DAYS, MAX_API_KEYS} from '../../../contract/limits'
import {issuedApiKey} from '../../../contract/wire/people/apiKey'
import {apiKey} from '../../../server/database/schema/account'
import {createTestApp, seedDevice, signIn} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {auditOf, createWorld, referencesTo, type Who, type World} from '../../support/world'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let test: World
let pump: Awaited<ReturnType<typeof seedDevice>>

beforeEach(async () => {
  test = await createWorld({rateLimits: {loginAddress: '3:600', user: '20:600'}})
  const {database, works, noc, customerId} = test
  pump = await seedDevice(database, {name: 'Pump', organisationId: works, customerId})
  await seedDevice(database, {name: 'Foreign', organisationId: noc})
})
afterEach(() => test.close())

const expires_at = () => test.clock.now + 30 * DAY

const send = (who: Who, body: object = {}, home = `by-org/${test.works}`) =>
  test.call(who, 'POST', `/api/v0/api-key/${home}`, {
    name: 'Export',
    scope: 'read',
    expires_at: expires_at(),
    ...(home !== 'system' && {authority: 'ORGANISATION_ADMIN'}),
    ...body,
  })

const issue = async (body: object = {}, who: Who = 'plant', home?: string) =>
  issuedApiKey.parse((await send(who, body, home)).json())

const list = async (who: Who = 'plant', home = `by-org/${test.works}`) =>
  (await test.call(who, 'GET', `/api/v0/api-key/${home}`)).json()

const revoke = (id: string) => test.call('plant', 'DELETE', `/api/v0/api-key/by-org/${test.works}/key/${id}`)

/** Makes a program's call. */
const ask = (key: string, url = '/api/v0/device', {app} = test, further: object = {}) =>
  app.inject({url, headers: {authorization: `Bearer ${key}`}, ...further})

const put = (key: string, url: string, body: object) =>
  ask(key, url, test, {method: 'PUT', body, headers: {authorization: `Bearer ${key}`}})

describe('an API key', () => {
  it('is told once, and kept as a hash', async () => {
    const {key, ...told} = await issue()

    expect(key).toMatch(/^pwk_[\w-]{43}$/)
    expect(await list()).toEqual([told])
    expect(told).toEqual({
      _id: expect.any(String),
      name: 'Export',
      authority: 'ORGANISATION_ADMIN',
      customer_id: null,
      scope: 'read',
      issued_by: 'plant@t.test',
      issued_at: test.clock.now,
      expires_at: expires_at(),
      last_used_at: null,
    })
    const {rows} = await test.database.pool.query<{row: string}>('select api_key::text as row from api_key')
    expect(rows.map(({row}) => row.includes(key.slice(4)))).toEqual([false])
  })

  it('sees what its organisation has, and nothing else', async () => {
    const {key} = await issue()

    expect((await ask(key)).json()).toEqual([expect.objectContaining({name: 'Pump'})])
    expect((await ask(key, `/api/v0/organisation/${test.noc}`)).statusCode).toBe(404)
  })

  it('of a customer sees what the customer has', async () => {
    await seedDevice(test.database, {name: 'Crane', organisationId: test.works})
    const {key} = await issue({authority: 'CUSTOMER_USER', customer_id: test.customerId})

    expect((await ask(key)).json()).toEqual([expect.objectContaining({name: 'Pump'})])
  })

  it('is nobody: it does not reach the admin who issued it as itself', async () => {
    const {key} = await issue({authority: 'CUSTOMER_USER', customer_id: test.customerId})

    expect((await ask(key, `/api/v0/user/${test.userIds.plant}`)).statusCode).toBe(404)
    for (const url of ['/api/v0/user', '/api/v0/users/profile', '/api/v0/users/sessions', '/api/v0/users/preferences'])
      expect((await ask(key, url)).statusCode).toBe(403)
  })

  it('writes if it may, under its own name', async () => {
    const [reader, writer] = [await issue({name: 'Reader'}), await issue({name: 'Writer', scope: 'write'})]

    const refused = await put(reader.key, `/api/v0/device/${pump.id}`, {name: 'Renamed'})
    expect([refused.statusCode, refused.json()]).toEqual([403, {message: 'The API key may not do this.'}])
    expect((await put(writer.key, `/api/v0/device/${pump.id}`, {name: 'Renamed'})).statusCode).toBe(200)
    expect(await auditOf(test.database, pump.id)).toEqual([
      expect.objectContaining({action: 'device.updated', userId: writer._id, email: 'Writer (API key)'}),
    ])
  })

  it('of the system has the rights of a SYS_ADMIN', async () => {
    const {key, ...told} = await issue({scope: 'write'}, 'admin', 'system')

    expect(told.authority).toBe('SYS_ADMIN')
    expect((await ask(key)).json()).toHaveLength(2)
    expect((await ask(key, '/api/v0/audit')).json()).toMatchObject({entries: [{action: 'apiKey.issued'}, {}]})
    expect(await list('admin', 'system')).toEqual([{...told, last_used_at: test.clock.now}])
    expect(await list()).toEqual([])
  })

  it('counts alone where there is a session, too', async () => {
    const cookies = await signIn(test.app, 'plant@t.test')

    expect((await ask('pwk_wrong', '/api/v0/user', test, {cookies})).statusCode).toBe(401)
    expect((await ask((await issue()).key, '/api/v0/user', test, {cookies})).statusCode).toBe(403)
  })

  it('leaves a session alone that comes with another kind of authorisation, such as that of a proxy', async () => {
    const cookies = await signIn(test.app, 'plant@t.test')
    const headers = {authorization: 'Basic cHJveHk6cHJveHk='}

    expect((await test.app.inject({url: '/api/v0/user', cookies, headers})).statusCode).toBe(200)
  })

  it('opens no socket', async () => {
    const {key} = await issue()
    await test.app.listen({port: 0, host: '127.0.0.1'})
    const url = `${originOf(test.app).origin}/socket.io/?EIO=4&transport=polling`

    const answer = await fetch(url, {headers: {authorization: `Bearer ${key}`}})

    expect([answer.status, await answer.json()]).toEqual([401, {message: 'unauthorized'}])
  })

  it('has a rate limit of its own, as a user has', async () => {
    const [busy, quiet] = [await issue(), await issue()]
    const statuses = []
    for (let call = 0; call < 21; call++) statuses.push((await ask(busy.key)).statusCode)

    expect(statuses.filter(status => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
    expect((await ask(quiet.key)).statusCode).toBe(200)
  })

  it('is not known to a server that offers the specified calls alone', async () => {
    const {key} = await issue()
    const plain = await createTestApp({database: test.database, additions: false})

    expect((await ask(key, '/api/v0/device', {...test, app: plain.app})).statusCode).toBe(401)
    await plain.close()
  })
})

describe('the last use of a key', () => {
  const lastUse = async () => (await test.database.db.select().from(apiKey))[0]?.lastUsedAt

  it('is written down at most every ten minutes', async () => {
    const {key} = await issue()
    const start = test.clock.now
    await ask(key)
    test.clock.now = start + 9 * MINUTE
    await ask(key)
    expect(await lastUse()).toBe(start)

    test.clock.now = start + 10 * MINUTE
    await ask(key)
    expect(await lastUse()).toBe(start + 10 * MINUTE)
  })

  it('may go unwritten: what is read is answered all the same', async () => {
    const {key} = await issue()
    await test.database.pool.query(
      'create function refuse() returns trigger language plpgsql as $$ begin raise exception $x$full$x$; end $$;' +
        'create trigger refuse before update on api_key for each row execute function refuse()',
    )

    expect((await ask(key)).statusCode).toBe(200)
  })
})

describe('a key ends', () => {
  it('when it is revoked, at once and on other servers, too', async () => {
    const {key, _id} = await issue()
    const other = await createTestApp({database: test.database})
    expect((await ask(key, '/api/v0/device', {...test, app: other.app})).statusCode).toBe(200)

    expect((await revoke(_id)).statusCode).toBe(204)

    for (const {app} of [test, other]) {
      const refused = await ask(key, '/api/v0/device', {...test, app})
      expect([refused.statusCode, refused.json()]).toEqual([401, {message: 'Not signed in.'}])
    }
    expect(await list()).toEqual([])
    expect((await revoke(_id)).statusCode).toBe(404)
    const trail = (await auditOf(test.database, test.works)).map(({action, detail}) => [action, detail])
    const detail = {name: 'Export', authority: 'ORGANISATION_ADMIN', scope: 'read'}
    expect(trail).toEqual([
      ['apiKey.issued', detail],
      ['apiKey.revoked', detail],
    ])
    await other.close()
  })

  it('when it expires, and stays in the list', async () => {
    const {key} = await issue({expires_at: test.clock.now + MINUTE})
    test.clock.now += MINUTE - 1
    expect((await ask(key)).statusCode).toBe(200)

    test.clock.now += 1
    expect((await ask(key)).statusCode).toBe(401)
    expect(await list()).toHaveLength(1)
  })

  it.each([
    ['organisation', () => test.works],
    ['customer', () => test.customerId],
  ])('when its %s is removed', async (kind, id) => {
    const {key, _id} = await issue({authority: 'CUSTOMER_USER', customer_id: test.customerId})

    expect((await test.call('admin', 'DELETE', `/api/v0/${kind}/${id()}`)).statusCode).toBe(204)

    expect((await ask(key)).statusCode).toBe(401)
    expect(await referencesTo(test.database, [_id])).toEqual([])
  })

  it('while its body is on its way: nothing is written', async () => {
    const {key, _id} = await issue({scope: 'write'})
    async function* body() {
      await revoke(_id)
      yield JSON.stringify({name: 'Renamed'})
    }

    const response = await test.app.inject({
      method: 'PUT',
      url: `/api/v0/device/${pump.id}`,
      payload: Readable.from(body(), {objectMode: false}),
      headers: {authorization: `Bearer ${key}`, 'content-type': 'application/json'},
    })

    expect(response.statusCode).toBe(401)
  })

  it('not with the account of the admin who issued it', async () => {
    const {key} = await issue()

    await test.call('admin', 'DELETE', `/api/v0/user/${test.userIds.plant}`)

    expect((await ask(key)).statusCode).toBe(200)
  })
})

describe('a wrong key', () => {
  const made = (letter: string) => `pwk_${letter.repeat(43)}`

  it.each([
    ['that is empty', ''],
    ['that is too short', 'pwk_short'],
    ['that is no key', 'an-access-token'],
    ['that nobody issued', made('x')],
  ])('%s is refused with 401', async (_what, key) => {
    const refused = await ask(key)

    expect([refused.statusCode, refused.json()]).toEqual([401, {message: 'Not signed in.'}])
  })

  it('makes its network wait after some others, but not a key that works there', async () => {
    const {key} = await issue()
    const late = await issue()
    await ask(key)
    for (const letter of ['a', 'b', 'c', 'd', 'd', 'd']) expect((await ask(made(letter))).statusCode).toBe(401)

    expect((await ask(made('e'))).statusCode).toBe(429)
    expect((await ask(late.key)).statusCode).toBe(429)
    expect((await ask(key)).statusCode).toBe(200)
    expect((await ask(late.key, '/api/v0/device', test, {remoteAddress: '198.51.100.7'})).statusCode).toBe(200)
  })
})

describe('a new key', () => {
  it.each([
    ['the rights of a SYS_ADMIN', () => ({authority: 'SYS_ADMIN'})],
    ['no name', () => ({name: ' '})],
    ['another scope', () => ({scope: 'admin'})],
    ['the rights of a user of a customer without a customer', () => ({authority: 'CUSTOMER_USER'})],
    ['a customer that its rights do not need', () => ({customer_id: test.customerId})],
    ['an expiry in the past', () => ({expires_at: test.clock.now})],
    ['an expiry more than a year ahead', () => ({expires_at: test.clock.now + API_KEY_DAYS * DAY + 1})],
    ['no expiry', () => ({expires_at: null})],
  ])('with %s is refused', async (_what, body) => {
    expect((await send('plant', body())).statusCode).toBe(400)
    expect(await list()).toEqual([])
  })

  it('may last a year', async () => {
    expect((await send('plant', {expires_at: test.clock.now + API_KEY_DAYS * DAY})).statusCode).toBe(201)
  })

  it('is not for a customer of another organisation', async () => {
    const body = {authority: 'CUSTOMER_USER', customer_id: test.customerId}

    const refused = await send('noc', body, `by-org/${test.noc}`)

    expect([refused.statusCode, refused.json()]).toEqual([400, {message: 'The organisation has no such customer.'}])
  })

  it('is one of a bounded number', async () => {
    const {organisationId, ...row} = {
      organisationId: test.works,
      authority: 'ORGANISATION_ADMIN' as const,
      scope: 'read' as const,
      name: 'Old',
      issuedBy: '',
      expiresAt: 0,
    }
    const rows = Array.from({length: MAX_API_KEYS}, (_, index) => ({...row, organisationId, hash: `hash ${index}`}))
    await test.database.db.insert(apiKey).values(rows)

    expect((await send('plant')).statusCode).toBe(409)
  })

  it('of an organisation can be issued by a SYS_ADMIN, and of the system by nobody else', async () => {
    expect((await send('admin')).statusCode).toBe(201)
    expect((await send('plant', {}, 'system')).statusCode).toBe(403)
  })
})
