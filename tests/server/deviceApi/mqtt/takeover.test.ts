import type {Packet} from 'mqtt-packet'
import {afterAll, beforeAll, beforeEach, describe, expect, it, vi} from 'vitest'
import {createTestApp, seedDevice, type TestApp} from '../../../support/app'
import {
  answersTo,
  connectPacket,
  createMqttWorld,
  hex,
  type MqttWorld,
  openBareMqtt,
  openSession,
  publishPacket,
} from '../../../support/bareMqtt'
import {onAnyPort} from '../../../support/mqtt'
import {hasRedis, startRedis, type TestRedis} from '../../../support/redis'
import {emptyTables} from '../../../support/tables'

const ME = 'v1/devices/me'
const TELEMETRY = `${ME}/telemetry`
const ATTRIBUTES = `${ME}/attributes`
const COMMANDS = `${ME}/rpc/request/+`
const WILL = {topic: TELEMETRY, payload: Buffer.from('{"online":0}'), qos: 1, retain: false} as const
const NEXT = {credentials_value: 'next-lift-token-of-enough-letters', former_until: null, expires_at: null}
const OFFLINE = {...WILL, topic: ATTRIBUTES, payload: Buffer.from('{"state":"disconnected"}')}

if (!hasRedis) console.warn('Sessions taken over between servers are not tested: there is no redis-server.')

