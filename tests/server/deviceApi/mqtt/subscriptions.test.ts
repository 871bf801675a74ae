import type {Packet} from 'mqtt-packet'
import {afterAll, beforeAll, beforeEach, describe, expect, it, vi} from 'vitest'
import {createLog} from '../../../../server/log/log'
import {
  answersTo,
  connectPacket,
  createMqttWorld,
  inShort,
  type Level,
  type MqttWorld,
  openBareMqtt,
  openSession,
  publishPacket,
} from '../../../support/bareMqtt'

const ME = 'v1/devices/me'
const ATTRIBUTES = `${ME}/attributes`
const BOTH: readonly Level[] = [4, 5]

const lines: {level: string; msg: string}[] = []
let test: MqttWorld

beforeAll(async () => {
  const log = createLog({level: 'warn', stream: {write: line => void lines.push(JSON.parse(line))}})
  test = await createMqttWorld({log})
})
afterAll(() => test.close())
beforeEach(() => test.database.pool.query('truncate command'))

const subscribe = (...wanted: (readonly [topic: string, qos: 0 | 1 | 2])[]): Packet => ({
  cmd: 'subscribe',
  messageId: 5,
  subscriptions: wanted.map(([topic, qos]) => ({topic, qos})),
})

const unsubscribe = (...unsubscriptions: string[]): Packet => ({cmd: 'unsubscribe', messageId: 6, unsubscriptions})

/** Returns the pushed messages as the topic, the QoS and the payload. */
const pushed = (heard: readonly Packet[]) =>
  heard.flatMap(packet => (packet.cmd === 'publish' ? [`${packet.topic} ${packet.qos} ${packet.payload}`] : []))

const order = (body: object) => test.call('plant', 'POST', `/api/v0/device/${test.pump}/command`, body)

