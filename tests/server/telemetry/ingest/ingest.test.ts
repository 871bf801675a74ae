import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import type {LiveTelemetry} from '../../../../contract/wire/telemetry/live'
import type {Database} from '../../../../server/database/connect'
import {realTime} from '../../../../server/scheduler'
import {Ingest} from '../../../../server/telemetry/ingest/ingest'
import {createTelemetryRepository} from '../../../../server/telemetry/repository'
import {createTestDatabase} from '../../../support/database'
import {deep} from '../../../support/deep'
import {keepFailures, MUST_NOT_FAIL} from '../../../support/jobs'

const ORGANISATION = {organisationId: 'works'}
const DEVICE = {id: 'a', number: 1, ...ORGANISATION}
const FOREIGN = {id: 'f', number: 9, organisationId: 'noc'}
const HOUR = 3_600_000
let database: Database

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

function createWatchedIngest({pace = 0} = {}) {
  const {pool} = database
  const clock = {now: 1000}
  const published: LiveTelemetry[] = []
  const failures: string[] = []
  const statements = vi.spyOn(pool, 'query')
  /** The number of commits that had begun at each publication. */
  const begun: number[] = []
  const commits = () => statements.mock.calls.filter(([query]) => typeof query === 'object').length
  function publish(batch: LiveTelemetry[]) {
    published.push(...batch)
    begun.push(commits())
  }
  const ingest = new Ingest({
    database: {pool},
    scheduler: {...realTime, now: () => clock.now},
    publish,
    jobs: {storing: keepFailures(failures), passingOn: MUST_NOT_FAIL},
    pace,
  })
  return {ingest, clock, published, begun, commits, failures}
}

const point = (key: string, ts: number, value: number | string = ts) => ({key, ts, value})
const latest = (key: string) => createTelemetryRepository(database).latest(1, key)
const count = async () => (await database.pool.query('select count(*)::int as count from telemetry')).rows[0].count

it('shares one commit among messages that come while another is under way', async () => {
  const {ingest, commits} = createWatchedIngest()
  const first = ingest.write(DEVICE, [point('a', 1)])
  await new Promise(setImmediate)
  await Promise.all([first, ...Array.from({length: 500}, (_, i) => ingest.write(DEVICE, [point('a', i + 2)]))])
  expect([commits(), await count()]).toEqual([2, 501])
})

deep('begins the next commit before it tells of one when enough waits, and leaves half for it', async () => {
  const {ingest, begun} = createWatchedIngest()
  await ingest.write(DEVICE, [point('a', 0)])
  const message = (_: unknown, place: number) => Array.from({length: 250}, (_, ts) => point('a', 1 + place * 250 + ts))
  await Promise.all(Array.from({length: 9}, message).map(points => ingest.write(DEVICE, points)))
  expect([begun, await count()]).toEqual([[1, 3, 4, 4, 5], 2251])
})

it('shares one commit among messages of other devices that come soon after one, and commits them when it is closed', async () => {
  const {ingest, commits} = createWatchedIngest({pace: HOUR})
  const [crane, hoist] = [
    {id: 'b', number: 2, ...ORGANISATION},
    {id: 'c', number: 3, ...ORGANISATION},
  ]
  await ingest.write(DEVICE, [point('a', 1)])
  const others = [ingest.write(crane, [point('a', 1)]), ingest.write(hoist, [point('a', 1)])]
  await ingest.write(DEVICE, [point('a', 2)])
  await Promise.all(others)
  expect([commits(), await count()]).toEqual([2, 4])
  const last = ingest.write({id: 'd', number: 4, ...ORGANISATION}, [point('a', 1)])
  await ingest.close()
  await last
  expect([commits(), await count()]).toEqual([3, 5])
})

it('publishes what was committed with its arrival, oldest point first', async () => {
  const {ingest, published} = createWatchedIngest()
  await ingest.write(DEVICE, [
    {key: 'b', ts: 9, value: true},
    {key: 'a', ts: 5, value: 1.5},
    {key: 'c', ts: 9, value: 'on'},
    {key: 'd', ts: 9, value: {x: 1}},
    {key: 'e', ts: 9, value: 7},
  ])
  expect(published).toEqual([
    {
      device_id: 'a',
      received_at: 1000,
      points: [
        {key: 'a', ts: 5, dbl_v: 1.5},
        {key: 'b', ts: 9, dbl_v: 1, bool_v: true},
        {key: 'c', ts: 9, dbl_v: null, str_v: 'on'},
        {key: 'd', ts: 9, dbl_v: null, json_v: {x: 1}},
        {key: 'e', ts: 9, dbl_v: 7, long_v: 7},
      ],
    },
  ])
})

