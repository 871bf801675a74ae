import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest'
import type {Database} from '../../../../server/database/connect'
import {realTime} from '../../../../server/scheduler'
import {type Row, storeRows} from '../../../../server/telemetry/ingest/batch'
import {createUpkeep} from '../../../../server/telemetry/rollups/upkeep'
import {createTestDatabase} from '../../../support/database'
import {MUST_NOT_FAIL} from '../../../support/jobs'

const HOUR = 3_600_000
const FROM = Date.parse('2026-03-01T00:00Z')

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`insert into telemetry_key (name) values ('load')`)
})
afterAll(() => database.close())

it('says once which hour it passes over, and packs all the same', async () => {
  const row = (ts: number, value: number): Row => ({
    deviceNumber: 1,
    keyId: 1,
    ts,
    value,
    kind: 0,
    text: null,
    receivedAt: ts,
  })
  await storeRows(database.pool, [row(FROM, Number.MAX_VALUE), row(FROM + 48 * HOUR, 1)])
  const warnings: unknown[] = []
  const counted: unknown[] = []
  const pass = async () => {
    const upkeep = createUpkeep({
      database,
      isPacking: true,
      scheduler: realTime,
      jobs: {rollups: MUST_NOT_FAIL, packing: MUST_NOT_FAIL},
      log: {warn: (facts: unknown) => void warnings.push(facts)},
      onPassedOver: (...count) => counted.push(count),
    })
    onTestFinished(() => upkeep.close())
    upkeep.start()
    await upkeep.underWay()
  }

  await pass()

  expect(warnings).toEqual([
    {
      work: 'rollups',
      deviceNumber: 1,
      key: 'load',
      from: new Date(FROM).toISOString(),
      until: new Date(FROM + HOUR).toISOString(),
      reason: 'its numbers are too large to be added up',
    },
  ])
  expect(counted).toEqual([['rollups', 1]])
  const {rows} = await database.pool.query('select count(*)::int4 as count from telemetry_block')
  expect(rows).toEqual([{count: 2}])
})
