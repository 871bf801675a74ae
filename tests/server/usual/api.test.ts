import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest'
import {bandAt} from '../../../contract/rules/usual/band'
import {learn} from '../../../contract/rules/usual/learn'
import {emptyState} from '../../../contract/rules/usual/state'
import type {LiveUnusual} from '../../../contract/wire/telemetry/usual'
import {learnSteps} from '../../../server/usual/learning'
import {seedDevice, signIn} from '../../support/app'
import {originOf} from '../../support/bareSocket'
import {type Client, createSocket} from '../../support/socket'
import {auditOf, createWorld, type Who, type World} from '../../support/world'
import {DAY, HOUR, hoursBefore, seedHours} from './seed'

const SECOND = 1000

let world: World
let pump: {id: string; number: number}
let fan: {id: string; number: number}
let hour: number
let hours: ReturnType<typeof hoursBefore>

/** A pump of the customer with six weeks of values, and a fan without any. */
beforeAll(async () => {
  hour = Date.UTC(2026, 9, 26, 9)
  world = await createWorld({scheduler: {now: () => now}})
  const {database, works: organisationId, customerId} = world
  pump = await seedDevice(database, {name: 'pump', organisationId, customerId})
  fan = await seedDevice(database, {name: 'fan', organisationId})
  hours = hoursBefore(hour, 6 * 168)
  await send('pump', 23)
  const {rows} = await database.pool.query(`select id from telemetry_key where name = 'flow'`)
  await seedHours(database, {deviceNumber: pump.number, keyId: rows[0].id}, hours)
  await database.pool.query('truncate telemetry')
  await database.pool.query('update telemetry_rollup set is_kept = true')
  await learnAll()
  // The server looks after a while for what has been learned meanwhile.
  now += HOUR
})
afterAll(() => world.close())

let now = Date.UTC(2026, 9, 26, 9)

async function learnAll() {
  const zonesOf = async (numbers: readonly number[]) => new Map(numbers.map(number => [number, 'UTC']))
  for await (const _ of learnSteps({database: world.database, zonesOf, until: hour}));
}

async function send(device: string, value: number | string) {
  const body = [{ts: now, values: {flow: value}}]
  const sent = await world.app.inject({method: 'POST', url: `/api/v1/${device}-token/telemetry`, body})
  expect(sent.statusCode, sent.body).toBe(200)
  await world.app.drain()
}

async function sendInTurn(device: string, values: readonly number[]) {
  for (const value of values) {
    now += 5 * SECOND
    await send(device, value)
  }
}

const USUAL = Array.from({length: 25}, (_, index) => 23 + 0.2 * Math.sin(index))
const path = (rest: string, id = pump.id) => `/api/v0/telemetry/device/${id}/${rest}`

