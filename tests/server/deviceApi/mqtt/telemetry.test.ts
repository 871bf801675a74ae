import {once} from 'node:events'
import {connect as connectSocket} from 'node:net'
import type {IClientOptions} from 'mqtt'
import {afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished} from 'vitest'
import {SESSIONS_PER_DEVICE} from '../../../../server/deviceApi/mqtt/sessions'
import {createTestApp, seedDevice, seedOrganisation, type TestApp} from '../../../support/app'
import {connectMqtt, nextMessage, onAnyPort, untilClosed} from '../../../support/mqtt'
import {emptyTables} from '../../../support/tables'

let test: TestApp
let port = 0
let organisationId: string

beforeAll(async () => {
  const {mqtt, ...any} = onAnyPort()
  test = await createTestApp({rateLimits: {device: '', organisation: ''}, mqtt})
  organisationId = await seedOrganisation(test.database)
  await seedDevice(test.database, {name: 'pump', organisationId})
  await test.app.listen({host: '127.0.0.1', port: 0})
  port = await any.port
})
afterAll(() => test.close())
beforeEach(() => emptyTables(test.database.pool, 'telemetry', 'latest', 'attribute'))

const connect = (options: IClientOptions = {}) => connectMqtt(port, {username: 'pump-token', ...options})

async function stored() {
  const {rows} = await test.database.pool.query(
    'select name as key, value from telemetry join telemetry_key on id = key_id order by name',
  )
  return rows
}

describe.each([4, 5] as const)('MQTT of protocol level %i', protocolVersion => {
  it('acknowledges values when they are stored', async () => {
    const client = await connect({protocolVersion})
    await client.publishAsync('v1/devices/me/telemetry', '{"a":1}', {qos: 1})
    expect(await stored()).toEqual([{key: 'a', value: 1}])
    await client.publishAsync('v2/t', '[{"b":2}]', {qos: 1})
    expect(await stored()).toEqual([
      {key: 'a', value: 1},
      {key: 'b', value: 2},
    ])
  })

  it('refuses a token that no device has', async () => {
    await expect(connect({protocolVersion, username: 'nobody'})).rejects.toMatchObject({
      code: protocolVersion === 5 ? 0x86 : 5,
    })
  })

  it('answers a request for attributes to the device alone', async () => {
    const [client, other] = [await connect({protocolVersion}), await connect({protocolVersion})]
    const heard: string[] = []
    other.on('message', topic => heard.push(topic))
    for (const one of [client, other]) await one.subscribeAsync('v1/devices/me/attributes/response/+', {qos: 1})
    await client.publishAsync('v1/devices/me/attributes', '{"model":"A1"}', {qos: 1})
    const answer = nextMessage(client)
    await client.publishAsync('v1/devices/me/attributes/request/7', '{"clientKeys":"model"}', {qos: 1})
    const {topic, payload} = await answer
    expect([topic, String(payload)]).toEqual(['v1/devices/me/attributes/response/7', '{"client":{"model":"A1"}}'])
    expect(heard).toEqual([])
  })

  it('tells the limits of a session, as the SDK of ThingsBoard asks for them', async () => {
    const client = await connect({protocolVersion})
    await client.subscribeAsync('v1/devices/me/rpc/response/+')
    const answer = nextMessage(client)
    client.publish('v1/devices/me/rpc/request/1', '{"method":"getSessionLimits","params":{"timeout":5000}}')
    const {topic, payload} = await answer
    expect(topic).toBe('v1/devices/me/rpc/response/1')
    expect(JSON.parse(String(payload))).toEqual({
      maxPayloadSize: 1024 * 1024,
      maxInflightMessages: 100,
      rateLimits: {messages: '', telemetryMessages: '', telemetryDataPoints: '10000:1,200000:60'},
    })
  })

  it('ends the older session of a client id', async () => {
    const first = await connect({protocolVersion, clientId: 'one'})
    const closed = untilClosed(first)
    await connect({protocolVersion, clientId: 'one'})
    await closed
  })

  it('ends the oldest of more sessions than a device may have', async () => {
    await seedDevice(test.database, {name: `many${protocolVersion}`, organisationId})
    const open = () => connect({protocolVersion, username: `many${protocolVersion}-token`})
    const first = await open()
    const closed = untilClosed(first)
    const others = []
    for (let count = 1; count < SESSIONS_PER_DEVICE; count++) others.push(await open())
    expect(first.connected).toBe(true)
    others.push(await open())
    await closed
    for (const other of others) await other.publishAsync('v1/devices/me/telemetry', '{"a":1}', {qos: 1})
  })
})

describe('what is refused', () => {
  it('closes a session of MQTT 3.1.1 that sends no JSON', async () => {
    const client = await connect()
    const closed = untilClosed(client)
    client.publish('v1/devices/me/telemetry', '{"a":', {qos: 1}, () => {})
    await closed
    expect(await stored()).toEqual([])
  })

  it.each([
    ['v1/devices/me/telemetry', '{"a":', 0x99],
    ['somewhere/else', '{}', 0x90],
    ['v2/t/p', '{}', 0x90],
  ])('tells MQTT 5 why a message on %s is not taken', async (topic, payload, code) => {
    const client = await connect({protocolVersion: 5})
    await expect(client.publishAsync(topic, payload, {qos: 1})).rejects.toMatchObject({code})
    await client.publishAsync('v1/devices/me/telemetry', '{"a":1}', {qos: 1})
  })

  it("tells the owner of a topic that does not exist, which MQTT 3.1.1 can't tell the device", async () => {
    await seedDevice(test.database, {name: 'typist', organisationId})
    const client = await connectMqtt(port, {username: 'typist-token'})
    for (const topic of ['v1/devices/me/telemetrie', 'v1/gateway/telemetry'])
      await client.publishAsync(topic, '{"a":1}', {qos: 1})

    const url = '/api/v1/typist-token/attributes'
    await expect
      .poll(async () => (await test.app.inject({url})).json())
      .toEqual({client: {unknown_topic: 'v1/devices/me/telemetrie'}})
  })

  it('refuses filters that name nothing of the device', async () => {
    const client = await connect({protocolVersion: 5})
    await expect(client.subscribeAsync('#')).rejects.toThrow()
  })

  it.each(['GET / HTTP/1.1\r\n\r\n', '\x30\x05\x00\x01a{}', '\x10\x0c\x00\x04MQTT\x09\x02\x00\x00\x00\x00'])(
    'closes a connection that begins with %j',
    async bytes => {
      const socket = connectSocket(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => {})
      socket.write(Buffer.from(bytes, 'latin1'))
      socket.resume()
      await once(socket, 'close')
    },
  )
})
