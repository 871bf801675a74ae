import mqtt from 'mqtt'
import {afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished} from 'vitest'
import {connectDatabase, type Database} from '../../../../server/database/connect'
import {createLog} from '../../../../server/log/log'
import {seedDevice} from '../../../support/app'
import {
  answersTo,
  connectPacket,
  createMqttWorld,
  type Level,
  type MqttWorld,
  openBareMqtt,
  openSession,
  publishPacket,
} from '../../../support/bareMqtt'
import {createTestDatabase} from '../../../support/database'
import {type Link, linkTo} from '../../../support/databaseLink'
import {DATABASE_PATIENCE} from '../../../support/limits'
import {emptyTables} from '../../../support/tables'

const TELEMETRY = 'v1/devices/me/telemetry'
const ATTRIBUTES = 'v1/devices/me/attributes'
const BOTH: readonly Level[] = [4, 5]
const VALUE = publishPacket(TELEMETRY, '{"a":1}', {qos: 1, messageId: 7})

async function storedIn({pool}: Database) {
  const {rows} = await pool.query<{value: number}>('select value from telemetry order by ts')
  return rows.map(({value}) => value)
}

/** A client as devices have them: it connects again, and repeats unacknowledged messages. */
async function connectLasting(port: number, protocolVersion: Level) {
  const options = {username: 'pump-token', protocolVersion, reconnectPeriod: 50, clean: false, clientId: 'lasting'}
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, options)
  client.on('error', () => {})
  onTestFinished(() => void client.end(true))
  return client
}

describe('while the database is away', () => {
  const lines: {level: string}[] = []
  let near: Database
  let far: Database
  let link: Link
  let test: MqttWorld

  beforeAll(async () => {
    near = await createTestDatabase()
    link = await linkTo(near)
    far = await connectDatabase(link.url, {patience: DATABASE_PATIENCE})
    test = await createMqttWorld({
      database: far,
      log: createLog({level: 'error', stream: {write: line => void lines.push(JSON.parse(line))}}),
    })
    await seedDevice(near, {name: 'later', organisationId: test.works})
  })
  afterAll(async () => {
    await test.close()
    await far.close()
    await link.cut()
    await near.close()
  })
  beforeEach(async () => {
    await emptyTables(near.pool, 'telemetry', 'latest', 'attribute')
    lines.length = 0
  })

  async function away(work: () => Promise<void>) {
    await link.cut()
    await work().finally(() => link.mend())
  }

  describe.each(BOTH)('by protocol level %i', level => {
    it.each([0, 1, 2] as const)('a message of QoS %i ends the connection, and is not acknowledged', async qos => {
      const {send, closed, heard} = await openSession(test.port, level)
      await away(async () => {
        send({...VALUE, qos})
        await closed
      })
      expect(heard.slice(1)).toEqual(
        level === 5 ? [expect.objectContaining({cmd: 'disconnect', reasonCode: 0x89})] : [],
      )
    })

    it('nobody is let in whose token is not known yet, and told to come again', async () => {
      await away(async () => {
        const answers = await answersTo(
          await openBareMqtt(test.port, level),
          connectPacket(level, {username: 'later-token'}),
        )
        expect(answers).toEqual([level === 5 ? 'connack 0x88' : 'connack 0x03', 'closed'])
      })
    })

    it('nothing that a client sends is lost, and all of it is stored once', async () => {
      const client = await connectLasting(test.port, level)
      const numbers = Array.from({length: 50}, (_, ts) => ts)
      const publish = (ts: number) => client.publishAsync(TELEMETRY, `{"ts":${ts},"values":{"a":${ts}}}`, {qos: 1})
      await publish(0)
      let sent: Promise<unknown> = Promise.resolve()
      await away(async () => {
        const lost = new Promise<void>(resolve => client.once('close', () => resolve()))
        sent = Promise.all(numbers.slice(1).map(publish))
        await lost
      })
      await sent
      expect(await storedIn(near)).toEqual(numbers)
    })
  })

  it('no error is logged, as none is by HTTP for what is foreseen', () => {
    expect(lines).toEqual([])
  })
})

