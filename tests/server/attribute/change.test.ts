import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {BODY_BYTES, JSON_DEPTH, KEY_LENGTH, TEXT_VALUE_LENGTH} from '../../../contract/limits'
import type {EntityType} from '../../../contract/wire/entities/attribute'
import {createAttributeRepository} from '../../../server/attribute/repository'
import {attribute} from '../../../server/database/schema/attribute'
import {audit} from '../../../server/database/schema/audit'
import type {device} from '../../../server/database/schema/device'
import {seedDevice} from '../../support/app'
import {auditOf, createWorld, seedAsset, type Who, type World} from '../../support/world'

const UNKNOWN = '0192f3a0-0000-7000-8000-000000000000'

let world: World
/** The works' customer has it. */
let pump: typeof device.$inferSelect
let ids: Record<EntityType, string>

beforeAll(async () => {
  world = await createWorld()
  const {database, works, customerId, userIds} = world
  pump = await seedDevice(database, {name: 'pump', organisationId: works, customerId})
  const hall = await seedAsset(database, {name: 'hall', organisationId: works, customerId})
  ids = {device: pump.id, asset: hall.id, customer: customerId, user: userIds.user, organisation: works}
})
beforeEach(async () => {
  await world.database.db.delete(attribute)
  await world.database.db.delete(audit)
})
afterAll(() => world.close())

const of = (kind: EntityType, id = ids[kind]) => `/api/v0/attribute/${kind}/${id}`
const at = (scope: number, key: string, entity = of('device')) => `${entity}/${scope}/${encodeURIComponent(key)}`

const SERIAL = {attributeKey: 'serial', attributeType: 1, str_v: 'P7'}
const post = (body: object, who: Who = 'admin', url = of('device')) => world.call(who, 'POST', url, body)
const put = (url: string, body: object, who: Who = 'admin') => world.call(who, 'PUT', url, body)
const get = (url: string) => world.call('admin', 'GET', url)
const list = async () => (await get(of('device'))).json()

describe('a new attribute', () => {
  it.each<[string, object]>([
    ['a text', {str_v: ' P7 \n'}],
    ['no text', {str_v: ''}],
    ['an integer', {long_v: -73}],
    ['a number', {dbl_v: 42.5}],
    ['a switch', {bool_v: false}],
    ['a list', {json_v: ['a', 1, null, {b: []}]}],
    ['an object', {json_v: {ts: 5}}],
    ['a text as JSON', {json_v: '5'}],
    ['a number as JSON', {json_v: 5}],
  ])('is %s', async (_what, value) => {
    const response = await post({attributeKey: 'key', attributeType: 2, ...value})

    const none = {bool_v: null, str_v: null, long_v: null, dbl_v: null, json_v: null}
    const expected = {
      id: expect.any(String),
      entityId: pump.id,
      attributeKey: 'key',
      attributeType: 2,
      ...none,
      ...value,
      lastUpdateTs: world.clock.now,
      organisation_id: world.works,
      version: 1,
    }
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual(expected)
    expect(await list()).toEqual([expected])
  })

  it('may come with what the server knows itself', async () => {
    const response = await post({...SERIAL, entityId: pump.id, organisation_id: world.works, lastUpdateTs: 5})

    expect(response.json()).toMatchObject({entityId: pump.id, lastUpdateTs: world.clock.now})
    expect((await post({...SERIAL, attributeKey: 'other', organisation_id: null})).statusCode).toBe(201)
  })

  it('has a key of its own in its scope', async () => {
    await post(SERIAL)

    const response = await post({...SERIAL, attributeKey: ' serial ', str_v: 'P8'})

    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({message: 'The scope has an attribute with this key already.'})
    expect((await post({...SERIAL, attributeType: 2})).statusCode).toBe(201)
    expect((await get(at(1, 'serial'))).json()).toMatchObject({str_v: 'P7', version: 1})
  })

  it('is made once of many at the same moment', async () => {
    const answers = await Promise.all(Array.from({length: 8}, () => post(SERIAL)))

    expect(answers.map(({statusCode}) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)])
  })

  it.each<[string, object, string]>([
    ['no value', {str_v: undefined}, 'Exactly one of'],
    ['null for a value', {str_v: null}, 'Exactly one of'],
    ['JSON null', {str_v: null, json_v: null}, 'Exactly one of'],
    ['two values', {long_v: 7}, 'Exactly one of'],
    ['no key', {attributeKey: ' '}, 'attributeKey: must not be empty'],
    ['a long key', {attributeKey: 'k'.repeat(KEY_LENGTH + 1)}, 'attributeKey: must have at most 255 characters'],
    ['a key of two lines', {attributeKey: 'a\nb'}, 'attributeKey: must not hold control characters'],
    ['half a character in the key', {attributeKey: '\ud83d'}, 'attributeKey'],
    ['an unknown scope', {attributeType: 3}, 'attributeType'],
    ['a scope in words', {attributeType: 'shared'}, 'attributeType'],
    ['a long text', {str_v: 'x'.repeat(TEXT_VALUE_LENGTH + 1)}, 'str_v: must have at most'],
    ['NUL', {str_v: 'a\0'}, 'str_v: must not hold NUL'],
    ['half a character', {str_v: '\udca9'}, 'str_v: must not hold NUL or broken characters'],
    ['NUL in JSON', {str_v: undefined, json_v: ['\0']}, ''],
    ['half a character in JSON', {str_v: undefined, json_v: {'\ud83d': 1}}, ''],
    ['a fraction for an integer', {str_v: undefined, long_v: 0.5}, 'long_v'],
    ['an integer beyond doubles', {str_v: undefined, long_v: 2 ** 53}, 'long_v'],
    ['a text for a switch', {str_v: undefined, bool_v: 'true'}, 'bool_v'],
    ['another entity', {entityId: UNKNOWN}, 'entityId'],
    ['another organisation', {organisation_id: UNKNOWN}, 'organisation_id'],
    ['a field that nobody knows', {colour: 'red'}, 'There is no field colour'],
    ['a version', {version: 7}, 'There is no field version'],
  ])('is refused for %s', async (_what, values, message) => {
    const response = await post({...SERIAL, ...values})

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: expect.stringContaining(message)})
    expect(await list()).toEqual([])
  })

  it.each([
    ['deep', () => nested(JSON_DEPTH), 400],
    ['huge', () => ['x'.repeat(BODY_BYTES)], 413],
  ])('is refused for %s JSON', async (_what, json, status) => {
    const response = await post({attributeKey: 'key', attributeType: 2, json_v: json()})

    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({message: expect.any(String)})
  })
})

