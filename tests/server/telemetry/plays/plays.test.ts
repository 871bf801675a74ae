import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import fc from 'fast-check'
import {afterEach, beforeEach, expect, it} from 'vitest'
import {played} from '../../../../contract/wire/player'
import type {Database} from '../../../../server/database/connect'
import {realTime} from '../../../../server/scheduler'
import {Ingest} from '../../../../server/telemetry/ingest/ingest'
import {type PlaySum, sumPlays} from '../../../../server/telemetry/plays/plays'
import {createTestDatabase} from '../../../support/database'

const HOUR = 3_600_000
const START = 490_000 * HOUR
const VIDEOS = ['0192f3a0-0000-7000-8000-000000000001', '0192f3a0-0000-7000-8000-000000000002'] as const
const DEVICES = [1, 2, 3]

let database: Database

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const createServer = () => new Ingest({database, scheduler: {...realTime, now: () => START}, publish() {}})

interface Told {
  device: number
  ts: number
  value: number | string | object
}

const send = (server: ReturnType<typeof createServer>, told: readonly Told[]) =>
  Promise.all(
    DEVICES.map(number =>
      server.write(
        {id: String(number), number, organisationId: 'media'},
        told.filter(({device}) => device === number).map(({ts, value}) => ({key: 'played', ts, value})),
      ),
    ),
  )

const play = (video: 0 | 1, more: object = {}) => ({
  assetId: VIDEOS[video],
  name: 'Opening',
  seconds: 8,
  whole: true,
  revision: 1,
  ...more,
})

/** Few starts, so that many are reported twice, and some at the very ends of hours. */
const starts = fc
  .record({
    hour: fc.nat(4),
    at: fc.oneof(
      fc.constantFrom(0, 1, HOUR - 1),
      fc.nat(20).map(n => n * 170_000),
    ),
  })
  .map(({hour, at}) => START + hour * HOUR + at)

const wellFormed = fc
  .record({
    video: fc.constantFrom(0, 1),
    seconds: fc.nat(4000).map(n => n / 4),
    whole: fc.boolean(),
    name: fc.constantFrom('Opening', 'Sale'),
  })
  .map(({video, ...more}) => play(video === 0 ? 0 : 1, more))

const malformed = fc.constantFrom<Told['value']>(
  ...[5, 'nonsense', {}, [play(0)], play(0, {assetId: 'opening'}), play(0, {assetId: 7}), play(0, {seconds: 'many'})],
  ...[play(0, {seconds: -1}), play(0, {seconds: 1e308}), play(0, {seconds: [8]}), play(0, {whole: 'yes'})],
  ...[play(0, {name: null}), play(0, {revision: undefined})],
)

const told: fc.Arbitrary<Told> = fc.record({
  device: fc.constantFrom(...DEVICES),
  ts: starts,
  value: fc.oneof({weight: 5, arbitrary: wellFormed}, {weight: 1, arbitrary: malformed}),
})

/** Sums of the stored points, one by one. */
async function plainSums(from: number, to: number, assetId?: string): Promise<PlaySum[]> {
  const {rows} = await database.pool.query<{device: number; ts: number; text: string | null}>(
    'select device_number as device, ts::float8 as ts, text from telemetry where kind = 4 order by ts',
  )
  const sums = new Map<string, PlaySum>()
  for (const {device, ts, text} of rows) {
    const {data} = played.safeParse(JSON.parse(text ?? ''))
    if (data === undefined || ts < from || ts >= to) continue
    const isVideo = VIDEOS.some(video => video === data.assetId)
    if (!isVideo || data.seconds < 0 || data.seconds > 86_400) continue
    if (assetId !== undefined && data.assetId !== assetId) continue
    const key = `${device} ${data.assetId}`
    const sum = sums.get(key) ?? {
      deviceNumber: device,
      assetId: data.assetId,
      name: '',
      whole: 0,
      brokenOff: 0,
      seconds: 0,
      first: ts,
      last: ts,
    }
    sums.set(key, {
      ...sum,
      name: data.name,
      whole: sum.whole + (data.whole ? 1 : 0),
      brokenOff: sum.brokenOff + (data.whole ? 0 : 1),
      seconds: sum.seconds + data.seconds,
      last: ts,
    })
  }
  return sorted([...sums.values()])
}

const sorted = (sums: PlaySum[]) =>
  sums.sort((a, b) => a.deviceNumber - b.deviceNumber || a.assetId.localeCompare(b.assetId))

const askedSums = async (from: number, to: number, assetId?: string) =>
  sorted(await sumPlays(database.pool, DEVICES, {from, to, assetId}))

async function hours() {
  const {rows} = await database.pool.query('select * from play_hour order by device_number, hour, asset_id')
  return rows
}

it('counts what the points say, however late, often and strangely they are told, to two servers at once', async () => {
  const [one, other] = [createServer(), createServer()]
  const batches = fc.array(fc.array(told, {maxLength: 12}), {minLength: 1, maxLength: 8})
  const edges = fc.tuple(starts, starts)
  await fc.assert(
    fc.asyncProperty(batches, edges, fc.constantFrom(undefined, ...VIDEOS), async (sent, ends, video) => {
      await database.pool.query('truncate telemetry, latest, play_hour')
      await Promise.all(sent.map((batch, index) => send(index % 2 === 0 ? one : other, batch)))
      const [from, to] = [Math.min(...ends), Math.max(...ends)]
      expect(await askedSums(from, to, video)).toEqual(await plainSums(from, to, video))
      expect(await askedSums(START, START + 9 * HOUR, video)).toEqual(await plainSums(START, START + 9 * HOUR, video))
    }),
    {numRuns: 60},
  )
})

it('forgets a play that is told again as something else', async () => {
  const server = createServer()
  await send(server, [{device: 1, ts: START, value: play(0)}])
  await send(server, [{device: 1, ts: START, value: play(1)}])
  expect(await hours()).toMatchObject([{asset_id: VIDEOS[1], whole: 1}])

  await send(server, [{device: 1, ts: START, value: 'nothing'}])
  expect(await hours()).toEqual([])
})

it('stores neither a play nor its count when one of them fails', async () => {
  await database.pool.query('alter table play_hour add constraint full_hours check (whole < 2)')
  const server = createServer()
  await send(server, [{device: 1, ts: START, value: play(0)}])

  await expect(send(server, [{device: 1, ts: START + 1, value: play(0)}])).rejects.toThrow()

  expect(await askedSums(START, START + 1000)).toEqual(await plainSums(START, START + 1000))
  expect(await hours()).toMatchObject([{whole: 1}])
})

it('is counted from the points that an older server has stored', async () => {
  const server = createServer()
  await send(server, fc.sample(told, {numRuns: 200, seed: 1}))
  const before = await hours()
  expect(before.length).toBeGreaterThan(10)
  await database.pool.query('drop table play_hour')

  const folder = join(import.meta.dirname, '../../../../server/database/migrations')
  await database.pool.query(readFileSync(join(folder, '0009_play_hours.sql'), 'utf8'))

  expect(await hours()).toEqual(before)
})