it('publishes what has come without a time with the one that it was stored with, where two servers gave the same', async () => {
  const servers = [createWatchedIngest(), createWatchedIngest()]
  const sent = Array.from({length: 40}, (_, value) => value)
  await Promise.all(sent.map(value => servers[value % 2]?.ingest.write(DEVICE, [{key: 'a', value}])))
  const {rows} = await database.pool.query('select ts::float8 as ts, value from telemetry order by value')
  const told = servers.flatMap(({published}) => published).flatMap(({points}) => points)
  expect(rows).toHaveLength(40)
  expect(told.map(({ts, dbl_v: value}) => ({ts, value})).sort((a, b) => Number(a.value) - Number(b.value))).toEqual(
    rows,
  )
})

it('lets a poisoned message fail alone', async () => {
  const {ingest, published} = createWatchedIngest()
  const outcomes = await Promise.allSettled(
    Array.from({length: 40}, (_, i) => ingest.write(DEVICE, [point('a', i), point('b', i, i === 17 ? 'nul\0' : 'ok')])),
  )
  expect(
    outcomes.flatMap((outcome, i) => (outcome.status === 'rejected' ? [[i, outcome.reason.statusCode]] : [])),
  ).toEqual([[17, 400]])
  expect([await count(), published.length]).toEqual([78, 39])
})

it('keeps the newest point as the latest, whichever comes first', async () => {
  const {ingest} = createWatchedIngest()
  await ingest.write(DEVICE, [point('a', 500)])
  await ingest.write(DEVICE, [point('a', 400)])
  expect(await latest('a')).toEqual({key: 'a', ts: 500, received_at: 1000, dbl_v: 500, long_v: 500})
})

it('replaces the latest by a point of the same time', async () => {
  const {ingest, clock} = createWatchedIngest()
  await ingest.write(DEVICE, [point('a', 500, 1)])
  clock.now = 2000
  await ingest.write(DEVICE, [point('a', 500, 2)])
  expect(await latest('a')).toEqual({key: 'a', ts: 500, received_at: 2000, dbl_v: 2, long_v: 2})
})

it.each(['one after the other', 'in one commit'])(
  'replaces a latest from the future of the arrival (%s)',
  async how => {
    const {ingest} = createWatchedIngest()
    const wrongClock = ingest.write(DEVICE, [point('a', 9_000_000)])
    if (how === 'one after the other') await wrongClock
    await Promise.all([wrongClock, ingest.write(DEVICE, [point('a', 900)])])
    expect((await latest('a'))?.ts).toBe(900)
  },
)

it('lets neither a point from the future nor one that is filled in later overtake the latest', async () => {
  const {ingest, clock} = createWatchedIngest()
  clock.now = 100_000_000
  await ingest.write(DEVICE, [point('a', 99_990_000, 1)])
  await ingest.write(DEVICE, [point('a', 103_600_000, 2)])
  await ingest.write(DEVICE, [point('a', 13_600_000, 3)])
  expect(await latest('a')).toEqual({key: 'a', ts: 99_990_000, received_at: 100_000_000, dbl_v: 1, long_v: 1})
})

it('goes on with a device whose clock has jumped ahead after an hour', async () => {
  const {ingest, clock} = createWatchedIngest()
  const latestValues: unknown[] = []
  for (const [now, ts] of [
    [1000, 1000],
    [2000, 9_002_000],
    [3_601_000, 12_601_000],
    [3_602_001, 3_602_000],
  ] as const) {
    clock.now = now
    await ingest.write(DEVICE, [point('a', ts)])
    latestValues.push((await latest('a'))?.ts)
  }
  expect(latestValues).toEqual([1000, 1000, 12_601_000, 3_602_000])
})

it('lets a device whose clock is always ahead go on', async () => {
  const {ingest} = createWatchedIngest()
  for (const ts of [5000, 5010, 5020]) await ingest.write(DEVICE, [point('a', ts)])
  expect((await latest('a'))?.ts).toBe(5020)
})

const HOURS = 6 * 3_600_000