describe.skipIf(!hasRedis)('a client that connects to another server', () => {
  let redis: TestRedis
  let here: MqttWorld
  let there: TestApp
  let portThere = 0

  beforeAll(async () => {
    redis = await startRedis()
    here = await createMqttWorld({redisUrl: redis.url})
    const any = onAnyPort()
    there = await createTestApp({
      database: here.database,
      redisUrl: redis.url,
      rateLimits: {device: '', organisation: ''},
      mqtt: any.mqtt,
    })
    await there.app.listen({host: '127.0.0.1', port: 0})
    portThere = await any.port
  })
  afterAll(async () => {
    await there.close()
    await here.close()
    await redis.stop()
  })
  beforeEach(async () => {
    await untilJoined()
    await emptyTables(here.database.pool, 'telemetry', 'latest', 'attribute', 'command')
  })

  /** The connections to Redis come up by themselves. */
  const untilJoined = () =>
    vi.waitFor(
      async () => {
        const older = await openSession(here.port, 5, {clientId: 'first'})
        await openSession(portThere, 5, {clientId: 'first'})
        expect((await answersTo(older)).at(-1)).toBe('closed')
      },
      {interval: 100},
    )

  async function values() {
    const {rows} = await here.database.pool.query<{value: number}>('select value from telemetry order by ts')
    return rows.map(({value}) => value)
  }

  it.each([4, 5] as const)('by protocol level %i ends its session at the first one', async level => {
    const older = await openSession(here.port, level, {clientId: 'one'})
    const newer = await openSession(portThere, level, {clientId: 'one'})
    await older.closed
    expect(older.heard.slice(1)).toEqual(
      level === 5 ? [expect.objectContaining({cmd: 'disconnect', reasonCode: 0x8e})] : [],
    )
    expect(await answersTo(newer)).toEqual(['open'])
  })

  it('ends no other session of the device, and none of another device', async () => {
    await seedDevice(here.database, {name: 'crane', organisationId: here.works})
    const others = [
      await openSession(here.port, 5, {clientId: 'another'}),
      await openSession(here.port, 5, {clientId: 'one', username: 'crane-token'}),
    ]
    const older = await openSession(here.port, 5, {clientId: 'one'})
    await openSession(portThere, 5, {clientId: 'one'})
    await older.closed
    for (const other of others) expect(await answersTo(other)).toEqual(['open'])
  })

  it('has what it left at the first one stored before all that it then says', async () => {
    for (let round = 0; round < 10; round++) {
      await emptyTables(here.database.pool, 'telemetry', 'latest')
      // Both values arrive in the same millisecond, so that their order is that in which they are stored.
      here.clock.now += 1000
      there.clock.now = here.clock.now
      const older = await openSession(here.port, 5, {will: WILL, clientId: 'one'})
      const newer = await openBareMqtt(portThere, 5)
      newer.send(connectPacket(5, {clientId: 'one'}), publishPacket(TELEMETRY, '{"online":1}', {qos: 1, messageId: 1}))
      await newer.hear('puback')
      await older.closed
      expect(await values()).toEqual([0, 1])
    }
  })

  it.each([
    ['its access token is replaced', 'POST', 'credentials/rotation', NEXT],
    ['its access token is deleted', 'DELETE', 'credentials', {}],
    ['the device is deleted', 'DELETE', '', {}],
  ] as const)('is told at every server when %s', async (_, method, path, body) => {
    const {id} = await seedDevice(here.database, {name: `lift ${method} ${path}`, organisationId: here.works})
    const login = {username: `lift ${method} ${path}-token`, will: WILL}
    const sessions = [
      await openSession(here.port, 5, {...login, clientId: 'one'}),
      await openSession(portThere, 5, {...login, clientId: 'two'}),
    ]
    const {statusCode} = await here.call('plant', method, `/api/v0/device/${id}/${path}`.replace(/[/]$/, ''), body)
    expect(statusCode).toBeLessThan(300)
    for (const session of sessions) {
      await session.closed
      expect(session.heard.at(-1)).toMatchObject({cmd: 'disconnect', reasonCode: 0x87})
    }
  })

  it('stays connected, however often it goes to and fro', async () => {
    const attributesOfPump = async () => (await there.app.inject({url: '/api/v1/pump-token/attributes'})).json().client
    for (let round = 0; round < 20; round++) {
      const session = await openSession(round % 2 === 0 ? here.port : portThere, 5, {will: OFFLINE, clientId: 'one'})
      session.send(publishPacket(ATTRIBUTES, '{"state":"connected"}', {qos: 1, messageId: 1}))
      await session.hear('puback')
      expect(await attributesOfPump()).toEqual({state: 'connected'})
    }
  })

  it('has one session at most, also when it connects to both at the same moment', async () => {
    for (let round = 0; round < 20; round++) {
      const both = await Promise.all([openBareMqtt(here.port, 5), openBareMqtt(portThere, 5)])
      for (const {send} of both) send(connectPacket(5, {clientId: 'twice'}))
      await vi.waitFor(async () => {
        const ends = await Promise.all(both.map(async session => (await answersTo(session)).at(-1)))
        expect(ends.toSorted()).toEqual(['closed', 'open'])
      })
      const told = both.flatMap(({heard}) => heard.slice(-1)).filter(({cmd}) => cmd !== 'pingresp')
      expect(told.map(packet => 'reasonCode' in packet && hex(packet.reasonCode ?? 0))).toEqual([
        expect.stringMatching(/^0x8e$|^0x89$/),
      ])
    }
  })

  it('gets the commands that it has not acknowledged at the first one', async () => {
    const subscribe: Packet = {cmd: 'subscribe', messageId: 5, subscriptions: [{topic: COMMANDS, qos: 1}]}
    const older = await openSession(here.port, 5, {clientId: 'one'})
    older.send(subscribe)
    await older.hear('suback')
    for (const method of ['open', 'close']) {
      const body = {method, one_way: true, timeout: 60_000}
      void here.call('plant', 'POST', `/api/v0/device/${here.pump}/command`, body)
    }
    await older.hear('publish')

    const newer = await openSession(portThere, 5, {clientId: 'one'})
    newer.send(subscribe)
    const told: string[] = []
    for (let from = 0; told.length < 2; ) {
      const {payload, messageId} = await newer.hear('publish', from)
      from = newer.heard.findLastIndex(({cmd}) => cmd === 'publish') + 1
      told.push(JSON.parse(String(payload)).method)
      newer.send({cmd: 'puback', messageId: messageId ?? 0})
    }
    expect(told.toSorted()).toEqual(['close', 'open'])
  })

  it('is let in and has its messages acknowledged while the other server or Redis does not answer, and while Redis is away', async () => {
    const {pid = 0} = redis
    process.kill(pid, 'SIGSTOP')
    const session = await openSession(portThere, 5, {clientId: 'one'})
    session.send(publishPacket(TELEMETRY, '{"online":1}', {qos: 1, messageId: 1}))
    await session.hear('puback')
    process.kill(pid, 'SIGCONT')
    await redis.stop()
    await openSession(portThere, 5, {clientId: 'one'})
    redis = await startRedis(redis)
    await untilJoined()
  })
})
