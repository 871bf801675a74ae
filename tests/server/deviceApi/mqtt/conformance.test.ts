import {generate, type Packet} from 'mqtt-packet'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {seedDevice} from '../../../support/app'
import {
  answersTo,
  connectPacket,
  createMqttWorld,
  hex,
  inShort,
  type Level,
  type MqttWorld,
  openBareMqtt,
  openSession,
  publishPacket,
} from '../../../support/bareMqtt'

const TELEMETRY = 'v1/devices/me/telemetry'
const ATTRIBUTES = 'v1/devices/me/attributes'
const BOTH: readonly Level[] = [4, 5]

let test: MqttWorld

beforeAll(async () => {
  test = await createMqttWorld()
})
afterAll(() => test.close())

const bytes = (...parts: (number | string | Buffer)[]) =>
  Buffer.concat(parts.map(part => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))))

/** A text with its length before it. */
function text(content: string | Buffer) {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(content))
  return bytes(length, content)
}

/** A packet of at most 127 bytes. MQTT 5 has properties after its first part. */
const packet = (level: Level, head: number, first: Buffer, rest: Buffer = bytes(), properties: Buffer = bytes()) => {
  const middle = level === 5 ? bytes(properties.length, properties) : bytes()
  const body = bytes(first, middle, rest)
  return bytes(head, body.length, body)
}

const ILL_FORMED: readonly [string, Buffer][] = [
  ['a byte that UTF-8 does not have', bytes('v', 0xff)],
  ['a character that is cut off', bytes('v', 0xf0, 0x9f, 0x98)],
  ['half of a surrogate pair', bytes('v', 0xed, 0xa0, 0x80)],
  ['the character null', bytes('v', 0x00)],
]

type Sent = (level: Level) => (Packet | Buffer)[]
/** The sent packets, and the reason sent by MQTT 5. MQTT 3.1.1 sends none. */
type Breach = readonly [what: string, reason: number, sent: Sent]

const ID = bytes(0, 1)
const subscribeTo = (level: Level, filter: string | Buffer, options: number, properties?: Buffer) =>
  packet(level, 0x82, ID, bytes(text(filter), options), properties)
const publishTo = (level: Level, topic: string | Buffer, properties?: Buffer) =>
  packet(level, 0x32, bytes(text(topic), ID), bytes('{}'), properties)

const BREACHES: readonly Breach[] = [
  ['a second CONNECT', 0x82, level => [connectPacket(level)]],
  ['reserved flags of PUBACK', 0x81, () => [bytes(0x41, 2, ID)]],
  ['reserved flags of PUBREL', 0x81, () => [bytes(0x60, 2, ID)]],
  ['reserved flags of SUBSCRIBE', 0x81, level => [packet(level, 0x80, ID, bytes(text(ATTRIBUTES), 1))]],
  ['reserved flags of UNSUBSCRIBE', 0x81, level => [packet(level, 0xa0, ID, text(ATTRIBUTES))]],
  ['reserved flags of PINGREQ', 0x81, () => [bytes(0xc1, 0)]],
  ['reserved flags of DISCONNECT', 0x81, () => [bytes(0xe1, 0)]],
  ['a type of packet that is reserved', 0x81, () => [bytes(0x00, 0)]],
  ['a length of five bytes', 0x81, () => [bytes(0x30, 0xff, 0xff, 0xff, 0xff, 0x01)]],
  ['PUBLISH of QoS 3', 0x81, level => [packet(level, 0x36, bytes(text(TELEMETRY), ID), bytes('{}'))]],
  ['PUBLISH with packet id 0', 0x82, level => [packet(level, 0x32, bytes(text(TELEMETRY), 0, 0), bytes('{}'))]],
  ['SUBSCRIBE with packet id 0', 0x82, level => [packet(level, 0x82, bytes(0, 0), bytes(text(ATTRIBUTES), 1))]],
  ['UNSUBSCRIBE with packet id 0', 0x82, level => [packet(level, 0xa2, bytes(0, 0), text(ATTRIBUTES))]],
  ['SUBSCRIBE without a topic', 0x82, level => [packet(level, 0x82, ID)]],
  ['UNSUBSCRIBE without a topic', 0x82, level => [packet(level, 0xa2, ID)]],
  ['SUBSCRIBE for QoS 3', 0x81, level => [subscribeTo(level, ATTRIBUTES, 3)]],
  ['SUBSCRIBE with reserved options', 0x81, level => [subscribeTo(level, ATTRIBUTES, 0x41)]],
  ['PUBLISH with the wildcard + in its topic', 0x90, level => [publishTo(level, 'v1/devices/+/telemetry')]],
  ['PUBLISH with the wildcard # in its topic', 0x90, level => [publishTo(level, 'v1/#')]],
  ['PUBLISH with an empty topic', 0x82, level => [publishTo(level, '')]],
  ...ILL_FORMED.flatMap(([what, name]): Breach[] => [
    [`PUBLISH with ${what} in its topic`, 0x81, level => [publishTo(level, name)]],
    [`SUBSCRIBE with ${what} in its filter`, 0x81, level => [subscribeTo(level, name, 1)]],
    [`UNSUBSCRIBE with ${what} in its filter`, 0x81, level => [packet(level, 0xa2, ID, text(name))]],
  ]),
  ['PUBLISH that is larger than any may be', 0x95, level => [tooLarge(level)]],
  ['CONNACK, which servers send', 0x82, level => [packet(level, 0x20, bytes(0, 0))]],
  ['SUBACK, which servers send', 0x82, level => [packet(level, 0x90, ID, bytes(0))]],
  ['UNSUBACK, which servers send', 0x82, level => [packet(level, 0xb0, ID, level === 5 ? bytes(0) : bytes())]],
  ['PINGRESP, which servers send', 0x82, () => [bytes(0xd0, 0)]],
]

