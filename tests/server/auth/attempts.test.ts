import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {type Cookies, cookiesOf, createTestApp, PASSWORD, seedUser, signIn, type TestApp} from '../../support/app'

let test: TestApp

beforeEach(async () => {
  test = await createTestApp({rateLimits: {loginAccount: '3:60', loginAddress: '10:60', refreshAddress: '2:60'}})
  await seedUser(test.database, {email: 'admin@works.test'})
})
afterEach(() => test.close())

const login = (email: string, password: string, remoteAddress: string) =>
  test.app.inject({method: 'POST', url: '/api/v0/auth/login', body: {email, password}, remoteAddress})

describe('too many attempts to sign in', () => {
  it('are refused for the account, from whichever address they come', async () => {
    for (const last of [1, 2, 3]) await login('admin@works.test', 'wrong', `10.0.0.${last}`)

    const response = await login('Admin@works.test', PASSWORD, '10.0.0.4')

    expect(response.statusCode).toBe(429)
    expect(response.json()).toEqual({message: 'Too many requests. Try again later.'})
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  it('by strangers do not lock out an owner who has signed in from his address before', async () => {
    await login('admin@works.test', PASSWORD, '10.0.0.1')
    for (let round = 0; round < 6; round++) await login('admin@works.test', 'wrong', '10.9.9.9')

    expect((await login('admin@works.test', 'wrong', '10.9.9.9')).statusCode).toBe(429)
    expect((await login('admin@works.test', PASSWORD, '10.0.0.1')).statusCode).toBe(200)
  })

  it('are refused for an address that tries one account after the other', async () => {
    for (let round = 0; round < 10; round++) await login(`user${round}@works.test`, 'wrong', '10.0.0.1')

    expect((await login('admin@works.test', PASSWORD, '10.0.0.1')).statusCode).toBe(429)
    expect((await login('admin@works.test', PASSWORD, '10.0.0.2')).statusCode).toBe(200)
  })

  it('are failed ones: signing in again and again is no attack', async () => {
    for (let round = 0; round < 12; round++) {
      expect((await login('admin@works.test', PASSWORD, '10.0.0.1')).statusCode).toBe(200)
    }
  })
})

it('refuses too many refreshes of one session, which lives on, as do the others', async () => {
  const limited = await createTestApp({database: test.database, rateLimits: {refreshSession: '2:60'}})
  const refresh = async (cookies: Cookies) => {
    const response = await limited.app.inject({method: 'POST', url: '/api/v0/auth/refresh-token', cookies})
    return {statusCode: response.statusCode, cookies: cookiesOf(response)}
  }
  const first = await refresh(await signIn(limited.app, 'admin@works.test'))
  const second = await refresh(first.cookies)

  expect(await refresh(second.cookies)).toEqual({statusCode: 429, cookies: {accessToken: '', refreshToken: ''}})
  expect((await limited.app.inject({url: '/api/v0/user', cookies: second.cookies})).statusCode).toBe(200)
  expect((await refresh(await signIn(limited.app, 'admin@works.test'))).statusCode).toBe(204)
  await limited.close()
})

it('refuses too many refreshes from an address', async () => {
  const refresh = () => test.app.inject({method: 'POST', url: '/api/v0/auth/refresh-token'})

  expect([await refresh(), await refresh(), await refresh()].map(({statusCode}) => statusCode)).toEqual([401, 401, 429])
})
