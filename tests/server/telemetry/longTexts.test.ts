import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {ANSWER_TEXT_BYTES, SHORT_TEXT_LENGTH, TEXT_VALUE_LENGTH} from '../../../contract/limits'
import {seedDevice} from '../../support/app'
import {createWorld, type World} from '../../support/world'

const COUNT = 500
const KEYS = ['log', 'note']
const SHORT = `${'x'.repeat(SHORT_TEXT_LENGTH)}…`

let test: World
let deviceId: string
let start: number

/** Each is as long as a text may be. */
const textAt = (index: number) => 'x'.repeat(TEXT_VALUE_LENGTH - 4) + String(index).padStart(4, '0')

beforeAll(async () => {
  test = await createWorld({rateLimits: {device: '', organisation: '', deviceValues: '', organisationValues: ''}})
  start = test.clock.now - COUNT
  deviceId = (await seedDevice(test.database, {name: 'pump', organisationId: test.works})).id
  for (let from = 0; from < COUNT; from += 50) {
    const values = (index: number) => Object.fromEntries(KEYS.map(key => [key, textAt(index)]))
    await post(Array.from({length: 50}, (_, at) => ({ts: start + from + at, values: values(from + at)})))
  }
  await post({ts: start, values: {setup: {list: 'x'.repeat(TEXT_VALUE_LENGTH - 100)}, mode: 'auto'}})
})
afterAll(() => test.close())

async function post(body: object) {
  const answer = await test.app.inject({method: 'POST', url: '/api/v1/pump-token/telemetry', body})
  expect(answer.statusCode).toBe(200)
}
const get = (path: string) => test.call('plant', 'GET', `/api/v0/telemetry/device/${path}`)
const series = (query: string) =>
  get(
    `${deviceId}/values/timeseries?startTs=${start}&endTs=${start + COUNT}&${query.includes('limit') ? '' : 'limit=10000&'}${query}`,
  )

describe('a device whose texts are long makes no long answer', () => {
  it('of points, of which the newest are told', async () => {
    const answer = await series('keys=log')

    const [{values}]: [{values: {ts: number; str_v: string}[]}] = answer.json()
    const told = Math.floor(ANSWER_TEXT_BYTES / TEXT_VALUE_LENGTH)
    expect(values.map(({ts}) => ts - start)).toEqual(Array.from({length: told}, (_, at) => COUNT - told + at))
    expect(values.at(-1)?.str_v).toBe(textAt(COUNT - 1))
    expect(answer.rawPayload.length).toBeLessThan(1.1 * ANSWER_TEXT_BYTES)
  })

  it.each(['keys=log,note', 'keys=log,note&agg=none&texts=true'])('of several keys: %s', async query => {
    const answer = await series(query)

    expect(answer.json()).toHaveLength(2)
    expect(answer.rawPayload.length).toBeLessThan(1.1 * ANSWER_TEXT_BYTES)
  })

  it('of states, of which the newest are told', async () => {
    const answer = await series('keys=log&agg=none&texts=true')

    const [{texts}]: [{texts: {runs: {from: number; str_v: string}[]; total: number}}] = answer.json()
    const told = Math.floor(ANSWER_TEXT_BYTES / TEXT_VALUE_LENGTH)
    expect([texts.total, texts.runs.length, texts.runs.at(-1)?.str_v]).toEqual([COUNT, told, textAt(COUNT - 1)])
    expect(answer.rawPayload.length).toBeLessThan(1.1 * ANSWER_TEXT_BYTES)
  })

  it('of the past, which is told piece by piece', async () => {
    const told: number[] = []
    for (let from = start - 1; from < start + COUNT; ) {
      const answer = await get(`history?from_ts=${from}&to_ts=${start + COUNT}`)
      const {series, until}: {series: {key: string; points: {ts: number}[]}[]; until: number} = answer.json()
      expect(answer.rawPayload.length).toBeLessThan(1.1 * ANSWER_TEXT_BYTES)
      told.push(...(series.find(({key}) => key === 'log')?.points ?? []).map(({ts}) => ts - start))
      expect(until).toBeGreaterThan(from)
      from = until
    }
    expect(told).toEqual(Array.from({length: COUNT}, (_, at) => at))
  })

  it.each(['latest', `latest?at=${Date.now() + 1e9}`])('of the newest values of many devices: %s', async path => {
    const told: {key: string; str_v?: string; json_v?: unknown}[] = (await get(path)).json()

    const texts = new Map(told.map(({key, str_v, json_v}) => [key, [str_v, json_v]]))
    expect(texts).toEqual(
      new Map([
        ['log', [SHORT, undefined]],
        ['note', [SHORT, undefined]],
        ['setup', [expect.stringMatching(/^\{"list":"x+…$/), undefined]],
        ['mode', ['auto', undefined]],
      ]),
    )
  })

  it('of an overview', async () => {
    const {latest}: {latest: {key: string; values: unknown[]}[]} = (await get('overview')).json()

    expect(latest.find(({key}) => key === 'log')?.values).toEqual([SHORT])
  })

  it('and has its newest value told in full when that alone is asked for', async () => {
    expect((await get(`${deviceId}/latest/log`)).json().str_v).toBe(textAt(COUNT - 1))
  })
})

it('tells no more than 100,000 points of all keys together', async () => {
  const keys = Array.from({length: 11}, (_, at) => `k${at}`).join()

  const answers = [await series(`keys=${keys}`), await series(`keys=${keys}&limit=9090`)]

  expect(answers[0]?.json()).toEqual({message: 'limit: must be at most 9090 for so many keys'})
  expect(answers.map(({statusCode}) => statusCode)).toEqual([400, 200])
})