describe.each(BOTH)('a client of protocol level %i', level => {
  it('is told of each of its filters, in their order, what has become of it', async () => {
    const session = await openSession(test.port, level)
    const wanted = ['v2/a', '#', ATTRIBUTES, '$share/a/v2/a', 'v1/#/a', 'v1+', '', 'V2/A', '+/a']
    session.send(subscribe(...wanted.map((topic, at) => [topic, at === 0 ? 0 : 2] as const)))
    const refused = level === 5 ? 0x8f : 0x80
    expect(await session.hear('suback')).toMatchObject({
      messageId: 5,
      granted: [0, refused, 1, level === 5 ? 0x9e : 0x80, refused, refused, refused, refused, refused],
    })
  })

  it('hears once by a filter that it has subscribed twice, as it asked for last', async () => {
    const session = await openSession(test.port, level)
    const answers = await answersTo(session, subscribe([ATTRIBUTES, 1]), subscribe([ATTRIBUTES, 0]))
    expect(answers).toEqual(['suback 0x01', 'suback 0x00', 'open'])
    await test.share('mode', {once: level})
    await answersTo(session)
    expect(pushed(session.heard)).toEqual([`${ATTRIBUTES} 0 {"mode":{"once":${level}}}`])
  })

  it('hears of attributes once by several forms of a filter: by the one that was subscribed last', async () => {
    const session = await openSession(test.port, level)
    const share = async (step: number) => {
      await test.share('step', {step})
      await answersTo(session)
    }
    await answersTo(session, subscribe([ATTRIBUTES, 0]), subscribe(['v2/a', 0]), subscribe(['v2/a/j', 0]))
    await share(1)
    await answersTo(session, unsubscribe('v2/a/j'))
    await share(2)
    await answersTo(session, subscribe([ATTRIBUTES, 1]))
    await share(3)
    await answersTo(session, unsubscribe('v2/a', ATTRIBUTES))
    await share(4)
    expect(pushed(session.heard)).toEqual([
      'v2/a/j 0 {"step":{"step":1}}',
      'v2/a 0 {"step":{"step":2}}',
      `${ATTRIBUTES} 1 {"step":{"step":3}}`,
    ])
  })

  it('hears a command once by several forms of a filter', async () => {
    const session = await openSession(test.port, level)
    await answersTo(session, subscribe([`${ME}/rpc/request/+`, 1], ['v2/r/req/+', 1], ['v2/r/req/j/+', 1]))
    const ordered = order({method: 'open', params: null, one_way: true})
    const {topic, messageId = 0} = await session.hear('publish')
    session.send({cmd: 'puback', messageId})
    expect((await ordered).json()).toMatchObject({state: 'sent'})
    expect(topic).toMatch(/^v2\/r\/req\/j\/\d+$/)
    expect(pushed(session.heard)).toHaveLength(1)
  })

  it.each([
    [`${ME}/attributes/request/7`, `${ME}/attributes/response/7`],
    ['v2/a/req/7', 'v2/a/res/7'],
    ['v2/a/req/j/7', 'v2/a/res/j/7'],
    [`${ME}/rpc/request/7`, `${ME}/rpc/response/7`],
    ['v2/r/req/7', 'v2/r/res/7'],
    ['v2/r/req/j/7', 'v2/r/res/j/7'],
  ])('that asks on %s is answered on %s, if it has subscribed that', async (asked, answered) => {
    const session = await openSession(test.port, level)
    const filters = ['response/+', 'res/+', 'res/j/+']
    const kind = answered.includes('/a') ? ['v1/devices/me/attributes', 'v2/a'] : ['v1/devices/me/rpc', 'v2/r']
    const all = filters.map((filter, at) => [`${kind[Math.min(at, 1)]}/${filter}`, 0] as const)
    const ask = publishPacket(asked, '{"method":"getTime"}', {qos: 1, messageId: 1})
    session.send(subscribe(...all), ask)
    expect((await session.hear('publish')).topic).toBe(answered)
    await session.hear('puback')
    const own = answered.replace(/7$/, '+')
    session.heard.length = 0
    session.send(unsubscribe(own), ask)
    await session.hear('puback')
    expect(await answersTo(session)).toEqual(['open'])
    expect(pushed(session.heard)).toEqual([])
  })

  it('is told what has become of its unsubscribing, also when it has not subscribed', async () => {
    const session = await openSession(test.port, level)
    await answersTo(session, subscribe([ATTRIBUTES, 1]))
    const answers = await answersTo(session, unsubscribe(ATTRIBUTES, 'v2/a', 'v1/devices/me/+'))
    expect(answers).toEqual([level === 5 ? 'unsuback 0x00 0x11 0x11' : 'unsuback 0x00', 'open'])
    expect(await session.hear('unsuback')).toMatchObject({messageId: 6})
    await test.share('mode', {unheard: level})
    expect(await answersTo(session)).toEqual(['open'])
  })

  it('has a message acknowledged that it began to hear before it unsubscribed', async () => {
    const session = await openSession(test.port, level)
    await answersTo(session, subscribe([`${ME}/rpc/request/+`, 1]))
    const ordered = order({method: 'open', params: null, one_way: true})
    const {messageId = 0} = await session.hear('publish')
    await answersTo(session, unsubscribe(`${ME}/rpc/request/+`))
    session.send({cmd: 'puback', messageId})
    expect((await ordered).json()).toMatchObject({state: 'sent'})
  })
})

describe.each(BOTH)('a device that never acknowledges what it is told by protocol level %i', level => {
  it('misses what is beyond a hundred messages, which is counted, and logged once for its connection', async () => {
    lines.length = 0
    const before = await dropped('pushUnacknowledged')
    // Much firmware takes its token for its client id, which the log must not tell.
    const session = await openSession(test.port, level, {clientId: 'pump-token'})
    await answersTo(session, subscribe([ATTRIBUTES, 1]))
    for (let step = 0; step < 105; step++) await test.share('step', {step})
    await answersTo(session)
    expect(pushed(session.heard)).toHaveLength(100)
    const ids = session.heard.flatMap(packet => (packet.cmd === 'publish' ? [packet.messageId ?? 0] : []))
    expect(new Set(ids.filter(id => id > 0)).size).toBe(100)
    expect((await dropped('pushUnacknowledged')) - before).toBe(5)
    expect(lines).toMatchObject([
      {level: 'warn', deviceId: test.pump, msg: expect.stringContaining('acknowledges too little')},
    ])
    expect(JSON.stringify(lines)).not.toContain('pump-token')
  })

  it('gets its commands as soon as it has acknowledged something', async () => {
    const session = await openSession(test.port, level)
    await answersTo(session, subscribe([ATTRIBUTES, 1], [`${ME}/rpc/request/+`, 1]))
    for (let step = 0; step < 100; step++) await test.share('step', {step})
    const before = await dropped('pushUnacknowledged')
    const ordered = order({method: 'open', params: null, one_way: true})
    await vi.waitFor(async () => expect(await dropped('pushUnacknowledged')).toBeGreaterThan(before))
    const {messageId = 0} = await session.hear('publish')
    session.send({cmd: 'puback', messageId})
    const isCommand = (packet: Packet) => packet.cmd === 'publish' && packet.topic.startsWith(`${ME}/rpc`)
    const command = await vi.waitFor(() => session.heard.find(isCommand) ?? expect.fail('not yet'))
    session.send({cmd: 'puback', messageId: command.messageId ?? 0})
    expect((await ordered).json()).toMatchObject({state: 'sent'})
  })
})

