import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {preferences} from '../../../server/database/schema/user'
import {type Cookies, createTestApp, seedUser, signIn, type TestApp} from '../../support/app'

const PATH = '/api/v0/users/preferences'
const DEFAULTS = {
  theme: 'system',
  zone: null,
  hours: null,
  density: 'comfortable',
  language: 'en',
  quiet: null,
  weeklyReport: true,
  firstWall: null,
}
const QUIET = {from: '22:00', until: '06:00', days: [1, 7], zone: 'Asia/Tokyo'}
const OWN = {
  theme: 'dark',
  zone: 'Asia/Tokyo',
  hours: '24',
  density: 'compact',
  language: 'de',
  quiet: QUIET,
  weeklyReport: false,
  firstWall: 'Halls',
}

let test: TestApp
let ada: Cookies
let bob: Cookies
let root: Cookies
let adaId: string

beforeAll(async () => {
  test = await createTestApp()
  adaId = (await seedUser(test.database, {email: 'ada@works.test', authority: 'CUSTOMER_USER'})).id
  await seedUser(test.database, {email: 'bob@works.test', authority: 'CUSTOMER_USER'})
  await seedUser(test.database, {email: 'root@works.test'})
  ada = await signIn(test.app, 'ada@works.test')
  bob = await signIn(test.app, 'bob@works.test')
  root = await signIn(test.app, 'root@works.test')
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.database.db.delete(preferences)
  test.clock.now++
})

async function call(method: 'GET' | 'PUT', cookies: Cookies, body?: object): Promise<unknown> {
  const answer = await test.app.inject({method, url: PATH, cookies, ...(body && {body})})
  return [answer.statusCode, answer.json()]
}

async function trail(): Promise<unknown[]> {
  const answer = await test.app.inject({url: `/api/v0/audit?entityId=${adaId}&from=${test.clock.now}`, cookies: root})
  const entries: {action: string; detail: unknown}[] = answer.json().entries
  return entries.reverse().map(({action, detail}) => [action, detail])
}

describe('the preferences', () => {
  it('are empty before any are kept', async () => {
    expect(await call('GET', ada)).toEqual([200, {}])
  })

  it('are the defaults but for what was chosen', async () => {
    expect(await call('PUT', ada, {theme: 'light'})).toEqual([200, {...DEFAULTS, theme: 'light'}])
    expect(await call('PUT', ada, {language: 'de'})).toEqual([200, {...DEFAULTS, theme: 'light', language: 'de'}])
    expect(await call('GET', ada)).toEqual([200, {...DEFAULTS, theme: 'light', language: 'de'}])
  })

  it('go back to the browser’s zone and the hours of the language', async () => {
    expect(await call('PUT', ada, OWN)).toEqual([200, OWN])
    expect(await call('PUT', ada, {zone: null, hours: null})).toEqual([200, {...OWN, zone: null, hours: null}])
  })

  it('are of their user alone', async () => {
    await call('PUT', ada, OWN)
    expect(await call('GET', bob)).toEqual([200, {}])
  })

  it('leave their changed fields in the audit trail, and nothing when nothing changed', async () => {
    await call('PUT', ada, {theme: 'dark', density: 'comfortable'})
    await call('PUT', ada, {theme: 'dark'})
    const changes = {theme: {before: 'system', after: 'dark'}}
    expect(await trail()).toEqual([['preferences.updated', {fields: ['theme'], changes}]])
  })

  it.each([
    [{theme: 'pink'}, /^theme: /],
    [{zone: 'Mars/Olympus'}, 'zone: is not a known time zone'],
    [{hours: '13'}, /^hours: /],
    [{density: 3}, /^density: /],
    [{quiet: {...QUIET, from: '24:00'}}, /^quiet.from: /],
    [{quiet: {...QUIET, days: []}}, /^quiet.days: /],
    [{quiet: {...QUIET, zone: 'Mars/Olympus'}}, /^quiet.zone: /],
    [{language: 'fr'}, /^language: /],
    [{userId: '0190b0e0-0000-7000-8000-000000000000'}, 'There is no field userId'],
  ])('refuse %j and stay as they were', async (body, message) => {
    await call('PUT', ada, OWN)
    const told = {message: typeof message === 'string' ? message : expect.stringMatching(message)}
    expect(await call('PUT', ada, {...DEFAULTS, ...body})).toEqual([400, told])
    expect(await call('GET', ada)).toEqual([200, OWN])
  })

  it('are not offered by a server with the specified calls only', async () => {
    const bare = await createTestApp({database: test.database, additions: false})
    expect((await bare.app.inject({url: PATH, cookies: ada})).statusCode).toBe(404)
    await bare.close()
  })
})
