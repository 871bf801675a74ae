import {eq} from 'drizzle-orm'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {session} from '../../../server/database/schema/account'
import {asset} from '../../../server/database/schema/asset'
import {attribute} from '../../../server/database/schema/attribute'
import {device} from '../../../server/database/schema/device'
import {customer} from '../../../server/database/schema/organisation'
import {user} from '../../../server/database/schema/user'
import {createTestApp, seedDevice, signIn} from '../../support/app'
import {connectSocket} from '../../support/socket'
import {auditOf, createWorld, referencesTo, seedAsset, type Who, type World} from '../../support/world'

const UNKNOWN = '0192f3a0-0000-7000-8000-000000000000'
const path = (id: string) => `/api/v0/customer/${id}`

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function create(values: object = {}) {
  const body = {email: 'Quay@Works.test', organisation_id: world.works, ...values}
  const response = await world.call('plant', 'POST', '/api/v0/customer', body)
  expect(response.statusCode).toBe(201)
  return response.json()
}

describe('a new customer', () => {
  it('is answered as it stands', async () => {
    const created = await create({title: ' Quay ', city: 'Rye', isPublic: true, externalId: 'K-7'})

    const expected = {
      _id: expect.any(String),
      email: 'quay@works.test',
      title: 'Quay',
      phone: null,
      address: null,
      address2: null,
      city: 'Rye',
      state: null,
      zip: null,
      country: null,
      organisation_id: world.works,
      externalId: 'K-7',
      isPublic: true,
      createdAt: world.clock.now,
      version: 1,
    }
    expect(created).toEqual(expected)
    expect((await world.call('plant', 'GET', path(created._id))).json()).toEqual({
      ...expected,
      counts: {users: 0, devices: 0, assets: 0},
    })
    expect(await auditOf(world.database, created._id)).toMatchObject([
      {action: 'customer.created', userId: world.userIds.plant, entityName: 'Quay', organisationId: world.works},
    ])
  })

  it('is called by its email without a title', async () => {
    const {_id} = await create()

    expect(await auditOf(world.database, _id)).toMatchObject([{entityName: 'quay@works.test'}])
  })

  it('belongs to an organisation within reach', async () => {
    const statuses = async (who: Who) => {
      const answers = [world.works, world.noc, UNKNOWN].map(async organisation_id => {
        const body = {email: 'c@t.test', organisation_id}
        return (await world.call(who, 'POST', '/api/v0/customer', body)).statusCode
      })
      return Promise.all(answers)
    }

    expect(await statuses('admin')).toEqual([201, 201, 404])
    expect(await statuses('plant')).toEqual([201, 404, 404])
    expect(await statuses('customer')).toEqual([403, 403, 403])
  })

  it.each<[string, object, string]>([
    ['no email', {email: ''}, 'email: must not be empty'],
    ['a word for an email', {email: 'quay'}, 'email: must be an email address'],
    ['no organisation', {organisation_id: undefined}, 'organisation_id'],
    ['a word for an organisation', {organisation_id: 'works'}, 'organisation_id'],
    ['a long title', {title: 'x'.repeat(256)}, 'title: must have at most 255 characters'],
    ['a word for a flag', {isPublic: 'yes'}, 'isPublic'],
    ['a field that nobody knows', {colour: 'red'}, 'There is no field colour'],
  ])('is refused for %s', async (_what, values, message) => {
    const before = await world.database.db.$count(customer)
    const body = {email: 'c@t.test', organisation_id: world.works, ...values}
    const response = await world.call('admin', 'POST', '/api/v0/customer', body)

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: expect.stringContaining(message)})
    expect(await world.database.db.$count(customer)).toBe(before)
  })
})

describe('the customers of an organisation', () => {
  it('come in pages that can be searched', async () => {
    const own = await createWorld()
    const bare = await createTestApp({database: own.database, additions: false})
    for (const title of ['Mole', 'molehill', 'Pier']) {
      await own.call('plant', 'POST', '/api/v0/customer', {email: 'c@t.test', organisation_id: own.works, title})
    }
    const url = `/api/v0/customer/by-org/${own.works}`
    const ask = async (query: string) => (await own.call('plant', 'GET', `${url}?${query}`)).json()

    const first = await ask('q=MOLE&sort=-title&limit=1')
    expect(first).toMatchObject({items: [{title: 'molehill'}], total: 2})
    expect(await ask(`q=MOLE&sort=-title&limit=1&cursor=${first.next}`)).toMatchObject({
      items: [{title: 'Mole'}],
      next: null,
      total: 2,
    })
    expect((await ask('')).map(({title}: {title: string}) => title)).toEqual([null, 'Mole', 'molehill', 'Pier'])
    const cookies = await signIn(bare.app, 'plant@t.test')
    expect((await bare.app.inject({url: `${url}?limit=1&q=x`, cookies})).json()).toHaveLength(4)
    await bare.close()
    await own.close()
  })
})

