import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import type {Database} from '../../../server/database/connect'
import {removedDevice} from '../../../server/database/schema'
import {createTelemetryRemoval} from '../../../server/telemetry/removal'
import {createTestDatabase} from '../../support/database'

const GONE = 7
const STAYS = 8
const MINUTE = 60_000
let database: Database
let clock: {now: number}
let warnings: unknown[]
let removal: ReturnType<typeof createTelemetryRemoval> | undefined

beforeEach(async () => {
  database = await createTestDatabase()
  clock = {now: 1_750_000_000_000}
  warnings = []
})
afterEach(async () => {
  await removal?.close()
  await database.close()
})

function start() {
  removal = createTelemetryRemoval({database, now: () => clock.now, log: {warn: error => warnings.push(error)}})
  return removal
}

async function store(deviceNumber: number, points: number, keyId = 1) {
  await database.pool.query(
    `insert into telemetry (device_number, key_id, ts, value) select $1, $2, ts, 0 from generate_series(1, $3::int) as ts`,
    [deviceNumber, keyId, points],
  )
  await database.pool.query(
    `insert into latest (device_number, key_id, ts, received_at, value) values ($1, $2, 1, 1, 0)`,
    [deviceNumber, keyId],
  )
  await database.pool.query(`insert into play_hour values ($1, 0, gen_random_uuid(), 1, 0, 8, 1, 1)`, [deviceNumber])
}

const markRemoved = () => database.db.insert(removedDevice).values({number: GONE, removedAt: clock.now})

/** Points, latest values and hours of plays by device, and the devices whose removal goes on. */
async function stored() {
  const {rows} = await database.pool.query(`
    select (select json_object_agg(device_number, n) from (select device_number, count(*) as n from telemetry group by 1) as t) as points,
      (select json_object_agg(device_number, n) from (select device_number, count(*) as n from latest group by 1) as l) as latest,
      (select json_object_agg(device_number, n) from (select device_number, count(*) as n from play_hour group by 1) as p) as plays,
      (select json_agg(number) from removed_device) as removed`)
  return rows[0]
}
const eventually = (expected: object) => vi.waitFor(async () => expect(await stored()).toEqual(expected), {interval: 5})

it('clears away all points of a device that is gone, and nobody else’s', async () => {
  await store(GONE, 20_000, 1)
  await store(GONE, 10_001, 2)
  await store(STAYS, 5)
  const {wake} = start()
  await markRemoved()
  wake()

  await eventually({points: {[STAYS]: 5}, latest: {[STAYS]: 1}, plays: {[STAYS]: 1}, removed: [GONE]})
})

it('clears away what came late, for a minute', async () => {
  await markRemoved()
  const {wake} = start()
  await store(GONE, 3)
  clock.now += MINUTE
  wake()
  await eventually({points: null, latest: null, plays: null, removed: [GONE]})

  await store(GONE, 3)
  clock.now += 1
  wake()
  await eventually({points: null, latest: null, plays: null, removed: null})
})

it('goes on by itself where the server before ended', async () => {
  await store(GONE, 3)
  await markRemoved()
  clock.now += MINUTE + 1
  start()

  await eventually({points: null, latest: null, plays: null, removed: null})
})

it('goes on after a failure', async () => {
  await store(GONE, 3)
  await markRemoved()
  await database.pool.query('alter table latest rename to away')
  const {wake} = start()
  await vi.waitFor(() => expect(warnings).toEqual([expect.any(Error)]), {interval: 5})

  await database.pool.query('alter table away rename to latest')
  wake()
  await eventually({points: null, latest: null, plays: null, removed: [GONE]})
})