describe('a written attribute', () => {
  it('is made where there is none', async () => {
    const response = await put(at(2, 'playlist'), {json_v: []})

    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({attributeKey: 'playlist', attributeType: 2, json_v: [], version: 1})
  })

  it('replaces the former one, type and all, and counts its version', async () => {
    const {id} = (await post(SERIAL)).json()
    world.clock.now += 1000

    const response = await put(at(1, 'serial'), {long_v: 8})

    const expected = {id, str_v: null, long_v: 8, version: 2, lastUpdateTs: world.clock.now}
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject(expected)
    expect(await list()).toMatchObject([expected])
  })

  it('that another user has changed is left alone', async () => {
    await post(SERIAL)
    await put(at(1, 'serial'), {str_v: 'first', version: 1})

    const response = await put(at(1, 'serial'), {str_v: 'second', version: 1})

    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({message: 'Somebody else has changed this attribute meanwhile.'})
    expect(await list()).toMatchObject([{str_v: 'first', version: 2}])
  })

  it('that another user has removed is not made again', async () => {
    await post(SERIAL)
    await world.call('plant', 'DELETE', at(1, 'serial'))

    const response = await put(at(1, 'serial'), {str_v: 'again', version: 1})

    expect(response.statusCode).toBe(409)
    expect(await list()).toEqual([])
  })

  it('counts every one of many at the same moment', async () => {
    const answers = await Promise.all(Array.from({length: 8}, (_, index) => put(at(1, 'count'), {long_v: index})))

    expect(answers.map(({statusCode}) => statusCode).sort()).toEqual([...Array(7).fill(200), 201])
    expect(await list()).toMatchObject([{version: 8}])
  })

  it('may have the key that a device gave it, which nobody else may make', async () => {
    const key = ' a/b\n%'
    const {database, clock} = world
    const attributes = createAttributeRepository({database, now: () => clock.now, publish() {}})
    await attributes.upsertClientAttributes(pump, new Map([[key, 1]]))

    expect((await put(at(0, key), {long_v: 2})).json()).toMatchObject({attributeKey: key, long_v: 2, version: 2})
    expect((await put(at(1, key), {long_v: 2})).statusCode).toBe(400)
    expect((await world.call('admin', 'DELETE', at(0, key))).statusCode).toBe(204)
    expect(await list()).toEqual([])
  })

  it.each<[string, object]>([
    ['no value', {}],
    ['two values', {str_v: 'a', bool_v: true}],
    ['a key', {str_v: 'a', attributeKey: 'other'}],
    ['a version in words', {str_v: 'a', version: 'new'}],
  ])('is refused for %s', async (_what, body) => {
    await post(SERIAL)

    expect((await put(at(1, 'serial'), body)).statusCode).toBe(400)
    expect(await list()).toMatchObject([{str_v: 'P7', version: 1}])
  })
})

