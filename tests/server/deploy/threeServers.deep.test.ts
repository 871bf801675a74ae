import {io, type Socket} from 'socket.io-client'
import {expect, it, onTestFinished} from 'vitest'
import type {ClientToServerEvents, ServerToClientEvents} from '../../../contract/wire/telemetry/live'
import {PASSWORD, seedDevice, seedOrganisation, seedUser} from '../../support/app'
import {hasBalancer, startBalancer} from '../../support/balancer'
import {createTestDatabase} from '../../support/database'
import {hasRedis, startRedis} from '../../support/redis'
import {startServers} from '../../support/servers'

const CAN_BALANCE = hasRedis && hasBalancer
const SOCKETS = 100
/** One session may have 50 sockets at a server. */
const SESSIONS = 5
const FIRST_TS = Date.now()
const EMAIL = 'admin@t.test'

if (!CAN_BALANCE) console.warn('Three servers behind a balancer are not tested: there is no haproxy or redis-server.')

it.skipIf(!CAN_BALANCE)('three servers behind HAProxy lose no socket and no value when one is killed', async () => {
  const {origin, servers, deviceId} = await startThree()
  const cookies = await Promise.all(Array.from({length: SESSIONS}, () => signIn(origin)))
  const last = new Map<Socket, number>()
  const watchers = await Promise.all(
    Array.from({length: SOCKETS}, async (_, index) => {
      const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(origin, {
        transports: ['websocket'],
        extraHeaders: {cookie: cookies[index % SESSIONS] ?? ''},
        forceNew: true,
        reconnectionDelayMax: 1000,
      })
      onTestFinished(() => void socket.disconnect())
      const subscribed = new Promise<void>(resolve => {
        // When its server dies meanwhile, it subscribes as soon as it is connected again.
        socket.on('connect', () =>
          socket.emitWithAck('subscribe', {device_ids: [deviceId]}).then(
            () => resolve(),
            () => {},
          ),
        )
      })
      socket.on('telemetry', batch => {
        for (const {points} of batch) for (const {long_v} of points) last.set(socket, Number(long_v))
      })
      await subscribed
      return socket
    }),
  )
  let ends = 0
  for (const socket of watchers) socket.on('disconnect', () => ends++)

  const acknowledged: number[] = []
  /** As a device does: again, with the same time, until it is acknowledged. */
  async function store(load: number) {
    const body = JSON.stringify({ts: FIRST_TS + load, values: {load}})
    const headers = {'content-type': 'application/json'}
    await expect
      .poll(async () => {
        const response = await fetch(`${origin}/api/v1/pump-token/telemetry`, {method: 'POST', headers, body})
        return response.status
      })
      .toBe(200)
    acknowledged.push(load)
  }
  for (let load = 1; load <= 20; load++) await store(load)
  const killed = servers[1]?.end('SIGKILL')
  for (let load = 21; load <= 80; load++) await store(load)
  await killed

  await expect.poll(() => ends).toBeGreaterThan(0)
  await expect.poll(() => watchers.filter(({connected}) => connected).length).toBe(SOCKETS)
  await expect
    .poll(async () => {
      await store(acknowledged.length + 1)
      return watchers.filter(socket => (last.get(socket) ?? 0) > 80).length
    })
    .toBe(SOCKETS)
  expect(await storedLoads()).toEqual(acknowledged)

  async function storedLoads(): Promise<number[]> {
    // There is no other device.
    const {rows} = await stored.pool.query<{ts: string}>('select ts from telemetry order by ts')
    return rows.map(({ts}) => Number(ts) - FIRST_TS)
  }
})

let stored: Awaited<ReturnType<typeof createTestDatabase>>

async function startThree() {
  const database = await createTestDatabase()
  stored = database
  onTestFinished(() => database.close())
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const organisationId = await seedOrganisation(database)
  const {id: deviceId} = await seedDevice(database, {name: 'pump', organisationId})
  await seedUser(database, {email: EMAIL})
  const servers = await startServers(3, database, redis.url, {ADDITIONS: 'on', RATE_LIMITS_USER: '100000:1'})
  const {origin, stop} = await startBalancer(servers.map(({at}) => at))
  onTestFinished(stop)
  await expect
    .poll(() =>
      fetch(`${origin}/readyz`).then(
        ({status}) => status,
        () => 0,
      ),
    )
    .toBe(200)
  return {origin, servers, deviceId}
}

async function signIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/v0/auth/login`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({email: EMAIL, password: PASSWORD}),
  })
  expect(response.status).toBe(200)
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}
