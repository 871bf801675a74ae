import type {InjectOptions} from 'fastify'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {
  type Cookies,
  createTestApp,
  seedCustomer,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../support/app'

const NOW = Date.parse('2026-06-17T12:00:00Z')
const UNKNOWN = '01977a00-0000-7000-8000-0000000000ff'
let test: TestApp
let cookies: Cookies
let deviceId: string
let organisationId: string

beforeAll(async () => {
  test = await createTestApp({
    rateLimits: {user: '', device: '', organisation: '', deviceValues: '', organisationValues: ''},
  })
  test.clock.now = NOW
  organisationId = await seedOrganisation(test.database)
  const device = await seedDevice(test.database, {name: 'pump', organisationId})
  deviceId = device.id
  await seedUser(test.database, {email: 'plant@test', authority: 'ORGANISATION_ADMIN', organisationId})
  cookies = await signIn(test.app, 'plant@test')
  await send({ts: NOW - 5000, values: {temperature: 20.5, count: 7, on: true, mode: 'auto', setup: {a: 1}}})
  await send({ts: NOW - 4000, values: {temperature: 21.5, 'a/b': 1, 'a,b': 2, '100%"🌡️': 3}})
})
afterAll(() => test.close())

async function send(payload: object, token = 'pump-token') {
  const {statusCode} = await test.app.inject({method: 'POST', url: `/api/v1/${token}/telemetry`, payload})
  expect(statusCode).toBe(200)
}

async function get(url: string, options: InjectOptions = {}) {
  const response = await test.app.inject({url: `/api/v0/telemetry${url}`, cookies, ...options})
  return {status: response.statusCode, body: response.json()}
}

const range = `startTs=${NOW - 10_000}&endTs=${NOW}`
const series = (query: string, id = deviceId) => get(`/device/${id}/values/timeseries?${query}`)
const item = async (query: string) => (await series(query)).body[0]

describe('keys', () => {
  it('are names, sorted', async () => {
    expect(await get(`/device/${deviceId}/keys/timeseries`)).toEqual({
      status: 200,
      body: ['100%"🌡️', 'a,b', 'a/b', 'count', 'mode', 'on', 'setup', 'temperature'],
    })
  })
})

describe('latest', () => {
  it.each([
    ['temperature', {ts: NOW - 4000, dbl_v: 21.5}],
    ['count', {ts: NOW - 5000, dbl_v: 7, long_v: 7}],
    ['on', {ts: NOW - 5000, dbl_v: 1, bool_v: true}],
    ['mode', {ts: NOW - 5000, dbl_v: null, str_v: 'auto'}],
    ['setup', {ts: NOW - 5000, dbl_v: null, json_v: {a: 1}}],
    ['a/b', {ts: NOW - 4000, dbl_v: 1, long_v: 1}],
    ['100%"🌡️', {ts: NOW - 4000, dbl_v: 3, long_v: 3}],
  ])('of %s', async (key, value) => {
    const answer = await get(`/device/${deviceId}/latest/${encodeURIComponent(key)}`)
    expect(answer).toEqual({status: 200, body: {key, received_at: NOW, ...value}})
  })

  it.each(['nothing', 'x'.repeat(255), encodeURIComponent('🌡️'.repeat(60))])(
    'answers 404 for the unknown key %.20s',
    async key => {
      expect(await get(`/device/${deviceId}/latest/${key}`)).toEqual({status: 404, body: {message: expect.any(String)}})
    },
  )

  it.each(['x'.repeat(300), '%00'])('answers 400 for the key %.20s', async key => {
    expect(await get(`/device/${deviceId}/latest/${key}`)).toEqual({status: 400, body: {message: expect.any(String)}})
  })
})

describe('series', () => {
  it('holds the points of the range with both its ends, each with its type', async () => {
    expect(await series(`keys=temperature&startTs=${NOW - 5000}&endTs=${NOW - 4000}&agg=none`)).toEqual({
      status: 200,
      body: [
        {
          key: 'temperature',
          agg: 'none',
          values: [
            {ts: NOW - 5000, dbl_v: 20.5},
            {ts: NOW - 4000, dbl_v: 21.5},
          ],
          total: 2,
          gaps: [],
        },
      ],
    })
    expect((await item(`keys=on&${range}`)).values).toEqual([{ts: NOW - 5000, bool_v: true}])
    expect((await item(`keys=count&${range}`)).values).toEqual([{ts: NOW - 5000, long_v: 7}])
    expect((await item(`keys=mode&${range}`)).values).toEqual([{ts: NOW - 5000, str_v: 'auto'}])
    expect((await item(`keys=setup&${range}`)).values).toEqual([{ts: NOW - 5000, json_v: {a: 1}}])
  })

  it('asked for as the specification has it holds the newest thousand points as they are', async () => {
    const {id} = await seedDevice(test.database, {name: 'fast', organisationId})
    await send(
      Array.from({length: 3000}, (_, index) => ({ts: index * 1000, values: {load: index}})),
      'fast-token',
    )
    const newest = Array.from({length: 1000}, (_, index) => ({ts: (index + 2000) * 1000, long_v: index + 2000}))
    expect((await series('keys=load&startTs=0&endTs=3000000', id)).body).toEqual([{key: 'load', values: newest}])
  })

  it('takes a key that holds a comma by its whole name, and else splits', async () => {
    const keysOf = async (keys: string) =>
      (await series(`keys=${encodeURIComponent(keys)}&${range}`)).body.map(({key}: {key: string}) => key)
    expect(await keysOf('a,b')).toEqual(['a,b'])
    expect(await keysOf('a/b,100%"🌡️')).toEqual(['a/b', '100%"🌡️'])
    expect(await keysOf('on,on,')).toEqual(['on'])
  })

  it.each(['mode', 'setup'])('finds no numbers in what is not one: %s', async key => {
    const none = {key, values: [], total: 0, gaps: []}
    expect(await item(`keys=${key}&${range}&agg=none`)).toEqual({...none, agg: 'none'})
    expect(await item(`keys=${key}&${range}&agg=average&window=10`)).toEqual({...none, agg: 'average', window: 10})
    expect(await get(`/device/${deviceId}/statistics?key=${key}`)).toEqual({
      status: 200,
      body: {lastHour: null, today: null, yesterday: null, thisWeek: null, lastWeek: null, at: NOW},
    })
  })

  it('holds what lies between the lowest and the highest value of each average when it is asked for', async () => {
    const question = `keys=count&${range}&agg=average&window=10`
    const [from] = (await item(question)).values.map(({ts}: {ts: number}) => ts)
    expect((await item(`${question}&envelope=true`)).envelope).toEqual([{from, to: from + 600_000, min: 7, max: 7}])
    expect((await item(question)).envelope).toBeUndefined()
    expect((await item(`keys=count&${range}&agg=none&envelope=true`)).envelope).toBeUndefined()
  })

  it('holds the texts of a range without numbers when they are asked for', async () => {
    const at = {from: NOW - 5000, to: NOW - 5000}
    const texts = async (key: string) => (await item(`keys=${key}&${range}&agg=none&texts=true`)).texts
    expect(await texts('mode')).toEqual({runs: [{...at, str_v: 'auto'}], total: 1, holds: 90_000})
    expect(await texts('setup')).toEqual({runs: [{...at, json_v: {a: 1}}], total: 1, holds: 90_000})
    expect(await texts('count')).toBeUndefined()
  })

  it('counts what a range has beside its numbers when texts are asked for', async () => {
    const {id} = await seedDevice(test.database, {name: 'mixed', organisationId})
    const values = [1.5, true, 'stuck', 2, {error: 7}, 3]
    await send(
      values.map((value, index) => ({ts: index * 1000, values: {level: value, on: index % 2 === 0}})),
      'mixed-token',
    )
    const others = async (query: string) => (await series(`startTs=0&endTs=5000&${query}`, id)).body[0].others
    const found = {texts: 2, newest: 4000, booleans: 1}
    expect(await others('keys=level&agg=none&texts=true')).toEqual(found)
    expect(await others('keys=level&agg=average&window=1&texts=true')).toEqual(found)
    expect(await others('keys=on&agg=none&texts=true')).toEqual({texts: 0, newest: null, booleans: 6})
    expect(await others('keys=level&agg=none')).toBeUndefined()
  })

  it('counts only texts beside numbers that are too many to look at each', async () => {
    const {id, number} = await seedDevice(test.database, {name: 'full', organisationId})
    await send({ts: 20_000_000, values: {level: 'stuck'}}, 'full-token')
    await test.database.pool.query(
      `insert into telemetry (device_number, key_id, ts, value)
       select $1, id, 1000 * n, n from generate_series(1, 10001) as n, telemetry_key where name = 'level'`,
      [number],
    )
    const {total, others} = (await series('keys=level&startTs=0&endTs=20000000&agg=none&texts=true', id)).body[0]
    expect({total, others}).toEqual({total: 10_001, others: {texts: 1, newest: 20_000_000}})
  })

  it('has an item without values for an unknown key', async () => {
    expect(await item(`keys=nothing&${range}`)).toEqual({key: 'nothing', values: []})
    expect(await item(`keys=nothing&${range}&agg=none`)).toEqual({
      key: 'nothing',
      agg: 'none',
      values: [],
      total: 0,
      gaps: [],
    })
    expect(await item(`keys=nothing&${range}&agg=max&window=10`)).toEqual({
      key: 'nothing',
      agg: 'max',
      window: 10,
      values: [],
      total: 0,
      gaps: [],
    })
  })

  it.each([
    ['no keys', range],
    ['empty keys', `keys=&${range}`],
    ['commas alone', `keys=,,&${range}`],
    ['too many keys', `keys=${Array.from({length: 101}, (_, i) => i).join()}&${range}`],
    ['a key of 300 characters', `keys=${'x'.repeat(300)}&${range}`],
    ['a key with NUL', `keys=%00&${range}`],
    ['no range', 'keys=a'],
    ['a start after the end', 'keys=a&startTs=2&endTs=1'],
    ['a start before 1970', 'keys=a&startTs=-1&endTs=1'],
    ['the year 40000', 'keys=a&startTs=0&endTs=1200000000000000'],
    ['a range that is no number', 'keys=a&startTs=NaN&endTs=Infinity'],
    ['2^63', 'keys=a&startTs=0&endTs=9223372036854775808'],
    ['a limit of 0', `keys=a&${range}&limit=0`],
    ['a limit of a million', `keys=a&${range}&limit=1000000`],
    ['a limit that is no number', `keys=a&${range}&limit=many`],
    ['an unknown aggregation', `keys=a&${range}&agg=median`],
    ['a window of 0', `keys=a&${range}&agg=max&window=0`],
    ['an unknown time zone', `keys=a&${range}&timeZone=Mars/Olympus`],
    ['a time zone that is SQL', `keys=a&${range}&timeZone='`],
    ['an empty time zone', `keys=a&${range}&timeZone=`],
  ])('answers %s with 400 and a message', async (_title, query) => {
    expect(await series(query)).toEqual({status: 400, body: {message: expect.stringMatching(/./)}})
  })

  it('buckets the days of a zone whose offset has seconds', async () => {
    const {id} = await seedDevice(test.database, {name: 'old', organisationId})
    const points = [0, 3_000_000].map(ts => ({ts, values: {epoch: 1}}))
    await send(points, 'old-token')
    const query = 'keys=epoch&startTs=0&endTs=3000000&agg=count&window=1440&timeZone=Africa/Monrovia'
    const [answer] = (await series(query, id)).body
    const days = ['1969-12-31T00:44:30Z', '1970-01-01T00:44:30Z'].map(day => ({ts: Date.parse(day), dbl_v: 1}))
    expect(answer).toEqual({key: 'epoch', agg: 'count', window: 1440, values: days, total: 2, gaps: []})
  })

  it('says what was wrong', async () => {
    expect((await series('keys=a&startTs=2&endTs=1')).body).toEqual({message: 'startTs must not be after endTs'})
  })
})

describe('a series as a CSV file', () => {
  const csv = async (query: string, id = deviceId) => {
    const {statusCode, headers, body} = await test.app.inject({
      url: `/api/v0/telemetry/device/${id}/values/timeseries.csv?${query}`,
      cookies,
    })
    return {status: statusCode, type: headers['content-type'], name: headers['content-disposition'], body}
  }

  it('holds every stored point, its time on the clock that was asked for, and names key and unit', async () => {
    expect(await csv(`key=temperature&${range}&timeZone=Asia/Kathmandu&unit=fahrenheit`)).toEqual({
      status: 200,
      type: 'text/csv; charset=utf-8',
      name: `attachment; filename*=UTF-8''${deviceId}-temperature-data.csv`,
      body:
        'timestamp,temperature (°F)\r\n2026-06-17T17:44:55.000+05:45,68.9\r\n' +
        '2026-06-17T17:44:56.000+05:45,70.7\r\n',
    })
  })

  it.each([
    ['on', 'timestamp,on\r\n2026-06-17T11:59:55.000Z,true\r\n'],
    ['setup', 'timestamp,setup\r\n2026-06-17T11:59:55.000Z,"{""a"":1}"\r\n'],
    ['100%"🌡️', 'timestamp,"100%""🌡️"\r\n2026-06-17T11:59:56.000Z,3\r\n'],
    ['nothing', 'timestamp,nothing\r\n'],
    ['=1+1', "timestamp,'=1+1\r\n"],
  ])('of %s is as RFC 4180 has it, and runs no formula', async (key, body) => {
    expect((await csv(`key=${encodeURIComponent(key)}&${range}`)).body).toBe(body)
  })

  it('has no point twice and misses none where it is read in several pages', async () => {
    const {id} = await seedDevice(test.database, {name: 'long', organisationId})
    for (let from = 0; from < 25_000; from += 5000) {
      await send(
        Array.from({length: 5000}, (_, index) => ({ts: from + index, values: {load: from + index}})),
        'long-token',
      )
    }
    const lines = (await csv('key=load&startTs=1&endTs=24998', id)).body.trimEnd().split('\r\n').slice(1)
    expect(lines.map(line => Number(line.split(',')[1]))).toEqual(Array.from({length: 24_998}, (_, index) => index + 1))
  })

  it.each([
    ['no key', range],
    ['a start after the end', 'key=a&startTs=2&endTs=1'],
    ['an unknown time zone', `key=a&${range}&timeZone=Mars/Olympus`],
    ['an unknown unit', `key=a&${range}&unit=kelvin`],
  ])('is refused for %s', async (_, query) => {
    expect((await csv(query)).status).toBe(400)
  })
})

describe('reach', () => {
  it.each([
    'keys/timeseries',
    'latest/temperature',
    `values/timeseries?keys=a&${range}`,
    'statistics?key=temperature',
    `values/timeseries.csv?key=a&${range}`,
  ])('%s hides unknown devices, those of others and what is no device', async path => {
    const other = await seedOrganisation(test.database, 'Other')
    const {id: foreign} = await seedDevice(test.database, {name: `other-${path}`, organisationId: other})
    const missing = {status: 404, body: {message: 'Device not found.'}}
    expect(await get(`/device/${UNKNOWN}/${path}`)).toEqual(missing)
    expect(await get(`/device/${foreign}/${path}`)).toEqual(missing)
    expect(await get(`/asset/${deviceId}/${path}`)).toEqual({status: 404, body: {message: 'Asset not found.'}})
    expect((await get(`/dragon/${deviceId}/${path}`)).status).toBe(400)
    expect((await get(`/device/7/${path}`)).status).toBe(400)
    expect((await get(`/device/${deviceId}/${path}`, {cookies: {}})).status).toBe(401)
  })

  it('of a customer is its own devices', async () => {
    const customerId = await seedCustomer(test.database, organisationId)
    const own = await seedDevice(test.database, {name: 'own', organisationId, customerId})
    await seedUser(test.database, {email: 'customer@test', authority: 'CUSTOMER_USER', organisationId, customerId})
    await send({a: 1}, 'own-token')
    const theirs = {cookies: await signIn(test.app, 'customer@test')}
    expect((await get(`/device/${deviceId}/keys/timeseries`, theirs)).status).toBe(404)
    expect(await get(`/device/${own.id}/keys/timeseries`, theirs)).toEqual({status: 200, body: ['a']})
    expect((await get('/device/latest', theirs)).body).toEqual([
      {device_id: own.id, key: 'a', ts: NOW, received_at: NOW, dbl_v: 1, long_v: 1},
    ])
  })
})

describe('latest of many', () => {
  it('has a row for each key of each visible device', async () => {
    const {body} = await get(`/device/latest?organisation_id=${organisationId}`)
    const ours = body.filter(({device_id}: {device_id: string}) => device_id === deviceId)
    expect(ours).toHaveLength(8)
    expect(ours).toContainEqual({
      device_id: deviceId,
      key: 'on',
      ts: NOW - 5000,
      received_at: NOW,
      dbl_v: 1,
      bool_v: true,
    })
  })

  it('has the devices alone that are named, as far as they are within reach', async () => {
    const all = (await get('/device/latest')).body
    const ours = all.filter(({device_id}: {device_id: string}) => device_id === deviceId)
    expect((await get(`/device/latest?device_ids=${deviceId.toUpperCase()},${UNKNOWN}`)).body).toEqual(ours)
    const theirs = {cookies: await signIn(test.app, 'customer@test')}
    expect(await get(`/device/latest?device_ids=${deviceId}`, theirs)).toEqual({status: 200, body: []})
    expect((await get(`/device/latest?device_ids=${deviceId},7`)).status).toBe(400)
  })

  it('is empty for an unknown organisation, and 400 for what is no id', async () => {
    expect(await get(`/device/latest?organisation_id=${UNKNOWN}`)).toEqual({status: 200, body: []})
    expect((await get('/device/latest?organisation_id=7')).status).toBe(400)
  })
})

describe('without additions', () => {
  it('has the specified calls alone, as the specification has them', async () => {
    const plain = await createTestApp({database: test.database, additions: false})
    plain.clock.now = NOW
    const ask = async (path: string) => {
      const response = await plain.app.inject({url: `/api/v0/telemetry/device/${path}`, cookies})
      return {status: response.statusCode, body: response.json()}
    }
    const query = `values/timeseries?keys=temperature&${range}`
    const newest = {status: 200, body: [{key: 'temperature', values: [{ts: NOW - 4000, dbl_v: 21.5}]}]}
    expect(await ask(`${deviceId}/${query}&limit=1`)).toEqual(newest)
    expect(await ask(`${deviceId}/${query}&limit=1&agg=max&window=0&timeZone=Mars`)).toEqual(newest)
    expect((await ask(`${deviceId}/values/timeseries?keys=nothing&${range}`)).body).toEqual([
      {key: 'nothing', values: []},
    ])
    expect(await ask(`${deviceId}/latest/temperature`)).toEqual({
      status: 200,
      body: {key: 'temperature', ts: NOW - 4000, dbl_v: 21.5},
    })
    expect((await ask(`${deviceId}/statistics?key=temperature`)).status).toBe(404)
    expect((await ask('latest')).status).toBe(404)
    await plain.close()
  })
})
