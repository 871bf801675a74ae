import {afterAll, beforeAll, expect, it, vi} from 'vitest'
import type {Offer} from '../../../contract/wire/capabilities'
import type {Http} from '../../../src/api/http'
import type {SeriesQuestion} from '../../../src/domain/telemetry/series/seriesAnswer'
import {loadDrawn, loadDrawnAndNewest} from '../../../src/wiring/telemetry/chartSeries'
import {createTestApp, seedDevice, seedOrganisation, seedUser, type TestApp} from '../../support/app'
import {PULSEWALL} from '../../support/offer'
import {signedInHttp} from '../signedIn'

const EMAIL = 'plant@works.test'
const SECOND = 1000
const COUNT = 1500

let server: TestApp
let http: Http
let question: SeriesQuestion

beforeAll(async () => {
  server = await createTestApp()
  const organisationId = await seedOrganisation(server.database)
  const boiler = await seedDevice(server.database, {name: 'Boiler', organisationId})
  await seedUser(server.database, {email: EMAIL, authority: 'ORGANISATION_ADMIN', organisationId})
  const start = server.clock.now - COUNT * SECOND
  const body = Array.from({length: COUNT}, (_, at) => ({ts: start + at * SECOND, values: {temperature: at % 7}}))
  const response = await server.app.inject({method: 'POST', url: '/api/v1/Boiler-token/telemetry', body})
  expect(response.statusCode).toBe(200)
  http = await signedInHttp(server, EMAIL)
  question = {
    deviceId: boiler.id,
    key: 'temperature',
    start,
    end: server.clock.now,
    aggregation: 'none',
    windowMinutes: 30,
    zone: 'UTC',
  }
})
afterAll(() => server.close())

/** The calls that an action makes, each by its `limit`. The call with the limit of `failing` fails. */
async function asked(load: typeof loadDrawn, {failing, offer = PULSEWALL}: {failing?: number; offer?: Offer} = {}) {
  const limits: unknown[] = []
  const counting: Http = {
    ...http,
    call: (route, asked) => {
      const limit = 'query' in asked ? Object(asked.query).limit : undefined
      limits.push(limit)
      return limit === failing ? Promise.reject(new Error('lost')) : http.call(route, asked)
    },
  }
  const {points, total, isThinned, isTruncated} = await load(counting, {question, offer}, {})
  return {
    limits,
    total,
    isThinned,
    isTruncated,
    newest: points.slice(-20).map(({ts}) => question.start + COUNT * SECOND - ts),
  }
}

const LAST_SECONDS = Array.from({length: 20}, (_, at) => (20 - at) * SECOND)

it('adds the newest points one by one to a chart that is thinned', async () => {
  const whole = {total: COUNT, isThinned: true, isTruncated: false, newest: LAST_SECONDS}
  expect(await asked(loadDrawnAndNewest)).toEqual({...whole, limits: [1000, 20]})
})

it('makes one call for a chart that lists no points', async () => {
  expect((await asked(loadDrawn)).limits).toEqual([1000])
})

it('draws a chart whose newest points can’t be had', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const {newest, ...drawn} = await asked(loadDrawnAndNewest, {failing: 20})
  expect(drawn).toEqual({limits: [1000, 20], total: COUNT, isThinned: true, isTruncated: false})
  expect(newest).not.toEqual(LAST_SECONDS)
  expect(said.mock.calls).toEqual([['Failed to load the newest points', new Error('lost')]])
  said.mockRestore()
})

it('asks a server of the specification for an older point, because a full answer may be the whole', async () => {
  const cut = {total: 1000, isThinned: false, isTruncated: true, newest: LAST_SECONDS}
  expect(await asked(loadDrawn, {offer: 'specified'})).toEqual({...cut, limits: [1000, 1]})
})
