import fc from 'fast-check'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import type {Database} from '../../../../server/database/connect'
import {removedDevice} from '../../../../server/database/schema/telemetry'
import {storeRows} from '../../../../server/telemetry/ingest/batch'
import {createTelemetryRepository, removeTelemetry} from '../../../../server/telemetry/repository'
import {createTelemetryRemoval} from '../../../../server/telemetry/rollups/removal'
import {rollUpSteps} from '../../../../server/telemetry/rollups/rollUps'
import {packSteps} from '../../../../server/telemetry/rollups/upkeep'
import {createTestDatabase} from '../../../support/database'
import {expectDaysFirst, waiting} from '../../../support/locks'
import {handMoved} from '../../../support/virtualTime'

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
  removal = createTelemetryRemoval({
    database,
    scheduler: handMoved(clock),
    job: {succeeded() {}, failed: error => warnings.push(error)},
  })
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
/** Waits for the removal, and reads the rows. */
async function storedThen() {
  await removal?.underWay()
  return stored()
}

it('clears away all points of a device that is gone, and nobody else’s', async () => {
  await store(GONE, 20_000, 1)
  await store(GONE, 10_001, 2)
  await store(STAYS, 5)
  const {wake} = start()
  await markRemoved()
  wake()

  expect(await storedThen()).toEqual({points: {[STAYS]: 5}, latest: {[STAYS]: 1}, plays: {[STAYS]: 1}, removed: [GONE]})
})

it('clears away what came late, for a minute', async () => {
  await markRemoved()
  const {wake} = start()
  await store(GONE, 3)
  clock.now += MINUTE
  wake()
  expect(await storedThen()).toEqual({points: null, latest: null, plays: null, removed: [GONE]})

  await store(GONE, 3)
  clock.now += 1
  wake()
  expect(await storedThen()).toEqual({points: null, latest: null, plays: null, removed: null})
})

it('goes on by itself where the server before ended', async () => {
  await store(GONE, 3)
  await markRemoved()
  clock.now += MINUTE + 1
  start()

  expect(await storedThen()).toEqual({points: null, latest: null, plays: null, removed: null})
})

it('goes on after a failure', async () => {
  await store(GONE, 3)
  await markRemoved()
  await database.pool.query('alter table latest rename to away')
  const {wake} = start()
  await removal?.underWay()
  expect(warnings).toEqual([expect.any(Error)])

  await database.pool.query('alter table away rename to latest')
  wake()
  expect(await storedThen()).toEqual({points: null, latest: null, plays: null, removed: [GONE]})
})

/** All tables with telemetry of a device. */
const TABLES = ['telemetry', 'telemetry_block', 'telemetry_rollup', 'telemetry_mark', 'latest', 'play_hour']
const NOTHING = Object.fromEntries(TABLES.map(table => [table, 0]))
const DAY = 1440 * MINUTE
const DAYS = 3
/** This many in a day cause hours to be rolled up with their minutes. */
const PER_DAY = 2 * 400
const steps = fc.array(fc.constantFrom('rollUp', 'pack', 'late'), {maxLength: 12})
/** Nothing more comes of a device that is forgotten. */
const lastSteps = fc.array(fc.constantFrom('rollUp', 'pack'), {maxLength: 12})

/** Counts the rows left of the removed device, by table. */
async function leftOfGone() {
  const counts = TABLES.map(table => `(select count(*)::int4 from ${table} where device_number = ${GONE}) as ${table}`)
  const {rows} = await database.pool.query(`select ${counts}`)
  return rows[0]
}

