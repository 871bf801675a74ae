import {afterAll, beforeAll, expect, it} from 'vitest'
import {createWorld, type World} from '../../support/world'

const ID = '0192f3a0-0000-7000-8000-000000000001'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const ids = () => ({organisation: world.works, customer: world.customerId, any: ID})

it.each([
  ['device', 'organisationId', 'organisation_id', 'organisation'],
  ['device', 'customerId', 'customer_id', 'customer'],
  ['device', 'firmwareId', 'firmware_id', 'any'],
  ['device', 'softwareId', 'software_id', 'any'],
  ['device', 'externalId', 'external_id', 'any'],
  ['device', 'deviceProfileId', 'device_profile_id', 'any'],
  ['device', 'additionalInfo', 'additional_info', {floor: 1}],
  ['device', 'deviceData', 'device_data', {floor: 1}],
  ['asset', 'organisationId', 'organisation_id', 'organisation'],
  ['asset', 'customerId', 'customer_id', 'customer'],
  ['asset', 'assetProfileId', 'asset_profile_id', 'any'],
  ['asset', 'externalId', 'external_id', 'any'],
  ['asset', 'additionalInfo', 'additional_info', {floor: 1}],
  ['customer', 'organisationId', 'organisation_id', 'organisation'],
  ['customer', 'externalId', 'external_id', 'any'],
] as const)('a new %s is taken with %s as with %s', async (kind, camel, snake, what) => {
  const value = typeof what === 'string' ? ids()[what] : what
  const tell = async (name: string) => {
    const email = `${name}@${kind}.test`.toLowerCase()
    const body = {
      ...(kind === 'customer' ? {email} : {name: 'Pump', ...(kind === 'asset' && {type: 'building'})}),
      organisation_id: world.works,
    }
    const {organisation_id: _, ...withoutOrganisation} = body
    const isOrganisation = snake === 'organisation_id'
    const sent = {...(isOrganisation ? withoutOrganisation : body), [name]: value}
    return world.call('plant', 'POST', `/api/v0/${kind}`, sent)
  }

  const answers = [await tell(camel), await tell(snake)]

  expect(answers.map(answer => answer.statusCode)).toEqual([201, 201])
  const [one, other] = answers.map(answer => answer.json())
  expect(one[snake] ?? one[camel]).toEqual(value)
  expect(one[snake] ?? one[camel]).toEqual(other[snake] ?? other[camel])
})

it('an attribute is taken with organisationId and with organisation_id, and a list is asked for by both', async () => {
  const {works} = world
  const url = `/api/v0/attribute/organisation/${works}`
  for (const name of ['organisationId', 'organisation_id']) {
    const sent = {attributeKey: name, attributeType: 1, str_v: 'x', entityId: works, [name]: works}
    expect((await world.call('plant', 'POST', url, sent)).statusCode).toBe(201)
    const list = await world.call('admin', 'GET', `/api/v0/asset?${name}=${world.noc}`)
    expect([list.statusCode, list.json()]).toEqual([200, []])
  }
})

it.each(['organisation__id', 'Organisation_id'])('beside organisation_id, %s is refused', async further => {
  const body = {name: 'Pump', organisation_id: world.works, [further]: world.works}
  expect((await world.call('plant', 'POST', '/api/v0/device', body)).statusCode).toBe(400)
})