const tooLarge = (level: Level) =>
  generate(publishPacket(TELEMETRY, 'x'.repeat(2 ** 20 + 2000)), {protocolVersion: level})

describe.each(BOTH)('a client of protocol level %i is cut off after', level => {
  it.each(BREACHES)('%s', async (_, reason, sent) => {
    const told = level === 5 ? [`disconnect ${hex(reason)}`] : []
    expect(await answersTo(await openSession(test.port, level), ...sent(level))).toEqual([...told, 'closed'])
  })
})

/** Properties, by their numbers. */
const TOPIC_ALIAS = 0x23
const RESPONSE_TOPIC = 0x08
const CONTENT_TYPE = 0x03
const USER_PROPERTY = 0x26
const SUBSCRIPTION_ID = 0x0b
const RECEIVE_MAXIMUM = 0x21

describe('a client of MQTT 5 is cut off after', () => {
  it.each<[what: string, reason: number, sent: Buffer]>([
    ['PUBLISH with a topic alias, of which none is allowed', 0x94, publishTo(5, TELEMETRY, bytes(TOPIC_ALIAS, 0, 1))],
    ['PUBLISH with a topic alias in the place of its topic', 0x94, publishTo(5, '', bytes(TOPIC_ALIAS, 0, 1))],
    ['PUBLISH with the topic alias 0', 0x94, publishTo(5, TELEMETRY, bytes(TOPIC_ALIAS, 0, 0))],
    ['PUBLISH with a subscription id', 0x82, publishTo(5, TELEMETRY, bytes(SUBSCRIPTION_ID, 1))],
    [
      'PUBLISH with a wildcard in its response topic',
      0x82,
      publishTo(5, TELEMETRY, bytes(RESPONSE_TOPIC, text('a/+'))),
    ],
    [
      'PUBLISH with ill-formed text in its response topic',
      0x81,
      publishTo(5, TELEMETRY, bytes(RESPONSE_TOPIC, text(bytes(0xff)))),
    ],
    [
      'PUBLISH with ill-formed text in its content type',
      0x81,
      publishTo(5, TELEMETRY, bytes(CONTENT_TYPE, text(bytes(0xff)))),
    ],
    [
      'PUBLISH with ill-formed text in a user property',
      0x81,
      publishTo(5, TELEMETRY, bytes(USER_PROPERTY, text('a'), text(bytes(0xff)))),
    ],
    ['PUBLISH with a property of CONNECT', 0x81, publishTo(5, TELEMETRY, bytes(RECEIVE_MAXIMUM, 0, 1))],
    ['PUBLISH with a property that nobody knows', 0x81, publishTo(5, TELEMETRY, bytes(0x7f, 1))],
    [
      'PUBLISH with a property twice',
      0x82,
      publishTo(5, TELEMETRY, bytes(CONTENT_TYPE, text('a'), CONTENT_TYPE, text('b'))),
    ],
    ['SUBSCRIBE with the subscription id 0', 0x82, subscribeTo(5, ATTRIBUTES, 1, bytes(SUBSCRIPTION_ID, 0))],
    ['SUBSCRIBE with the retain handling 3', 0x81, subscribeTo(5, ATTRIBUTES, 0x31)],
    ['SUBSCRIBE to a shared filter without what it has sent itself', 0x82, subscribeTo(5, '$share/a/b', 0x05)],
    ['AUTH, when it has named no method', 0x82, bytes(0xf0, 2, 0x19, 0)],
    ['reserved flags of AUTH', 0x81, bytes(0xf1, 2, 0x19, 0)],
  ])('%s', async (_, reason, sent) => {
    const answers = await answersTo(await openSession(test.port, 5), sent)
    expect(answers).toEqual([`disconnect ${hex(reason)}`, 'closed'])
  })
})

