import {Readable} from 'node:stream'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {user} from '../../../server/database/schema'
import {type Cookies, createTestApp, seedUser, signIn, type TestApp} from '../../support/app'

let test: TestApp
let admin: Cookies

beforeEach(async () => {
  test = await createTestApp({furtherAccess: {'GET /api/v0/known': {who: 'everyone'}}})
})
afterEach(() => test.close())

const handler = async () => 'open'

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
