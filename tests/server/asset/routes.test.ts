import fc from 'fast-check'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {asset} from '../../../server/database/schema/asset'
import {attribute} from '../../../server/database/schema/attribute'
import {createTestApp, seedCustomer, signIn} from '../../support/app'
import {auditOf, createWorld, referencesTo, seedAsset, type Who, type World} from '../../support/world'

const UNKNOWN = '0192f3a0-0000-7000-8000-000000000000'
const path = (id: string) => `/api/v0/asset/${id}`

let world: World

beforeAll(async () => {
  world = await createWorld()
})
beforeEach(() => world.database.db.delete(asset))
afterAll(() => world.close())

const post = (body: object, who: Who = 'plant') => world.call(who, 'POST', '/api/v0/asset', body)
const put = (id: string, body: object, who: Who = 'plant') => world.call(who, 'PUT', path(id), body)
const seed = (name: string, values: Partial<typeof asset.$inferInsert> = {}) =>
  seedAsset(world.database, {organisationId: world.works, ...values, name})

async function create(values: object = {}) {
  const response = await post({name: 'hall', label: 'blob', organisation_id: world.works, ...values})
  expect(response.statusCode).toBe(201)
  return response.json()
}

describe('a new asset', () => {
  it('is answered as it stands', async () => {
    const campus = await create({name: ' Campus ', label: null, type: 'campus'})
    const created = await create({
      customer_id: world.customerId,
      parent_id: campus._id,
      asset_profile_id: UNKNOWN,
      external_id: UNKNOWN,
      additional_info: {floor: 2},
    })

    expect(campus).toMatchObject({name: 'Campus', label: null, type: 'campus'})
    const expected = {
      _id: expect.any(String),
      name: 'hall',
      label: 'blob',
      type: null,
      additional_info: {floor: 2},
      organisation_id: world.works,
      asset_profile_id: UNKNOWN,
      customer_id: world.customerId,
      external_id: UNKNOWN,
      parent_id: campus._id,
      createdAt: world.clock.now,
      version: 1,
    }
    expect(created).toEqual(expected)
    expect((await world.call('plant', 'GET', path(created._id))).json()).toEqual(expected)
    expect(await auditOf(world.database, created._id)).toMatchObject([
      {action: 'asset.created', userId: world.userIds.plant, entityName: 'hall', organisationId: world.works},
    ])
  })

  it('may name its organisation as id', async () => {
    const response = await post({name: 'group', type: 'device_group', id: world.works})

    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      name: 'group',
      label: null,
      type: 'device_group',
      organisation_id: world.works,
    })
    expect(response.json()._id).not.toBe(world.works)
  })

  it('belongs to an organisation within reach', async () => {
    const statuses = (who: Who) =>
      Promise.all(
        [world.works, world.noc, UNKNOWN].map(
          async id => (await post({name: 'a', label: 'blob', organisation_id: id}, who)).statusCode,
        ),
      )

    expect(await statuses('admin')).toEqual([201, 201, 404])
    expect(await statuses('plant')).toEqual([201, 404, 404])
    expect(await statuses('user')).toEqual([403, 403, 403])
  })

  it.each<[string, () => object | Promise<object>, string]>([
    ['no name', () => ({name: ' '}), 'name: must not be empty'],
    ['no label and no type', () => ({label: ''}), 'label: must not be empty'],
    ['no organisation', () => ({organisation_id: undefined}), 'organisation_id: must be an id'],
    ['a word for a parent', () => ({parent_id: 'hall'}), 'parent_id'],
    ['an unknown customer', () => ({customer_id: UNKNOWN}), 'customer_id: there is no such customer'],
    [
      'a customer of another organisation',
      async () => ({customer_id: await seedCustomer(world.database, world.noc)}),
      'customer_id: there is no such customer',
    ],
    ['an unknown parent', () => ({parent_id: UNKNOWN}), 'parent_id: there is no such asset'],
    [
      'a parent in another organisation',
      async () => ({parent_id: (await seed('rack', {organisationId: world.noc})).id}),
      'parent_id: there is no such asset',
    ],
    ['a field that nobody knows', () => ({colour: 1}), 'There is no field colour'],
  ])('is refused for %s', async (_what, values, message) => {
    const body = {name: 'hall', label: 'blob', organisation_id: world.works, ...(await values())}
    const before = await world.database.db.$count(asset)

    for (const who of ['plant', 'admin'] as const) {
      const response = await post(body, who)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({message: expect.stringContaining(message)})
    }
    expect(await world.database.db.$count(asset)).toBe(before)
  })
})