it.each([
  ['sends no time of its own', 0, 0],
  ['knows the time, which the server did not know before', -HOURS, 0],
  ['knows the time, which the server does not know any more', 0, HOURS],
])('goes on with a device that %s when the clock of the server is set back', async (_, aheadBefore, aheadAfter) => {
  const {ingest, clock} = createWatchedIngest()
  clock.now = 100_000_000
  await ingest.write(DEVICE, [point('a', clock.now + aheadBefore, 1)])
  clock.now += 1000 - HOURS
  await ingest.write(DEVICE, [point('a', clock.now + aheadAfter, 2)])
  await ingest.write(DEVICE, [point('a', clock.now + aheadAfter - HOURS / 3, 3)])
  expect(await latest('a')).toMatchObject({ts: clock.now + aheadAfter, received_at: clock.now, long_v: 2})
})

it('writes as two servers at once without a deadlock', async () => {
  const servers = [createWatchedIngest().ingest, createWatchedIngest().ingest]
  const keys = Array.from({length: 50}, (_, i) => `k${i}`)
  const devices = Array.from({length: 20}, (_, i) => ({id: String(i), number: i + 1, ...ORGANISATION}))
  await Promise.all(
    servers.flatMap((ingest, server) =>
      devices.flatMap(device =>
        [keys, keys.toReversed()].map(names =>
          ingest.write(
            device,
            names.map(key => point(key, 1, server)),
          ),
        ),
      ),
    ),
  )
  expect(await count()).toBe(1000)
})

it('refuses with 503 what waits when the database is gone, and works again when it is back', async () => {
  const {pool} = database
  const {ingest, failures} = createWatchedIngest()
  await ingest.write(DEVICE, [point('a', 1)])
  const gone = Object.assign(new Error('connect ECONNREFUSED'), {code: 'ECONNREFUSED'})
  vi.mocked(pool.query).mockImplementation(() => Promise.reject(gone))
  const outcomes = await Promise.allSettled([
    ingest.write(DEVICE, [point('a', 2)]),
    ingest.write(DEVICE, [point('a', 3)]),
  ])
  expect(outcomes.map(outcome => outcome.status === 'rejected' && outcome.reason.statusCode)).toEqual([503, 503])
  vi.mocked(pool.query).mockRestore()
  await ingest.write(DEVICE, [point('a', 4)])
  expect([await count(), new Set(failures)]).toEqual([2, new Set(['ECONNREFUSED'])])
})

const LONG = Array.from({length: 10_000}, (_, i) => point('a', i))
const refusalsOf = (outcomes: readonly PromiseSettledResult<void>[]) =>
  outcomes.flatMap((outcome, i) => (outcome.status === 'rejected' ? [[i, outcome.reason.statusCode]] : []))

it('refuses with 429 what an organisation has waiting beyond its share, and takes what others send', async () => {
  const {ingest} = createWatchedIngest()

  const flood = Promise.allSettled(Array.from({length: 11}, () => ingest.write(DEVICE, LONG)))
  const others = await Promise.allSettled([ingest.write(FOREIGN, LONG), ingest.write(FOREIGN, [point('b', 1)])])

  expect([refusalsOf(await flood), refusalsOf(others)]).toEqual([[[10, 429]], []])
})

it('stores what others send between the parts of a long message', async () => {
  const {ingest} = createWatchedIngest()
  const ended: string[] = []

  await Promise.all([
    ingest.write(DEVICE, LONG).then(() => ended.push('long')),
    ingest.write(FOREIGN, [point('b', 1)]).then(() => ended.push('short')),
  ])

  expect(ended).toEqual(['short', 'long'])
  expect(await count()).toBe(10_001)
})

it('stores nothing more of a long message after a part that can not be stored', async () => {
  const {ingest} = createWatchedIngest()
  const poisoned = [...LONG.slice(0, 300), point('a', 300, 'nul\0'), ...LONG.slice(301)]

  await expect(ingest.write(DEVICE, poisoned)).rejects.toMatchObject({statusCode: 400})

  await ingest.write(FOREIGN, [point('b', 1)])
  expect(await count()).toBeLessThan(1_100)
})

it('commits what waits before it closes, and refuses what comes later', async () => {
  const {ingest} = createWatchedIngest()
  const writes = [1, 2, 3].map(ts => ingest.write(DEVICE, [point('a', ts)]))
  await ingest.close()
  expect(await count()).toBe(3)
  await Promise.all(writes)
  await expect(ingest.write(DEVICE, [point('a', 4)])).rejects.toMatchObject({statusCode: 503})
})
