import {setImmediate} from 'node:timers/promises'
import {expect, it, onTestFinished} from 'vitest'
import {seedDevice, seedOrganisation} from '../../support/app'
import {hasBalancer, startBalancer} from '../../support/balancer'
import {createTestDatabase} from '../../support/database'
import {createDataDir} from '../../support/dataDir'
import {hasRedis, startRedis} from '../../support/redis'
import {startServerProcess} from '../../support/serverProcess'
import {steadyPort} from '../../support/steadyPort'

const CAN_BALANCE = hasRedis && hasBalancer
const SENDERS = 10
const FIRST_TS = Date.now()

if (!CAN_BALANCE) console.warn('Restarts behind a balancer are not tested: there is no haproxy or redis-server.')

it.skipIf(!CAN_BALANCE)('three servers behind HAProxy are restarted one by one, and no call is refused', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  const organisationId = await seedOrganisation(database)
  await seedDevice(database, {name: 'pump', organisationId})
  const places = await Promise.all(
    [1, 2, 3].map(async () => ({port: await steadyPort(), dataDir: await createDataDir()})),
  )
  const start = ({port, dataDir}: {port: number; dataDir: string}) => {
    const shared = {DATABASE_URL: database.pool.options.connectionString ?? '', REDIS_URL: redis.url}
    const environment = {...shared, PORT: String(port), STOP_DELAY: '3', RATE_LIMITS_DEVICE: '100000:1'}
    const server = startServerProcess({dataDir, environment})
    onTestFinished(async () => void (await server.end('SIGKILL')))
    return server
  }
  const servers = places.map(start)
  await Promise.all(servers.map(({origin}) => origin))
  const {origin, stop} = await startBalancer(places.map(({port}) => `http://127.0.0.1:${port}`))
  onTestFinished(stop)
  const isReady = (at: string) =>
    fetch(`${at}/readyz`).then(
      ({ok}) => ok,
      () => false,
    )
  await expect.poll(() => isReady(origin)).toBe(true)

  const answers = new Map<number | string, number>()
  let sent = 0
  let isOver = false
  async function sendOnAndOn() {
    while (!isOver) {
      const load = sent++
      const body = JSON.stringify({ts: FIRST_TS + load, values: {load}})
      const headers = {'content-type': 'application/json'}
      const answer = await fetch(`${origin}/api/v1/pump-token/telemetry`, {method: 'POST', headers, body}).then(
        ({status}) => status,
        error => String(error),
      )
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      await setImmediate()
    }
  }
  const sending = Promise.all(Array.from({length: SENDERS}, sendOnAndOn))
  for (const [at, place] of places.entries()) {
    expect(await servers[at]?.end('SIGTERM')).toBe(0)
    servers[at] = start(place)
    await servers[at].origin
    const before = sent
    await expect.poll(() => isReady(`http://127.0.0.1:${place.port}`)).toBe(true)
    // The balancer has looked at it, too, as soon as it serves.
    await expect.poll(() => sent).toBeGreaterThan(before + 500)
  }
  isOver = true
  await sending

  expect([...answers]).toEqual([[200, sent]])
  const {rows} = await database.pool.query<{count: string}>('select count(*) from telemetry')
  expect(Number(rows[0]?.count)).toBe(sent)
})
