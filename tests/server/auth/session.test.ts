import {eq, sql} from 'drizzle-orm'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {createAuditTrail} from '../../../server/audit/repository'
import {createSessionRepository, ROTATION_GRACE} from '../../../server/auth/repository'
import {session, token, type user} from '../../../server/database/schema'
import {type Cookies, cookiesOf, createTestApp, seedUser, signIn, type TestApp} from '../../support/app'
import {noWalls} from '../../support/noWalls'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let test: TestApp
let signedIn: Cookies

beforeEach(async () => {
  test = await createTestApp()
  await seedUser(test.database, {email: 'admin@works.test'})
  signedIn = await signIn(test.app, 'admin@works.test')
})
afterEach(() => test.close())

const post = (path: string, cookies: Record<string, string> = {}) =>
  test.app.inject({method: 'POST', url: `/api/v0/auth/${path}`, cookies})
const refresh = (refreshToken: string) => post('refresh-token', {refreshToken})

async function statusWith({accessToken}: Pick<Cookies, 'accessToken'>) {
  const response = await test.app.inject({url: '/api/v0/user', cookies: {accessToken}})
  return response.statusCode
}

const createSessions = () =>
  createSessionRepository({
    database: test.database,
    lifetimes: {access: 15 * MINUTE, refresh: 30 * DAY},
    audit: createAuditTrail(test.database, () => test.clock.now),
    now: () => test.clock.now,
    walls: noWalls,
  })

const CLEARED = [
  expect.objectContaining({name: 'accessToken', value: '', path: '/', expires: new Date(0)}),
  expect.objectContaining({name: 'refreshToken', value: '', path: '/api/v0/auth/refresh-token', expires: new Date(0)}),
]

describe('refreshing', () => {
  it('gives a new pair that works', async () => {
    const response = await refresh(signedIn.refreshToken)

    expect(response.statusCode).toBe(204)
    const renewed = cookiesOf(response)
    expect(renewed).not.toEqual(signedIn)
    expect(await statusWith(renewed)).toBe(200)
    expect((await refresh(renewed.refreshToken)).statusCode).toBe(204)
  })

  it('keeps a browser signed in for as long as it comes back in time', async () => {
    let {refreshToken} = signedIn
    for (let week = 0; week < 8; week++) {
      test.clock.now += 7 * DAY
      expect(await statusWith(signedIn)).toBe(401)
      const response = await refresh(refreshToken)
      expect(response.statusCode).toBe(204)
      refreshToken = cookiesOf(response).refreshToken
    }
  })

  it('ends the whole session when a used token comes again', async () => {
    const renewed = cookiesOf(await refresh(signedIn.refreshToken))
    test.clock.now += ROTATION_GRACE + 1

    const response = await refresh(signedIn.refreshToken)

    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({message: 'The session has ended.'})
    expect(response.cookies).toEqual(CLEARED)
    expect(await statusWith(renewed)).toBe(401)
    expect((await refresh(renewed.refreshToken)).statusCode).toBe(401)
  })

  it('leaves the other sessions of the user alone when a used token comes again', async () => {
    const elsewhere = await signIn(test.app, 'admin@works.test')
    await refresh(signedIn.refreshToken)
    test.clock.now += ROTATION_GRACE + 1
    await refresh(signedIn.refreshToken)

    expect(await statusWith(elsewhere)).toBe(200)
  })

  it('takes fifty requests that race with one token, as tabs of one browser do', async () => {
    const responses = await Promise.all(Array.from({length: 50}, () => refresh(signedIn.refreshToken)))

    expect(responses.map(({statusCode}) => statusCode)).toEqual(Array.from({length: 50}, () => 204))
    expect(await statusWith(cookiesOf(responses[49] ?? {cookies: []}))).toBe(200)
  })

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['an unknown one', 'x'.repeat(43)],
    ['a JWT', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'],
  ])('answers 401 and clears the cookies for %s', async (_what, refreshToken) => {
    const response = await post('refresh-token', refreshToken === undefined ? {} : {refreshToken})

    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({message: 'The session has ended.'})
    expect(response.cookies).toEqual(CLEARED)
  })

  it('answers 401 for an expired token', async () => {
    test.clock.now += 30 * DAY

    expect((await refresh(signedIn.refreshToken)).statusCode).toBe(401)
  })
})

describe('logging out', () => {
  it('holds on the server at once', async () => {
    const response = await post('logout', {accessToken: signedIn.accessToken})

    expect(response.statusCode).toBe(204)
    expect(response.cookies).toEqual(CLEARED)
    expect(await statusWith(signedIn)).toBe(401)
    expect((await refresh(signedIn.refreshToken)).statusCode).toBe(401)
  })

  it('works with an access token that has expired', async () => {
    test.clock.now += 16 * MINUTE

    await post('logout', {accessToken: signedIn.accessToken})

    expect((await refresh(signedIn.refreshToken)).statusCode).toBe(401)
  })

  it('works with the refresh token alone', async () => {
    await post('logout', {refreshToken: signedIn.refreshToken})

    expect(await statusWith(signedIn)).toBe(401)
  })

  it('works for somebody who is not signed in', async () => {
    const response = await post('logout')

    expect(response.statusCode).toBe(204)
    expect(response.cookies).toEqual(CLEARED)
  })
})

describe('a login that is under way while', () => {
  const passwordHash = 'the hash that was found to be right'
  const changes: [string, Partial<typeof user.$inferInsert>][] = [
    ['the password changes', {passwordHash: 'another'}],
    ['the user is deleted', {userDeleted: true}],
  ]

  it.each(changes)('%s opens no session', async (_what, change) => {
    const ann = await seedUser(test.database, {email: 'ann@works.test', passwordHash, ...change})
    const signIn = {owner: {...ann, passwordHash}, address: '10.0.0.1'}

    for (const replacedTokens of [[], [signedIn.accessToken]])
      expect(await createSessions().open({...signIn, replacedTokens})).toBeUndefined()
    expect(await test.database.db.select().from(session).where(eq(session.userId, ann.id))).toEqual([])
    expect(await statusWith(signedIn)).toBe(200)
  })
})

describe('the database', () => {
  it('holds no token as it is', async () => {
    const stored = JSON.stringify(await test.database.db.select().from(token))

    expect(stored).not.toContain(signedIn.accessToken)
    expect(stored).not.toContain(signedIn.refreshToken)
  })

  it('keeps one access token of a session that refreshes on and on', async () => {
    let {refreshToken} = signedIn
    for (let round = 0; round < 5; round++) {
      test.clock.now += 20 * MINUTE
      refreshToken = cookiesOf(await refresh(refreshToken)).refreshToken
    }

    const stored = await test.database.db.select().from(token).where(sql`kind = 'access'`)
    expect(stored).toHaveLength(1)
  })

  it('forgets ended sessions', async () => {
    const current = await signIn(test.app, 'admin@works.test')
    await post('logout', {accessToken: signedIn.accessToken})

    await createSessions().deleteEnded()

    expect(await test.database.db.select().from(session)).toHaveLength(1)
    expect(await statusWith(current)).toBe(200)
  })
})