it('leaves nothing of a device that is removed while its days are rolled up and packed, and everything of others', () =>
  fc.assert(
    fc.asyncProperty(steps, steps, lastSteps, fc.boolean(), async (before, after, last, isForgottenFirst) => {
      await database.pool.query(`truncate removed_device, rollup_pass, ${TABLES}`)
      const {wake, close} = start()
      const point = (deviceNumber: number, ts: number) => ({
        deviceNumber,
        keyId: 1,
        ts,
        value: ts % 1009,
        kind: 1,
        text: null,
        receivedAt: clock.now,
      })
      const both = (times: readonly number[]) => times.flatMap(ts => [point(GONE, ts), point(STAYS, ts)])
      const dense = Array.from({length: DAYS * PER_DAY}, (_, index) => {
        const inDay = index % PER_DAY
        return (
          Math.floor(index / PER_DAY) * DAY + Math.floor((2 * inDay) / PER_DAY) * 60 * MINUTE + (inDay % 400) * 9000
        )
      })
      await storeRows(database.pool, both(dense))
      const passes = {rollUp: rollUpSteps(database), pack: packSteps(database, DAYS * DAY)}
      let late = 0
      const take = async (all: readonly (keyof typeof passes | 'late')[]) => {
        for (const step of all) {
          if (step === 'late') await storeRows(database.pool, both([DAY + 10 * 60 * MINUTE + ++late]))
          else await passes[step].next()
        }
      }
      await take(before)
      await markRemoved()
      wake()
      await take(after)
      clock.now += MINUTE + 1
      wake()
      const untilForgotten = () =>
        vi.waitFor(async () => expect(await database.db.select().from(removedDevice)).toEqual([]), {
          interval: 5,
        })
      if (isForgottenFirst) await untilForgotten()
      await take(last)
      for (const pass of Object.values(passes)) for await (const _ of pass);
      // A step that finds the sweep waiting leaves the rest to the next pass.
      await untilForgotten()
      for await (const _ of rollUpSteps(database));
      for await (const _ of packSteps(database, DAYS * DAY));

      await close()
      expect(await leftOfGone()).toEqual(NOTHING)
      const all = [...dense, ...Array.from({length: late}, (_, index) => DAY + 10 * 60 * MINUTE + index + 1)]
      const repository = createTelemetryRepository(database)
      const range = {startTs: 0, endTs: DAYS * DAY}
      const kept: {ts: number; value: number}[] = []
      for await (const page of repository.pagesOfNumbers({deviceNumber: STAYS, keyId: 1}, range)) kept.push(...page)
      const expected = all.toSorted((one, other) => other - one).map(ts => ({ts, value: ts % 1009}))
      expect(kept).toEqual(expected)
      const query = {agg: 'sum', window: 1440, timeZone: 'UTC', limit: 10, ...range} as const
      const {values, total} = await repository.series({deviceNumber: STAYS, keyId: 1}, query)
      expect([total, values.reduce((sum, {dbl_v}) => sum + Number(dbl_v), 0)]).toEqual([
        expected.length,
        expected.reduce((sum, {value}) => sum + value, 0),
      ])
    }),
    {numRuns: 25},
  ))

it.each([
  [
    'rolled up',
    'insert into telemetry_rollup (device_number, key_id, minutes, ts, points, is_parted, high, low, magnitude, first,' +
      ` last, lowest, highest, first_at, last_at, lowest_at, highest_at, events)
       values (${GONE}, 1, 60, 0, 0, false, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
    () => rollUpSteps(database),
  ],
  ['packed', `select from telemetry_block where device_number = ${GONE} for update`, () => packSteps(database, DAY)],
])('leaves nothing of a device whose points are just being %s while it is removed for good', async (_, hold, pass) => {
  const point = (ts: number) => ({
    deviceNumber: GONE,
    keyId: 1,
    ts,
    value: 1,
    kind: 0,
    text: null,
    receivedAt: clock.now,
  })
  await storeRows(database.pool, [point(1), point(2)])
  for await (const _ of packSteps(database, DAY));
  await storeRows(database.pool, [point(3)])
  // The lock stops the pass after its reads.
  const holder = await database.pool.connect()
  await holder.query('begin')
  await holder.query(hold)
  const passing = (async () => {
    for await (const _ of pass());
  })()
  await waiting(database, 1)

  await markRemoved()
  clock.now += MINUTE + 1
  start()
  // It is done, or waits for the pass.
  await vi.waitFor(
    async () => {
      const {rows} = await database.pool.query(`
        select (select count(*)::int4 from removed_device) as removed, (
          select count(*)::int4 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        ) as waiting`)
      expect([
        {removed: 0, waiting: 1},
        {removed: 1, waiting: 2},
      ]).toContainEqual(rows[0])
    },
    {interval: 5},
  )
  await holder.query('rollback')
  holder.release()
  await passing

  expect((await storedThen()).removed).toBeNull()
  expect(await leftOfGone()).toEqual(NOTHING)
})

it('takes its locks in the order of the ingest, so that a message of the device can’t deadlock with it', async () => {
  const day = clock.now - (clock.now % DAY)
  await database.pool.query("insert into telemetry_key (name) values ('load')")
  await store(GONE, 1)
  const row = {deviceNumber: GONE, keyId: 1, ts: clock.now, value: 1, kind: 0, text: null, receivedAt: clock.now}
  const remove = () => database.db.transaction(transaction => removeTelemetry(transaction, [GONE], clock.now))
  for (const write of [() => storeRows(database.pool, [row]), remove]) await expectDaysFirst(database, write, GONE, day)
})
