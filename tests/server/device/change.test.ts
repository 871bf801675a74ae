import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {BODY_BYTES, JSON_DEPTH, NAME_LENGTH} from '../../../contract/limits'
import {device} from '../../../server/database/schema/device'
import {seedCustomer} from '../../support/app'
import {auditOf, createWorld, referencesTo, type Who, type World} from '../../support/world'

const UNKNOWN = '0192f3a0-0000-7000-8000-000000000000'
const path = (id: string) => `/api/v0/device/${id}`

let world: World
/** Another customer of the works, and one of the other organisation. */
let otherCustomer: string
let foreignCustomer: string

beforeAll(async () => {
  world = await createWorld()
  otherCustomer = await seedCustomer(world.database, world.works)
  foreignCustomer = await seedCustomer(world.database, world.noc)
})
afterAll(() => world.close())

const post = (who: Who, body: object) => world.call(who, 'POST', '/api/v0/device', body)

async function create(values: object = {}) {
  const response = await post('admin', {name: 'Pump', organisation_id: world.works, ...values})
  expect(response.statusCode).toBe(201)
  return response.json()
}
const get = async (id: string) => (await world.call('admin', 'GET', path(id))).json()
const put = (id: string, body: object, who: Who = 'admin') => world.call(who, 'PUT', path(id), body)

describe('a new device', () => {
  it('is answered as it stands', async () => {
    const {works, customerId, clock} = world
    const created = await create({
      name: ' Pump 7 ',
      type: ' pump',
      label: 'Dock A',
      customer_id: customerId,
      additional_info: {floor: [2, null]},
      device_data: 'two\nlines',
      firmware_id: UNKNOWN,
    })

    expect(created).toEqual({
      _id: expect.any(String),
      name: 'Pump 7',
      type: 'pump',
      label: 'Dock A',
      additional_info: {floor: [2, null]},
      device_data: 'two\nlines',
      organisation_id: works,
      customer_id: customerId,
      firmware_id: UNKNOWN,
      software_id: null,
      external_id: null,
      device_profile_id: null,
      createdAt: clock.now,
      version: 1,
    })
    expect(await get(created._id)).toEqual(created)
  })

  it('is written into the trail', async () => {
    const {_id} = await create()

    expect(await auditOf(world.database, _id)).toMatchObject([
      {action: 'device.created', email: 'admin@t.test', entityName: 'Pump', organisationId: world.works},
    ])
  })

  it('keeps the time of creation that it is sent with', async () => {
    expect(await create({createdAt: 1_700_000_000_000})).toMatchObject({createdAt: 1_700_000_000_000})
    expect(await create({createdAt: null})).toMatchObject({createdAt: world.clock.now})
  })

  it.each(['5', 'true', 'null', '{"a":1}', '"quoted"', ''])('keeps the text %j beside its fields', async text => {
    const {_id} = await create({additional_info: text, device_data: {text}})

    expect(await get(_id)).toMatchObject({additional_info: text, device_data: {text}})
  })

  it.each([
    'Ω Łódź 日本 \u{1F6A2}',
    '<img src=x onerror=alert(1)>',
    "'; drop table device; --",
    'gnp.exe \u202Eexe.png',
    '=1+1',
    'x'.repeat(NAME_LENGTH),
  ])('may be called %j', async name => {
    expect(await create({name})).toMatchObject({name})
  })

  it.each<[string, object, string]>([
    ['no name', {name: ' \t '}, 'name: must not'],
    ['a missing name', {name: undefined}, 'name'],
    ['a long name', {name: 'x'.repeat(5000)}, 'name: must have at most 255 characters'],
    ['no organisation', {organisation_id: undefined}, 'organisation_id'],
    ['an organisation that is no id', {organisation_id: 'works'}, 'organisation_id'],
    ['a customer that does not exist', {customer_id: UNKNOWN}, 'customer_id: there is no such customer'],
    ['a field that nobody knows', {colour: 'red'}, 'There is no field colour'],
    ['half a millisecond', {createdAt: 0.5}, 'createdAt'],
    ['a time of creation beyond any', {createdAt: 1e15}, 'createdAt'],
    ['NUL beside its fields', {additional_info: {a: '\0'}}, ''],
    ['a number beside its fields', {device_data: 7}, 'device_data'],
  ])('is refused for %s', async (_what, values, message) => {
    const before = await world.database.db.$count(device)
    const response = await post('admin', {name: 'Pump', organisation_id: world.works, ...values})

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: expect.stringContaining(message)})
    expect(await world.database.db.$count(device)).toBe(before)
  })

  it.each([
    ['deep', () => nested(JSON_DEPTH + 1), 400],
    ['huge', () => ({text: 'x'.repeat(BODY_BYTES)}), 413],
  ])('is refused for %s JSON beside its fields', async (_what, json, status) => {
    const response = await post('admin', {name: 'Pump', organisation_id: world.works, additional_info: json()})

    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({message: expect.any(String)})
  })

  it.each<[Who, object, number, string]>([
    ['plant', {}, 201, ''],
    ['noc', {}, 404, 'Organisation not found.'],
    ['noc', {organisation_id: UNKNOWN}, 404, 'Organisation not found.'],
    ['admin', {organisation_id: UNKNOWN}, 404, 'Organisation not found.'],
    ['customer', {}, 201, ''],
    ['user', {}, 403, 'Your account may not do this.'],
    ['nobody', {}, 401, 'Not signed in.'],
  ])('of the works is made by %s with %j: %i', async (who, values, status, message) => {
    const response = await post(who, {name: 'Pump', organisation_id: world.works, ...values})

    expect(response.statusCode).toBe(status)
    if (status !== 201) expect(response.json()).toEqual({message})
  })

  it('of a customer’s admin is that customer’s', async () => {
    const device = {name: 'Pump', organisation_id: world.works}

    expect((await post('customer', device)).json()).toMatchObject({customer_id: world.customerId})
    expect((await post('customer', {...device, customer_id: world.customerId})).statusCode).toBe(201)
    expect((await post('customer', {...device, customer_id: otherCustomer})).statusCode).toBe(400)
  })

  it.each(['admin', 'plant'] as const)('of %s can’t be given to a customer of another organisation', async who => {
    const response = await post(who, {name: 'Pump', organisation_id: world.works, customer_id: foreignCustomer})

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: 'customer_id: there is no such customer in the organisation'})
  })
})

