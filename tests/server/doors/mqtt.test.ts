import type {Packet} from 'mqtt-packet'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {createMqttWorld, type Level, type MqttWorld, openSession, publishPacket} from '../../support/bareMqtt'
import {originOf} from '../../support/bareSocket'

const BOTH: readonly Level[] = [4, 5]
const FILTERS = 1000
const LONGEST = 65_535
const LONGEST_FILTER = 16_000

let world: MqttWorld

beforeAll(async () => {
  world = await createMqttWorld()
})
afterAll(() => world.close())

const isAlive = async () => (await fetch(`${originOf(world.app).origin}/livez`, {headers: {connection: 'close'}})).ok

const subscribe = (messageId: number, topics: readonly string[]): Packet => ({
  cmd: 'subscribe',
  messageId,
  subscriptions: topics.map(topic => ({topic, qos: 0})),
})

const answersFrom = (from: number, count: number) =>
  Array.from({length: count}, (_, at) => `v2/a/res/${10_000 + from + at}`)

describe.each(BOTH)('a client of protocol level %i', level => {
  const [refused, beyond] = level === 5 ? [0x8f, 0x97] : [0x80, 0x80]

  it('has a thousand subscriptions at most, and keeps those that it has', async () => {
    const {send, hear, heard} = await openSession(world.port, level)
    send(subscribe(1, answersFrom(0, 700)), subscribe(2, answersFrom(700, 700)))
    expect(await isAlive()).toBe(true)
    await hear('suback', heard.indexOf(await hear('suback')) + 1)

    const granted = heard.flatMap(packet => (packet.cmd === 'suback' ? packet.granted : []))
    expect(granted).toEqual([...Array(FILTERS).fill(0), ...Array(1400 - FILTERS).fill(beyond)])

    const before = heard.length
    send(subscribe(3, ['v2/a', 'v2/a/res/10000']))
    expect(await hear('suback', before)).toMatchObject({granted: [beyond, 0]})
    send({cmd: 'unsubscribe', messageId: 4, unsubscriptions: ['v2/a/res/10000']}, subscribe(5, ['v2/a']))
    expect(await hear('suback', before + 1)).toMatchObject({granted: [0]})
  })

  it.each([
    ['of nothing but levels', '/'.repeat(LONGEST_FILTER)],
    ['of wildcards', '+/'.repeat(LONGEST_FILTER / 2)],
    ['of ids', '/1'.repeat(LONGEST_FILTER / 2)],
    ['of digits', `v2/a/res/${'1'.repeat(LONGEST_FILTER - 9)}`],
  ])('is refused a filter %s, while others are answered', async (_, topic) => {
    const {send, hear} = await openSession(world.port, level)
    send(subscribe(1, [topic]))

    expect(await Promise.all([hear('suback'), isAlive()])).toMatchObject([{granted: [refused]}, true])
  })

  it.each([
    ['of nothing but levels', '/'.repeat(LONGEST)],
    ['of ids', `/${'/1'.repeat((LONGEST - 1) / 2)}`],
    ['of digits', `v1/devices/me/rpc/response/${'1'.repeat(LONGEST - 27)}`],
  ])('is answered for a topic %s, while others are answered', async (_, topic) => {
    const {send, hear} = await openSession(world.port, level)
    send(publishPacket(topic, '{}', {qos: 1, messageId: 1}))
    const answer = level === 5 ? {reasonCode: 0x90} : {messageId: 1}

    expect(await Promise.all([hear('puback'), isAlive()])).toMatchObject([answer, true])
  })
})
