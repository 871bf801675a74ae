import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {type Cookies, createTestApp, seedUser, signIn, type TestApp} from '../../support/app'

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

it('takes reading from anywhere, since nothing but the own page may see the answer', async () => {
  const response = await test.app.inject({
    url: '/api/v0/user',
    cookies: signedIn,
    headers: {origin: 'https://evil.test'},
  })

  expect(response.statusCode).toBe(200)
  expect(response.headers['access-control-allow-origin']).toBeUndefined()
})