describe('a client of MQTT 5', () => {
  it('hears the ids of its subscriptions', async () => {
    const session = await openSession(test.port, 5)
    const named = (filter: string, subscriptionIdentifier: number): Packet => ({
      cmd: 'subscribe',
      messageId: 5,
      subscriptions: [{topic: filter, qos: 0}],
      properties: {subscriptionIdentifier},
    })
    session.send(named(ATTRIBUTES, 268_435_455), named(`${ME}/rpc/response/+`, 1))
    await test.share('mode', {id: 1})
    expect((await session.hear('publish')).properties).toEqual({subscriptionIdentifier: 268_435_455})
    session.heard.length = 0
    session.send(publishPacket(`${ME}/rpc/request/1`, '{"method":"getTime"}'))
    expect((await session.hear('publish')).properties).toEqual({subscriptionIdentifier: 1})
  })

  it('hears no more at a time than it can receive, and is served meanwhile', async () => {
    const session = await openSession(test.port, 5, {properties: {receiveMaximum: 2}})
    await answersTo(session, subscribe([ATTRIBUTES, 1]))
    for (let step = 0; step < 5; step++) await test.share('step', {step})
    expect(await answersTo(session, subscribe(['v2/r/res/+', 0]))).toEqual(['suback 0x00', 'open'])
    expect(pushed(session.heard)).toHaveLength(2)
    session.send({cmd: 'puback', messageId: (await session.hear('publish')).messageId ?? 0})
    await answersTo(session)
    for (let step = 5; step < 7; step++) await test.share('step', {step})
    await answersTo(session)
    const payloads = [0, 1, 5].map(step => `${ATTRIBUTES} 1 {"step":{"step":${step}}}`)
    expect(pushed(session.heard)).toEqual(payloads)
  })

  it('hears no message that is larger than it takes, and all others', async () => {
    const session = await openSession(test.port, 5, {properties: {maximumPacketSize: 200}})
    await answersTo(session, subscribe([ATTRIBUTES, 1], [`${ME}/rpc/request/+`, 1]))
    await test.share('text', {text: 'x'.repeat(200)})
    await test.share('text', {text: 'y'})
    await answersTo(session)
    expect(pushed(session.heard)).toEqual([`${ATTRIBUTES} 1 {"text":{"text":"y"}}`])
    expect((await order({method: 'show', params: 'x'.repeat(200)})).json()).toMatchObject({
      state: 'failed',
      reason: 'The device takes no message of this length.',
    })
    expect(await dropped('pushTooLarge')).toBe(2)
  })

  it.each([
    [20, ['connack 0x95', 'closed']],
    [4, ['closed']],
  ])('is not let in when it takes %i bytes, which are too few to tell it so', async (maximumPacketSize, answers) => {
    const bare = await openBareMqtt(test.port, 5)
    expect(await answersTo(bare, connectPacket(5, {properties: {maximumPacketSize}}))).toEqual(answers)
  })

  it('may refuse a command, which is over then', async () => {
    const session = await openSession(test.port, 5)
    await answersTo(session, subscribe([`${ME}/rpc/request/+`, 1]))
    const ordered = order({method: 'open', params: null})
    const {messageId = 0} = await session.hear('publish')
    session.send({cmd: 'puback', messageId, reasonCode: 0x99})
    expect((await ordered).json()).toMatchObject({state: 'failed', reason: 'The device has refused the command.'})
    expect(inShort(session.heard.at(-1) ?? session.connack)).toBe('publish 0x00')
  })
})

async function dropped(why: string) {
  const {body} = await test.app.inject({url: '/metrics'})
  return Number(new RegExp(`^pulsewall_mqtt_total\\{what="${why}"\\} (\\d+)$`, 'm').exec(body)?.[1] ?? 0)
}
