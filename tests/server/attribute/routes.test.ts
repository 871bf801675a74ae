import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {type AttributeRepository, createAttributeRepository} from '../../../server/attribute/repository'
import {attribute} from '../../../server/database/schema/attribute'
import {seedDevice} from '../../support/app'
import {createWorld, type Who, type World} from '../../support/world'

let test: World
let attributes: AttributeRepository
let pump: Awaited<ReturnType<typeof seedDevice>>

beforeAll(async () => {
  test = await createWorld()
  const {database, works} = test
  attributes = createAttributeRepository({database, now: () => test.clock.now, publish() {}})
  pump = await seedDevice(database, {name: 'pump', organisationId: works})
})
beforeEach(() => test.database.db.delete(attribute))
afterAll(() => test.close())

const get = (path: string, who: Who) => test.call(who, 'GET', `/api/v0/attribute/${path}`)

const upsert = (values: Record<string, boolean | number | string | object>) =>
  attributes.upsertClientAttributes(pump, new Map(Object.entries(values)))

describe('the client attributes of a device', () => {
  it('are listed with the type of each value', async () => {
    await upsert({model: 'P7', rpm: 73, ratio: 42.5, isOn: true, heartbeat: {ts: 5}})

    const response = await get(`device/${pump.id}`, 'plant')

    expect(response.statusCode).toBe(200)
    const wire = {
      id: expect.any(String),
      entityId: pump.id,
      attributeType: 0,
      bool_v: null,
      str_v: null,
      long_v: null,
      dbl_v: null,
      json_v: null,
      lastUpdateTs: test.clock.now,
      organisation_id: test.works,
      version: 1,
    }
    expect(response.json()).toEqual([
      {...wire, attributeKey: 'heartbeat', json_v: {ts: 5}},
      {...wire, attributeKey: 'isOn', bool_v: true},
      {...wire, attributeKey: 'model', str_v: 'P7'},
      {...wire, attributeKey: 'ratio', dbl_v: 42.5},
      {...wire, attributeKey: 'rpm', long_v: 73},
    ])
  })

  it('are written over, type and all, and count their versions', async () => {
    await upsert({mode: 'slow', model: 'P7'})
    test.clock.now += 1000
    await upsert({mode: 3})

    const response = await get(`device/${pump.id}/0/mode`, 'plant')

    expect(response.json()).toMatchObject({str_v: null, long_v: 3, version: 2, lastUpdateTs: test.clock.now})
    expect((await get(`device/${pump.id}/0/model`, 'plant')).json()).toMatchObject({version: 1})
  })

  it('survive messages that write the same keys at once', async () => {
    await Promise.all(
      Array.from({length: 20}, (_, round) => upsert(round % 2 ? {a: round, b: round} : {b: round, a: round})),
    )

    expect((await get(`device/${pump.id}/0/a`, 'plant')).json()).toMatchObject({version: 20})
  })

  it('are found by keys of any characters', async () => {
    const key = 'a/b %"\u{1F6A2}'
    await upsert({[key]: 1})

    const response = await get(`device/${pump.id}/0/${encodeURIComponent(key)}`, 'plant')

    expect(response.json()).toMatchObject({attributeKey: key, long_v: 1})
  })
})

describe('the attributes of an entity', () => {
  it.each([
    ['device', () => pump.id, {admin: 200, plant: 200, noc: 404, user: 404}],
    ['organisation', () => test.works, {admin: 200, plant: 200, noc: 404, user: 404}],
    ['customer', () => test.customerId, {admin: 200, plant: 200, noc: 404, user: 404}],
    ['user', () => test.userIds.plant, {admin: 200, plant: 200, noc: 404, user: 404}],
    ['asset', () => pump.id, {admin: 404, plant: 404, noc: 404, user: 404}],
  ] as const)('of the kind %s are shown to those in whose reach it is', async (entityType, id, statuses) => {
    for (const who of ['admin', 'plant', 'noc', 'user'] as const) {
      expect([who, (await get(`${entityType}/${id()}`, who)).statusCode]).toEqual([who, statuses[who]])
    }
  })

  it.each([
    ['user/7', 400],
    ['ship/0192f3a0-0000-7000-8000-000000000000', 400],
    ['device/0192f3a0-0000-7000-8000-000000000000', 404],
    ['user/0192f3a0-0000-7000-8000-000000000000/0/key', 404],
  ])('are refused at %s', async (path, status) => {
    const response = await get(path, 'admin')

    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({message: expect.any(String)})
  })

  it.each([
    ['an unknown scope', '3/key', 400],
    ['a scope in words', 'client/key', 400],
    ['no scope', '/key', 400],
    ['256 characters', `0/${'k'.repeat(256)}`, 400],
    ['5,000 characters', `0/${'k'.repeat(5000)}`, 414],
    ['an unknown key', '0/unknown', 404],
    ['another scope', '1/key', 404],
    ['NUL', '0/%00', 400],
    ['half a character', '0/%E0%A4%A', 400],
  ])('are refused for %s', async (_what, path, status) => {
    await upsert({key: 1})

    const response = await get(`device/${pump.id}/${path}`, 'admin')

    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({message: expect.any(String)})
  })
})
