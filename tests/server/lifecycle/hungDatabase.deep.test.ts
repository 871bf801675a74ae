import {expect, it, onTestFinished, vi} from 'vitest'
import {createDataDir} from '../../support/dataDir'
import {createNumberedPoints} from '../../support/numberedPoints'
import {childrenOf, freeze, postmasterOf} from '../../support/postgres'
import {createDevices, inDatabase} from '../../support/preparedData'
import {startServerProcess} from '../../support/serverProcess'
import {unpackAll} from '../../support/unpackAll'

const DEVICES = 4

it('says so while its database hangs, replaces it, and loses nothing acknowledged', async context => {
  context.skip(process.platform !== 'linux', 'needs /proc')
  const dataDir = await createDataDir()
  const tokens = await inDatabase(dataDir, database => createDevices(database, DEVICES))
  const server = startServerProcess({dataDir, environment: {RATE_LIMITS_DEVICE: '100000:1', DATABASE_PATIENCE: '1'}})
  onTestFinished(async () => void (await server.end('SIGKILL')))
  const origin = (await server.origin) ?? ''
  const points = createNumberedPoints()
  const sendAll = () => Promise.all(tokens.map(token => points.sendUntilRefused(origin, token)))
  const sending = sendAll()
  await vi.waitFor(() => expect(points.acknowledged.size).toBeGreaterThan(20))

  const hanging = postmasterOf(dataDir)
  freeze([hanging, ...childrenOf(hanging)])
  const isReady = await vi.waitFor(async () => {
    const answer = await fetch(`${origin}/readyz`)
    expect(answer.status).toBe(503)
    return answer.json()
  })
  const isAlive = await fetch(`${origin}/livez`)

  expect(isReady).toMatchObject({reasons: ['The database does not answer.']})
  expect(isAlive.status).toBe(200)
  await sending
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200))
  expect(postmasterOf(dataDir)).not.toBe(hanging)
  const before = points.acknowledged.size
  const goingOn = sendAll()
  await vi.waitFor(() => expect(points.acknowledged.size).toBeGreaterThan(before))
  expect(await server.end('SIGTERM')).toBe(0)
  await goingOn

  const stored = await inDatabase(dataDir, async ({pool}) => {
    await unpackAll(pool)
    const {rows} = await pool.query<{ts: string}>('select distinct ts from telemetry')
    return new Set(rows.map(({ts}) => Number(ts)))
  })
  expect([...points.acknowledged].filter(ts => !stored.has(ts))).toEqual([])
  expect(server.output()).toMatch(
    /The database hangs .+; ending it\n[\s\S]*The database is running again, after \d+ ms\n/,
  )
  expect(server.output()).not.toMatch(/unhandled|uncaught/i)
})