const RECEIVE_NOTHING = bytes(RECEIVE_MAXIMUM, 0, 0)
const NO_BYTES = bytes(0x27, 0, 0, 0, 0)
const METHOD = bytes(0x15, text('SCRAM-SHA-256'))
const AUTHENTICATION_DATA = bytes(0x16, text('secret'))

/** MQTT 5 alone sends a reason, unless there is one for both. */
type Told = {both: number} | {level4: number; level5: number} | {level5: number} | undefined

const user = text('pump-token')
const connectOf = (level: Level, flags: number, payload: Buffer, {name = 'MQTT', as = level as number} = {}) =>
  packet(level, 0x10, bytes(text(name), as, flags, 0, 60), payload)

describe.each(BOTH)('a connection of protocol level %i', level => {
  const connect = (flags: number, payload: Buffer, options = {}) => connectOf(level, flags, payload, options)
  const will = (topic: string | Buffer) => bytes(level === 5 ? 0 : '', text(topic), text('{}'))

  it.each<[what: string, sent: Buffer | Packet, told?: Told]>([
    ['PUBLISH', publishPacket(TELEMETRY, '{}')],
    ['PINGREQ', {cmd: 'pingreq'}],
    ['DISCONNECT', {cmd: 'disconnect', reasonCode: 0}],
    ['AUTH', bytes(0xf0, 2, 0x18, 0)],
    ['another name of the protocol', connect(0x82, bytes(text('a'), user), {name: 'MQTX'})],
    ['protocol level 6', connect(0x82, bytes(text('a'), user), {as: 6}), {both: 0x01}],
    ['the reserved flag of CONNECT', connect(0x83, bytes(text('a'), user))],
    ['a client id that is missing', connect(0x02, bytes())],
    ['a user name that is announced and missing', connect(0x82, text('a'))],
    ['a password that is announced and missing', connect(0xc2, bytes(text('a'), user))],
    ['a will that is announced and missing', connect(0x06, text('a'))],
    ['a QoS of no will', connect(0x8a, bytes(text('a'), user))],
    ['the retain flag of no will', connect(0xa2, bytes(text('a'), user))],
    ['a will of QoS 3', connect(0x9e, bytes(text('a'), will(TELEMETRY), user)), {level5: 0x81}],
    ['a will on a filter', connect(0x86, bytes(text('a'), will('v1/+'), user)), {level5: 0x90}],
    ['a will on an empty topic', connect(0x86, bytes(text('a'), will(''), user)), {level5: 0x90}],
    ...ILL_FORMED.flatMap(([what, name]): [string, Buffer, Told][] => [
      [`${what} in its client id`, connect(0x82, bytes(text(name), user)), {level5: 0x81}],
      [`${what} in its user name`, connect(0x82, bytes(text('a'), text(name))), {level5: 0x81}],
      [`${what} in the topic of its will`, connect(0x86, bytes(text('a'), will(name), user)), {level5: 0x81}],
    ]),
    [
      'a password without a user name',
      connect(0x42, bytes(text('a'), text('secret'))),
      level === 5 ? {level5: 0x86} : undefined,
    ],
    ['a client id of 257 characters', connectPacket(level, {clientId: 'x'.repeat(257)}), {level4: 0x02, level5: 0x85}],
    ['a token that no device has', connectPacket(level, {username: 'nobody'}), {level4: 0x05, level5: 0x86}],
  ])('that begins with %s is refused', async (_, sent, told) => {
    const code = codeOf(told, level)
    const answers = code === undefined ? [] : [`connack ${code}`]
    expect(await answersTo(await openBareMqtt(test.port, level), sent)).toEqual([...answers, 'closed'])
  })

  it('that is refused is not asked what it has sent besides', async () => {
    const bare = await openBareMqtt(test.port, level)
    const rest = [publishPacket(TELEMETRY, '{"refused":1}', {qos: 1, messageId: 1}), subscribeTo(level, ATTRIBUTES, 1)]
    const answers = await answersTo(bare, connectPacket(level, {username: 'nobody'}), ...rest)
    expect(answers).toEqual([level === 5 ? 'connack 0x86' : 'connack 0x05', 'closed'])
    const {rowCount} = await test.database.pool.query("select from telemetry_key where name = 'refused'")
    expect(rowCount).toBe(0)
  })

  it.each(['a', '0123456789abcdefghijklm', 'ABCDEFGHIJKLMNOPQRSTUVW', 'x'.repeat(256), '\ufeffmark', 'Pumpe ß 🌊'])(
    'may have the client id %j',
    async clientId => {
      const {connack} = await openSession(test.port, level, {clientId})
      expect(connack.sessionPresent).toBe(false)
      expect(connack.properties?.assignedClientIdentifier).toBeUndefined()
    },
  )
})

