import {afterAll, beforeAll, beforeEach, expect, it} from 'vitest'
import {LATE_AFTER} from '../../../contract/limits'
import {judge, NOTHING_EVALUATED, type UsualJudging} from '../../../contract/rules/usual/judge'
import {learn} from '../../../contract/rules/usual/learn'
import {emptyState, encodeState} from '../../../contract/rules/usual/state'
import type {Database} from '../../../server/database/connect'
import {type Row, storeRows} from '../../../server/telemetry/ingest/batch'
import {createJudging, type Judging, type UsualChange} from '../../../server/usual/judging'
import {writeLearned} from '../../../server/usual/repository'
import {createTestDatabase} from '../../support/database'
import {emptyTables} from '../../support/tables'
import {HOUR, hoursBefore} from './seed'

const MINUTE = 60_000
const SERIES = {deviceNumber: 7, keyId: 3}

let database: Database
let changes: UsualChange[] = []
let failures: unknown[] = []
const start = Date.UTC(2026, 9, 26, 9)
let now = start
let judging: Judging

const state = learn(emptyState('UTC'), hoursBefore(start, 6 * 168))

const open = () =>
  createJudging({
    database,
    scheduler: {now: () => now},
    job: {succeeded() {}, failed: error => failures.push(error)},
    async onChanged(told) {
      changes.push(...told)
    },
  })

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyTables(database.pool, 'telemetry', 'latest', 'usual_series')
  await writeLearned(database.pool, [
    {...SERIES, zone: 'UTC', state: encodeState(state), learnedTo: start, isCounter: false},
  ])
  changes = []
  failures = []
  now = start
  judging = open()
})

const row = (ts: number, value: number, receivedAt = ts): Row => ({
  ...SERIES,
  ts,
  value,
  receivedAt,
  kind: 0,
  text: null,
})

/** Stores values one after the other, as they arrive, and has them evaluated. */
async function send(...rows: Row[]) {
  for (const each of rows) {
    now = each.receivedAt
    const {rows: stored} = await storeRows(database.pool, [each])
    judging.judge(stored)
    await judging.underWay()
  }
}

const usual = (from: number, count: number): Row[] =>
  Array.from({length: count}, (_, index) => row(from + index * MINUTE, 23 + 0.2 * Math.sin(index)))

async function stored() {
  const {rows} = await database.pool.query(
    'select unusual_since::float8 as since, value, judging from usual_series where device_number = 7',
  )
  return rows[0]
}

it('tells once that a series is unusual, and once that it is back', async () => {
  await send(...usual(start, 60))
  expect(changes).toEqual([])
  const from = start + 60 * MINUTE
  await send(...Array.from({length: 10}, (_, index) => row(from + index * MINUTE, 60)))
  expect(changes).toHaveLength(1)
  const [change] = changes
  expect(change).toEqual({
    ...SERIES,
    at: change?.unusualSince,
    unusualSince: expect.any(Number),
    value: 60,
    score: expect.any(Number),
    isNotified: true,
  })
  expect(change?.unusualSince).toBeGreaterThanOrEqual(from)
  expect(await stored()).toMatchObject({since: change?.unusualSince, value: 60})

  await send(...usual(from + 10 * MINUTE, 240))
  expect(changes.slice(1)).toEqual([expect.objectContaining({unusualSince: null, value: null})])
  expect(await stored()).toMatchObject({since: null, value: null})
  expect(failures).toEqual([])
})

it('never judges what is late, what has the time of a wrong clock, and what is not the newest', async () => {
  await send(...usual(start, 60))
  const before = await stored()
  const at = start + 60 * MINUTE
  await send(
    ...Array.from({length: 20}, (_, index) => row(at + index, 90, at + index + LATE_AFTER + 1)),
    ...Array.from({length: 20}, (_, index) => row(at + 5 * HOUR + index, 90, at)),
    ...Array.from({length: 20}, (_, index) => row(start + index * MINUTE + 1, 90, start + 59 * MINUTE)),
  )
  expect(changes).toEqual([])
  expect((await stored()).judging).toEqual(before.judging)
})

it('judges the same live as afterwards from what is stored, also over a restart of the server', async () => {
  const rows = [
    ...usual(start, 30),
    ...Array.from({length: 8}, (_, index) => row(start + (30 + index) * MINUTE, 45 + index)),
    ...usual(start + 38 * MINUTE, 240),
  ]
  await send(...rows.slice(0, 33))
  await judging.close()
  judging = open()
  await send(...rows.slice(33))
  await judging.close()

  const {rows: points} = await database.pool.query(
    'select ts::float8 as ts, value from telemetry where device_number = 7 order by ts',
  )
  let known: UsualJudging = NOTHING_EVALUATED
  const told: {at: number; isUnusual: boolean}[] = []
  for (const {ts, value} of points) {
    const {judging: next, verdict} = judge(state, known, value, ts)
    if ((verdict === 'unusual') !== (known.since !== null)) told.push({at: ts, isUnusual: verdict === 'unusual'})
    known = next
  }
  expect(changes.map(({at, unusualSince}) => ({at, isUnusual: unusualSince !== null}))).toEqual(told)
  expect(told).toHaveLength(2)
  expect((await stored()).judging).toEqual(known)
})

it('judges by what has been learned meanwhile, and what was learned first after values came', async () => {
  await database.pool.query('truncate usual_series')
  await send(...usual(start, 30))
  await writeLearned(database.pool, [
    {...SERIES, zone: 'UTC', state: encodeState(state), learnedTo: start, isCounter: false},
  ])
  const from = start + 2 * HOUR
  await send(...usual(from, 20), ...Array.from({length: 10}, (_, index) => row(from + (20 + index) * MINUTE, 60)))
  expect(changes).toHaveLength(1)
})
