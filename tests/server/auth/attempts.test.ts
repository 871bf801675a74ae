import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {hashPassword} from '../../../server/auth/passwords'
import {audit} from '../../../server/database/schema/audit'
import {user} from '../../../server/database/schema/user'
import {
  type Cookies,
  cookiesOf,
  createTestApp,
  PASSWORD,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../support/app'

const SECOND = 1000
let test: TestApp

beforeEach(async () => {
  test = await createTestApp({rateLimits: {loginAddress: '10:600', refreshAddress: '2:60'}})
  await seedUser(test.database, {email: 'admin@works.test'})
})
afterEach(() => test.close())

const OWNER = '10.0.0.1'
const STRANGER = '10.9.9.9'

const login = (email: string, password: string, remoteAddress: string) =>
  test.app.inject({method: 'POST', url: '/api/v0/auth/login', body: {email, password}, remoteAddress})

const statusOf = async (...attempt: Parameters<typeof login>) => (await login(...attempt)).statusCode

/** Each from an address of its own. */
async function failManyTimes(times: number) {
  for (let round = 0; round < times; round++) await login('admin@works.test', 'wrong', `10.1.0.${round}`)
}

describe('failing to sign in', () => {
  it('makes the account wait after the sixth time, from whichever addresses and in whichever case it came', async () => {
    await failManyTimes(5)
    expect(await statusOf('ADMIN@works.test ', 'wrong', '10.2.0.1')).toBe(401)

    const response = await login('Admin@works.test', PASSWORD, '10.2.0.2')

    expect(response.statusCode).toBe(429)
    expect(response.json()).toEqual({message: 'Too many requests. Try again later.'})
    expect(response.headers['retry-after']).toBe('1')
    test.clock.now += SECOND
    expect(await statusOf('admin@works.test', PASSWORD, '10.2.0.2')).toBe(200)
  })

  it('never makes anybody wait for more than a minute, however long strangers go on', async () => {
    const waits = []
    for (let round = 0; round < 20; round++) {
      await login('admin@works.test', 'wrong', `10.1.0.${round}`)
      const {headers} = await login('admin@works.test', 'wrong', `10.2.0.${round}`)
      waits.push(Number(headers['retry-after'] ?? 0))
      test.clock.now += Number(headers['retry-after'] ?? 0) * SECOND
    }

    expect(Math.max(...waits)).toBe(60)
    expect(await statusOf('admin@works.test', PASSWORD, OWNER)).toBe(200)
  })

  it('is forgiven by signing in', async () => {
    await failManyTimes(5)
    await login('admin@works.test', PASSWORD, OWNER)

    for (let round = 0; round < 5; round++) expect(await statusOf('admin@works.test', 'wrong', STRANGER)).toBe(401)
    expect(await statusOf('admin@works.test', PASSWORD, OWNER)).toBe(200)
  })

  it('makes an account wait that does not exist just the same', async () => {
    for (let round = 0; round < 6; round++) await login('nobody@works.test', 'wrong', `10.1.0.${round}`)

    const response = await login('nobody@works.test', 'wrong', STRANGER)

    expect(response.statusCode).toBe(429)
    expect(response.headers['retry-after']).toBe('1')
  })

  it('does not keep an owner out where he has signed in before, whatever strangers do', async () => {
    await login('admin@works.test', PASSWORD, OWNER)
    await failManyTimes(12)

    expect(await statusOf('admin@works.test', PASSWORD, STRANGER)).toBe(429)
    expect(await statusOf('admin@works.test', 'mistyped', OWNER)).toBe(401)
    expect(await statusOf('admin@works.test', PASSWORD, OWNER)).toBe(200)
  })

  it('keeps nobody out who has signed in at the address from which strangers try one account after the other', async () => {
    await login('admin@works.test', PASSWORD, OWNER)
    for (let round = 0; round < 12; round++) await login(`user${round}@works.test`, 'wrong', OWNER)

    expect(await statusOf('other@works.test', PASSWORD, OWNER)).toBe(429)
    expect(await statusOf('admin@works.test', PASSWORD, OWNER)).toBe(200)
    for (let minute = 0; minute < 5; minute++) {
      test.clock.now += 60 * SECOND
      await login('user0@works.test', 'wrong', OWNER)
      expect(await statusOf('admin@works.test', PASSWORD, OWNER)).toBe(200)
    }
  })

  it('makes an address wait that tries one account after the other, and nobody else', async () => {
    for (let round = 0; round < 11; round++) await login(`user${round}@works.test`, 'wrong', STRANGER)

    expect(await statusOf('admin@works.test', PASSWORD, STRANGER)).toBe(429)
    expect(await statusOf('admin@works.test', PASSWORD, OWNER)).toBe(200)
    test.clock.now += SECOND
    expect(await statusOf('admin@works.test', PASSWORD, STRANGER)).toBe(200)
  })

  it('counts all addresses that one holder of an IPv6 network can choose from as one', async () => {
    for (let round = 0; round < 11; round++)
      await login(`user${round}@works.test`, 'wrong', `2001:db8:1:2::${round.toString(16)}`)

    expect(await statusOf('admin@works.test', PASSWORD, '2001:db8:1:2:ffff::1')).toBe(429)
    expect(await statusOf('admin@works.test', PASSWORD, '2001:db8:1:3::1')).toBe(200)
  })

  it('is what counts: signing in again and again is no attack', async () => {
    for (let round = 0; round < 12; round++) expect(await statusOf('admin@works.test', PASSWORD, OWNER)).toBe(200)
  })

  it('is told before the password is looked at', async () => {
    await failManyTimes(6)
    const refusals = async () =>
      (await test.database.db.select().from(audit)).filter(({action}) => action === 'session.refused')
    const before = await refusals()

    await login('admin@works.test', PASSWORD, STRANGER)

    expect(await refusals()).toEqual(before)
  })
})

describe('an email that has an account in the organisation of somebody else, too', () => {
  const OWN = 'the password of the other account'

  beforeEach(async () => {
    const organisationId = await seedOrganisation(test.database)
    const passwordHash = await hashPassword(OWN)
    await seedUser(test.database, {email: 'admin@works.test', authority: 'CUSTOMER_USER', organisationId, passwordHash})
  })

  it('is guessed at no faster by signing in to the other account in between', async () => {
    for (let round = 0; round < 15; round++) {
      for (let guess = 0; guess < 4; guess++) await login('admin@works.test', `guess ${round} ${guess}`, STRANGER)
      await login('admin@works.test', OWN, STRANGER)
    }
    const accounts = await test.database.db.select().from(user)
    const guessedAt = accounts.find(({authority}) => authority === 'SYS_ADMIN')

    expect(guessedAt?.failedSignIns).toBeLessThan(7)
    expect(guessedAt?.failedSignIns).toBeGreaterThan(3)
  })

  it('is guessed at no faster by one who gives the other account the password that is guessed', async () => {
    for (let round = 0; round < 6; round++) await login('admin@works.test', OWN, `10.1.0.${round}`)

    const {statusCode, headers} = await login('admin@works.test', PASSWORD, STRANGER)
    expect([statusCode, headers['retry-after']]).toEqual([429, '1'])
    test.clock.now += SECOND
    expect(await statusOf('admin@works.test', PASSWORD, STRANGER)).toBe(200)
  })

  it('says that one account has to wait whether or not the password is that account’s, and counts each guess', async () => {
    for (let round = 0; round < 6; round++) await login('admin@works.test', OWN, `10.1.0.${round}`)

    expect(await statusOf('admin@works.test', 'guess', STRANGER)).toBe(429)
    const failures = (await test.database.db.select().from(user)).map(({failedSignIns}) => failedSignIns)
    expect(failures.toSorted()).toEqual([0, 1])
  })

  it('keeps nobody out on networks on which the own account is known, and no other', async () => {
    await login('admin@works.test', PASSWORD, OWNER)
    await login('admin@works.test', OWN, STRANGER)
    await failManyTimes(12)

    expect(await statusOf('admin@works.test', PASSWORD, OWNER)).toBe(200)
    expect(await statusOf('admin@works.test', OWN, STRANGER)).toBe(200)
    expect(await statusOf('admin@works.test', PASSWORD, STRANGER)).toBe(429)
    expect(await statusOf('admin@works.test', PASSWORD, '10.2.0.1')).toBe(429)
  })

  it('does not exempt the network of one account from the limit of addresses for the other', async () => {
    await login('admin@works.test', OWN, STRANGER)
    for (let round = 0; round < 10; round++) await login(`user${round}@works.test`, 'wrong', STRANGER)

    expect(await statusOf('admin@works.test', 'guess', STRANGER)).toBe(401)
    expect(await statusOf('admin@works.test', 'guess', STRANGER)).toBe(429)
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

it('makes an address wait that brings one worthless refresh token after the other, and nobody else', async () => {
  const refresh = (remoteAddress: string, cookies = {}) =>
    test.app.inject({method: 'POST', url: '/api/v0/auth/refresh-token', remoteAddress, cookies})
  const cookies = await signIn(test.app, 'admin@works.test')
  const answers = [await refresh(STRANGER), await refresh(STRANGER), await refresh(STRANGER), await refresh(STRANGER)]

  expect(answers.map(({statusCode}) => statusCode)).toEqual([401, 401, 401, 429])
  expect(answers[3]?.headers['retry-after']).toBe('1')
  for (let round = 0; round < 5; round++) expect((await refresh(OWNER, cookies)).statusCode).toBe(204)
})
