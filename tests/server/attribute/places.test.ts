import {afterAll, beforeAll, expect, it} from 'vitest'
import {seedDevice} from '../../support/app'
import {createWorld, type Who, type World} from '../../support/world'

let world: World
let pump: {id: string}
let fan: {id: string}

beforeAll(async () => {
  world = await createWorld()
  const {database, works: organisationId, customerId} = world
  pump = await seedDevice(database, {name: 'pump', organisationId, customerId})
  fan = await seedDevice(database, {name: 'fan', organisationId})
})
afterAll(() => world.close())

const places = async (who: Who) => (await world.call(who, 'GET', '/api/v0/telemetry/device/places')).json()

async function say(id: string, scope: number, key: string, value: object) {
  const answer = await world.call('plant', 'PUT', `/api/v0/attribute/device/${id}/${scope}/${key}`, value)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
}

it('tells the places of devices within reach, as far as the attributes of one scope are numbers of degrees', async () => {
  await say(pump.id, 1, 'latitude', {dbl_v: 52.5})
  await say(pump.id, 2, 'longitude', {long_v: 4})
  expect(await places('plant')).toEqual([])
  await say(pump.id, 1, 'longitude', {dbl_v: 4.25})
  await say(fan.id, 2, 'latitude', {long_v: -18})
  await say(fan.id, 2, 'longitude', {long_v: 178})
  const ofPump = {device_id: pump.id, latitude: 52.5, longitude: 4.25}
  const ofFan = {device_id: fan.id, latitude: -18, longitude: 178}
  expect(await places('plant')).toEqual(expect.arrayContaining([ofPump, ofFan]))
  expect(await places('customer')).toEqual([ofPump])
  await say(pump.id, 2, 'latitude', {str_v: '52'})
  await say(fan.id, 2, 'latitude', {long_v: 91})
  expect(await places('plant')).toEqual([ofPump])
})