async function read(url: string, who: Who = 'customer') {
  const answer = await world.call(who, 'GET', url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const why = (who?: Who) => read(path('usual?key=flow'), who)
const unusual = (who?: Who) => read('/api/v0/telemetry/device/unusual', who)

describe('what is usual', () => {
  it('is told hour by hour, also of hours to come', async () => {
    const state = learn(emptyState('UTC'), hours)
    const from = hour + 2 * DAY
    const {bands, ...rest} = await read(path(`usual/bands?key=flow&startTs=${from + 5}&endTs=${from + 3 * HOUR}`))
    expect(rest).toEqual({key: 'flow', time_zone: 'UTC', learned_until: hour, is_counter: false})
    expect(bands).toEqual(
      [0, 1, 2].map(index => {
        const start = from + index * HOUR
        const band = bandAt(state, start)
        if (band.kind === 'learning') throw new Error('Too little is known')
        const {low, high, centre, basis} = band
        return {start, end: start + HOUR, low, high, centre, basis}
      }),
    )
  })

  it('is told of many series at once, as far as they are within reach', async () => {
    const [start_ts, end_ts] = [hour + 2 * DAY, hour + 2 * DAY + HOUR]
    const {bands} = await read(path(`usual/bands?key=flow&startTs=${start_ts}&endTs=${end_ts}`))
    const series = [pump.id, fan.id].flatMap(device_id => ['flow', 'nothing'].map(key => ({device_id, key})))
    const ask = async (who: Who, range: object) => {
      const answer = await world.call(who, 'POST', '/api/v0/telemetry/device/usual/bands', {series, ...range})
      return {status: answer.statusCode, body: answer.json()}
    }
    const ofPump = {device_id: pump.id, key: 'flow', is_counter: false, bands}
    expect(bands).toHaveLength(1)
    expect(await ask('customer', {start_ts, end_ts})).toEqual({status: 200, body: [ofPump]})
    const ofFan = {device_id: fan.id, key: 'flow', is_counter: false, bands: []}
    expect(await ask('plant', {start_ts, end_ts})).toEqual({status: 200, body: [ofPump, ofFan]})
    for (const range of [
      {start_ts, end_ts: start_ts},
      {start_ts, end_ts: start_ts + 25 * HOUR},
    ])
      expect(await ask('plant', range)).toMatchObject({status: 400})
  })

  it('is nothing of a key that is unknown, and of one that has said nothing yet', async () => {
    expect(await read(path('usual?key=nothing'))).toMatchObject({verdict: 'none', value: null, band: null})
    expect(await read(path('usual/bands?key=nothing&startTs=0&endTs=1'))).toMatchObject({bands: [], time_zone: null})
    await send('fan', 4)
    expect(await read(path('usual?key=flow', fan.id), 'plant')).toMatchObject({verdict: 'learning', value: 4})
  })

  it('is told of many series beside their small charts, to who may read them and asks for it', async () => {
    const [start_ts, end_ts] = [now - HOUR, now]
    const sparklines = (who: Who, more: object = {usual: true}) =>
      world.call(who, 'POST', '/api/v0/telemetry/device/sparklines', {
        series: [pump, fan].map(({id}) => ({device_id: id, key: 'flow'})),
        start_ts,
        end_ts,
        window: 5,
        ...more,
      })
    await send('pump', 23)
    const {bands} = await read(path(`usual/bands?key=flow&startTs=${now - 2 * HOUR}&endTs=${now + 3 * HOUR - 1}`))
    const hoursOf = bands.map(({start, low, high}: Record<string, number>) => [Number(start) + HOUR / 2, low, high])
    const [first, ...others] = (await sparklines('plant')).json()
    expect([first.usual, others.map(({usual}: {usual?: unknown}) => usual)]).toEqual([
      hoursOf,
      others.map(() => undefined),
    ])
    expect((await sparklines('plant', {})).json()[0].usual).toBeUndefined()
    expect((await sparklines('noc')).json()).toEqual([])
    expect((await sparklines('plant', {usual: true, start_ts: now - 25 * HOUR, window: 60})).statusCode).toBe(400)
  })

  it('refuses ranges that are empty or too long, and devices out of reach', async () => {
    for (const range of ['startTs=1&endTs=1', `startTs=0&endTs=${33 * DAY}`, 'startTs=a&endTs=1', 'startTs=1'])
      expect((await world.call('plant', 'GET', path(`usual/bands?key=flow&${range}`))).statusCode).toBe(400)
    for (const rest of ['usual?key=flow', 'usual/bands?key=flow&startTs=0&endTs=1'])
      expect((await world.call('customer', 'GET', path(rest, fan.id))).statusCode).toBe(404)
    expect((await world.call('noc', 'GET', path('usual?key=flow'))).statusCode).toBe(404)
    expect((await world.call('plant', 'GET', '/api/v0/telemetry/device/unusual?limit=0')).statusCode).toBe(400)
  })
})

describe('an unusual value', () => {
  let client: Client
  const heard: LiveUnusual[] = []

  beforeAll(async () => {
    await world.app.listen({port: 0, host: '127.0.0.1'})
    client = createSocket(originOf(world.app).origin, await signIn(world.app, 'customer@t.test'))
    client.on('unusual', batch => heard.push(...batch))
    await client.emitWithAck('subscribe', {device_ids: [pump.id]})
  })
  afterAll(() => void client.close())

  it('is told to those who watch, listed, and explained', async () => {
    await sendInTurn('pump', USUAL)
    expect(await why()).toMatchObject({verdict: 'usual', unusual_since: null, missing: null})
    expect(await unusual()).toEqual({series: [], left_off: 0})
    await sendInTurn('pump', [61, 62, 63, 64])

    const answer = await why()
    expect(answer).toMatchObject({verdict: 'unusual', value: 64, ts: now, time_zone: 'UTC', accepted: null})
    expect(answer.score).toBeGreaterThan(4)
    expect(answer.expected).toEqual({told: expect.any(Number), days: expect.any(Number)})
    const {series} = await unusual()
    expect(series).toEqual([
      {
        device_id: pump.id,
        key: 'flow',
        unusual_since: answer.unusual_since,
        value: 64,
        ts: now,
        score: answer.score,
        band: answer.band,
        is_counter: false,
      },
    ])
    expect((await unusual('noc')).series).toEqual([])
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    expect(heard).toEqual([
      {
        device_id: pump.id,
        key: 'flow',
        unusual_since: answer.unusual_since,
        value: expect.any(Number),
        score: expect.any(Number),
        is_told: true,
        is_accepted: false,
      },
    ])
  })

  it('is counted by the devices of which it is known, for those who ask', async () => {
    expect((await unusual('plant')).learned).toBeUndefined()
    expect((await read('/api/v0/telemetry/device/unusual?learned=true', 'plant')).learned).toEqual({[pump.id]: 1})
    expect((await read('/api/v0/telemetry/device/unusual?learned=true', 'noc')).learned).toEqual({})
  })

  it('is neither usual nor unusual once it is late', async () => {
    const before = now
    now += 120 * SECOND
    expect(await why()).toMatchObject({verdict: 'late', value: null, unusual_since: null})
    expect((await unusual()).series).toEqual([])
    now = before
    expect(await why()).toMatchObject({verdict: 'unusual'})
  })

  it('is called normal by those who may set thresholds, with a reason, and then is', async () => {
    const accept = (who: Who, reason: string) =>
      world.call(who, 'POST', path('usual/acceptance'), {key: 'flow', reason})
    expect((await accept('user', 'A larger pump')).statusCode).toBe(403)
    expect((await accept('noc', 'A larger pump')).statusCode).toBe(404)
    expect((await accept('customer', ' ')).statusCode).toBe(400)
    const unknown = await world.call('plant', 'POST', path('usual/acceptance', fan.id), {key: 'flow', reason: 'New'})
    expect(unknown.statusCode).toBe(409)
    expect(await why()).toMatchObject({verdict: 'unusual', accepted: null})

    await sendInTurn(
      'pump',
      Array.from({length: 70}, (_, index) => 60 + 0.1 * (index % 3)),
    )
    const accepted = await accept('customer', 'A larger pump')
    expect(accepted.statusCode, accepted.body).toBe(200)
    expect(accepted.json()).toMatchObject({
      verdict: 'usual',
      accepted: {at: now, by: 'customer@t.test', reason: 'A larger pump'},
    })
    expect(accepted.json().band.centre).toBeCloseTo(60, 0)
    expect((await auditOf(world.database, pump.id)).map(({action, detail}) => [action, detail])).toEqual([
      ['usual.accepted', {key: 'flow', level: expect.any(Number), reason: 'A larger pump'}],
    ])
    await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({unusual_since: null, is_accepted: true}))
    await sendInTurn('pump', [60, 60.1, 60.2, 60.1])
    expect(await why()).toMatchObject({verdict: 'usual'})
    expect((await unusual()).series).toEqual([])
  })

  it('is forgotten with its device', async () => {
    expect((await world.call('plant', 'DELETE', `/api/v0/device/${pump.id}`)).statusCode).toBe(204)
    expect((await world.database.pool.query('select device_number from usual_series')).rows).not.toContainEqual({
      device_number: pump.number,
    })
  })
})
