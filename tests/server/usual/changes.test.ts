import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {seedDevice} from '../../support/app'
import {createWorld, type Who, type World} from '../../support/world'
import {HOUR} from './seed'

const MINUTE = 60_000

let world: World
let start: number
const ids: Record<string, string> = {}

/** One of three devices rises in the last hour, one falls less, and one stays; another organisation's jumps. */
beforeAll(async () => {
  world = await createWorld()
  const {app, database, works, noc, customerId, clock} = world
  start = Math.floor(clock.now / HOUR) * HOUR - 2 * HOUR
  const levels = {riser: 8, faller: -3, steady: 0, other: 90}
  for (const [name, step] of Object.entries(levels)) {
    const owner = name === 'other' ? {organisationId: noc} : {organisationId: works, customerId}
    ids[name] = (await seedDevice(database, {name, ...owner})).id
    const points = Array.from({length: 9 * 60}, (_, index) => {
      const ts = start - 8 * HOUR + index * MINUTE
      return {ts, values: {flow: 20 + Math.sin(index) + (ts >= start ? step : 0), note: 'a text'}}
    })
    const sent = await app.inject({method: 'POST', url: `/api/v1/${name}-token/telemetry`, body: points})
    expect(sent.statusCode, sent.body).toBe(200)
  }
})
afterAll(() => world.close())

const read = (who: Who, query: string) => world.call(who, 'GET', `/api/v0/telemetry/device/changes?${query}`)

describe('what changed in a stretch', () => {
  it('is told of all series within reach, the most changed first, with its arithmetic', async () => {
    const answer = await read('customer', `start_ts=${start}&end_ts=${start + HOUR}`)
    expect(answer.statusCode, answer.body).toBe(200)
    const {series, ...rest} = answer.json()
    const past = {past_ts: start - 24 * 15 * MINUTE, minutes: 15}
    expect(rest).toEqual({start_ts: start, end_ts: start + HOUR, ...past, compared: 3, too_little: 0})
    expect(series.map(({device_id, key}: {device_id: string; key: string}) => [device_id, key])).toEqual([
      [ids.riser, 'flow'],
      [ids.faller, 'flow'],
      [ids.steady, 'flow'],
    ])
    const [riser, faller] = series
    expect(riser.during - riser.before).toBeCloseTo(8, 1)
    expect(riser.by).toBeCloseTo((riser.during - riser.before) / riser.spread, 10)
    expect(faller.by).toBeLessThan(0)
  })

  it('is cut to a limit, counts what has too little, and rounds to whole pieces', async () => {
    const short = (await read('plant', `start_ts=${start + 30_000}&end_ts=${start + 3 * MINUTE}&limit=1`)).json()
    expect(short).toMatchObject({start_ts: start, end_ts: start + 3 * MINUTE, minutes: 1, compared: 3})
    expect(short.series).toHaveLength(1)
    const before = (await read('plant', `start_ts=${start - 100 * HOUR}&end_ts=${start - 99 * HOUR}`)).json()
    expect(before).toMatchObject({series: [], compared: 0, too_little: 3})
    expect((await read('noc', `start_ts=${start}&end_ts=${start + HOUR}`)).json()).toMatchObject({compared: 1})
  })

  it('refuses a stretch that is empty, backwards, too long or no time', async () => {
    for (const query of [
      'start_ts=5&end_ts=5',
      'start_ts=6&end_ts=5',
      `start_ts=0&end_ts=${33 * 24 * HOUR}`,
      'start_ts=a&end_ts=5',
      'start_ts=1',
      'start_ts=1&end_ts=2&limit=0',
    ])
      expect((await read('plant', query)).statusCode, query).toBe(400)
    expect((await read('nobody', 'start_ts=0&end_ts=1')).statusCode).toBe(401)
  })
})
