import {afterAll, beforeAll, expect, it} from 'vitest'
import {SPARKLINE_POINTS, SPARKLINES_PER_QUERY} from '../../../../contract/limits'
import {rollUpSteps} from '../../../../server/telemetry/rollups/rollUps'
import {seedDevice} from '../../../support/app'
import {createWorld, type Who, type World} from '../../../support/world'

const MINUTE = 60_000
const START = 40 * MINUTE
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let test: World
let pump: string
let crane: string

beforeAll(async () => {
  test = await createWorld()
  const {database, works, customerId, app} = test
  pump = (await seedDevice(database, {name: 'pump', organisationId: works})).id
  crane = (await seedDevice(database, {name: 'crane', organisationId: works, customerId})).id
  const send = async (name: string, body: object) => {
    const {statusCode} = await app.inject({method: 'POST', url: `/api/v1/${name}-token/telemetry`, body})
    expect(statusCode).toBe(200)
  }
  const at = (minutes: number, values: object) => ({ts: START + minutes * MINUTE, values})
  await send('pump', [
    at(-0.5, {load: 100}),
    at(0, {load: 1}),
    at(0.9, {load: 2}),
    at(3, {load: 1 / 3}),
    at(5, {load: 9}),
  ])
  await send('pump', [at(1, {load: 'off', wind: 'strong', huge: 1.7e308}), at(1.5, {huge: 1.7e308})])
  await send('crane', [at(2, {load: 7}), at(4, {'odd key, ”{}': -7})])
})
afterAll(() => test.close())

const range = {start_ts: START, end_ts: START + 5 * MINUTE - 1, window: 1}
const ask = (who: Who, series: object[], asked: object = range) =>
  test.call(who, 'POST', '/api/v0/telemetry/device/sparklines', {series, ...asked})
const found = async (who: Who, series: object[]) => (await ask(who, series)).json()

it('are the averages of the numbers of each window within the range', async () => {
  const series = [
    {device_id: crane, key: 'odd key, ”{}'},
    {device_id: pump, key: 'load'},
    {device_id: crane, key: 'load'},
  ]
  expect(await found('plant', series)).toEqual([
    {...series[0], points: [[4, -7]]},
    {
      ...series[1],
      points: [
        [0, 1.5],
        [3, 1 / 3],
      ],
    },
    {...series[2], points: [[2, 7]]},
  ])
})

it('are what the call for one series answers', async () => {
  const {start_ts: startTs, end_ts: endTs, window} = range
  const url = `/api/v0/telemetry/device/${pump}/values/timeseries`
  const query = `keys=load&startTs=${startTs}&endTs=${endTs}&agg=average&window=${window}`
  const [{values}] = (await test.call('plant', 'GET', `${url}?${query}`)).json()
  const [{points}] = await found('plant', [{device_id: pump, key: 'load'}])
  const inTime = points.map(([bucket, average]: number[]) => ({ts: START + Number(bucket) * MINUTE, dbl_v: average}))
  expect(inTime).toEqual(values)
})

it('are the same of what is rolled up, with what has come since', async () => {
  const send = (body: object[]) => test.app.inject({method: 'POST', url: '/api/v1/crane-token/telemetry', body})
  const point = (second: number, pressure: number) => ({ts: START + second * 1000, values: {pressure}})
  const windows = {start_ts: START + 5 * MINUTE, end_ts: START + 9 * 60 * MINUTE - 1}
  const asked = () =>
    Promise.all(
      [5, 15, 120].map(async window =>
        (
          await ask(
            'plant',
            [pump, crane].map(device_id => ({device_id, key: 'pressure'})),
            {...windows, window},
          )
        ).json(),
      ),
    )
  const hours = Array.from({length: 8 * 900}, (_, index) => point(4 * index, index % 50))
  for (let from = 0; from < hours.length; from += 900) await send(hours.slice(from, from + 900))
  const before = await asked()
  for await (const _ of rollUpSteps(test.database));
  expect(await asked()).toEqual(before)

  await send([point(3 * 3600 + 1, 20_000)])
  const marked = await asked()
  for await (const _ of rollUpSteps(test.database));
  expect(marked).not.toEqual(before)
  expect(await asked()).toEqual(marked)
})

it('have the mean of all numbers of the range and those that were measured highest and lowest, on request', async () => {
  const often = Array.from({length: 99}, (_, index) => ({ts: START + index, values: {often: 100}}))
  const url = '/api/v1/pump-token/telemetry'
  await test.app.inject({method: 'POST', url, body: [...often, {ts: START + 3 * MINUTE, values: {often: 0}}]})
  const series = [
    {device_id: pump, key: 'often'},
    {device_id: pump, key: 'huge'},
    {device_id: pump, key: 'wind'},
  ]
  const figures = async (window: number) =>
    (await ask('plant', series, {...range, window, figures: true}))
      .json()
      .map((each: {figures: unknown}) => each.figures)
  const expected = [
    {mean: 99, min: 0, max: 100},
    {mean: 1.7e308, min: 1.7e308, max: 1.7e308},
  ]
  expect([await figures(1), await figures(5)]).toEqual([expected, expected])
  expect((await found('plant', series))[0]).not.toHaveProperty('figures')
})

it('are those of values whose sum no double holds', async () => {
  expect(await found('plant', [{device_id: pump, key: 'huge'}])).toEqual([
    {device_id: pump, key: 'huge', points: [[1, 1.7e308]]},
  ])
})

it('are missing for what has no numbers or is out of reach', async () => {
  const series = [
    {device_id: pump, key: 'wind'},
    {device_id: pump, key: 'unknown'},
    {device_id: crane, key: 'load'},
    {device_id: UNKNOWN, key: 'load'},
  ]
  expect((await found('user', series)).map(({device_id}: {device_id: string}) => device_id)).toEqual([crane])
  expect(await found('noc', series)).toEqual([])
})

it.each([
  ['no series', [], range],
  ['too many series', Array.from({length: SPARKLINES_PER_QUERY + 1}, () => ({device_id: UNKNOWN, key: 'a'})), range],
  ['too many windows', [{device_id: UNKNOWN, key: 'a'}], {...range, end_ts: START + SPARKLINE_POINTS * MINUTE}],
  ['an end before the start', [{device_id: UNKNOWN, key: 'a'}], {...range, end_ts: START - 1}],
  ['a key that no database holds', [{device_id: UNKNOWN, key: 'a\0'}], range],
  ['half a minute', [{device_id: UNKNOWN, key: 'a'}], {...range, window: 0.5}],
])('are refused for %s', async (_what, series, asked) => {
  const {statusCode, body} = await ask('plant', series, asked)
  expect([statusCode, JSON.parse(body)]).toEqual([400, {message: expect.any(String)}])
})
