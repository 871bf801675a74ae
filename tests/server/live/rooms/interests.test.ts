import {Redis} from 'ioredis'
import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest'
import * as z from 'zod/mini'
import type {LiveTelemetry} from '../../../../contract/wire/telemetry/live'
import type {Peers} from '../../../../server/live/peers'
import {RedisPeers} from '../../../../server/live/redisPeers'
import {realTime} from '../../../../server/scheduler'
import {
  type Cookies,
  createTestApp,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../../support/app'
import {originOf} from '../../../support/bareSocket'
import {deep} from '../../../support/deep'
import {untilJoined} from '../../../support/joined'
import {hasRedis, startRedis, type TestRedis} from '../../../support/redis'
import {connectSocket} from '../../../support/socket'

if (!hasRedis) console.warn('Three servers joined by Redis are not tested: there is no redis-server.')

describe.skipIf(!hasRedis)('three servers joined by Redis', () => {
  let redis: TestRedis
  let servers: TestApp[]
  let cookies: Cookies
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    redis = await startRedis()
    const first = await createTestApp({redisUrl: redis.url})
    const others = await Promise.all([1, 2].map(() => createTestApp({redisUrl: redis.url, database: first.database})))
    servers = [first, ...others]
    const organisationId = await seedOrganisation(first.database)
    for (const name of ['pump', 'crane']) ids[name] = (await seedDevice(first.database, {name, organisationId})).id
    await seedUser(first.database, {email: 'admin@t.test'})
    cookies = await signIn(first.app, 'admin@t.test')
    for (const {app} of servers) await app.listen({port: 0, host: '127.0.0.1'})
    await untilJoined(redis, 3)
    await toKnowEachOther()
  })
  afterAll(async () => {
    for (const {close} of [...servers].reverse()) await close()
    await redis.stop()
  })

  const server = (number: number): TestApp => servers[number] as TestApp

  async function watch(number: number, name: string) {
    const client = await connectSocket(originOf(server(number).app).origin, cookies)
    const received: LiveTelemetry[] = []
    client.on('telemetry', batch => received.push(...batch))
    await client.emitWithAck('subscribe', {device_ids: [ids[name] ?? '']})
    return {client, loads: () => received.flatMap(({points}) => points.map(({long_v}) => long_v))}
  }

  async function post(number: number, name: string, load: number) {
    const url = `/api/v1/${name}-token/telemetry`
    expect((await server(number).app.inject({method: 'POST', url, body: {load}})).statusCode).toBe(200)
  }

  /** The channels to which telemetry was published while `work` ran. */
  async function channelsDuring(work: () => Promise<void>): Promise<string[]> {
    const connection = new Redis(redis.url)
    const linesUntil = await redis.monitor()
    await work()
    // Earlier messages have been received when this one has.
    await connection.echo('end')
    const lines = await linesUntil('"echo" "end"')
    connection.disconnect()
    return lines.flatMap(line => {
      const [, channel] = /"publish" "([^"]*)" .*\\"points\.stored\\"/i.exec(line) ?? []
      return channel === undefined ? [] : [channel]
    })
  }

  /** They send to all until each knows the interests of the others. */
  const toKnowEachOther = (name = 'crane') =>
    vi.waitFor(
      async () => {
        for (const number of servers.keys()) expect(await channelsDuring(() => post(number, name, 0))).toEqual([])
      },
      {interval: 100},
    )

  it('send a value to nobody when no other server has a watcher', async () => {
    const {loads} = await watch(0, 'pump')

    expect(await channelsDuring(() => post(0, 'pump', 1))).toEqual([])
    await vi.waitFor(() => expect(loads()).toEqual([1]))
  })

  deep(
    'send a value once to each server with a watcher, from the moment of its acknowledgement, and no longer',
    async () => {
      const {client, loads} = await watch(1, 'pump')
      const channels = await channelsDuring(async () => {
        await post(0, 'pump', 1)
        await post(2, 'pump', 2)
        await post(0, 'crane', 3)
      })

      expect(channels).toHaveLength(2)
      expect(new Set(channels).size).toBe(1)
      expect(channels).not.toContain('pulsewall')
      await vi.waitFor(() => expect(loads()).toEqual([1, 2]))
      client.disconnect()
      await vi.waitFor(async () => expect(await channelsDuring(() => post(0, 'pump', 4))).toEqual([]))
    },
  )

  deep('lose no value after an acknowledgement, however often watchers come and go', async () => {
    for (let round = 1; round <= 20; round++) {
      const {client, loads} = await watch(round % 3, 'pump')
      await post((round + 1) % 3, 'pump', round)
      await vi.waitFor(() => expect(loads()).toEqual([round]))
      client.disconnect()
    }
  })

  it('go on when Redis has been wiped', async () => {
    const {loads} = await watch(1, 'pump')
    const connection = new Redis(redis.url)
    await connection.flushall()
    connection.disconnect()

    await post(0, 'pump', 1)

    await vi.waitFor(() => expect(loads()).toEqual([1]))
  })

  it('know again what the others watch after Redis was killed', async () => {
    await toKnowEachOther()
    const {client} = await watch(1, 'pump')
    const dropped = new Promise(resolve => client.once('disconnect', resolve))
    await redis.stop('SIGKILL')
    redis = await startRedis(redis)
    await dropped

    const {loads} = await watch(1, 'pump')
    await post(0, 'pump', 1)
    await vi.waitFor(() => expect(loads()).toContain(1))
    await toKnowEachOther()
    await post(2, 'pump', 2)
    await vi.waitFor(() => expect(loads()).toContain(2))
  })

  it('send to all while one of them does not say what it wants, as an older version', async () => {
    await toKnowEachOther()
    const older = new Redis(redis.url)
    const heard: string[] = []
    older.on('message', (_channel, message) => heard.push(message))
    await older.subscribe('pulsewall')

    await vi.waitFor(
      async () => {
        await post(0, 'pump', 1)
        expect(heard).toContainEqual(expect.stringContaining('"points.stored"'))
      },
      {interval: 100},
    )
    older.disconnect()
    await toKnowEachOther()
  })
})

describe.skipIf(!hasRedis)('peers', () => {
  it('tell thousands of devices that are watched in one turn as one message, and hear that it was heard', async () => {
    const redis = await startRedis()
    const joined: Peers[] = [1, 2].map(() => new RedisPeers(redis.url, {scheduler: realTime, warn() {}}))
    const [one, other] = joined as [Peers, Peers]
    const watchedItem = z.object({device_id: z.string()})
    const received: string[] = []
    one.listen({
      onGap() {},
      async onTakeOver() {},
      onChange: (_name, content) =>
        received.push(
          ...z
            .array(watchedItem)
            .parse(content)
            .map(item => item.device_id),
        ),
    })
    await untilJoined(redis, 2)
    const watched = Array.from({length: 5000}, (_, index) => `device-${index}`)

    for (const id of watched) one.watch(id)
    await one.untilConfirmed()
    const items = [...watched, 'unwatched'].map(device_id => ({device_id}))
    other.publish('points.stored', items, items)

    await vi.waitFor(() => expect(received.slice(0, 5000)).toEqual(watched))
    for (const peer of joined) peer.close()
    await redis.stop()
  })
})
