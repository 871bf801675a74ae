import {and, eq, isNull, sql} from 'drizzle-orm'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {createAuditTrail} from '../../../server/audit/repository'
import {ROTATION_GRACE, SessionRepository} from '../../../server/auth/repository'
import {session, token} from '../../../server/database/schema/account'
import type {user} from '../../../server/database/schema/user'
import {hashToken} from '../../../server/http/secrets'
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
  new SessionRepository({
    database: test.database,
    lifetimes: {access: 15 * MINUTE, refresh: 30 * DAY, session: 90 * DAY},
    audit: createAuditTrail(test.database, () => test.clock.now),
    now: () => test.clock.now,
    walls: noWalls,
  })

/** Refresh tokens that nobody has used yet. */
const unused = () =>
  test.database.db
    .select()
    .from(token)
    .where(and(eq(token.kind, 'refresh'), isNull(token.rotatedAt)))

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
    const [successor, ...others] = new Set(responses.map(response => JSON.stringify(cookiesOf(response))))
    expect(others).toEqual([])
    expect(await statusWith(JSON.parse(successor ?? ''))).toBe(200)
    expect(await unused()).toHaveLength(1)
  })

  it('gives a token that comes again soon the last tokens of its line, so that there is only one line', async () => {
    const second = cookiesOf(await refresh(signedIn.refreshToken))
    const third = cookiesOf(await refresh(second.refreshToken))

    const again = cookiesOf(await refresh(signedIn.refreshToken))

    expect(again).toEqual(third)
    expect(await unused()).toHaveLength(1)
    test.clock.now += ROTATION_GRACE + 1
    expect((await refresh(third.refreshToken)).statusCode).toBe(204)
  })

  it('tells nobody the tokens that follow one which is known, but the server', async () => {
    const other = await createTestApp()
    await seedUser(other.database, {email: 'admin@works.test'})
    const tokenOfOther = await signIn(other.app, 'admin@works.test')
    await other.database.db
      .update(token)
      .set({hash: hashToken(signedIn.refreshToken)})
      .where(eq(token.kind, 'refresh'))
    const {refreshToken} = signedIn
    const elsewhere = await other.app.inject({
      method: 'POST',
      url: '/api/v0/auth/refresh-token',
      cookies: {...tokenOfOther, refreshToken},
    })
    await other.close()

    expect(elsewhere.statusCode).toBe(204)
    expect(cookiesOf(elsewhere)).not.toEqual(cookiesOf(await refresh(refreshToken)))
  })

  it('ends a session of a person after its lifetime, however often it was renewed', async () => {
    let {refreshToken} = signedIn
    const renewEachWeek = async (weeks: number) => {
      for (let week = 0; week < weeks; week++) {
        test.clock.now += 7 * DAY
        refreshToken = cookiesOf(await refresh(refreshToken)).refreshToken
      }
    }
    await renewEachWeek(12)
    test.clock.now += 6 * DAY - MINUTE
    const last = cookiesOf(await refresh(refreshToken))
    expect(await statusWith(last)).toBe(200)

    test.clock.now += MINUTE

    expect(await statusWith(last)).toBe(401)
    expect((await refresh(last.refreshToken)).statusCode).toBe(401)
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

  it('works for someone who is not signed in', async () => {
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
    const signIn = {owner: {...ann, passwordHash}, address: '10.0.0.1', userAgent: undefined}

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
