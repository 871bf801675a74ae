import type {IClientOptions, MqttClient} from 'mqtt'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {COMMAND_BYTES} from '../../../../contract/limits'
import {issuedProvisioningProfile} from '../../../../contract/wire/entities/provisioning'
import {device, provisioningProfile} from '../../../../server/database/schema/device'
import {seedDevice} from '../../../support/app'
import {createMqttWorld, type MqttWorld} from '../../../support/bareMqtt'
import {connectMqtt, nextMessage, untilClosed} from '../../../support/mqtt'
import {createVirtualTime} from '../../../support/virtualTime'
import {auditOf} from '../../../support/world'

const HOUR = 60 * 60_000
const MINUTE = 60_000
const REQUEST = '/provision/request'
const RESPONSE = '/provision/response'
const NOT_FOUND = {errorMsg: 'Provision data was not found!', status: 'NOT_FOUND'}
const FAILURE = {errorMsg: 'Failed to provision device!', status: 'FAILURE'}

const time = createVirtualTime()
let test: MqttWorld

beforeAll(async () => {
  test = await createMqttWorld({
    time,
    rateLimits: {loginAddress: '3:600'},
    tokenLifetimes: {access: 1e10, refresh: 1e10},
  })
})
beforeEach(async () => {
  await test.database.db.delete(provisioningProfile)
  await test.database.db.delete(device)
  // Limits are forgotten.
  test.clock.now += HOUR
})
afterAll(() => test.close())

async function issue(body: object = {}) {
  const answer = await test.call('plant', 'POST', `/api/v0/provisioning/by-org/${test.works}`, {name: 'L', ...body})
  const {key, secret} = issuedProvisioningProfile.parse(answer.json())
  return {provisionDeviceKey: key, provisionDeviceSecret: secret}
}

const connect = (options: IClientOptions = {}) => connectMqtt(test.port, {username: 'provision', ...options})

async function ask(client: MqttClient, request: object) {
  const answer = nextMessage(client)
  const [{topic, payload}] = await Promise.all([
    answer,
    client.publishAsync(REQUEST, JSON.stringify(request), {qos: 1}),
  ])
  return [topic, JSON.parse(String(payload))]
}

describe.each([4, 5] as const)('by MQTT of protocol level %i a device without a token', protocolVersion => {
  it('registers itself, and connects with the token that it gets', async () => {
    const secret = await issue({customer_id: test.customerId})
    const client = await connect({protocolVersion})
    await client.subscribeAsync(RESPONSE, {qos: 1})
    const [topic, {credentialsValue, ...rest}] = await ask(client, {deviceName: 'Pump 7', ...secret})
    expect([topic, rest]).toEqual([RESPONSE, {credentialsType: 'ACCESS_TOKEN', status: 'SUCCESS'}])

    const pump = await connectMqtt(test.port, {username: credentialsValue, protocolVersion})
    await pump.publishAsync('v1/devices/me/telemetry', '{"a":1}', {qos: 1})
    const [made] = (await test.call('customer', 'GET', '/api/v0/device')).json()
    expect(made).toMatchObject({name: 'Pump 7', customer_id: test.customerId})
    expect(await auditOf(test.database, made._id)).toMatchObject([
      {action: 'device.provisioned', email: 'L', address: '127.0.0.1'},
    ])
  })

  it('is told so when its name is taken, and when its secret is wrong', async () => {
    const secret = await issue()
    await seedDevice(test.database, {name: 'Pump', organisationId: test.works})
    const client = await connect({protocolVersion})
    await client.subscribeAsync(RESPONSE)
    expect(await ask(client, {deviceName: 'Pump', ...secret})).toEqual([RESPONSE, FAILURE])
    expect(await ask(client, {...secret, provisionDeviceSecret: 'wrong'})).toEqual([RESPONSE, NOT_FOUND])
  })
})

it('knows such a device by its client id, too, and answers it without a subscription', async () => {
  const client = await connect({username: 'any', clientId: 'provision'})
  expect(await ask(client, {deviceName: 'Pump', ...(await issue())})).toEqual([
    RESPONSE,
    expect.objectContaining({status: 'SUCCESS'}),
  ])
})

it('makes a network wait that tries secrets, whichever way it asks', async () => {
  const secret = await issue()
  const {provisionDeviceKey} = secret
  const client = await connect({protocolVersion: 5})
  for (const wrong of ['a', 'b']) await ask(client, {provisionDeviceKey, provisionDeviceSecret: wrong})
  for (const wrong of ['c', 'd']) {
    const payload = JSON.stringify({provisionDeviceKey, provisionDeviceSecret: wrong})
    const answer = await test.app.inject({method: 'POST', url: '/api/v1/provision', payload})
    expect(answer.json()).toEqual(NOT_FOUND)
  }
  const right = JSON.stringify({deviceName: 'Pump', ...secret})
  const told = new Promise(resolve => client.once('disconnect', ({reasonCode}) => resolve(reasonCode)))
  client.publish(REQUEST, right, {qos: 1}, () => {})
  expect(await told).toBe(0x96)
  const older = await connect()
  const closed = untilClosed(older)
  older.publish(REQUEST, right, {qos: 1}, () => {})
  await closed
  expect(await test.database.db.$count(device)).toBe(0)
})

it.each(['{', '{}', '7', JSON.stringify({a: 'x'.repeat(COMMAND_BYTES - 20)})])(
  'refuses %.20s as by HTTP',
  async payload => {
    const client = await connect({protocolVersion: 5})
    await expect(client.publishAsync(REQUEST, payload, {qos: 1})).rejects.toMatchObject({code: 0x99})
  },
)

describe('a connection to register a device', () => {
  it.each(['v1/devices/me/telemetry', 'v1/devices/me/claim', 'v1/devices/me/rpc/request/1', 'v2/t', 'else'])(
    'ends with a message on %s',
    async topic => {
      const client = await connect({protocolVersion: 5})
      const told = new Promise(resolve => client.once('disconnect', ({reasonCode}) => resolve(reasonCode)))
      client.publish(topic, '{}', {qos: 1}, () => {})
      expect(await told).toBe(0x90)

      const older = await connect()
      const closed = untilClosed(older)
      older.publish(topic, '{}')
      await closed
    },
  )

  it.each(['v1/devices/me/attributes', 'v1/devices/me/rpc/request/+', '/provision/request', '#'])(
    'hears nothing by %s',
    async filter => {
      const client = await connect({protocolVersion: 5})
      await expect(client.subscribeAsync(filter)).rejects.toThrow()
    },
  )

  it('takes no packet larger than a request', async () => {
    const client = await connect()
    const closed = untilClosed(client)
    client.publish(REQUEST, 'x'.repeat(3 * COMMAND_BYTES), {qos: 1}, () => {})
    await closed
  })

  it('ends after a minute, while devices go on', async () => {
    await seedDevice(test.database, {name: 'Pump', organisationId: test.works})
    const pump = await connectMqtt(test.port, {username: 'Pump-token'})
    const client = await connect({protocolVersion: 5})
    const told = new Promise(resolve => client.once('disconnect', ({reasonCode}) => resolve(reasonCode)))
    await time.advance(MINUTE)
    expect(client.connected).toBe(true)
    await time.advance(1000)
    expect(await told).toBe(0xa0)
    await pump.publishAsync('v1/devices/me/telemetry', '{"a":1}', {qos: 1})
  })
})

it('is no specified call', async () => {
  const bare = await createMqttWorld({additions: false})
  await expect(connectMqtt(bare.port, {username: 'provision'})).rejects.toMatchObject({code: 5})
  await bare.close()
})
