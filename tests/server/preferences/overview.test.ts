import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {overview} from '../../../server/database/schema/user'
import {type Cookies, createTestApp, seedUser, signIn, type TestApp} from '../../support/app'

const WALL = {name: 'Overview', panels: [{kind: 'clock', x: 0, y: 0, w: 6, h: 3}]}

let test: TestApp
let ada: Cookies
let bob: Cookies

beforeAll(async () => {
  test = await createTestApp()
  await seedUser(test.database, {email: 'ada@works.test', authority: 'CUSTOMER_USER'})
  await seedUser(test.database, {email: 'bob@works.test', authority: 'CUSTOMER_USER'})
  ada = await signIn(test.app, 'ada@works.test')
  bob = await signIn(test.app, 'bob@works.test')
})
afterAll(() => test.close())

async function call(method: 'GET' | 'PUT', cookies: Cookies, body?: object): Promise<unknown> {
  const answer = await test.app.inject({method, url: '/api/v0/users/overview', cookies, ...(body && {body})})
  return [answer.statusCode, answer.json()]
}

const keptRows = async () => (await test.database.db.select().from(overview)).length

describe("a user's overview", () => {
  it('is the standard, of which nothing is kept', async () => {
    expect(await call('GET', ada)).toEqual([200, {wall: null, version: 0}])
    expect(await call('PUT', ada, {wall: null, version: 0})).toEqual([200, {wall: null, version: 0}])
    expect(await keptRows()).toBe(0)
  })

  it('is kept for the user alone, and refused from who has not seen the last change', async () => {
    expect(await call('PUT', ada, {wall: WALL, version: 0})).toEqual([200, {wall: WALL, version: 1}])
    expect(await call('GET', ada)).toEqual([200, {wall: WALL, version: 1}])
    expect(await call('GET', bob)).toEqual([200, {wall: null, version: 0}])
    expect(await call('PUT', ada, {wall: {...WALL, panels: []}, version: 0})).toMatchObject([409, {}])
    expect(await call('PUT', ada, {wall: {...WALL, panels: []}, version: 1})).toMatchObject([200, {version: 2}])
  })

  it('is the standard again, of a version of its own', async () => {
    expect(await call('PUT', ada, {wall: null, version: 1})).toMatchObject([409, {}])
    expect(await call('PUT', ada, {wall: null, version: 2})).toEqual([200, {wall: null, version: 3}])
    expect(await call('PUT', ada, {wall: WALL, version: 0})).toMatchObject([409, {}])
    expect(await call('GET', ada)).toEqual([200, {wall: null, version: 3}])
  })

  it.each([[{wall: WALL}], [{version: 1}], [{wall: WALL, version: 'x'}], [{wall: WALL, version: 0, more: 1}]])(
    'is not %j',
    async body => expect(await call('PUT', ada, body)).toMatchObject([400, {}]),
  )
})