const codeOf = (told: Told, level: Level) => {
  if (told === undefined) return undefined
  if ('both' in told) return hex(told.both)
  if (level === 5) return hex(told.level5)
  return 'level4' in told ? hex(told.level4) : undefined
}

const CLEAN = 0x82
const NOT_CLEAN = 0x80

describe('a CONNECT without a client id', () => {
  const anonymous = (level: Level, flags: number) => connectOf(level, flags, bytes(text(''), user))

  it('is refused by MQTT 3.1.1 when it asks for a session that lasts', async () => {
    const bare = await openBareMqtt(test.port, 4)
    expect(await answersTo(bare, anonymous(4, NOT_CLEAN))).toEqual(['connack 0x02', 'closed'])
  })

  it('is taken by MQTT 3.1.1 when it asks for none', async () => {
    expect(await answersTo(await openBareMqtt(test.port, 4), anonymous(4, CLEAN))).toEqual(['connack 0x00', 'open'])
  })

  it.each([CLEAN, NOT_CLEAN])('gets one of its own by MQTT 5, with the flags %i', async flags => {
    const open = async () => {
      const {send, hear} = await openBareMqtt(test.port, 5)
      send(anonymous(5, flags))
      return (await hear('connack')).properties?.assignedClientIdentifier
    }
    const ids = [await open(), await open()]
    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain(undefined)
  })
})

describe('a CONNECT of MQTT 5 is refused', () => {
  it.each([
    ['that can receive nothing', RECEIVE_NOTHING, 0x82],
    ['that takes packets of no bytes', NO_BYTES, 0x82],
    ['that names a method of authentication', METHOD, 0x8c],
    ['that authenticates itself by no method', AUTHENTICATION_DATA, 0x82],
    ['with a property of PUBLISH', bytes(TOPIC_ALIAS, 0, 1), 0x81],
    ['with a property twice', bytes(RECEIVE_MAXIMUM, 0, 1, RECEIVE_MAXIMUM, 0, 1), 0x82],
  ])('%s', async (_, properties, reason) => {
    const head = bytes(text('MQTT'), 5, 0x82, 0, 60)
    const sent = packet(5, 0x10, head, bytes(text('a'), text('pump-token')), properties)
    expect(await answersTo(await openBareMqtt(test.port, 5), sent)).toEqual([`connack ${hex(reason)}`, 'closed'])
  })
})

