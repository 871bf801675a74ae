import {randomUUID} from 'node:crypto'
import {eq} from 'drizzle-orm'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {exactlyOne} from '../../../server/database/rows'
import {type device, device as devices} from '../../../server/database/schema/device'
import {seedDevice} from '../../support/app'
import {createWorld, type Who, type World} from '../../support/world'

let world: World
let pump: typeof device.$inferSelect

beforeAll(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  const {database, works, customerId} = world
  pump = await seedDevice(database, {name: randomUUID(), organisationId: works, customerId})
})
afterAll(() => world.close())

const rename = (who: Who, name: string) => world.call(who, 'PUT', `/api/v0/device/${pump.id}`, {name})
const HALL = () => `/api/v0/attribute/device/${pump.id}/2/hall`
const LIST = () => `/api/v0/attribute/device/${pump.id}/2/playlist`
const ask = (who: Who, query: string) => world.call(who, 'GET', `/api/v0/audit/device/${pump.id}/change?${query}`)
const changeAt = async (who: Who, query: string) => (await ask(who, query)).json().change

describe('the one who made a version', () => {
  it('is named with the time', async () => {
    await rename('plant', 'Pump A')
    const at = world.clock.now
    world.clock.now += 1000
    await rename('customer', 'Pump B')

    expect(await changeAt('plant', 'version=2')).toMatchObject({at, email: 'plant@t.test'})
    expect(await changeAt('plant', 'version=3')).toMatchObject({at: at + 1000, email: 'customer@t.test'})
  })

  it('is unknown where the trail holds no such version', async () => {
    await rename('plant', 'Pump A')
    const {db} = world.database
    exactlyOne(await db.update(devices).set({version: 9}).where(eq(devices.id, pump.id)).returning())

    expect(await changeAt('plant', 'version=9')).toBeNull()
  })

  it('is not named to those who may not see that user', async () => {
    await rename('admin', 'Pump A')

    expect(await changeAt('plant', 'version=2')).toEqual({at: world.clock.now, email: null, name: null})
    expect(await changeAt('admin', 'version=2')).toMatchObject({email: 'admin@t.test'})
  })

  it('differs from the one who made that version of an attribute', async () => {
    await world.call('admin', 'PUT', HALL(), {str_v: 'one'})
    await world.call('customer', 'PUT', HALL(), {str_v: 'two'})
    await rename('plant', 'Pump A')

    expect(await changeAt('plant', 'version=2&scope=2&key=hall')).toMatchObject({email: 'customer@t.test'})
    expect(await changeAt('plant', 'version=2')).toMatchObject({email: 'plant@t.test'})
    expect(await changeAt('plant', 'version=2&scope=1&key=hall')).toBeNull()
  })

  it('is the one who deleted the attribute when it has no version any more', async () => {
    await world.call('plant', 'PUT', HALL(), {str_v: 'one'})
    await world.call('customer', 'DELETE', HALL())

    expect(await changeAt('plant', 'scope=2&key=hall')).toMatchObject({email: 'customer@t.test'})
  })

  it.each(['version=0', 'version=x', 'scope=2', 'key=hall', 'scope=7&key=hall'])(
    'can’t be asked for by %s',
    async query => {
      expect((await ask('plant', query)).statusCode).toBe(400)
    },
  )
})

describe('the history of a playlist', () => {
  const put = (who: Who, ids: readonly string[]) =>
    world.call(who, 'PUT', LIST(), {json_v: ids.map((assetId, order) => ({assetId, order}))})
  const historyAt = async (who: Who) =>
    (await world.call(who, 'GET', `/api/v0/audit/device/${pump.id}/changes?scope=2&key=playlist`)).json().changes

  it('says who did what, the newest first', async () => {
    const at = world.clock.now
    await put('plant', [])
    await put('customer', [])
    await world.call('plant', 'PUT', HALL(), {str_v: 'one'})
    await world.call('admin', 'DELETE', LIST())

    expect(await historyAt('plant')).toEqual([
      {at, email: null, name: null, list: []},
      {at, email: 'customer@t.test', name: expect.any(String), list: []},
      {at, email: 'plant@t.test', name: expect.any(String), list: []},
    ])
  })

  it('is for those who may change the device', async () => {
    const status = async (who: Who) =>
      (await world.call(who, 'GET', `/api/v0/audit/device/${pump.id}/changes?scope=2&key=playlist`)).statusCode
    expect(await status('customer')).toBe(200)
    expect(await status('noc')).toBe(404)
    expect(await status('user')).toBe(403)
  })
})
