import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import {attribute} from '../../../server/database/schema/attribute'
import {createTestApp, seedDevice} from '../../support/app'
import {createWorld, type Who, type World} from '../../support/world'

let test: World
let pump: string
let winch: string
let rack: string

beforeAll(async () => {
  test = await createWorld()
  const {database, works, noc, customerId} = test
  pump = (await seedDevice(database, {name: 'pump', organisationId: works})).id
  winch = (await seedDevice(database, {name: 'winch', organisationId: works, customerId})).id
  rack = (await seedDevice(database, {name: 'rack', organisationId: noc})).id
  for (const entityId of [pump, winch, rack]) {
    await write(entityId, 'heartbeat', ATTRIBUTE_SCOPES.client, {ts: 1})
    await write(entityId, 'playlist', ATTRIBUTE_SCOPES.shared, [])
    await write(entityId, 'other', ATTRIBUTE_SCOPES.server, {})
  }
  await write(test.works, 'playlist', ATTRIBUTE_SCOPES.shared, ['of an organisation'], 'organisation')
})
afterAll(() => test.close())

const write = (
  entityId: string,
  key: string,
  scope: number,
  jsonV: object,
  entityType: 'device' | 'organisation' = 'device',
) => test.database.db.insert(attribute).values({entityType, entityId, scope, key, jsonV, lastUpdateTs: 7})

async function ask(who: Who, query: string): Promise<{entityId: string; attributeKey: string}[]> {
  const response = await test.call(who, 'GET', `/api/v0/attribute/device/values?${query}`)
  expect(response.statusCode).toBe(200)
  return response.json()
}

const devicesIn = (answer: {entityId: string}[]) => [...new Set(answer.map(({entityId}) => entityId))].sort()

it('those of groups are read by whoever sees the groups', async () => {
  const body = {name: 'Lobby', type: 'device_group', organisation_id: test.works}
  const {_id: lobby} = (await test.call('plant', 'POST', '/api/v0/asset', body)).json()
  const value = {attributeKey: 'fallback_video_ids', attributeType: 2, json_v: ['v1']}
  await test.call('plant', 'POST', `/api/v0/attribute/asset/${lobby}`, value)
  const read = async (who: Who) =>
    (
      await test.call(
        who,
        'GET',
        `/api/v0/attribute/asset/values?keys=fallback_video_ids&organisation_id=${test.works}`,
      )
    ).json()

  expect(await read('plant')).toMatchObject([{entityId: lobby, attributeKey: 'fallback_video_ids', json_v: ['v1']}])
  expect(await read('customer')).toEqual([])
})

describe('the attributes of many devices', () => {
  it('are those with the keys, in whatever scope, with all that an attribute says', async () => {
    const answer = await ask('customer', 'keys=heartbeat,playlist,missing')

    expect(answer.sort((one, other) => one.attributeKey.localeCompare(other.attributeKey))).toEqual([
      expect.objectContaining({
        entityId: winch,
        attributeType: ATTRIBUTE_SCOPES.client,
        attributeKey: 'heartbeat',
        json_v: {ts: 1},
        lastUpdateTs: 7,
        version: 1,
      }),
      expect.objectContaining({
        entityId: winch,
        attributeType: ATTRIBUTE_SCOPES.shared,
        attributeKey: 'playlist',
        json_v: [],
        lastUpdateTs: 7,
        version: 1,
      }),
    ])
  })

  it.each([
    ['admin', () => [pump, winch, rack]],
    ['plant', () => [pump, winch]],
    ['noc', () => [rack]],
    ['customer', () => [winch]],
    ['user', () => [winch]],
  ] as const)('are those within reach of %s', async (who, reached) => {
    expect(devicesIn(await ask(who, 'keys=heartbeat'))).toEqual(reached().sort())
  })

  it('are those of one organisation, which reaches no further', async () => {
    expect(devicesIn(await ask('admin', `keys=heartbeat&organisation_id=${test.noc}`))).toEqual([rack])
    expect(await ask('plant', `keys=heartbeat&organisation_id=${test.noc}`)).toEqual([])
  })

  it('are not told without keys', async () => {
    expect((await test.call('plant', 'GET', '/api/v0/attribute/device/values')).statusCode).toBe(400)
  })

  it('are no specified call', async () => {
    const bare = await createTestApp({database: test.database, additions: false})
    const url = '/api/v0/attribute/device/values?keys=heartbeat'
    expect((await bare.app.inject({url})).statusCode).not.toBe(200)
    await bare.close()
  })
})
