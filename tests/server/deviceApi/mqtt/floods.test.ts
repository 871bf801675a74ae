import {generate, type Packet} from 'mqtt-packet'
import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest'
import {
  connectPacket,
  createMqttWorld,
  type Level,
  type MqttWorld,
  openBareMqtt,
  openSession,
  publishPacket,
} from '../../../support/bareMqtt'
import {createVirtualTime} from '../../../support/virtualTime'

const SECOND = 1000
const BOTH: readonly Level[] = [4, 5]
const TELEMETRY = 'v1/devices/me/telemetry'
const PING = Buffer.from([0xc0, 0])
const many = (count: number, packet: Packet, protocolVersion: Level) =>
  Buffer.concat(Array.from({length: count}, () => generate(packet, {protocolVersion})))

const time = createVirtualTime()
let test: MqttWorld

beforeAll(async () => {
  // The limits last an hour, so that none starts over while a test waits.
  test = await createMqttWorld({time, rateLimits: {device: '1000:3600', organisation: ''}})
})
afterAll(() => test.close())

const openStranger = (level: Level) => openSession(test.port, level, {username: 'provision', clientId: 'provision'})
const subscribe: Packet = {cmd: 'subscribe', messageId: 1, subscriptions: [{topic: '/provision/response', qos: 0}]}

describe.each(BOTH)('by MQTT of protocol level %i', level => {
  const farewell = level === 5 ? [{cmd: 'disconnect', reasonCode: 0x96}] : []

  it.each<[string, Packet]>([
    ['pings', {cmd: 'pingreq'}],
    ['subscriptions', subscribe],
    ['subscriptions that it ends', {cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['/provision/response']}],
    ['acknowledgements of nothing', {cmd: 'puback', messageId: 1}],
    ['requests', publishPacket('/provision/request', '{}', {qos: 1, messageId: 1})],
  ])('a stranger is cut off after twenty %s in a second', async (_, packet) => {
    const {socket, heard, closed} = await openStranger(level)
    socket.write(many(1000, packet, level))
    await closed
    // The CONNACK, the answers, and the farewell.
    expect(heard.length).toBeLessThanOrEqual(1 + 20 + 20 + 1)
  })

  it('a stranger whose requests are refused is cut off after the fifth', async () => {
    const {send, heard, closed} = await openStranger(level)
    const request = publishPacket('/provision/request', '{}', {qos: 1, messageId: 1})
    send(...Array.from({length: 10}, () => request))
    await closed
    expect(heard.filter(({cmd}) => cmd === 'puback').length).toBeLessThanOrEqual(5)
  })

  it('a device is cut off after twenty pings in a second, and after 120 in a minute', async () => {
    const hasty = await openSession(test.port, level)
    hasty.socket.write(Buffer.concat(Array.from({length: 1000}, () => PING)))
    await hasty.closed
    expect(hasty.heard.slice(1)).toMatchObject([...Array(20).fill({cmd: 'pingresp'}), ...farewell])

    const steady = await openSession(test.port, level, {keepalive: 0, clientId: 'steady'})
    for (let second = 0; second < 6; second++) {
      steady.socket.write(Buffer.concat(Array.from({length: 20}, () => PING)))
      await vi.waitFor(() => expect(steady.heard).toHaveLength(1 + 20 * (second + 1)))
      await time.advance(SECOND)
    }
    steady.socket.write(PING)
    await steady.closed
  })

  it('a device says more in messages than it may say besides', async () => {
    const {send, heard} = await openSession(test.port, level, {clientId: 'talker'})
    await time.advance(SECOND)
    const messages = Array.from({length: 150}, (_, index) =>
      publishPacket(TELEMETRY, `{"load":${index}}`, {qos: 2, messageId: index + 1}),
    )
    send(...messages)
    await vi.waitFor(() => expect(heard.filter(({cmd}) => cmd === 'pubrec')).toHaveLength(150))
    send(...messages.map(({messageId = 0}): Packet => ({cmd: 'pubrel', messageId})))
    await vi.waitFor(() => expect(heard.filter(({cmd}) => cmd === 'pubcomp')).toHaveLength(150))
  })
})

describe('properties', () => {
  const userProperties = Object.fromEntries(Array.from({length: 5000}, (_, index) => [`k${index}`, 'v']))

  it('of a CONNECT are refused by the thousand before they are read', async () => {
    const {send, heard, closed} = await openBareMqtt(test.port, 5)
    send(connectPacket(5, {username: 'wrong', properties: {userProperties}}))
    await closed
    expect(heard).toMatchObject([{cmd: 'connack', reasonCode: 0x95}])
  })

  it('of a message are refused by the thousand, and taken by the dozen', async () => {
    const {send, hear, heard, closed} = await openSession(test.port, 5, {clientId: 'wordy'})
    const few = Object.fromEntries(Object.entries(userProperties).slice(0, 24))
    send({...publishPacket(TELEMETRY, '{"load":1}', {qos: 1, messageId: 1}), properties: {userProperties: few}})
    expect(await hear('puback')).toMatchObject({messageId: 1})
    send({...publishPacket(TELEMETRY, '{"load":1}', {qos: 1, messageId: 2}), properties: {userProperties}})
    await closed
    expect(heard.slice(2)).toMatchObject([{cmd: 'disconnect', reasonCode: 0x95}])
  })
})

it.each(BOTH)('messages by MQTT of protocol level %i on topics that nobody knows count as messages', async level => {
  const {socket, heard, closed} = await openSession(test.port, level, {clientId: 'lost'})
  socket.write(many(2500, publishPacket('v1/devices/me/telemetrie', '{}', {qos: 1, messageId: 1}), level))
  await closed
  expect(heard.filter(({cmd}) => cmd === 'puback').length).toBeLessThanOrEqual(1000)
})