describe('over the limit of a device', () => {
  let test: MqttWorld

  beforeAll(async () => {
    test = await createMqttWorld({rateLimits: {device: '5:1', organisation: ''}})
  })
  afterAll(() => test.close())
  beforeEach(() => emptyTables(test.database.pool, 'telemetry', 'latest'))

  it.each(BOTH)('a message by protocol level %i ends the connection, and is not acknowledged', async level => {
    const {send, closed, heard} = await openSession(test.port, level)
    send(...Array.from({length: 100}, (_, at) => ({...VALUE, messageId: at + 1})))
    await closed
    const acknowledged = heard.filter(({cmd}) => cmd === 'puback')
    expect(acknowledged.length).toBeLessThan(100)
    if (level === 5) expect(heard.at(-1)).toMatchObject({cmd: 'disconnect', reasonCode: 0x96})
  })

  it.each(BOTH)('all that a client sends by protocol level %i is stored in the end', async level => {
    const client = await connectLasting(test.port, level)
    const numbers = Array.from({length: 12}, (_, ts) => ts)
    await Promise.all(numbers.map(ts => client.publishAsync(TELEMETRY, `{"ts":${ts},"values":{"a":${ts}}}`, {qos: 1})))
    expect(await storedIn(test.database)).toEqual(numbers)
  })
})

describe('a message that can never be stored', () => {
  const lines: {level: string; msg: string}[] = []
  let test: MqttWorld

  beforeAll(async () => {
    test = await createMqttWorld({
      log: createLog({level: 'error', stream: {write: line => void lines.push(JSON.parse(line))}}),
    })
  })
  afterAll(() => test.close())

  it.each([
    ['that is no JSON', TELEMETRY, '{"a":', 0x99, /JSON/],
    ['with a key that is too long', TELEMETRY, `{"${'k'.repeat(300)}":1}`, 0x99, /key/],
    ['on a topic that nobody knows', 'v2/t/p', '{}', 0x90, /topic/],
  ])('%s is acknowledged to MQTT 5 as refused, with why', async (_, topic, payload, reasonCode, why) => {
    const session = await openSession(test.port, 5)
    session.send(publishPacket(topic, payload, {qos: 1, messageId: 7}))
    expect(await session.hear('puback')).toMatchObject({
      messageId: 7,
      reasonCode,
      properties: {reasonString: expect.stringMatching(why)},
    })
    expect(await answersTo(session)).toEqual(['open'])
  })

  it.each([
    ['asks for no reasons', {requestProblemInformation: false}],
    ['takes packets too small for them', {maximumPacketSize: 30}],
  ])('is not told why to a client that %s', async (_, wishes) => {
    const session = await openSession(test.port, 5, {clientId: 'short', properties: {...wishes, receiveMaximum: 1}})
    session.send({...VALUE, payload: 'nonsense'})
    const {reasonCode, properties} = await session.hear('puback')
    expect([reasonCode, properties]).toEqual([0x99, undefined])
  })

  it.each([0, 1, 2] as const)('of QoS %i ends a connection of MQTT 3.1.1', async qos => {
    const {send, closed, heard} = await openSession(test.port, 4)
    send({...VALUE, qos, payload: 'nonsense'})
    await closed
    expect(heard).toHaveLength(1)
  })

  it('of QoS 0 ends a connection of MQTT 5, as in ThingsBoard', async () => {
    const {send, closed, heard} = await openSession(test.port, 5)
    send(publishPacket('somewhere/else', 'nonsense'), publishPacket(TELEMETRY, 'nonsense'))
    await closed
    expect(heard.slice(1)).toMatchObject([{cmd: 'disconnect', reasonCode: 0x99}])
  })

  it('for a reason that nobody foresaw is not held for refused, and logged', async () => {
    await test.database.pool.query('alter table attribute rename to attribute_elsewhere')
    onTestFinished(
      async () => void (await test.database.pool.query('alter table attribute_elsewhere rename to attribute')),
    )
    const {send, closed, heard} = await openSession(test.port, 5)
    send({...VALUE, topic: ATTRIBUTES})
    await closed
    expect(heard.slice(1)).toMatchObject([{cmd: 'disconnect', reasonCode: 0x83}])
    expect(lines).toMatchObject([{level: 'error', msg: 'a message by MQTT failed'}])
  })
})
