import mqtt from 'mqtt'
import {afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished} from 'vitest'
import {createMqttWorld, type Level, type MqttWorld, openSession, publishPacket} from '../../../support/bareMqtt'
import {emptyTables} from '../../../support/tables'

const TELEMETRY = 'v1/devices/me/telemetry'
const ATTRIBUTES = 'v1/devices/me/attributes'
const TWICE = publishPacket(TELEMETRY, '{"a":1}', {qos: 2, messageId: 7})
const BOTH: readonly Level[] = [4, 5]

let test: MqttWorld

beforeAll(async () => {
  test = await createMqttWorld()
})
afterAll(() => test.close())
beforeEach(() => emptyTables(test.database.pool, 'telemetry', 'latest', 'attribute'))

async function stored() {
  const {rows} = await test.database.pool.query('select ts::float8 as ts, value from telemetry order by ts')
  return rows
}

describe.each(BOTH)('a message of QoS 2 by MQTT of protocol level %i', level => {
  it('is stored when a client sends it', async () => {
    const options = {username: 'pump-token', protocolVersion: level, reconnectPeriod: 0}
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${test.port}`, options)
    onTestFinished(() => void client.end(true))
    const numbers = Array.from({length: 300}, (_, ts) => ts)
    await Promise.all(numbers.map(ts => client.publishAsync(TELEMETRY, `{"ts":${ts},"values":{"a":${ts}}}`, {qos: 2})))
    expect(await stored()).toEqual(numbers.map(ts => ({ts, value: ts})))
  })

  it('is taken once, however often it comes, and anew when it has been released', async () => {
    const {send, hear, heard} = await openSession(test.port, level)
    send(TWICE, {...TWICE, dup: true})
    await hear('pubrec')
    test.clock.now += 1000
    send({...TWICE, dup: true}, {cmd: 'pubrel', messageId: 7})
    expect(await hear('pubcomp')).toMatchObject({messageId: 7, ...(level === 5 && {reasonCode: 0})})
    expect(heard.map(({cmd}) => cmd)).toEqual(['connack', 'pubrec', 'pubrec', 'pubcomp'])
    expect(await stored()).toHaveLength(1)

    heard.length = 0
    send(TWICE)
    expect(await hear('pubrec')).toMatchObject({messageId: 7})
    expect(await stored()).toHaveLength(2)
  })

  it('that nobody knows is released all the same', async () => {
    const {send, hear} = await openSession(test.port, level)
    send({cmd: 'pubrel', messageId: 9})
    expect(await hear('pubcomp')).toMatchObject({messageId: 9, ...(level === 5 && {reasonCode: 0x92})})
  })

  it('is not acknowledged when it says nothing that can be stored', async () => {
    const {send, hear, closed, heard} = await openSession(test.port, level)
    const nonsense = publishPacket(TELEMETRY, 'nonsense', {qos: 2, messageId: 7})
    send(nonsense)
    if (level === 4) {
      await closed
      return expect(heard).toHaveLength(1)
    }
    expect(await hear('pubrec')).toMatchObject({messageId: 7, reasonCode: 0x99})
    send(TWICE)
    await expect.poll(stored).toHaveLength(1)
  })

  it('is refused while ten thousand others have not been released', async () => {
    const {send, closed, heard} = await openSession(test.port, level)
    const messages = Array.from({length: 10_000}, (_, index) =>
      publishPacket('somewhere/else', '', {qos: 2, messageId: index + 1}),
    )
    send(...(level === 4 ? messages : messages.map(message => ({...message, topic: TELEMETRY, payload: '{}'}))))
    await expect.poll(() => heard.filter(({cmd}) => cmd === 'pubrec').length).toBe(10_000)
    send({...TWICE, messageId: 10_001})
    await closed
    if (level === 5) expect(heard.at(-1)).toMatchObject({cmd: 'disconnect', reasonCode: 0x93})
  })
})

it.each(BOTH)('grants QoS 1 to who asks protocol level %i for 2, as ThingsBoard does', async level => {
  const {send, hear} = await openSession(test.port, level)
  send({cmd: 'subscribe', messageId: 1, subscriptions: [{topic: ATTRIBUTES, qos: 2}]})
  expect((await hear('suback')).granted).toEqual([1])
  await test.share('mode', {night: true})
  expect(await hear('publish')).toMatchObject({qos: 1, retain: false, dup: false})
})

it.each(BOTH)('stores a retained message of protocol level %i as any other, and keeps it for nobody', async level => {
  const {send, hear} = await openSession(test.port, level)
  send(publishPacket(TELEMETRY, '{"a":1}', {qos: 1, messageId: 1, retain: true}))
  send(publishPacket(ATTRIBUTES, '{"model":"A1"}', {qos: 1, messageId: 2, retain: true}))
  send({cmd: 'pingreq'})
  await expect.poll(stored).toHaveLength(1)

  const later = await openSession(test.port, level)
  later.send({cmd: 'subscribe', messageId: 1, subscriptions: [{topic: ATTRIBUTES, qos: 1}]}, {cmd: 'pingreq'})
  await later.hear('pingresp')
  expect(later.heard.map(({cmd}) => cmd)).toEqual(['connack', 'suback', 'pingresp'])
  await hear('pingresp')
})