describe('a change of a device', () => {
  it('changes what it names and counts the version', async () => {
    const created = await create({label: 'Dock A', type: 'pump'})

    const response = await put(created._id, {name: 'Pump 8', label: null})

    const expected = {...created, name: 'Pump 8', label: null, version: 2}
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual(expected)
    expect(await get(created._id)).toEqual(expected)
    expect((await auditOf(world.database, created._id)).at(-1)).toMatchObject({
      action: 'device.updated',
      entityName: 'Pump 8',
      detail: {
        fields: ['name', 'label'],
        changes: {name: {before: created.name, after: 'Pump 8'}, label: {before: 'Dock A', after: null}},
      },
    })
  })

  it('may repeat what can’t be changed, and writes nothing where nothing differs', async () => {
    const created = await create()
    const {_id, ...repeated} = created

    expect((await put(_id, repeated)).json()).toEqual(created)
    expect(await auditOf(world.database, _id)).toHaveLength(1)
  })

  it.each<[string, () => object]>([
    ['another organisation', () => ({organisation_id: world.noc})],
    ['another time of creation', () => ({createdAt: 1})],
    ['no time of creation', () => ({createdAt: null})],
    ['no name', () => ({name: ''})],
    ['an id', () => ({_id: UNKNOWN})],
    ['a field that nobody knows', () => ({colour: 'red'})],
    ['a version in words', () => ({version: 'new'})],
    ['a customer of another organisation', () => ({customer_id: foreignCustomer})],
    ['a customer that does not exist', () => ({customer_id: UNKNOWN})],
  ])('is refused for %s', async (_what, body) => {
    const created = await create()
    const response = await put(created._id, {label: 'changed', ...body()})

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: expect.any(String)})
    expect(await get(created._id)).toEqual(created)
  })

  it('of what another user has changed is refused', async () => {
    const {_id} = await create()
    await put(_id, {name: 'First', version: 1})

    const response = await put(_id, {name: 'Second', version: 1})

    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({message: 'Somebody else has changed this device meanwhile.'})
    expect(await get(_id)).toMatchObject({name: 'First', version: 2})
    expect((await put(_id, {name: 'Third'})).json()).toMatchObject({name: 'Third', version: 3})
  })

  it('succeeds once of many at the same version', async () => {
    const {_id} = await create()

    const answers = await Promise.all(
      Array.from({length: 8}, (_, index) => put(_id, {name: `Pump ${index}`, version: 1})),
    )

    expect(answers.map(({statusCode}) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await get(_id)).toMatchObject({version: 2})
  })

  it('stays within the reach of a customer’s admin', async () => {
    const {customerId} = world
    const {_id} = await create({customer_id: customerId})

    expect((await put(_id, {label: 'mine', customer_id: customerId}, 'customer')).statusCode).toBe(200)
    expect((await put(_id, {customer_id: otherCustomer}, 'customer')).statusCode).toBe(400)
    const released = await put(_id, {customer_id: null}, 'customer')
    expect(released.statusCode).toBe(403)
    expect(released.json()).toEqual({message: 'Your account looks after devices of its own customer only.'})
    expect(await get(_id)).toMatchObject({customer_id: customerId, version: 2})

    await put(_id, {customer_id: null}, 'plant')
    expect((await put(_id, {label: 'mine'}, 'customer')).statusCode).toBe(404)
  })

  it.each<[Who, number]>([
    ['admin', 200],
    ['plant', 200],
    ['noc', 404],
    ['customer', 404],
    ['user', 403],
    ['nobody', 401],
  ])('of the works’ own device by %s is answered %i', async (who, status) => {
    const {_id} = await create()

    const response = await put(_id, {label: 'changed'}, who)

    expect(response.statusCode).toBe(status)
    if (status === 404) expect(response.json()).toEqual({message: 'Device not found.'})
  })
})

