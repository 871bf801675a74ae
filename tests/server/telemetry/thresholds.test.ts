import {afterAll, beforeAll, beforeEach, expect, it} from 'vitest'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import {attribute} from '../../../server/database/schema/attribute'
import {seedDevice} from '../../support/app'
import {createWorld, type Who, type World} from '../../support/world'

let test: World
let pump: Awaited<ReturnType<typeof seedDevice>>
let crane: Awaited<ReturnType<typeof seedDevice>>

beforeAll(async () => {
  test = await createWorld()
  const {database, works, customerId} = test
  pump = await seedDevice(database, {name: 'pump', organisationId: works})
  crane = await seedDevice(database, {name: 'crane', organisationId: works, customerId})
})
beforeEach(() => test.database.db.delete(attribute))
afterAll(() => test.close())

const ask = async (who: Who = 'plant') => (await test.call(who, 'GET', '/api/v0/telemetry/device/thresholds')).json()

const say = (entityType: 'organisation' | 'customer' | 'device', entityId: string, value: object) =>
  test.database.db.insert(attribute).values({
    entityType,
    entityId,
    organisationId: test.works,
    scope: ATTRIBUTE_SCOPES.shared,
    key: 'thresholds',
    ...('json' in value ? {jsonV: value.json} : value),
    lastUpdateTs: 0,
  })

it('are none where nobody has set any that can be applied', async () => {
  await say('device', pump.id, {json: {load: {warning: {above: 'much'}}}})
  await say('organisation', test.works, {strV: 'none'})
  expect(await ask()).toEqual([])
})

it('are the nearest of organisation, customer and device, key by key', async () => {
  await say('organisation', test.works, {json: {load: {warning: {above: 1}}, power: {silentAfter: 60}}})
  await say('customer', test.customerId, {json: {load: {warning: {above: 2}}, power: {critical: {above: 5}}}})
  await say('device', crane.id, {json: {load: {warning: {above: 3}}, wind: 'strong'}})
  expect(await ask()).toEqual(
    expect.arrayContaining([
      {device_ids: [pump.id], thresholds: {load: {warning: {above: 1}}, power: {silentAfter: 60}}},
      {device_ids: [crane.id], thresholds: {load: {warning: {above: 3}}, power: {critical: {above: 5}}}},
    ]),
  )
})

it('are told of the devices within reach, to those who may not read the organisation’s attributes too', async () => {
  await say('organisation', test.works, {json: {load: {warning: {above: 1}}}})
  expect(await ask('user')).toEqual([{device_ids: [crane.id], thresholds: {load: {warning: {above: 1}}}}])
  expect(await ask('noc')).toEqual([])
})
