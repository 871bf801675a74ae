import fc from 'fast-check'
import {afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished} from 'vitest'
import {DEVICE_BODY_BYTES} from '../../../contract/limits'
import {createTestApp, seedDevice, seedOrganisation, type TestApp} from '../../support/app'
import {emptyTables} from '../../support/tables'

const TOKEN = 'pump-token'
const NOTHING = {telemetry: 0, latest: 0, attribute: 0}
let test: TestApp

beforeAll(async () => {
  test = await createTestApp({rateLimits: {device: '', organisation: ''}})
  await seedDevice(test.database, {name: 'pump', organisationId: await seedOrganisation(test.database)})
})
afterAll(() => test.close())
beforeEach(() => emptyTables(test.database.pool, 'telemetry', 'latest', 'attribute'))

function post(path: string, payload: string | Buffer, headers: Record<string, string> = {}, token = TOKEN) {
  const type = {'content-type': 'application/json'}
  return test.app.inject({method: 'POST', url: `/api/v1/${token}/${path}`, payload, headers: {...type, ...headers}})
}

async function stored() {
  const {rows} = await test.database.pool.query(`
    select name as key, ts::float8 as ts, value, kind, text
    from telemetry join telemetry_key on id = key_id order by ts, name`)
  return rows
}

async function counts() {
  const {rows} = await test.database.pool.query(`
    select (select count(*)::int from telemetry) as telemetry, (select count(*)::int from latest) as latest,
      (select count(*)::int from attribute) as attribute`)
  return rows[0]
}

describe('telemetry', () => {
  it('stores every shape and type, and answers 200 with an empty body', async () => {
    const answer = await post(
      'telemetry',
      '[{"ts":5,"values":{"a":1.5,"b":7,"c":null}},{"d":true,"e":"on","f":{"x":[1]}}]',
    )
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    const ts = test.clock.now
    expect(await stored()).toEqual([
      {key: 'a', ts: 5, value: 1.5, kind: 0, text: null},
      {key: 'b', ts: 5, value: 7, kind: 1, text: null},
      {key: 'd', ts, value: 1, kind: 2, text: null},
      {key: 'e', ts, value: null, kind: 3, text: 'on'},
      {key: 'f', ts, value: null, kind: 4, text: '{"x":[1]}'},
    ])
  })

  it('takes times in seconds as such, and says so in an attribute of the device', async () => {
    const seconds = Math.floor(test.clock.now / 1000)
    for (const values of ['{"a":1}', '{"a":2}']) await post('telemetry', `{"ts":${seconds},"values":${values}}`)
    expect(await stored()).toEqual([{key: 'a', ts: seconds * 1000, value: 2, kind: 1, text: null}])
    const {client} = (await test.app.inject({url: `/api/v1/${TOKEN}/attributes`})).json()
    expect(client).toEqual({telemetry_times: 'seconds'})
  })

  it.each(['{}', '[]', '[{}]', '{"a":null}', '{"ts":5,"values":{}}'])('has nothing to store of %s', async body => {
    const answer = await post('telemetry', body)
    expect([answer.statusCode, answer.body, await counts()]).toEqual([200, '', NOTHING])
  })

  it.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/octet-stream',
    'application/json; charset=utf-8',
  ])('reads the body as JSON when it is called %s', async type => {
    expect((await post('telemetry', '{"a":1}', {'content-type': type})).statusCode).toBe(200)
    expect(await counts()).toEqual({telemetry: 1, latest: 1, attribute: 0})
  })

  it('ignores unknown query parameters', async () => {
    expect((await post('telemetry?client_keys=a&x=%00', '{"a":1}')).statusCode).toBe(200)
  })

  it('takes the last of several points for one key and time', async () => {
    await post('telemetry', '[{"ts":5,"values":{"a":1}},{"ts":5,"values":{"a":2}}]')
    expect(await stored()).toEqual([{key: 'a', ts: 5, value: 2, kind: 1, text: null}])
  })

  it('replaces a point that is sent again', async () => {
    await post('telemetry', '{"ts":5,"values":{"a":1}}')
    await post('telemetry', '{"ts":5,"values":{"a":"off"}}')
    expect(await stored()).toEqual([{key: 'a', ts: 5, value: null, kind: 3, text: 'off'}])
  })

  it.each([
    '{"a":',
    '',
    'null',
    '7',
    '{"a":NaN}',
    '{"ts":1200000000000000,"values":{"a":1}}',
    '{"":1}',
    '{"a":"\\u0000"}',
  ])('refuses %s with 400 and a message, and stores nothing', async body => {
    const answer = await post('telemetry', body)
    expect([answer.statusCode, answer.json()]).toEqual([400, {message: expect.any(String)}])
    expect(await counts()).toEqual(NOTHING)
  })

  it('refuses what is not UTF-8', async () => {
    expect((await post('telemetry', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).statusCode).toBe(400)
  })

  it('stores no part of a message that is bad in its last value', async () => {
    expect((await post('telemetry', '[{"a":1},{"b":2},{"ts":-1,"values":{"c":3}}]')).statusCode).toBe(400)
    expect(await counts()).toEqual(NOTHING)
  })

  it('refuses a body over the limit with 413 and a message', async () => {
    const answer = await post('telemetry', `{"a":"${'x'.repeat(DEVICE_BODY_BYTES)}"}`)
    expect([answer.statusCode, answer.json()]).toEqual([413, {message: expect.any(String)}])
  })

  it.each(['wrong', '%00', '%F0%9F%98%80', 'x'.repeat(300), "'%20or%201=1"])(
    'answers 401 without a body to the token %s',
    async token => {
      const answer = await post('telemetry', '{"a":1}', {}, token)
      expect([answer.statusCode, answer.body]).toEqual([401, ''])
    },
  )
})

