import {setTimeout as delay} from 'node:timers/promises'
import {expect, it, onTestFinished, vi} from 'vitest'
import {SEQUENCE_KEY, startFleet} from '../../../bench/chaos/fleet'
import {gapsIn} from '../../../bench/support/gaps'
import {createOrganisation} from '../../../bench/support/world'
import {createTestDatabase} from '../../support/database'
import {linkTo} from '../../support/databaseLink'
import {createDataDir} from '../../support/dataDir'
import {startServerProcess} from '../../support/serverProcess'

const DEVICES = 20
const SLOW = 2000
/** More would wait if messages were taken while nothing can be stored. */
const REFUSALS = 1000

it('loses and doubles nothing when the way to its database is cut for long, and slow for long', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const {devices} = await createOrganisation(database, 'Far', DEVICES)
  let wait = 0
  const link = await linkTo(database, () => (wait > 0 ? delay(wait) : Promise.resolve()))
  onTestFinished(() => link.cut())
  const server = startServerProcess({
    dataDir: await createDataDir(),
    environment: {DATABASE_URL: link.url, DATABASE_PATIENCE: '1'},
  })
  onTestFinished(async () => void (await server.end('SIGKILL')))
  const origin = (await server.origin) ?? ''
  const port = Number(new URL(origin).port)
  const fleet = startFleet({devices, portOf: () => port, period: 100, episodeEvery: 1, episodes: 0})
  onTestFinished(fleet.stop)
  const statusOf = (path: string) => fetch(`${origin}${path}`).then(({status}) => status)
  const untilReady = (status: number) => vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(status))
  const areAcknowledged = async () => {
    const since = Date.now()
    await vi.waitFor(() => expect(fleet.lastAcknowledged().every(at => at > since)).toBe(true))
  }
  await areAcknowledged()

  await link.cut()
  await vi.waitFor(() => expect(fleet.answers.get(503) ?? 0).toBeGreaterThan(REFUSALS))
  await untilReady(503)
  expect([await statusOf('/livez'), await statusOf('/healthz')]).toEqual([200, 503])
  await link.mend()
  await areAcknowledged()
  await untilReady(200)

  wait = SLOW
  await untilReady(503)
  await areAcknowledged()
  expect(await statusOf('/livez')).toBe(200)
  wait = 0
  await areAcknowledged()
  await untilReady(200)
  await fleet.stop()

  for (const {id, number} of devices) {
    const {rows} = await database.pool.query<{value: number}>(
      'select value from telemetry join telemetry_key on telemetry_key.id = key_id where device_number = $1 and name = $2',
      [number, SEQUENCE_KEY],
    )
    expect(
      gapsIn(
        rows.map(({value}) => value),
        fleet.acknowledgedOf(id),
      ),
    ).toEqual({missing: [], doubled: []})
  }
  expect(server.output()).not.toMatch(/unhandled|uncaught/i)
})