describe('the assets', () => {
  beforeEach(async () => {
    await seed('Hall', {label: 'blob', customerId: world.customerId})
    await seed('gate', {label: 'firmware'})
    await seed('rack', {label: 'blob', organisationId: world.noc})
  })
  const names = async (who: Who, url: string) =>
    (await world.call(who, 'GET', url)).json().map(({name}: {name: string}) => name)

  it.each<[Who, string[]]>([
    ['admin', ['gate', 'Hall', 'rack']],
    ['plant', ['gate', 'Hall']],
    ['noc', ['rack']],
    ['customer', ['Hall']],
    ['user', ['Hall']],
  ])('that %s sees are those within reach', async (who, expected) => {
    expect(await names(who, '/api/v0/asset')).toEqual(expected)
    const inWorks = expected.filter(name => name !== 'rack')
    expect(await names(who, `/api/v0/asset?organisation_id=${world.works}`)).toEqual(inWorks)
  })

  it('of a label are found within reach', async () => {
    const url = `/api/v0/asset/by-org/${world.works}/label`

    expect(await names('plant', `${url}/blob`)).toEqual(['Hall'])
    expect(await names('plant', `${url}/firmware`)).toEqual(['gate'])
    expect(await names('user', `${url}/blob`)).toEqual(['Hall'])
    expect(await names('user', `${url}/firmware`)).toEqual([])
    expect(await names('admin', `${url}/${encodeURIComponent('x/ü')}`)).toEqual([])
    const foreign = await world.call('noc', 'GET', `${url}/blob`)
    expect([foreign.statusCode, foreign.json()]).toEqual([404, {message: 'Organisation not found.'}])
    expect((await world.call('plant', 'GET', `${url}/%00`)).statusCode).toBe(400)
  })

  it('come in pages that can be searched', async () => {
    const ask = async (query: string) => (await world.call('admin', 'GET', `/api/v0/asset?${query}`)).json()

    const first = await ask('q=BLOB&sort=-name&limit=1')
    expect(first).toMatchObject({items: [{name: 'rack'}], total: 2})
    expect(await ask(`q=BLOB&sort=-name&limit=1&cursor=${first.next}`)).toMatchObject({
      items: [{name: 'Hall'}],
      next: null,
      total: 2,
    })
    expect(await ask(`q=BLOB&sort=-name&limit=1&organisation_id=${world.works}&cursor=${first.next}`)).toEqual({
      message: 'cursor: belongs to another list',
    })
  })

  it('come all at once on a server without additions', async () => {
    const bare = await createTestApp({database: world.database, additions: false})
    const cookies = await signIn(bare.app, 'plant@t.test')
    const url = `/api/v0/asset?organisation_id=${world.works}&limit=1&q=hall`

    expect((await bare.app.inject({url, cookies})).json()).toHaveLength(2)
    await bare.close()
  })
})

describe('a change of an asset', () => {
  it('changes what it names and counts the version', async () => {
    const created = await create({customer_id: world.customerId})

    const response = await put(created._id, {
      name: 'Great hall',
      customer_id: null,
      organisation_id: world.works,
      version: 1,
    })

    expect(response.json()).toEqual({...created, name: 'Great hall', customer_id: null, version: 2})
    expect((await auditOf(world.database, created._id)).at(-1)).toMatchObject({
      action: 'asset.updated',
      entityName: 'Great hall',
      detail: {
        fields: ['name', 'customer_id'],
        changes: {
          name: {before: created.name, after: 'Great hall'},
          customer_id: {before: world.customerId, after: null},
        },
      },
    })
  })

  it('that changes nothing writes nothing', async () => {
    const created = await create({additional_info: {b: 1, a: [2]}})

    expect((await put(created._id, {name: 'hall', additional_info: {a: [2], b: 1}})).json()).toEqual(created)
    expect(await auditOf(world.database, created._id)).toHaveLength(1)
  })

  it('of what another user has changed is refused', async () => {
    const {_id} = await create()
    await put(_id, {name: 'First'})

    const response = await put(_id, {name: 'Second', version: 1})

    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({message: 'Somebody else has changed this asset meanwhile.'})
    expect((await world.call('plant', 'GET', path(_id))).json()).toMatchObject({name: 'First', version: 2})
  })

  it.each<[string, () => object | Promise<object>, string]>([
    ['another organisation', () => ({organisation_id: world.noc}), 'organisation_id: can not be changed'],
    ['no name', () => ({name: ''}), 'name: must not be empty'],
    ['an unknown customer', () => ({customer_id: UNKNOWN}), 'customer_id: there is no such customer'],
    [
      'a parent in another organisation',
      async () => ({parent_id: (await seed('rack', {organisationId: world.noc})).id}),
      'parent_id: there is no such asset',
    ],
  ])('is refused for %s', async (_what, values, message) => {
    const created = await create()

    const response = await put(created._id, await values(), 'admin')

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: expect.stringContaining(message)})
    expect((await world.call('plant', 'GET', path(created._id))).json()).toEqual(created)
  })
})

