import {afterAll, beforeAll, expect, it} from 'vitest'
import {history} from '../../../../server/telemetry/read/past'
import {seedDevice} from '../../../support/app'
import {createWorld, type Who, type World} from '../../../support/world'

const NOW = Date.parse('2026-06-17T12:00:00Z')
let test: World
let pump: Awaited<ReturnType<typeof seedDevice>>
let crane: Awaited<ReturnType<typeof seedDevice>>

beforeAll(async () => {
  test = await createWorld()
  test.clock.now = NOW
  const {database, works, customerId} = test
  pump = await seedDevice(database, {name: 'pump', organisationId: works})
  crane = await seedDevice(database, {name: 'crane', organisationId: works, customerId})
  await send('pump', [-60_000, {load: 1, mode: 'auto'}], [-30_000, {load: 2}], [-29_500, {load: 3}], [0, {load: 4}])
  await send('crane', [-30_000, {load: 10}])
})
afterAll(() => test.close())

async function send(name: string, ...points: [number, object][]) {
  for (const [ago, values] of points) {
    const payload = {ts: NOW + ago, values}
    const {statusCode} = await test.app.inject({method: 'POST', url: `/api/v1/${name}-token/telemetry`, payload})
    expect(statusCode).toBe(200)
  }
}

const ask = async (path: string, who: Who = 'plant') => {
  const response = await test.call(who, 'GET', `/api/v0/telemetry/device/${path}`)
  return {status: response.statusCode, body: response.json()}
}
const then = (ago: number) => NOW + ago

it('has the values that were the latest at a moment', async () => {
  const latestAt = async (ago: number, who?: Who) =>
    (await ask(`latest?at=${then(ago)}`, who)).body.map(
      ({device_id, key, ts, received_at, dbl_v, str_v}: Record<string, unknown>) => [
        ...[device_id === pump.id ? 'pump' : 'crane', key, Number(ts) - NOW, Number(received_at) - NOW],
        dbl_v ?? str_v,
      ],
    )

  expect(await latestAt(-60_001)).toEqual([])
  expect((await latestAt(-29_900)).sort()).toEqual([
    ['crane', 'load', -30_000, -30_000, 10],
    ['pump', 'load', -30_000, -30_000, 2],
    ['pump', 'mode', -60_000, -60_000, 'auto'],
  ])
  expect(await latestAt(-29_900, 'user')).toEqual([['crane', 'load', -30_000, -30_000, 10]])
  expect(await latestAt(-29_900, 'noc')).toEqual([])
})

it('tells what was sent after one time until another, within reach', async () => {
  const url = `history?from_ts=${then(-60_000)}&to_ts=${then(-29_500)}`
  expect(await ask(url)).toEqual({
    status: 200,
    body: {
      series: expect.arrayContaining([
        {
          device_id: pump.id,
          key: 'load',
          points: [
            {ts: then(-30_000), long_v: 2},
            {ts: then(-29_500), long_v: 3},
          ],
        },
        {device_id: crane.id, key: 'load', points: [{ts: then(-30_000), long_v: 10}]},
      ]),
      until: then(-29_500),
    },
  })
  expect((await ask(url, 'user')).body.series).toHaveLength(1)
  expect((await ask(url, 'noc')).body.series).toEqual([])
})

it('returns of each key the newest point of each step', async () => {
  const {body} = await ask(`history?from_ts=${then(-60_001)}&to_ts=${then(0)}&step=30001`)
  const load = body.series.find(({device_id, key}: Record<string, unknown>) => device_id === pump.id && key === 'load')

  expect(load.points.map(({long_v}: {long_v: number}) => long_v)).toEqual([2, 4])
})

it('ends where there is too much to tell, and gets on even then', async () => {
  const piece = {from: then(-60_001), to: then(0), step: 1}
  const told = async (limit: number) => {
    const {points, until} = await history(test.database.pool, [pump.number, crane.number], piece, limit)
    return [points.length, until - NOW]
  }

  expect(await told(6)).toEqual([6, 0])
  expect(await told(5)).toEqual([5, -1])
  expect(await told(3)).toEqual([2, -30_001])
  expect(await told(1)).toEqual([1, -60_000])
})

it.each([
  ['from_ts=2&to_ts=1', 'to_ts must not be before from_ts, nor more than a day after it'],
  ['from_ts=0&to_ts=86400001', 'to_ts must not be before from_ts, nor more than a day after it'],
  ['from_ts=yesterday&to_ts=1', 'from_ts: '],
  ['from_ts=0&to_ts=1&step=0', 'step: '],
])('refuses the history of %s', async (query, message) => {
  const {status, body} = await ask(`history?${query}`)

  expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
})

it('says since when values are kept, of whose times none is from a clock that is not set', async () => {
  await test.database.pool.query(
    'insert into telemetry (device_number, key_id, ts, value, kind) select device_number, key_id, 0, 1, 1 from latest',
  )
  expect((await ask('extent')).body).toEqual({oldest_ts: then(-60_000)})
  expect((await ask('extent', 'user')).body).toEqual({oldest_ts: then(-30_000)})
  expect((await ask('extent', 'noc')).body).toEqual({oldest_ts: null})
})

it('ends series, files and statistics with the moment as of which they are asked for', async () => {
  const at = `at=${then(-29_900)}`
  const range = `startTs=${then(-60_000)}&endTs=${then(60_000)}`
  const values = async (query: string) =>
    (await ask(`${pump.id}/values/timeseries?keys=load&${range}&${query}`)).body[0].values.length
  const {payload} = await test.call(
    'plant',
    'GET',
    `/api/v0/telemetry/device/${pump.id}/values/timeseries.csv?key=load&${range}&${at}`,
  )

  expect(await values('')).toBe(4)
  expect(await values(at)).toBe(2)
  expect(await values(`agg=none&${at}`)).toBe(2)
  expect(await values(`agg=average&at=${then(-60_001)}`)).toBe(0)
  expect(payload.trim().split('\n')).toHaveLength(3)
  expect((await ask(`${pump.id}/statistics?key=load&${at}`)).body.lastHour).toMatchObject({max: 2, sum: 3})
})
