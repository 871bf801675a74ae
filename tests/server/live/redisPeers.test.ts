import {randomUUID} from 'node:crypto'
import {Redis} from 'ioredis'
import {afterAll, beforeAll, describe, expect, it, onTestFinished, vi} from 'vitest'
import type {LiveAttribute, LiveTelemetry} from '../../../contract/wire/telemetry/live'
import {RedisPeers} from '../../../server/live/redisPeers'
import {createLog} from '../../../server/log/log'
import {realTime} from '../../../server/scheduler'
import {
  type Cookies,
  createTestApp,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {untilJoined} from '../../support/joined'
import {connectMqtt, onAnyPort} from '../../support/mqtt'
import {type Network, openNetwork} from '../../support/network'
import {hasRedis, startRedis, type TestRedis} from '../../support/redis'
import {type Client, connectSocket} from '../../support/socket'

const WARM_UP = 0
const SENT = Array.from({length: 40}, (_, index) => index + 1)

if (!hasRedis) console.warn('Servers joined by Redis are not tested: there is no redis-server.')

describe.skipIf(!hasRedis)('two servers joined by Redis', () => {
  let redis: TestRedis
  let first: TestApp
  let second: TestApp
  let organisationId: string
  let pumpId: string
  const log: string[] = []

  beforeAll(async () => {
    redis = await startRedis()
    const warnings = createLog({level: 'warn', stream: {write: line => log.push(line)}})
    first = await createTestApp({redisUrl: redis.url, log: warnings})
    second = await createTestApp({redisUrl: redis.url, database: first.database})
    organisationId = await seedOrganisation(first.database)
    pumpId = (await seedDevice(first.database, {name: 'pump', organisationId})).id
    await seedUser(first.database, {email: 'admin@t.test'})
    for (const {app} of [first, second]) await app.listen({port: 0, host: '127.0.0.1'})
    await untilJoined(redis, 2)
  })
  afterAll(async () => {
    await second.close()
    await first.close()
    await redis.stop()
  })

  const connected = async (to: TestApp, cookies?: Cookies) =>
    connectSocket(originOf(to.app).origin, cookies ?? (await signIn(first.app, 'admin@t.test')))

  /** A further server until the test ends, which reaches Redis through a network, and has a port for MQTT. */
  async function joinedBy({origin}: Network) {
    const {mqtt, port} = onAnyPort()
    const test = await createTestApp({
      redisUrl: origin.replace('http:', 'redis:'),
      database: first.database,
      mqtt,
    })
    onTestFinished(test.close)
    await test.app.listen({port: 0, host: '127.0.0.1'})
    return {test, port: await port}
  }

  async function watch(client: Client, deviceIds = [pumpId]): Promise<LiveTelemetry[]> {
    const received: LiveTelemetry[] = []
    client.on('telemetry', batch => received.push(...batch))
    await client.emitWithAck('subscribe', {device_ids: deviceIds})
    return received
  }

  /** Subscribes again whenever the server makes it reconnect, which is counted. */
  function watchOnAndOn(client: Client) {
    const loads: number[] = []
    let comings = 0
    let subscribed = subscribe()
    client.on('telemetry', batch => {
      for (const {points} of batch) for (const {long_v} of points) loads.push(Number(long_v))
    })
    client.on('disconnect', () => {
      comings++
      subscribed = new Promise<void>(resolve => client.once('connect', resolve)).then(subscribe)
    })
    async function subscribe() {
      // Its connection may be lost meanwhile.
      await client.emitWithAck('subscribe', {device_ids: [pumpId]}).catch(() => {})
    }
    return {loads, comings: () => comings, subscribed: () => subscribed}
  }

  async function post(to: TestApp, load: number, name = 'pump') {
    expect(await statusOf(to, load, name)).toBe(200)
  }

  async function statusOf(to: TestApp, load: number, name: string) {
    const url = `/api/v1/${name}-token/telemetry`
    return (await to.app.inject({method: 'POST', url, body: {load}})).statusCode
  }

  const loads = (received: LiveTelemetry[]) =>
    received.flatMap(({points}) => points.map(({long_v}) => long_v)).filter(load => load !== WARM_UP)

  it('reconnect the sockets of a user that one of them changes', async () => {
    const {id, email} = await seedUser(first.database, {email: 'demoted@t.test'})
    const cookies = await signIn(first.app, email)
    const client = await connected(second, cookies)
    const again = new Promise<void>(resolve => client.once('disconnect', () => client.once('connect', resolve)))

    await first.app.inject({method: 'PUT', url: `/api/v0/user/${id}`, cookies, body: {authority: 'CUSTOMER_USER'}})

    await again
    expect(await client.emitWithAck('subscribe', {device_ids: [pumpId]})).toEqual({refused: [pumpId]})
  })

  it('bring what comes to one of them to the sockets of both, once and in order', async () => {
    const atFirst = await watch(await connected(first))
    const atSecond = await watch(await connected(second))

    await post(first, 1)
    await post(first, 2)
    await vi.waitFor(() => expect(loads(atSecond)).toEqual([1, 2]))
    await post(second, 3)

    await vi.waitFor(() =>
      expect([loads(atFirst), loads(atSecond)]).toEqual([
        [1, 2, 3],
        [1, 2, 3],
      ]),
    )
    expect(atSecond.at(-1)).toEqual(atFirst.at(-1))
  })

  it('bring a command that is sent on one of them to the device that waits at the other, and its answer back', async () => {
    const cookies = await signIn(first.app, 'admin@t.test')
    const send = () =>
      first.app.inject({
        method: 'POST',
        url: `/api/v0/device/${pumpId}/command`,
        cookies,
        body: {method: 'reboot', timeout: 20_000},
      })
    const asked = second.app.inject({url: '/api/v1/pump-token/rpc'})
    const sending = send()
    const {id} = (await asked).json()
    await second.app.inject({method: 'POST', url: `/api/v1/pump-token/rpc/${id}`, payload: '"done"'})

    expect((await sending).json()).toMatchObject({state: 'answered', answer: 'done'})
  })

  it('bring the attributes that are written on one of them to the sockets of both', async () => {
    const client = await connected(second)
    const received: LiveAttribute[] = []
    client.on('attributes', batch => received.push(...batch))
    await watch(client)

    await first.app.inject({method: 'POST', url: '/api/v1/pump-token/attributes', body: {zone: 'UTC'}})

    await vi.waitFor(() =>
      expect(received).toEqual([
        {written: expect.objectContaining({entityId: pumpId, attributeKey: 'zone', str_v: 'UTC', version: 1})},
      ]),
    )
  })

  it('close the sockets of a session on both when it ends on one', async () => {
    const cookies = await signIn(first.app, 'admin@t.test')
    const client = await connected(second, cookies)
    const ended = vi.fn()
    client.on('sessionEnded', ended)

    await first.app.inject({method: 'POST', url: '/api/v0/auth/logout', cookies: {accessToken: cookies.accessToken}})

    await vi.waitFor(() => expect(client.connected).toBe(false))
    expect(ended).toHaveBeenCalledOnce()
  })

  it('bring nothing more of a device that was removed on one, and take its token no longer', async () => {
    const {id} = await seedDevice(first.database, {name: 'crane', organisationId})
    const received = await watch(await connected(second), [id, pumpId])
    const heard = () => received.map(({device_id}) => device_id)
    await post(second, 1, 'crane')
    await vi.waitFor(() => expect(heard()).toEqual([id]))
    const cookies = await signIn(first.app, 'admin@t.test')
    await first.app.inject({method: 'DELETE', url: `/api/v0/device/${id}`, cookies})

    let load = 1
    await vi.waitFor(async () => {
      expect(await statusOf(second, ++load, 'crane')).toBe(401)
      await post(second, ++load)
      await vi.waitFor(() => expect(received.at(-1)?.points).toMatchObject([{long_v: load}]))
      expect(heard().slice(-2)).toEqual([pumpId, pumpId])
    })
  })

  it('tell each other everything, once and in order, stay ready, and acknowledge HTTP and MQTT, although Redis is slow', async () => {
    const network = await openNetwork(redis.url, {delay: 500})
    onTestFinished(() => network.close())
    const slow = await Promise.all([joinedBy(network), joinedBy(network)])
    const watchers = await Promise.all(slow.map(async ({test}) => watchOnAndOn(await connected(test))))
    const devices = await Promise.all(slow.map(({port}) => connectMqtt(port, {username: 'pump-token'})))
    const send = async (at: number, load: number, byMqtt: boolean) => {
      if (byMqtt) await devices[at]?.publishAsync('v1/devices/me/telemetry', `{"load":${load}}`, {qos: 1})
      else await post(slow[at]?.test ?? first, load)
    }
    const comings = () => watchers.map(watcher => watcher.comings())
    /** Returns the received values, unless the sockets reconnect meanwhile, to fetch what they missed. */
    async function hear(sent: readonly number[]) {
      await Promise.all(watchers.map(({subscribed}) => subscribed()))
      const since = comings()
      const isCut = () => comings().some((count, place) => count !== since[place])
      const untilHeard = (marks: readonly number[]) =>
        vi.waitFor(() => {
          for (const {loads} of watchers) isCut() || expect(loads).toEqual(expect.arrayContaining([...marks]))
        })
      for (const load of sent) await send(load % slow.length, load, load % 4 >= 2)
      await untilHeard(sent)
      // Repeated messages come before these.
      for (const mark of [1000, 2000].map(later => later + (sent[0] ?? 0))) {
        for (const at of slow.keys()) await send(at, mark + at, false)
        await untilHeard([mark, mark + 1])
      }
      return isCut() ? undefined : watchers.map(({loads}) => loads.filter(load => sent.includes(load)))
    }
    // The connections to Redis come up by themselves.
    await vi.waitFor(async () => {
      for (const at of slow.keys()) await send(at, -1 - at, false)
      for (const {loads} of watchers) expect(loads).toEqual(expect.arrayContaining([-1, -2]))
    })

    let sent = SENT
    let heard = await hear(sent)
    while (heard === undefined) {
      // Earlier values still on their way are not taken for these.
      sent = sent.map(load => load + SENT.length)
      heard = await hear(sent)
    }

    for (const {test} of slow) {
      expect((await test.app.inject({url: '/readyz'})).json()).toMatchObject({status: 'ready'})
    }
    for (const loads of heard) {
      expect(loads.toSorted((one, other) => one - other)).toEqual(sent)
      for (const from of slow.keys()) {
        const ofServer = (load: number) => load % slow.length === from
        expect(loads.filter(ofServer)).toEqual(sent.filter(ofServer))
      }
    }
  })

  it('go on alone while Redis is away, and are joined again when it is back', async () => {
    const client = await connected(first)
    const received = await watch(client)
    await redis.stop()
    await vi.waitFor(() => expect(log).not.toEqual([]))

    await post(first, 1)
    await post(first, 2)
    await vi.waitFor(() => expect(loads(received)).toEqual([1, 2]))
    expect(client.connected).toBe(true)

    const dropped = new Promise(resolve => client.once('disconnect', resolve))
    redis = await startRedis(redis)
    // So that it fetches what came to the other server meanwhile.
    expect(await dropped).toBe('transport close')
    const atSecond = await watch(await connected(second))
    await post(first, 3)
    await vi.waitFor(() => expect(loads(atSecond)).toEqual([3]))
    expect(log.map(line => JSON.parse(line).msg)).toEqual([
      expect.stringMatching(
        /^Redis is away, and with it what other servers receive: (?:the connection was closed|read ECONNRESET)$/,
      ),
    ])
  })

  it('stay ready, acknowledge what devices send, and show it to their own sockets, while Redis says nothing', async () => {
    const network = await openNetwork(redis.url)
    onTestFinished(() => network.close())
    const {test: behind, port: mqttPort} = await joinedBy(network)
    await untilJoined(redis, 3)
    const atSecond = await watch(await connected(second))
    const received = await watch(await connected(behind))
    await vi.waitFor(async () => {
      await post(behind, WARM_UP)
      expect(atSecond).not.toEqual([])
    })

    const device = await connectMqtt(mqttPort, {username: 'pump-token'})

    network.stall()
    for (const load of [1, 2, 3]) await post(behind, load)
    await device.publishAsync('v1/devices/me/telemetry', '{"load":4}', {qos: 1})
    await vi.waitFor(() => expect(loads(received)).toEqual([1, 2, 3, 4]))
    expect((await behind.app.inject({url: '/readyz'})).json()).toMatchObject({status: 'ready'})

    network.mend()
    await vi.waitFor(async () => {
      await post(behind, 5)
      expect(loads(atSecond)).toContain(5)
    })
    expect(loads(atSecond)).toEqual(loads(atSecond).toSorted())
  })

  it('take no notice of what they do not know, as of a newer version', async () => {
    const client = await connected(second)
    const received = await watch(client)
    const comings = vi.fn()
    client.on('disconnect', comings)
    const newer = new Redis(redis.url)
    const unknown = [
      '{"change":"weather.changed","content":["rain"]}',
      '{"change":"toString","content":[]}',
      '{"change":"tokens.changed","content":"all"}',
      '[]',
      'no JSON',
    ]
    for (const message of unknown) {
      expect(await newer.publish('pulsewall', randomUUID() + message)).toBeGreaterThan(0)
    }
    newer.disconnect()

    await vi.waitFor(async () => {
      await post(first, 1)
      expect(loads(received)).toContain(1)
    })
    expect(comings).not.toHaveBeenCalled()
  })

  it('send their sockets to fetch what one could not tell the other', async () => {
    const client = await connected(second)
    const dropped = new Promise(resolve => client.once('disconnect', resolve))

    await redis.cutPublishers()

    expect(await dropped).toBe('transport close')
  })

  it('hear that Redis lets them listen no more', async () => {
    const own = await startRedis()
    const warnings: string[] = []
    const peers = new RedisPeers(own.url, {scheduler: realTime, warn: warning => warnings.push(warning)})
    const admin = new Redis(own.url)
    await vi.waitFor(async () => expect(await admin.pubsub('NUMSUB', 'pulsewall')).toEqual(['pulsewall', 1]))

    await admin.acl('SETUSER', 'default', '-subscribe')
    await admin.client('KILL', 'TYPE', 'pubsub')

    await vi.waitFor(() =>
      expect(warnings).toContainEqual(expect.stringMatching(/^Redis lets nothing be heard: NOPERM/)),
    )
    peers.close()
    admin.disconnect()
    await own.stop()
  })

  it('know from the start that the others have heard them, and have nobody fetch what was not missed', async () => {
    const own = await startRedis()
    let gaps = 0
    const join = async (servers: number) => {
      const peers = new RedisPeers(own.url, {scheduler: realTime, warn() {}})
      peers.listen({onChange() {}, onGap: () => gaps++, async onTakeOver() {}})
      await untilJoined(own, servers)
      return peers
    }
    const joined = [await join(1), await join(2)]
    const before = gaps

    for (const peers of joined) await peers.untilConfirmed()
    for (const peers of joined) {
      peers.watch('pump')
      await peers.untilConfirmed()
    }
    await untilJoined(own, 2)

    expect(gaps).toBe(before)
    for (const peers of joined) peers.close()
    await own.stop()
  })

  it('start and close although Redis is not there', async () => {
    const alone = await createTestApp({redisUrl: 'redis://127.0.0.1:1', database: first.database})
    await alone.app.listen({port: 0, host: '127.0.0.1'})
    const received = await watch(await connected(alone))

    await post(alone, 1)

    await vi.waitFor(() => expect(loads(received)).toEqual([1]))
    await alone.close()
  })
})
