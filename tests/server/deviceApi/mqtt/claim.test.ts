import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {COMMAND_BYTES} from '../../../../contract/limits'
import {claim, device} from '../../../../server/database/schema/device'
import {seedDevice} from '../../../support/app'
import {createMqttWorld, type MqttWorld} from '../../../support/bareMqtt'
import {connectMqtt, untilClosed} from '../../../support/mqtt'

const MINUTE = 60_000
const CLAIM = 'v1/devices/me/claim'

let test: MqttWorld

beforeAll(async () => {
  test = await createMqttWorld({tokenLifetimes: {access: 1e10, refresh: 1e10}})
})
beforeEach(async () => {
  await test.database.db.delete(device)
  // Tokens are forgotten.
  test.clock.now += MINUTE
  await seedDevice(test.database, {name: 'Pump', organisationId: test.works})
})
afterAll(() => test.close())

const connect = (protocolVersion: 4 | 5) => connectMqtt(test.port, {username: 'Pump-token', protocolVersion})
const take = (secret: string) => test.call('customer', 'POST', '/api/v0/device/claim', {name: 'Pump', secret})

describe.each([4, 5] as const)('by MQTT of protocol level %i a device', protocolVersion => {
  it('lets itself be claimed with the secret that it says, for its time', async () => {
    const client = await connect(protocolVersion)
    await client.publishAsync(CLAIM, '{"secretKey":"s3cret","durationMs":60000}', {qos: 1})
    expect(await test.database.db.select({expiresAt: claim.expiresAt}).from(claim)).toEqual([
      {expiresAt: test.clock.now + 60_000},
    ])
    expect((await take('other')).statusCode).toBe(404)
    expect((await take('s3cret')).statusCode).toBe(200)
  })

  it('needs no secret, and not even a payload', async () => {
    const client = await connect(protocolVersion)
    await client.publishAsync(CLAIM, '', {qos: 1})
    expect((await take('')).statusCode).toBe(200)
  })
})

const TOO_LARGE = JSON.stringify({secretKey: 'x'.repeat(COMMAND_BYTES)})

it.each(['{', '7', '{"secretKey":7}', '{"durationMs":-1}', TOO_LARGE])(
  'refuses %.20s as by HTTP, and the device may go on by MQTT 5',
  async payload => {
    const client = await connect(5)
    await expect(client.publishAsync(CLAIM, payload, {qos: 1})).rejects.toMatchObject({code: 0x99})
    expect(await test.database.db.$count(claim)).toBe(0)
    await client.publishAsync(CLAIM, '{}', {qos: 1})
    expect(await test.database.db.$count(claim)).toBe(1)
  },
)

it('tells a device that has been deleted in the meantime that it may offer nothing', async () => {
  const client = await connect(5)
  await test.database.db.delete(device)
  await expect(client.publishAsync(CLAIM, '{}', {qos: 1})).rejects.toMatchObject({code: 0x87})
})

it('ends the session of MQTT 3.1.1 that offers nonsense', async () => {
  const client = await connect(4)
  const closed = untilClosed(client)
  client.publish(CLAIM, '{', {qos: 1}, () => {})
  await closed
  expect(await test.database.db.$count(claim)).toBe(0)
})