describe('a removed device', () => {
  it('leaves nothing behind but the trail', async () => {
    const {_id} = await create()
    await world.call('admin', 'POST', `${path(_id)}/credentials`, {
      credentials_type: 'ACCESS_TOKEN',
      credentials_value: 'to-be-removed-with-the-device',
    })
    await world.call('admin', 'POST', `/api/v0/attribute/device/${_id}`, {
      attributeKey: 'serial',
      attributeType: 1,
      str_v: '7',
    })
    const telemetry = () =>
      world.app.inject({method: 'POST', url: '/api/v1/to-be-removed-with-the-device/telemetry', body: {load: 2}})
    expect((await telemetry()).statusCode).toBe(200)

    const response = await world.call('plant', 'DELETE', path(_id))

    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect((await telemetry()).statusCode).toBe(401)
    expect((await world.call('admin', 'GET', path(_id))).statusCode).toBe(404)
    expect(await referencesTo(world.database, [_id])).toEqual([])
    expect((await auditOf(world.database, _id)).at(-1)).toMatchObject({
      action: 'device.deleted',
      email: 'plant@t.test',
      entityName: 'Pump',
    })
  })

  it('can be removed once, by the first', async () => {
    const {_id} = await create()

    const answers = await Promise.all([
      world.call('admin', 'DELETE', path(_id)),
      world.call('plant', 'DELETE', path(_id)),
    ])

    expect(answers.map(({statusCode}) => statusCode).sort()).toEqual([204, 404])
    expect((await put(_id, {label: 'late', version: 1})).statusCode).toBe(404)
  })

  it.each<[Who, number]>([
    ['noc', 404],
    ['customer', 404],
    ['user', 403],
    ['nobody', 401],
  ])('is not removed by %s: %i', async (who, status) => {
    const {_id} = await create()

    expect((await world.call(who, 'DELETE', path(_id))).statusCode).toBe(status)
    expect(await get(_id)).toMatchObject({_id})
  })

  it('of a customer is removed by that customer’s admin', async () => {
    const {_id} = await create({customer_id: world.customerId})

    expect((await world.call('customer', 'DELETE', path(_id))).statusCode).toBe(204)
  })
})

function nested(depth: number): object {
  return depth === 0 ? {} : {inner: nested(depth - 1)}
}
