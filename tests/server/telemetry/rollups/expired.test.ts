import fc from 'fast-check'
import {afterAll, beforeAll, expect, it} from 'vitest'
import type {Database} from '../../../../server/database/connect'
import {removeExpired} from '../../../../server/telemetry/rollups/expired'
import {packSteps} from '../../../../server/telemetry/rollups/upkeep'
import {createTestDatabase} from '../../../support/database'
import {unpackAll} from '../../../support/unpackAll'

const HOUR = 3_600_000
const DAY = 24 * HOUR
let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

interface Point {
  device: number
  key: number
  ts: number
}

async function store(points: readonly Point[]) {
  await database.pool.query('truncate telemetry, telemetry_block, latest, play_hour')
  const columns = [points.map(({device}) => device), points.map(({key}) => key), points.map(({ts}) => ts)]
  await database.pool.query(
    'insert into telemetry (device_number, key_id, ts, value) select *, 0 from unnest($1::int4[], $2::int4[], $3::int8[])',
    columns,
  )
  await database.pool.query(
    `insert into latest (device_number, key_id, ts, received_at, value)
     select device_number, key_id, max(ts), max(ts), 0 from telemetry group by 1, 2`,
  )
  await database.pool.query(
    `insert into play_hour select device_number, ts / $1 * $1, gen_random_uuid(), 1, 0, 8, min(ts), max(ts)
     from telemetry group by 1, 2`,
    [HOUR],
  )
}

async function storedPoints(): Promise<Point[]> {
  const {rows} = await database.pool.query<Point>(
    'select device_number as device, key_id as key, ts::float8 as ts from telemetry order by 1, 2, 3',
  )
  return rows
}

async function remove(since: ReadonlyMap<number, number>) {
  const removed = {values: 0, plays: 0}
  const steps: number[] = []
  for await (const {values, plays} of removeExpired(database, async asked => {
    const ofAsked = [...since].filter(([number]) => asked.includes(number))
    return new Map(ofAsked.map(([number, at]) => [number, {values: at, rollups: at}]))
  })) {
    removed.values += values
    removed.plays += plays
    steps.push(values)
  }
  return {removed, steps}
}

const point = fc.record({
  device: fc.integer({min: 1, max: 4}),
  key: fc.integer({min: 1, max: 3}),
  ts: fc.integer({min: 0, max: 6 * DAY}),
})
const untils = fc.uniqueArray(fc.tuple(fc.integer({min: 1, max: 4}), fc.integer({min: 0, max: 7 * DAY})), {
  selector: ([device]) => device,
})
const placeOf = ({device, key, ts}: Point) => `${device} ${key} ${ts}`

it('removes what is older than it is kept, and nothing else: no newer day, no latest point, no other device', () =>
  fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(point, {selector: placeOf, maxLength: 60}),
      untils,
      fc.nat(7 * DAY),
      async (points, since, packedUntil) => {
        await store(points)
        for await (const _ of packSteps(database, packedUntil));
        const sinceOf = new Map(since)

        const {removed} = await remove(sinceOf)

        const isLatest = ({device, key, ts}: Point) =>
          points.every(other => other.device !== device || other.key !== key || other.ts <= ts)
        const wholeDay = (device: number) => Math.floor((sinceOf.get(device) ?? Number.NEGATIVE_INFINITY) / DAY) * DAY
        const kept = points.filter(one => one.ts >= wholeDay(one.device) || isLatest(one))
        await unpackAll(database.pool)
        expect((await storedPoints()).map(placeOf).sort()).toEqual(kept.map(placeOf).sort())
        expect(removed.values).toBe(points.length - kept.length)
        const {rows} = await database.pool.query('select device_number as device, hour::float8 as hour from play_hour')
        expect(rows.every(({device, hour}) => hour >= wholeDay(device))).toBe(true)
      },
    ),
    {numRuns: 60},
  ))

it('goes in steps of 5,000 rows, however many series they are of', async () => {
  const long = Array.from({length: 12_001}, (_, ts) => ({device: 1, key: 1, ts}))
  const many = Array.from({length: 120}, (_, index) =>
    Array.from({length: 101}, (_, ts) => ({device: 2 + (index % 10), key: Math.floor(index / 10), ts})),
  ).flat()
  await store([...long, ...many])

  const {removed, steps} = await remove(new Map(Array.from({length: 12}, (_, device) => [device, DAY])))

  expect(removed.values).toBe(12_000 + 120 * 100)
  expect(await storedPoints()).toHaveLength(121)
  expect(Math.max(...steps)).toBeLessThanOrEqual(5_000)
  expect(steps.length).toBeLessThan(20)
})

it('neither waits for those who write a point nor removes it from them', async () => {
  await store([1, 2, 3].map(ts => ({device: 1, key: 1, ts})))
  const writer = await database.pool.connect()
  await writer.query('begin')
  await writer.query('update telemetry set value = 5 where ts = 1')

  await remove(new Map([[1, DAY]]))
  await writer.query('commit')
  writer.release()

  expect((await storedPoints()).map(({ts}) => ts)).toEqual([1, 3])
})
