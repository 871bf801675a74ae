import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest'
import * as z from 'zod'
import {learn} from '../../../contract/rules/usual/learn'
import {emptyState, encodeState} from '../../../contract/rules/usual/state'
import {seedDevice} from '../../support/app'
import {HOUR, hoursBefore} from '../usual/seed'
import {type Door, json, openDoor} from './door'

const SERIES = 300
const MINUTE = 60_000
const PIECES = 8 + 24

let door: Door
let id: string
let end: number

/** Learned on three days, so that most of its bands are made of all its hours, and unusual since the last. */
beforeAll(async () => {
  door = await openDoor()
  const {app, database, works, clock} = door.world
  end = Math.floor(clock.now / MINUTE) * MINUTE
  const device = await seedDevice(database, {name: 'many', organisationId: works})
  id = device.id
  const minutes = Array.from({length: PIECES}, (_, at) => end - (at + 1) * MINUTE)
  // The newest value is not late while the tests run.
  const points = [clock.now, ...minutes].map((ts, at) => ({
    ts,
    values: Object.fromEntries(Array.from({length: SERIES}, (_, key) => [`k${key}`, at])),
  }))
  const sent = await app.inject({method: 'POST', url: '/api/v1/many-token/telemetry', body: points})
  expect(sent.statusCode, sent.body).toBe(200)
  await app.drain()
  const hour = Math.floor(end / HOUR) * HOUR
  await database.pool.query(
    `insert into usual_series (device_number, key_id, zone, state, learned_to, unusual_since, value)
     select device_number, key_id, 'UTC', $2, $3::int8, $3::int8, 1 from latest where device_number = $1`,
    [device.number, Buffer.from(encodeState(learn(emptyState('UTC'), hoursBefore(hour, 3 * 24)))), hour],
  )
})
afterAll(() => door.world.close())

const answered = z.object({rows: z.array(z.unknown())})
const withState = z.object({state: z.instanceof(Uint8Array)})

/** Has the server do some work, and returns the rows of each answer of the database meanwhile. */
async function rowsDuring(work: () => Promise<unknown>): Promise<unknown[][]> {
  const asked = vi.spyOn(door.world.database.pool, 'query')
  await work()
  const answers = await Promise.all(asked.mock.results.map(({value}) => value))
  asked.mockRestore()
  return answers.flatMap(answer => {
    const {data} = answered.safeParse(answer)
    return data === undefined ? [] : [data.rows]
  })
}

/** How many states were read at once. */
const statesIn = (answers: readonly unknown[][]) =>
  answers.map(rows => rows.filter(row => withState.safeParse(row).success).length).filter(count => count > 0)

describe(`what is known of ${SERIES} series`, () => {
  it('is compared by answers of the database of a hundred series at most', async () => {
    const path = `/telemetry/device/changes?start_ts=${end - 8 * MINUTE}&end_ts=${end}`
    let changes: unknown
    const answers = await rowsDuring(async () => {
      changes = await door.read(path)
    })

    expect(changes).toMatchObject({compared: SERIES, too_little: 0})
    expect(Math.max(...answers.map(rows => rows.length))).toBe(100 * PIECES)
  })

  it('is read a hundred series at a time when all of them are unusual', async () => {
    let unusual: {series: unknown[]; left_off: number} | undefined
    const answers = await rowsDuring(async () => {
      unusual = await door.read('/telemetry/device/unusual')
    })

    expect([unusual?.series.length, unusual?.left_off]).toEqual([200, 100])
    expect(statesIn(answers)).toEqual([100, 100, 100])
  })

  it('is told hour by hour of a day at most, a hundred series at a time', async () => {
    const series = Array.from({length: SERIES}, (_, key) => ({device_id: id, key: `k${key}`}))
    const asked = (hours: number) => json('POST', {series, start_ts: end, end_ts: end + hours * HOUR})
    const path = '/telemetry/device/usual/bands'
    let bands: {bands: unknown[]}[] = []
    const answers = await rowsDuring(async () => {
      bands = await door.read(path, asked(24))
    })

    expect([bands.length, new Set(bands.map(each => each.bands.length)).size]).toEqual([SERIES, 1])
    expect(statesIn(answers)).toEqual([100, 100, 100])
    expect(await Promise.all([door.ask(path, asked(25)), door.isAlive()])).toEqual([
      {status: 400, message: 'end_ts: must be at most 24 hours after start_ts'},
      true,
    ])
  })

  it('is answered for 32 days of one series while others are answered', async () => {
    const path = `/telemetry/device/${id}/usual`
    const [bands, why, isAlive] = await Promise.all([
      door.read(`${path}/bands?key=k0&startTs=${end}&endTs=${end + 32 * 24 * HOUR}`),
      door.read(`${path}?key=k0`),
      door.isAlive(),
    ])

    expect([bands.bands.length >= 32 * 24, why.verdict, isAlive]).toEqual([true, 'unusual', true])
  })
})
