import type {IConnectPacket} from 'mqtt-packet'
import {afterAll, beforeAll, beforeEach, describe, expect, it, vi} from 'vitest'
import {seedDevice} from '../../../support/app'
import {
  connectPacket,
  createMqttWorld,
  type MqttWorld,
  openBareMqtt,
  openSession,
  publishPacket,
} from '../../../support/bareMqtt'
import {createTestDatabase} from '../../../support/database'
import {emptyTables} from '../../../support/tables'

const TELEMETRY = 'v1/devices/me/telemetry'
const ATTRIBUTES = 'v1/devices/me/attributes'
const WILL = {topic: TELEMETRY, payload: Buffer.from('{"online":0}'), qos: 1, retain: false} as const

let test: MqttWorld

beforeAll(async () => {
  test = await createMqttWorld()
})
afterAll(() => test.close())
beforeEach(() => emptyTables(test.database.pool, 'telemetry', 'latest', 'attribute'))

async function values({pool} = test.database) {
  const {rows} = await pool.query<{value: number}>('select value from telemetry order by ts, value')
  return rows.map(({value}) => value)
}

const untilValues = (expected: readonly number[]) => vi.waitFor(async () => expect(await values()).toEqual(expected))

/** Publishes with an acknowledgement: the messages before it are stored, too. */
async function publish(value: number, given?: Partial<IConnectPacket>) {
  const session = await openSession(test.port, 4, given)
  session.send(publishPacket(TELEMETRY, `{"online":${value}}`, {qos: 1, messageId: 1}))
  await session.hear('puback')
  return session
}

describe.each([4, 5] as const)('the last will by MQTT of protocol level %i', level => {
  it('is what the device says, once its connection is lost', async () => {
    const {socket} = await openSession(test.port, level, {will: WILL})
    socket.resetAndDestroy()
    await untilValues([0])
  })

  it('may be an attribute', async () => {
    const will = {...WILL, topic: ATTRIBUTES, payload: Buffer.from('{"state":"disconnected"}')}
    const {socket} = await openSession(test.port, level, {will})
    socket.destroy()
    await vi.waitFor(async () => {
      const {client} = (await test.app.inject({url: '/api/v1/pump-token/attributes'})).json()
      expect(client).toEqual({state: 'disconnected'})
    })
  })

  it('is forgotten by a client that says goodbye', async () => {
    const {send, closed} = await openSession(test.port, level, {will: WILL})
    send({cmd: 'disconnect', ...(level === 5 && {reasonCode: 0})})
    await closed
    await publish(1)
    expect(await values()).toEqual([1])
  })

  it('is told when the server ends the connection of a client that breaks the protocol', async () => {
    const {send, closed} = await openSession(test.port, level, {will: WILL})
    send(connectPacket(level))
    await closed
    await untilValues([0])
  })

  it('is told when the client connects again, and before all that it then says', async () => {
    const will = {...WILL, payload: Buffer.from('{"online":2}')}
    await openSession(test.port, level, {will, clientId: 'one'})
    await publish(1, {clientId: 'one'})
    await untilValues([2, 1])
  })

  it('reaches nobody else who has subscribed', async () => {
    await seedDevice(test.database, {name: `other${level}`, organisationId: test.works})
    const [own, other] = [
      await openSession(test.port, level),
      await openSession(test.port, level, {username: `other${level}-token`}),
    ]
    for (const {send, hear} of [own, other]) {
      send({cmd: 'subscribe', messageId: 1, subscriptions: [{topic: ATTRIBUTES, qos: 1}]})
      await hear('suback')
    }
    const will = {...WILL, topic: ATTRIBUTES, payload: Buffer.from('{"state":"disconnected"}')}
    const {socket} = await openSession(test.port, level, {will})
    socket.destroy()
    await vi.waitFor(async () => {
      const {rowCount} = await test.database.pool.query('select from attribute')
      expect(rowCount).toBe(1)
    })
    await test.share('mode', {night: true})
    expect(String((await own.hear('publish')).payload)).toBe('{"mode":{"night":true}}')
    for (const {send, hear} of [own, other]) {
      send({cmd: 'pingreq'})
      await hear('pingresp')
    }
    expect(own.heard.map(({cmd}) => cmd)).toEqual(['connack', 'suback', 'publish', 'pingresp'])
    expect(other.heard.map(({cmd}) => cmd)).toEqual(['connack', 'suback', 'pingresp'])
  })

  it.each([
    ['somewhere/else', '{"online":0}'],
    [TELEMETRY, 'offline'],
  ])('does no harm when it is on %s and says %s', async (topic, payload) => {
    const {socket} = await openSession(test.port, level, {will: {...WILL, topic, payload: Buffer.from(payload)}})
    socket.destroy()
    await publish(1)
    expect(await values()).toEqual([1])
  })
})

it('is told when a client of MQTT 5 asks for it by its goodbye', async () => {
  const {send} = await openSession(test.port, 5, {will: WILL})
  send({cmd: 'disconnect', reasonCode: 0x04})
  await untilValues([0])
})

it('is not told of a device whose token has been taken away', async () => {
  await seedDevice(test.database, {name: 'sold', organisationId: test.works})
  const {closed} = await openSession(test.port, 5, {will: WILL, username: 'sold-token'})
  const {rows} = await test.database.pool.query(
    "select device_id as id from device_credentials where credentials_value = 'sold-token'",
  )
  const answer = await test.call('plant', 'DELETE', `/api/v0/device/${rows[0].id}`)
  expect(answer.statusCode).toBeLessThan(300)
  await closed
  await publish(1)
  expect(await values()).toEqual([1])
})

it('is stored before a server that stops lets go of its database', async () => {
  const database = await createTestDatabase()
  const stopping = await createMqttWorld({database})
  const {closed} = await openSession(stopping.port, 5, {will: WILL})
  await stopping.close()
  await closed
  expect(await values(database)).toEqual([0])
  await database.close()
})

it('stores what a client has sent that goes without waiting for an answer', async () => {
  const {send, socket} = await openBareMqtt(test.port, 4)
  send(connectPacket(4, {will: WILL}), publishPacket(TELEMETRY, '{"online":1}'), {cmd: 'disconnect'})
  socket.end()
  await untilValues([1])
})