describe('a change of a customer', () => {
  it('changes what it names and counts the version', async () => {
    const created = await create({title: 'Quay', city: 'Rye'})

    const response = await world.call('plant', 'PUT', path(created._id), {title: 'Pier', city: null, version: 1})

    expect(response.json()).toEqual({...created, title: 'Pier', city: null, version: 2})
    expect((await auditOf(world.database, created._id)).at(-1)).toMatchObject({
      action: 'customer.updated',
      entityName: 'Pier',
      detail: {
        fields: ['title', 'city'],
        changes: {title: {before: 'Quay', after: 'Pier'}, city: {before: 'Rye', after: null}},
      },
    })
  })

  it('that changes nothing writes nothing', async () => {
    const created = await create()

    expect((await world.call('plant', 'PUT', path(created._id), {email: 'QUAY@works.test'})).json()).toEqual(created)
    expect(await auditOf(world.database, created._id)).toHaveLength(1)
  })

  it('of what another user has changed is refused', async () => {
    const {_id} = await create()
    await world.call('plant', 'PUT', path(_id), {title: 'First'})

    const response = await world.call('plant', 'PUT', path(_id), {title: 'Second', version: 1})

    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({message: 'Somebody else has changed this customer meanwhile.'})
    expect((await world.call('plant', 'GET', path(_id))).json()).toMatchObject({title: 'First', version: 2})
  })

  it.each([{email: ''}, {organisation_id: UNKNOWN}, {isPublic: null}])('is refused for %j', async body => {
    expect((await world.call('plant', 'PUT', path(world.customerId), body)).statusCode).toBe(400)
  })
})

describe('who may', () => {
  it.each<['GET' | 'PUT' | 'DELETE', () => string, object | undefined, Record<Who, number>]>([
    [
      'GET',
      () => world.customerId,
      undefined,
      {admin: 200, plant: 200, noc: 404, customer: 200, user: 403, nobody: 401},
    ],
    [
      'PUT',
      () => world.customerId,
      {city: 'Rye'},
      {admin: 200, plant: 200, noc: 404, customer: 403, user: 403, nobody: 401},
    ],
    ['DELETE', () => UNKNOWN, undefined, {admin: 404, plant: 404, noc: 404, customer: 403, user: 403, nobody: 401}],
  ])('%s a customer', async (method, id, body, statuses) => {
    for (const who of ['admin', 'plant', 'noc', 'customer', 'user', 'nobody'] as const) {
      const response = await world.call(who, method, path(id()), body)
      expect([who, response.statusCode]).toEqual([who, statuses[who]])
      if (response.statusCode === 404) expect(response.json()).toEqual({message: 'Customer not found.'})
    }
  })
})

describe('a removed customer', () => {
  it('leaves devices, assets and users to its organisation', async () => {
    const own = await createWorld()
    const {database, works, customerId, userIds} = own
    const pump = await seedDevice(database, {name: 'pump', organisationId: works, customerId})
    const hall = await seedAsset(database, {name: 'hall', organisationId: works, customerId})
    await database.db
      .insert(attribute)
      .values({entityType: 'customer', entityId: customerId, scope: 1, key: 'k', longV: 1, lastUpdateTs: 0})
    expect((await own.call('plant', 'GET', path(customerId))).json()).toMatchObject({
      counts: {users: 2, devices: 1, assets: 1},
    })

    const response = await own.call('plant', 'DELETE', path(customerId))

    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(await referencesTo(database, [customerId])).toEqual([])
    const [keptDevice] = await database.db.select().from(device).where(eq(device.id, pump.id))
    const [keptAsset] = await database.db.select().from(asset).where(eq(asset.id, hall.id))
    const [keptUser] = await database.db.select().from(user).where(eq(user.id, userIds.user))
    expect(keptDevice).toEqual({...pump, customerId: null, version: 2})
    expect(keptAsset).toEqual({...hall, customerId: null, version: 2})
    expect(keptUser).toMatchObject({organisationId: works, customerId: null, userDeleted: false, version: 2})
    expect(await auditOf(database, customerId)).toMatchObject([
      {action: 'customer.deleted', entityName: 'customer@works.test', detail: {users: 2, devices: 1, assets: 1}},
    ])
    await own.close()
  })

  it('ends the sessions of its users, whose sockets close', async () => {
    const own = await createWorld()
    const baseUrl = await own.app.listen({host: '127.0.0.1', port: 0})
    const socket = await connectSocket(baseUrl, await signIn(own.app, 'user@t.test'))
    const closed = new Promise(resolve => socket.once('disconnect', resolve))

    await own.call('plant', 'DELETE', path(own.customerId))

    expect(await closed).toBe('io server disconnect')
    const open = (await own.database.db.select().from(session)).filter(({endedAt}) => endedAt === null)
    expect(open.map(({userId}) => userId)).toEqual([own.userIds.plant])
    socket.close()
    await own.close()
  })
})
