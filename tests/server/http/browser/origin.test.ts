import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {
  type Cookies,
  createTestApp,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../../support/app'

let test: TestApp
let signedIn: Cookies

beforeAll(async () => {
  test = await createTestApp({allowedOrigins: ['https://wall.works.test']})
  await seedUser(test.database, {email: 'admin@works.test'})
  signedIn = await signIn(test.app, 'admin@works.test')
})
afterAll(() => test.close())

const host = 'pulsewall.test:3000'
const logout = (headers: Record<string, string>) =>
  test.app.inject({method: 'POST', url: '/api/v0/auth/logout', headers: {host, ...headers}})

describe('a change', () => {
  it.each([
    ['another site', {origin: 'https://evil.test'}],
    ['another port of the same machine', {origin: 'http://pulsewall.test:8080'}],
    ['another site that names itself as forwarded', {origin: 'https://evil.test', 'x-forwarded-host': 'evil.test'}],
    ['a page without an origin', {origin: 'null'}],
    ['a page that the browser calls cross-site', {'sec-fetch-site': 'cross-site'}],
    ['a page that claims the own origin across sites', {origin: `http://${host}`, 'sec-fetch-site': 'cross-site'}],
  ])('is refused from %s', async (_what, headers) => {
    const response = await logout({...headers, cookie: `accessToken=${signedIn.accessToken}`})

    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({message: 'A request from another site is not taken.'})
    expect((await test.app.inject({url: '/api/v0/user', cookies: signedIn})).statusCode).toBe(200)
  })

  it.each([
    ['the own page', {origin: `http://${host}`, 'sec-fetch-site': 'same-origin'}],
    ['the own page behind a proxy that ends TLS', {origin: `https://${host}`}],
    ['an allowed origin', {origin: 'https://wall.works.test', 'sec-fetch-site': 'cross-site'}],
    ['a caller that is no browser', {}],
  ])('is taken from %s', async (_what, headers) => {
    expect((await logout(headers)).statusCode).toBe(204)
  })
})

describe('a change in the form of', () => {
  it.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'TEXT/PLAIN',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('%s, which any page may send unasked, is refused', async contentType => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v0/auth/logout',
      payload: '{"email":"a"}',
      headers: {host, 'content-type': contentType, cookie: `accessToken=${signedIn.accessToken}`},
    })

    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({message: 'A form is not taken: send JSON.'})
    expect((await test.app.inject({url: '/api/v0/user', cookies: signedIn})).statusCode).toBe(200)
  })

  it('text/plain is taken from a device, which brings no cookie', async () => {
    const organisationId = await seedOrganisation(test.database)
    await seedDevice(test.database, {name: 'pump', organisationId})
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/pump-token/telemetry',
      payload: '{"temperature": 21.5}',
      headers: {'content-type': 'text/plain'},
    })

    expect(response.statusCode).toBe(200)
  })
})

it('takes reading from anywhere, since nothing but the own page may see the answer', async () => {
  const response = await test.app.inject({
    url: '/api/v0/user',
    cookies: signedIn,
    headers: {origin: 'https://evil.test'},
  })

  expect(response.statusCode).toBe(200)
  expect(response.headers['access-control-allow-origin']).toBeUndefined()
})
