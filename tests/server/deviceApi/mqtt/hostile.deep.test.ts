import {once} from 'node:events'
import {connect as connectSocket, type Socket} from 'node:net'
import mqtt, {type MqttClient} from 'mqtt'
import {generate, type Packet} from 'mqtt-packet'
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest'
import {createTestApp, seedDevice, seedOrganisation, type TestApp} from '../../../support/app'
import {onAnyPort} from '../../../support/mqtt'
import {createVirtualTime} from '../../../support/virtualTime'

const time = createVirtualTime()
let test: TestApp
let port = 0

beforeAll(async () => {
  const {mqtt, ...any} = onAnyPort()
  test = await createTestApp({
    rateLimits: {device: '', organisation: ''},
    time,
    mqtt,
  })
  await seedDevice(test.database, {name: 'pump', organisationId: await seedOrganisation(test.database)})
  await test.app.listen({host: '127.0.0.1', port: 0})
  port = await any.port
})
afterAll(() => test.close())

/** A device that does everything right, and is served whatever others do. */
async function goodClient(): Promise<MqttClient> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {username: 'pump-token', reconnectPeriod: 0})
  onTestFinished(() => void client.end(true))
  await new Promise<void>((resolve, reject) => client.once('connect', () => resolve()).once('error', reject))
  return client
}

const publish = (client: MqttClient, value: number) =>
  client.publishAsync('v1/devices/me/telemetry', `{"good":${value}}`, {qos: 1})

async function openSocket(): Promise<Socket> {
  const socket = connectSocket(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.resume()
  await once(socket, 'connect')
  return socket
}

const untilClosed = (socket: Socket) =>
  new Promise<void>(resolve => (socket.closed ? resolve() : socket.once('close', () => resolve())))

/** Mulberry32: the same numbers for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const ME = 'v1/devices/me'

const packetsOf = (protocolVersion: 4 | 5): Packet[] => [
  {cmd: 'publish', topic: `${ME}/telemetry`, payload: '{"a":1}', qos: 1, messageId: 7, dup: false, retain: false},
  {cmd: 'publish', topic: `${ME}/attributes`, payload: '{"a":"b"}', qos: 0, dup: true, retain: true},
  {
    cmd: 'publish',
    topic: 'v2/t',
    payload: '[{"ts":1,"values":{"a":[1]}}]',
    qos: 2,
    messageId: 9,
    dup: false,
    retain: false,
  },
  {
    cmd: 'publish',
    topic: `${ME}/rpc/request/1`,
    payload: '{"method":"getTime"}',
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
  },
  {cmd: 'publish', topic: 'x'.repeat(20_000), payload: '', qos: 1, messageId: 3, dup: false, retain: false},
  {
    cmd: 'subscribe',
    messageId: 4,
    subscriptions: [
      {topic: `${ME}/attributes`, qos: 1},
      {topic: '#', qos: 2},
    ],
  },
  {cmd: 'unsubscribe', messageId: 5, unsubscriptions: [`${ME}/attributes`]},
  {cmd: 'puback', messageId: 6, ...(protocolVersion === 5 && {reasonCode: 0x97})},
  {cmd: 'pubrel', messageId: 6},
  {cmd: 'pingreq'},
  {cmd: 'disconnect'},
  connectPacket(protocolVersion),
]

const connectPacket = (protocolVersion: 4 | 5, username = 'pump-token'): Packet => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion,
  clean: true,
  keepalive: 60,
  clientId: 'fuzz',
  username,
  ...(protocolVersion === 5 && {properties: {topicAliasMaximum: 3, userProperties: {a: 'b'}}}),
})

const CONNECTIONS = 2_500
const PACKETS_EACH = 40

it('stays up, and goes on serving others, under 100,000 random and mutated packets', async () => {
  const random = numbersFrom(20_261_124)
  const below = (limit: number) => Math.floor(random() * limit)
  const client = await goodClient()

  function mutated(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes)
    for (let change = below(4); change > 0; change--) copy[below(copy.length)] = below(256)
    return random() < 0.1 ? copy.subarray(0, below(copy.length)) : copy
  }

  async function attack() {
    const socket = await openSocket()
    const protocolVersion = random() < 0.5 ? 4 : 5
    const packets = packetsOf(protocolVersion)
    if (random() < 0.8) socket.write(generate(connectPacket(protocolVersion), {protocolVersion}))
    for (let sent = 0; sent < PACKETS_EACH; sent++) {
      const packet = packets[below(packets.length)]
      if (packet === undefined || random() < 0.2)
        socket.write(Buffer.from(Array.from({length: 1 + below(64)}, () => below(256))))
      else socket.write(mutated(generate(packet, {protocolVersion})))
    }
    socket.end()
    await untilClosed(socket)
  }

  for (let done = 0; done < CONNECTIONS; done += 50) {
    await Promise.all([...Array.from({length: 50}, attack), publish(client, done)])
  }
  await publish(client, -1)
  expect(client.connected).toBe(true)
})

it('gives up half packets, however many are held open, and serves others meanwhile', async () => {
  const whole = generate(connectPacket(4))
  const held = await Promise.all(
    Array.from({length: 1_000}, async () => {
      const socket = await openSocket()
      socket.write(whole.subarray(0, 7))
      return {closed: untilClosed(socket)}
    }),
  )
  const client = await goodClient()
  await publish(client, 1)
  await time.advance(12_000)
  await Promise.all(held.map(({closed}) => closed))
  await publish(client, 2)
})

it('ends 10,000 connections with tokens of nobody, as many at once as come, and serves others in the meantime', async () => {
  const client = await goodClient()
  const packet = generate(connectPacket(4, 'nobody-token'))
  const ended = async () => {
    const socket = await openSocket()
    socket.write(packet)
    await untilClosed(socket)
  }
  for (let done = 0; done < 10_000; done += 500) {
    await Promise.all([...Array.from({length: 500}, ended), publish(client, done)])
  }
  await publish(client, -1)
  expect(client.connected).toBe(true)
})
