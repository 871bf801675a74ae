import {afterAll, beforeAll, beforeEach, expect, it} from 'vitest'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import {attribute} from '../../../server/database/schema/attribute'
import {seedDevice} from '../../support/app'
import {createWorld, type World} from '../../support/world'

let test: World
let pump: Awaited<ReturnType<typeof seedDevice>>
let crane: Awaited<ReturnType<typeof seedDevice>>

beforeAll(async () => {
  test = await createWorld()
  const {database, works} = test
  pump = await seedDevice(database, {name: 'pump', organisationId: works})
  crane = await seedDevice(database, {name: 'crane', organisationId: works})
})
beforeEach(() => test.database.db.delete(attribute))
afterAll(() => test.close())

const ask = async () => (await test.call('plant', 'GET', '/api/v0/telemetry/device/units')).json()

const name = (
  entityType: 'organisation' | 'device',
  entityId: string,
  jsonV: object,
  scope: number = ATTRIBUTE_SCOPES.shared,
) =>
  test.database.db
    .insert(attribute)
    .values({entityType, entityId, organisationId: test.works, scope, key: 'units', jsonV, lastUpdateTs: 0})

it('are none where nobody has named any', async () => {
  expect(await ask()).toEqual([])
})

it('are those of the organisation, and of a device that names its own, key by key', async () => {
  await name('organisation', test.works, {power: 'kW', load: '%'})
  await name('device', crane.id, {load: 't', power: {broken: true}})
  await name('device', pump.id, {power: 'never shared'}, ATTRIBUTE_SCOPES.server)
  const groups: {device_ids: string[]; units: object}[] = await ask()
  expect(groups).toHaveLength(2)
  expect(groups.find(({device_ids}) => device_ids.includes(crane.id))).toEqual({
    device_ids: [crane.id],
    units: {power: 'kW', load: 't'},
  })
  expect(groups.find(({device_ids}) => device_ids.includes(pump.id))).toMatchObject({units: {power: 'kW', load: '%'}})
})