describe('attributes', () => {
  it('are stored in the client scope by their types', async () => {
    const answer = await post('attributes', '{"a":"x","b":true,"c":42,"d":42.5,"heartbeat":{"ts":5},"n":null}')
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    const {rows} = await test.database.pool.query(
      'select key, scope, bool_v, str_v, long_v::float8 as long_v, dbl_v, json_v from attribute order by key',
    )
    const none = {scope: 0, bool_v: null, str_v: null, long_v: null, dbl_v: null, json_v: null}
    expect(rows).toEqual([
      {...none, key: 'a', str_v: 'x'},
      {...none, key: 'b', bool_v: true},
      {...none, key: 'c', long_v: 42},
      {...none, key: 'd', dbl_v: 42.5},
      {...none, key: 'heartbeat', json_v: {ts: 5}},
    ])
  })

  it('answer {} with 200', async () => {
    expect((await post('attributes', '{}')).statusCode).toBe(200)
  })

  it.each(['[]', '7', '{"a":{"b":"\\u0000"}}', '{"a":"\\ud800"}', '{'])('refuse %s with 400', async body => {
    const answer = await post('attributes', body)
    expect([answer.statusCode, answer.json(), await counts()]).toEqual([400, {message: expect.any(String)}, NOTHING])
  })
})

describe('whatever a device sends', () => {
  const key = fc.oneof(
    fc.string({maxLength: 8}),
    fc.string({unit: 'grapheme', maxLength: 5}),
    fc.constantFrom('ts', 'values', '__proto__'),
  )
  const value = fc.oneof(
    fc.jsonValue({maxDepth: 3}),
    fc.double(),
    fc.constantFrom(2 ** 63, -(2 ** 63), 1e308, '9'.repeat(400)),
  )
  const entry = fc.oneof(
    fc.dictionary(key, value, {maxKeys: 5}),
    fc.record({ts: fc.oneof(fc.integer(), fc.double(), value), values: fc.dictionary(key, value, {maxKeys: 5})}),
    value,
  )
  const body = fc.oneof(
    entry.map(json => JSON.stringify(json) ?? ''),
    fc.array(entry, {maxLength: 5}).map(json => JSON.stringify(json)),
    fc.string(),
  )

  it.each(['telemetry', 'attributes'])('%s answers 200 or 400, and 400 stores nothing', async path => {
    await fc.assert(
      fc.asyncProperty(body, async payload => {
        const before = await counts()
        const {statusCode} = await post(path, payload)
        expect([200, 400]).toContain(statusCode)
        if (statusCode === 400) expect(await counts()).toEqual(before)
      }),
      {numRuns: 200},
    )
  })
})

it('holds a device to its rate limit', async () => {
  const limited = await createTestApp({database: test.database, rateLimits: {device: '2:3600'}})
  const send = () => limited.app.inject({method: 'POST', url: `/api/v1/${TOKEN}/telemetry`, payload: '{}'})
  const statuses = [await send(), await send(), await send()].map(({statusCode}) => statusCode)
  await limited.app.close()
  expect(statuses).toEqual([200, 200, 429])
})

describe('limits of values', () => {
  async function createLimited(rateLimits: {deviceValues?: string; organisationValues?: string}) {
    const limited = await createTestApp({database: test.database, rateLimits})
    onTestFinished(() => limited.app.close())
    const {database} = test
    const organisationId = await seedOrganisation(database, 'Northgate NOC')
    const tokenOf = async (name: string) => {
      await seedDevice(database, {name, organisationId})
      return `${name}-token`
    }
    return {
      tokenOf,
      async send(token: string, payload: string) {
        const url = `/api/v1/${token}/telemetry`
        const {statusCode, headers} = await limited.app.inject({method: 'POST', url, payload})
        return [statusCode, headers['retry-after']]
      },
    }
  }

  it('hold for a device, whatever its messages hold together, and store nothing of what is beyond', async () => {
    const {send} = await createLimited({deviceValues: '5:60'})

    expect(await send(TOKEN, '{"a":1,"b":2,"c":3}')).toEqual([200, undefined])
    expect(await send(TOKEN, '{"a":4,"b":5,"c":6}')).toEqual([429, '60'])
    expect(await send(TOKEN, 'not even JSON')).toEqual([429, '60'])
    expect(await counts()).toEqual({telemetry: 3, latest: 3, attribute: 0})
  })

  it('hold for all devices of an organisation together, and not for those of others', async () => {
    const {send, tokenOf} = await createLimited({organisationValues: '3:60'})
    const [crane, hoist] = [await tokenOf('crane'), await tokenOf('hoist')]

    expect(await send(crane, '{"a":1,"b":2}')).toEqual([200, undefined])
    expect(await send(hoist, '{"a":1,"b":2}')).toEqual([429, '60'])
    expect(await send(TOKEN, '{"a":1,"b":2}')).toEqual([200, undefined])
  })
})

it('answers every device of others while one floods the server with long messages', async () => {
  const organisationId = await seedOrganisation(test.database, 'Flood')
  await seedDevice(test.database, {name: 'flood', organisationId})
  const long = JSON.stringify(Array.from({length: 10_000}, (_, ts) => ({ts, values: {a: ts}})))

  const flood = Array.from({length: 24}, () => post('telemetry', long, {}, 'flood-token'))
  const others = Array.from({length: 24}, (_, ts) => post('telemetry', `{"ts":${ts},"values":{"a":1}}`))

  const statusesOf = async (answers: Promise<{statusCode: number}>[]) =>
    new Set((await Promise.all(answers)).map(({statusCode}) => statusCode))
  expect(await statusesOf(others)).toEqual(new Set([200]))
  expect(await statusesOf(flood)).toEqual(new Set([200, 429]))
})