describe('a removed attribute', () => {
  it('is gone', async () => {
    await post(SERIAL)
    await post({...SERIAL, attributeType: 2})

    const response = await world.call('admin', 'DELETE', at(1, 'serial'))

    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(await list()).toMatchObject([{attributeKey: 'serial', attributeType: 2}])
    expect((await world.call('admin', 'DELETE', at(1, 'serial'))).json()).toEqual({
      message: 'There is no such attribute.',
    })
  })

  it('is removed once', async () => {
    await post(SERIAL)

    const answers = await Promise.all([1, 2].map(() => world.call('admin', 'DELETE', at(1, 'serial'))))

    expect(answers.map(({statusCode}) => statusCode).sort()).toEqual([204, 404])
  })
})

describe('the trail', () => {
  it('names the key and scope of each write, and no value', async () => {
    await post(SERIAL)
    await put(at(1, 'serial'), {str_v: 'P8'})
    await put(at(2, 'floor'), {long_v: 2})
    await world.call('admin', 'DELETE', at(1, 'serial'))

    const entry = {entityType: 'device', entityName: 'pump', organisationId: world.works, email: 'admin@t.test'}
    expect(await auditOf(world.database, pump.id)).toMatchObject([
      {...entry, action: 'attribute.created', detail: {key: 'serial', scope: 'server', version: 1}},
      {...entry, action: 'attribute.updated', detail: {key: 'serial', scope: 'server', version: 2}},
      {...entry, action: 'attribute.created', detail: {key: 'floor', scope: 'shared', version: 1}},
      {...entry, action: 'attribute.deleted', detail: {key: 'serial', scope: 'server'}},
    ])
  })
})

describe('who may write the attributes', () => {
  const all = {admin: 201, plant: 201, customer: 201, noc: 404, user: 403, nobody: 401}
  const seenByCustomer = {...all, customer: 403}
  const hiddenFromCustomer = {...all, customer: 404}

  it.each<[EntityType, Record<Who, number>]>([
    ['device', all],
    ['user', all],
    ['asset', seenByCustomer],
    ['customer', seenByCustomer],
    ['organisation', hiddenFromCustomer],
  ])('of the kind %s: those who may change it', async (kind, statuses) => {
    for (const who of ['admin', 'plant', 'customer', 'noc', 'user', 'nobody'] as const) {
      const posted = await post({...SERIAL, attributeKey: who}, who, of(kind))
      const written = await put(at(1, `${who}, too`, of(kind)), {str_v: 'a'}, who)
      await put(at(1, `not ${who}`, of(kind)), {str_v: 'a'})
      const removed = await world.call(who, 'DELETE', at(1, `not ${who}`, of(kind)))

      const status = statuses[who]
      expect([who, posted.statusCode, written.statusCode, removed.statusCode]).toEqual([
        who,
        status,
        status,
        status === 201 ? 204 : status,
      ])
    }
  })

  it('of a user: those who may give its authority, and nobody their own', async () => {
    const {userIds} = world
    const write = async (who: Who, whom: keyof typeof userIds) => {
      const {statusCode} = await put(at(1, 'desk', of('user', userIds[whom])), {long_v: 7}, who)
      return statusCode
    }

    expect(await write('admin', 'plant')).toBe(201)
    expect(await write('plant', 'customer')).toBe(201)
    expect(await write('customer', 'user')).toBe(201)
    expect(await write('customer', 'plant')).toBe(404)
    for (const who of ['admin', 'plant', 'customer'] as const) expect([who, await write(who, who)]).toEqual([who, 403])
    expect(await write('user', 'user')).toBe(403)
    expect((await world.call('customer', 'GET', of('user', userIds.customer))).statusCode).toBe(200)
  })

  it.each<[EntityType, string]>([
    ['device', 'Device not found.'],
    ['asset', 'Asset not found.'],
  ])('of an unknown %s: nobody', async (kind, message) => {
    const url = of(kind, UNKNOWN)
    const answers = [
      await post(SERIAL, 'admin', url),
      await put(at(1, 'serial', url), {str_v: 'a'}),
      await world.call('admin', 'DELETE', at(1, 'serial', url)),
    ]

    expect(answers.map(answer => [answer.statusCode, answer.json()])).toEqual(Array(3).fill([404, {message}]))
  })
})

it('no attribute is left by a device that is removed at the same moment', async () => {
  const rounds = Array.from({length: 10}, (_, index) => index)
  for (const round of rounds) {
    const {id} = await seedDevice(world.database, {name: `gone ${round}`, organisationId: world.works})
    await Promise.all([
      ...rounds.map(key => put(at(1, `key ${key}`, of('device', id)), {long_v: 1})),
      world.call('admin', 'DELETE', `/api/v0/device/${id}`),
    ])
  }

  expect(await world.database.db.select().from(attribute)).toEqual([])
})

function nested(depth: number): object {
  return depth === 0 ? {} : {inner: nested(depth - 1)}
}