describe('assets within assets', () => {
  it('never lie within themselves', async () => {
    const campus = await seed('campus')
    const building = await seed('building', {parentId: campus.id})
    const room = await seed('room', {parentId: building.id})

    for (const parent of [campus, building, room]) {
      const response = await put(campus.id, {parent_id: parent.id})
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({message: 'parent_id: an asset can not lie within itself'})
    }
    expect((await put(room.id, {parent_id: campus.id})).statusCode).toBe(200)
  })

  it('never lie within each other, even when both move at once', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await seed('a'), await seed('b')]
      const answers = await Promise.all([put(a.id, {parent_id: b.id}), put(b.id, {parent_id: a.id})])

      expect(answers.map(({statusCode}) => statusCode).sort()).toEqual([200, 400])
    }
  })

  it('form a forest whatever moves are made', async () => {
    const move = fc.record({child: fc.nat(4), parent: fc.option(fc.nat(4))})
    await fc.assert(
      fc.asyncProperty(fc.array(move, {maxLength: 12}), async moves => {
        await world.database.db.delete(asset)
        const ids: string[] = []
        for (let index = 0; index < 5; index++) ids.push((await seed(`a${index}`)).id)
        const answers = await Promise.all(
          moves.map(({child, parent}) =>
            put(ids[child] ?? '', {parent_id: parent === null ? null : (ids[parent] ?? null)}),
          ),
        )
        expect(answers.filter(({statusCode}) => statusCode !== 200 && statusCode !== 400)).toEqual([])
        expect(await rootless()).toBe(0)
      }),
      {numRuns: 25},
    )
  })
})

/** Counts the assets that can't be reached from one without a parent. */
async function rootless(): Promise<number> {
  const {rows} = await world.database.pool.query(`
    with recursive reached (id) as (
      select id from asset where parent_id is null
      union select asset.id from asset join reached on asset.parent_id = reached.id
    )
    select count(*)::int as count from asset where id not in (select id from reached)`)
  return rows[0].count
}

describe('a removed asset', () => {
  it('takes its attributes along and leaves what lay within it', async () => {
    const campus = await seed('campus')
    const building = await seed('building', {parentId: campus.id})
    await world.database.db
      .insert(attribute)
      .values({entityType: 'asset', entityId: campus.id, scope: 1, key: 'k', longV: 1, lastUpdateTs: 0})

    const response = await world.call('plant', 'DELETE', path(campus.id))

    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(await referencesTo(world.database, [campus.id])).toEqual([])
    expect((await world.call('plant', 'GET', path(building.id))).json()).toMatchObject({parent_id: null, version: 2})
    expect(await auditOf(world.database, campus.id)).toMatchObject([
      {action: 'asset.deleted', entityName: 'campus', detail: {lists: 0, thumbnails: 0, children: 1}},
    ])
  })

  it('gets no child at the same moment', async () => {
    const campus = await seed('campus')
    const add = () => post({name: 'room', label: 'blob', organisation_id: world.works, parent_id: campus.id})

    const answers = await Promise.all([add(), add(), world.call('plant', 'DELETE', path(campus.id)), add(), add()])

    expect(answers.filter(({statusCode}) => ![201, 204, 400].includes(statusCode))).toEqual([])
    expect(await referencesTo(world.database, [campus.id])).toEqual([])
  })
})

describe('who may', () => {
  it.each<['GET' | 'PUT' | 'DELETE', 'own' | 'unknown', object | undefined, Record<Who, number>]>([
    ['GET', 'own', undefined, {admin: 200, plant: 200, noc: 404, customer: 200, user: 200, nobody: 401}],
    ['PUT', 'own', {type: 'room'}, {admin: 200, plant: 200, noc: 404, customer: 403, user: 403, nobody: 401}],
    ['PUT', 'unknown', {type: 'room'}, {admin: 404, plant: 404, noc: 404, customer: 403, user: 403, nobody: 401}],
    ['DELETE', 'unknown', undefined, {admin: 404, plant: 404, noc: 404, customer: 403, user: 403, nobody: 401}],
  ])('%s an asset (%s)', async (method, which, body, statuses) => {
    const own = await seed('hall', {customerId: world.customerId})
    for (const who of ['admin', 'plant', 'noc', 'customer', 'user', 'nobody'] as const) {
      const response = await world.call(who, method, path(which === 'own' ? own.id : UNKNOWN), body)
      expect([who, response.statusCode]).toEqual([who, statuses[who]])
      if (response.statusCode === 404) expect(response.json()).toEqual({message: 'Asset not found.'})
    }
  })

  it('read the attributes of an asset is within whose reach it lies', async () => {
    const own = await seed('hall', {customerId: world.customerId})
    const gate = await seed('gate')
    const url = (id: string) => `/api/v0/attribute/asset/${id}`

    for (const [who, statuses] of [
      ['admin', [200, 200]],
      ['plant', [200, 200]],
      ['noc', [404, 404]],
      ['user', [200, 404]],
    ] as const) {
      const answers = [await world.call(who, 'GET', url(own.id)), await world.call(who, 'GET', url(gate.id))]
      expect([who, answers.map(({statusCode}) => statusCode)]).toEqual([who, statuses])
    }
  })
})
