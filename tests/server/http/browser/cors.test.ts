import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {type Cookies, createTestApp, seedUser, signIn, type TestApp} from '../../../support/app'

const WALL = 'https://wall.works.test'
const SHARED = {'access-control-allow-origin': WALL, 'access-control-allow-credentials': 'true'}

let test: TestApp
let signedIn: Cookies

beforeAll(async () => {
  test = await createTestApp({allowedOrigins: [WALL]})
  await seedUser(test.database, {email: 'admin@works.test'})
  signedIn = await signIn(test.app, 'admin@works.test')
})
afterAll(() => test.close())

function preflight(url: string, origin: string, method = 'POST') {
  const headers = {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'content-type',
  }
  return test.app.inject({method: 'OPTIONS', url, headers})
}

describe('a client on an allowed origin', () => {
  it('reads what its user may see, and the clock of the server', async () => {
    const response = await test.app.inject({url: '/api/v0/user', cookies: signedIn, headers: {origin: WALL}})

    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      ...SHARED,
      'access-control-expose-headers':
        'Date, Retry-After, Location, Tus-Resumable, Upload-Length, Upload-Offset, Upload-Expires',
      vary: expect.stringContaining('Origin'),
    })
  })

  it('reads why a call failed', async () => {
    const response = await test.app.inject({url: '/api/v0/user', headers: {origin: WALL}})

    expect(response.statusCode).toBe(401)
    expect(response.headers).toMatchObject(SHARED)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('may ask whether it may %s', async method => {
    const response = await preflight('/api/v0/auth/login', WALL, method)

    expect(response.statusCode).toBe(204)
    expect(response.headers).toMatchObject({
      ...SHARED,
      'access-control-allow-methods': expect.stringContaining(method),
      'access-control-allow-headers': 'content-type',
    })
  })

  it('is told the same when it asks without saying for what', async () => {
    const response = await test.app.inject({method: 'OPTIONS', url: '/api/v0/user', headers: {origin: WALL}})

    expect(response.statusCode).toBe(204)
    expect(response.headers).toMatchObject(SHARED)
  })
})

describe('nothing is shared', () => {
  it.each([
    ['with a foreign page', '/api/v0/user', 'https://evil.test'],
    ['with a page that has no origin', '/api/v0/user', 'null'],
    ['with another port', '/api/v0/user', `${WALL}:8443`],
    ['of the devices’ calls', '/api/v1/token/telemetry', WALL],
  ])('%s', async (_what, url, origin) => {
    const asked = await preflight(url, origin)
    const answered = await test.app.inject({method: 'POST', url, headers: {origin}})

    expect(asked.statusCode).toBe(404)
    for (const {headers} of [asked, answered]) {
      expect(Object.keys(headers).filter(name => name.startsWith('access-control-'))).toEqual([])
    }
  })

  it('when no origin is allowed', async () => {
    const alone = await createTestApp({database: test.database})

    const response = await alone.app.inject({url: '/config.json', headers: {origin: WALL}})

    expect(response.headers['access-control-allow-origin']).toBeUndefined()
    await alone.app.close()
  })
})
