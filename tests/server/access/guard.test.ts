import {Readable} from 'node:stream'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import type {Access} from '../../../server/access/access'
import {user} from '../../../server/database/schema/user'
import {
  type Cookies,
  createTestApp,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../support/app'

let test: TestApp
let admin: Cookies

beforeEach(async () => {
  test = await createTestApp({furtherAccess: FURTHER})
})
afterEach(() => test.close())

const handler = async () => 'open'

const FURTHER: Readonly<Record<string, Access>> = {
  'GET /api/v0/known': {who: 'everyone'},
  'GET /api/v0/forgetful/:id': {who: 'signedIn', keys: 'no'},
  'GET /api/v0/nameless': {who: 'signedIn', on: 'device', keys: 'no'},
  'GET /api/v0/forgetful/device/:id': {who: 'signedIn', on: 'device', keys: 'no'},
  'GET /api/v0/forgetful/organisation/:id': {who: 'signedIn', on: 'ownOrganisation', keys: 'no'},
  'GET /api/v0/forgetful/any/:entityType/:entityId': {who: 'signedIn', on: 'named', keys: 'no'},
  'DELETE /api/v0/forgetful/device/:id': {who: 'signedIn', on: 'device', keys: 'no'},
}

describe('a route is refused', () => {
  it('when it is missing in the access table', () => {
    const register = () => test.app.get('/api/v0/backdoor', handler)

    expect(register).toThrow('GET /api/v0/backdoor is missing in the access table')
  })

  it('when it is for several methods, since each has a row of its own', () => {
    const register = () => test.app.route({method: ['GET', 'DELETE'], url: '/api/v0/known', handler})

    expect(register).toThrow('GET, DELETE /api/v0/known must be registered method by method')
  })
})

describe('a route that names something', () => {
  it.each([
    ['without a row that says of which kind it is', '/api/v0/forgetful/:id'],
    ['that its path does not have', '/api/v0/nameless'],
  ])('is refused %s', (_what, url) => {
    expect(() => test.app.get(url, handler)).toThrow(`GET ${url} does not name what the access table says`)
  })

  it('answers nobody from outside, though its handler asks for nothing', async () => {
    const {app, database} = test
    for (const call of Object.keys(FURTHER).filter(call => call.includes('/forgetful/') && !call.endsWith('ful/:id'))) {
      const [method = '', url = ''] = call.split(' ')
      app.route({method, url, handler})
    }
    const [own, foreign] = [await seedOrganisation(database, 'Own'), await seedOrganisation(database, 'Foreign')]
    await seedUser(database, {email: 'plant@t.test', authority: 'ORGANISATION_ADMIN', organisationId: own})
    const cookies = await signIn(app, 'plant@t.test')
    const deviceOf = async (organisationId: string) =>
      (await seedDevice(database, {name: organisationId, organisationId})).id
    const [ownDevice, foreignDevice] = [await deviceOf(own), await deviceOf(foreign)]
    const statusOf = async (method: 'GET' | 'DELETE', path: string) =>
      (await app.inject({method, url: `/api/v0/forgetful/${path}`, cookies})).statusCode

    expect(await statusOf('GET', `device/${ownDevice}`)).toBe(200)
    expect(await statusOf('GET', `device/${foreignDevice}`)).toBe(404)
    expect(await statusOf('GET', `device/${foreignDevice.toUpperCase()}`)).toBe(404)
    expect(await statusOf('GET', 'device/no-id')).toBe(404)
    expect(await statusOf('DELETE', `device/${ownDevice}`)).toBe(200)
    expect(await statusOf('DELETE', `device/${foreignDevice}`)).toBe(404)
    expect(await statusOf('GET', `organisation/${own}`)).toBe(200)
    expect(await statusOf('GET', `organisation/${foreign}`)).toBe(404)
    expect(await statusOf('GET', `any/device/${ownDevice}`)).toBe(200)
    expect(await statusOf('GET', `any/device/${foreignDevice}`)).toBe(404)
    expect(await statusOf('GET', `any/organisation/${foreign}`)).toBe(404)
    expect(await statusOf('GET', `any/city/${ownDevice}`)).toBe(404)
  })
})

describe('while a body is on its way', () => {
  beforeEach(async () => {
    await seedUser(test.database, {email: 'admin@t.test'})
    admin = await signIn(test.app, 'admin@t.test')
  })

  it.each([
    ['its sender is signed out', () => signOut(), 401, 'Not signed in.'],
    ['its sender loses the authority', () => demote(), 403, 'Your account may not do this.'],
  ])('%s: nothing is written', async (_what, happen, status, message) => {
    const body = {email: 'new@t.test', password: 'a quite new password'}

    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v0/user/register',
      headers: {'content-type': 'application/json'},
      cookies: {accessToken: admin.accessToken},
      payload: arriving(body, happen),
    })

    expect([response.statusCode, response.json()]).toEqual([status, {message}])
    expect(await test.database.db.select({email: user.email}).from(user)).toEqual([{email: 'admin@t.test'}])
  })
})

/** The body is asked for when the guards have let its request in. */
function arriving(body: object, happen: () => Promise<unknown>): Readable {
  async function* chunks() {
    await happen()
    yield JSON.stringify(body)
  }
  return Readable.from(chunks(), {objectMode: false})
}

const signOut = () =>
  test.app.inject({method: 'POST', url: '/api/v0/auth/logout', cookies: {accessToken: admin.accessToken}})

const demote = () => test.database.db.update(user).set({authority: 'CUSTOMER_USER'})