it('takes packets of the size that MQTT 5 is told of, and none that has a byte more', async () => {
  const session = await openSession(test.port, 5)
  const {maximumPacketSize = 0} = session.connack.properties ?? {}
  const ofBytes = (size: number) => {
    const empty = generate(publishPacket(TELEMETRY, '', {qos: 1, messageId: 1}), {protocolVersion: 5}).length
    // Three bytes more tell of the length.
    return publishPacket(TELEMETRY, 'x'.repeat(size - empty - 2), {qos: 1, messageId: 1})
  }
  session.send(ofBytes(maximumPacketSize))
  expect(await session.hear('puback')).toMatchObject({reasonCode: 0x99})
  expect(await answersTo(session, ofBytes(maximumPacketSize + 1))).toEqual(['disconnect 0x95', 'closed'])
})

describe.each(BOTH)('a session of protocol level %i', level => {
  it('is begun anew by each connection, since none outlives its own', async () => {
    const lasting = {clientId: 'lasting', clean: false}
    const properties = level === 5 ? {properties: {sessionExpiryInterval: 3600}} : {}
    const first = await openSession(test.port, level, {...lasting, ...properties})
    expect(await answersTo(first, subscribeTo(level, ATTRIBUTES, 1))).toEqual(['suback 0x01', 'open'])
    first.socket.destroy()

    const second = await openSession(test.port, level, {...lasting, ...properties})
    expect(second.connack.sessionPresent).toBe(false)
    expect(second.connack.properties?.sessionExpiryInterval).toBe(level === 5 ? 0 : undefined)
    await test.share('mode', {night: true})
    expect(await answersTo(second)).toEqual(['open'])
  })

  it('is taken over by who comes with its client id, and by no other device with the same', async () => {
    await seedDevice(test.database, {name: `same${level}`, organisationId: test.works})
    const clientId = 'same'
    const other = await openSession(test.port, level, {clientId, username: `same${level}-token`})
    const first = await openSession(test.port, level, {clientId})
    const second = await openSession(test.port, level, {clientId})
    await first.closed
    expect(first.heard.slice(1).map(inShort)).toEqual(level === 5 ? ['disconnect 0x8e'] : [])
    expect(await answersTo(second)).toEqual(['open'])
    expect(await answersTo(other)).toEqual(['open'])
  })

  it('has its pings answered, and takes no harm from acknowledgements that nobody waits for', async () => {
    const session = await openSession(test.port, level)
    expect(await answersTo(session, {cmd: 'puback', messageId: 9}, {cmd: 'pingreq'})).toEqual(['open'])
  })

  it.each([
    ['nobody knows', 'somewhere/else'],
    ['is as long as any can be', 'x'.repeat(65_535)],
    ['begins with a mark of its byte order', '\ufeffv1/devices/me/telemetry'],
    ['has a letter in another case', 'V1/devices/me/telemetry'],
  ])('takes no notice of a topic that %s', async (_, topic) => {
    const session = await openSession(test.port, level)
    session.send(publishPacket(topic, '{}', {qos: 1, messageId: 9}))
    expect(await session.hear('puback')).toMatchObject({messageId: 9, ...(level === 5 && {reasonCode: 0x90})})
  })

  it('is closed by a goodbye, after which nothing is read', async () => {
    const session = await openSession(test.port, level)
    const goodbye: Packet = {cmd: 'disconnect', ...(level === 5 && {reasonCode: 0})}
    const late = publishPacket(TELEMETRY, '{"late":1}', {qos: 1, messageId: 1})
    expect(await answersTo(session, goodbye, late)).toEqual(['closed'])
    const {rowCount} = await test.database.pool.query("select from telemetry_key where name = 'late'")
    expect(rowCount).toBe(0)
  })
})
