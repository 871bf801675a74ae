import type {Packet} from 'mqtt-packet'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {KEYS_OF_DEVICE} from '../../../contract/limits'
import {createTestApp, type TestApp} from '../../support/app'
import {createMqttWorld, type Level, type MqttWorld, openSession, publishPacket} from '../../support/bareMqtt'
import {emptyTables} from '../../support/tables'

const TELEMETRY = 'v1/devices/me/telemetry'
const ATTRIBUTES = 'v1/devices/me/attributes'
const BOTH: readonly Level[] = [4, 5]
const WAYS = BOTH.flatMap(level => ([0, 1] as const).map(qos => [level, qos] as const))
const BURST = Array.from({length: 60}, (_, index) => index + 1)

/** The clocks of both servers don't move, so that all messages come in one millisecond. */
let test: MqttWorld
let other: TestApp

beforeAll(async () => {
  const rateLimits = {device: '', organisation: '', deviceValues: '', organisationValues: ''}
  test = await createMqttWorld({rateLimits})
  other = await createTestApp({rateLimits, database: test.database})
})
afterAll(async () => {
  await other.close()
  await test.close()
})
beforeEach(async () => {
  await emptyTables(test.database.pool, 'telemetry', 'latest', 'attribute')
  test.clock.now += 60_000
  other.clock.now = test.clock.now
})

async function post(body: unknown, {app}: Pick<TestApp, 'app'> = test) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/pump-token/telemetry',
    payload: JSON.stringify(body),
  })
  return answer.statusCode
}

async function stored(key = 't') {
  const {rows} = await test.database.pool.query<{ts: number; value: number}>(
    'select ts::float8 as ts, value from telemetry join telemetry_key on id = key_id where name = $1 order by ts',
    [key],
  )
  return rows
}
const values = async (key = 't') => (await stored(key)).map(({value}) => value)

async function latest(key = 't') {
  const {rows} = await test.database.pool.query<{ts: number; value: number}>(
    'select ts::float8 as ts, value from latest join telemetry_key on id = key_id where name = $1',
    [key],
  )
  return rows[0]
}

const messages = (qos: 0 | 1, bodyOf: (value: number) => object) =>
  BURST.map(value =>
    publishPacket(TELEMETRY, JSON.stringify(bodyOf(value)), {qos, ...(qos === 1 && {messageId: value})}),
  )

async function sendBurst(level: Level, qos: 0 | 1, bodyOf: (value: number) => object = value => ({t: value})) {
  const session = await openSession(test.port, level)
  session.send(...messages(qos, bodyOf))
  if (qos === 1) await expect.poll(() => session.heard.filter(({cmd}) => cmd === 'puback').length).toBe(BURST.length)
  return session
}

describe('values without a time that come in one millisecond', () => {
  it.each(WAYS)(
    'are all kept in their order, of sixty messages at once by MQTT of level %i with QoS %i',
    async (level, qos) => {
      await sendBurst(level, qos)
      await expect.poll(values).toEqual(BURST)
      expect(await latest()).toEqual((await stored()).at(-1))
    },
  )

  it('are all kept of a hundred posts at once', async () => {
    const sent = Array.from({length: 100}, (_, index) => index)
    expect(new Set(await Promise.all(sent.map(t => post({t}))))).toEqual(new Set([200]))
    expect((await values()).toSorted((a, b) => a - b)).toEqual(sent)
  })

  it('are all kept of one message, of which values of other keys have the same time', async () => {
    await post([{a: 1, b: 1}, {a: 2}, {a: 3, b: 2}])
    const {now} = test.clock
    expect(await stored('a')).toEqual([1, 2, 3].map((value, index) => ({ts: now + index, value})))
    expect(await stored('b')).toEqual([1, 2].map((value, index) => ({ts: now + 2 * index, value})))
  })

  it('are all kept where two servers take them', async () => {
    const sent = Array.from({length: 40}, (_, index) => index)
    await Promise.all(sent.map(t => post({t}, t % 2 === 0 ? test : other)))
    expect((await values()).toSorted((a, b) => a - b)).toEqual(sent)
    expect(await latest()).toEqual((await stored()).at(-1))
  })

  it('are kept beside one that has that very time from its device', async () => {
    await post([{ts: test.clock.now, values: {t: 1}}, {t: 2}])
    await post([{t: 3}, {ts: test.clock.now + 5, values: {t: 4}}])
    expect((await values()).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
  })

  it('are kept when the clock of the server is set back', async () => {
    await post([{t: 1}, {t: 2}])
    test.clock.now -= 1
    await post([{t: 3}, {t: 4}, {t: 5}])
    test.clock.now += 1
    expect((await values()).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
  })
})

describe('the latest value', () => {
  it.each(WAYS)('is the one sent last of a new key in each burst, by level %i with QoS %i', async (level, qos) => {
    for (let burst = 0; burst < 2; burst++) {
      const key = `${level} ${qos} ${burst}`
      await sendBurst(level, qos, value => ({[key]: value}))
      await expect.poll(() => values(key)).toEqual(BURST)
      expect(await latest(key)).toMatchObject({value: 60})
    }
  })

  it.each(WAYS)('is the one sent last near the limit of keys, by level %i with QoS %i', async (level, qos) => {
    await post(Object.fromEntries(Array.from({length: KEYS_OF_DEVICE - 1}, (_, at) => [`key ${at}`, 1])))
    for (let burst = 0; burst < 2; burst++) {
      await emptyTables(test.database.pool, 'telemetry')
      await sendBurst(level, qos)
      await expect.poll(values).toEqual(BURST)
      expect(await latest()).toMatchObject({value: 60})
    }
  })

  it.each(WAYS)('is the one sent last of those with one time, by level %i with QoS %i', async (level, qos) => {
    const ts = test.clock.now
    for (let burst = 0; burst < 2; burst++) {
      await sendBurst(level, qos, value => ({ts, values: {[`same ${burst}`]: value}}))
      await expect.poll(() => latest(`same ${burst}`)).toEqual({ts, value: 60})
    }
  })
})

describe.each(BOTH)('a device by MQTT of level %i', level => {
  const request = (messageId: number): Packet =>
    publishPacket(`${ATTRIBUTES}/request/${messageId}`, '{"clientKeys":"c"}')

  it.each([0, 1] as const)('reads what it has just written with QoS %i', async qos => {
    const session = await openSession(test.port, level)
    session.send({cmd: 'subscribe', messageId: 999, subscriptions: [{topic: `${ATTRIBUTES}/response/+`, qos: 0}]})
    await session.hear('suback')
    session.send(
      ...BURST.flatMap(c => [
        publishPacket(ATTRIBUTES, `{"c":${c}}`, {qos, ...(qos === 1 && {messageId: c})}),
        request(c),
      ]),
    )
    const answers = () =>
      session.heard.flatMap(packet => (packet.cmd === 'publish' ? [[packet.topic, `${packet.payload}`]] : []))
    await expect.poll(answers).toHaveLength(BURST.length)
    expect(answers()).toEqual(BURST.map(c => [`${ATTRIBUTES}/response/${c}`, `{"client":{"c":${c}}}`]))
  })
})
