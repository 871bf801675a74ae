import {eq} from 'drizzle-orm'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {AccountRepository} from '../../../server/account/repository'
import {createAuditTrail} from '../../../server/audit/repository'
import {SessionRepository} from '../../../server/auth/repository'
import {linkToken} from '../../../server/database/schema/account'
import {audit} from '../../../server/database/schema/audit'
import {mail} from '../../../server/database/schema/mail'
import {user} from '../../../server/database/schema/user'
import {hashToken} from '../../../server/http/secrets'
import {createMailRepository} from '../../../server/mail/repository'
import {createUserRepository} from '../../../server/user/repository'
import {PASSWORD, seedUser, signIn} from '../../support/app'
import {noWalls} from '../../support/noWalls'
import {type AccountWorld, createAccountWorld, WORTHLESS} from './world'

const HOUR = 60 * 60 * 1000
const NEW_PASSWORD = 'a new password'
const REQUESTED = {status: 200, message: 'Check your email for password reset instructions.'}
const RESET = {status: 200, message: 'Your password has been successfully reset.'}
const SIGNED_IN = {status: 200, message: undefined}

let world: AccountWorld
let annId: string

beforeEach(async () => {
  world = await createAccountWorld()
  annId = (await seedUser(world.database, {email: 'ann@works.test'})).id
})
afterEach(() => world.close())

const withSession = async (cookies: Record<string, string>) =>
  (await world.app.inject({url: '/api/v0/user', cookies})).statusCode

async function requestToken(email = 'ann@works.test') {
  await world.requestReset(email)
  return world.nextToken()
}

describe('asking for a new password', () => {
  it.each(['ann@works.test', 'nobody@works.test', 'gone@works.test'])('is answered alike for %s', async email => {
    await seedUser(world.database, {email: 'gone@works.test', userDeleted: true})

    expect(await world.requestReset(email)).toEqual(REQUESTED)
  })

  it('changes nothing and ends nothing by itself', async () => {
    const cookies = await signIn(world.app, 'ann@works.test')
    await requestToken()

    expect(await withSession(cookies)).toBe(200)
    expect(await world.login('ann@works.test', PASSWORD)).toEqual(SIGNED_IN)
  })

  it('is written to the audit trail', async () => {
    await world.requestReset('Ann@works.test')

    expect(await world.database.db.select().from(audit)).toMatchObject([
      {action: 'password.resetRequested', userId: null, address: '10.0.0.1', entityName: 'ann@works.test'},
    ])
  })
})

describe('a reset link', () => {
  it('sets the password and signs nobody in', async () => {
    const token = await requestToken()
    const answer = await world.app.inject({
      method: 'POST',
      url: `/api/users/password_reset/confirm/?token=${token}`,
      body: {password: NEW_PASSWORD},
    })

    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({message: RESET.message})
    expect(answer.cookies).toEqual([])
    expect((await world.login('ann@works.test', PASSWORD)).status).toBe(401)
    expect(await world.login('ann@works.test', NEW_PASSWORD)).toEqual(SIGNED_IN)
  })

  it('ends all sessions of the user, and of nobody else', async () => {
    await seedUser(world.database, {email: 'bob@works.test'})
    const ofAnn = [await signIn(world.app, 'ann@works.test'), await signIn(world.app, 'ann@works.test')]
    const ofBob = await signIn(world.app, 'bob@works.test')

    await world.confirmReset(await requestToken(), NEW_PASSWORD)

    expect(await Promise.all([...ofAnn, ofBob].map(withSession))).toEqual([401, 401, 200])
  })

  it('proves that the email is the user’s own', async () => {
    await seedUser(world.database, {email: 'new@works.test', isVerified: false})

    await world.confirmReset(await requestToken('new@works.test'), NEW_PASSWORD)

    expect(await world.login('new@works.test', NEW_PASSWORD)).toEqual(SIGNED_IN)
  })

  it('makes all other links of the user worthless', async () => {
    await world.register('new@works.test', PASSWORD)
    const verification = await world.nextToken()
    const [first, second] = [await requestToken('new@works.test'), await requestToken('new@works.test')]

    expect(await world.confirmReset(second, NEW_PASSWORD)).toEqual(RESET)

    expect(await world.confirmReset(first, 'yet another one')).toEqual(WORTHLESS)
    expect(await world.verify(verification)).toEqual(WORTHLESS)
    expect(await world.login('new@works.test', NEW_PASSWORD)).toEqual(SIGNED_IN)
  })

  it('works once, even when it is used twice at the same time', async () => {
    const token = await requestToken()

    const answers = await Promise.all([
      world.confirmReset(token, NEW_PASSWORD),
      world.confirmReset(token, 'yet another one'),
    ])

    expect(answers.sort((one, other) => one.status - other.status)).toEqual([RESET, WORTHLESS])
    expect(await world.confirmReset(token, 'yet another one')).toEqual(WORTHLESS)
  })

  it('ends after an hour', async () => {
    const token = await requestToken()
    await world.pass(HOUR)

    expect(await world.confirmReset(token, NEW_PASSWORD)).toEqual(WORTHLESS)
  })

  it('of a deleted user is worthless', async () => {
    const token = await requestToken()
    await world.database.db.update(user).set({userDeleted: true}).where(eq(user.id, annId))

    expect(await world.confirmReset(token, NEW_PASSWORD)).toEqual(WORTHLESS)
  })

  it('verifies nothing', async () => {
    expect(await world.verify(await requestToken())).toEqual(WORTHLESS)
  })

  it.each(['', 'x', 'x'.repeat(43), 'x'.repeat(5000), '\0'])('with the token %j is told as any other', async token => {
    expect(await world.confirmReset(token, NEW_PASSWORD)).toEqual(WORTHLESS)
  })

  it('is not used up by a password that is refused', async () => {
    const token = await requestToken()

    expect(await world.confirmReset(token, 'password1')).toEqual({
      status: 400,
      message: 'This password is among the most common ones. Choose another.',
    })
    expect((await world.confirmReset(token, 'x')).message).toBe('password: must have at least 8 characters')
    expect(await world.confirmReset(token, NEW_PASSWORD)).toEqual(RESET)
  })

  it('counts by the token of its address, not by one in the body', async () => {
    const token = await requestToken()

    expect(await world.ask('/api/users/password_reset/confirm/', {token, password: NEW_PASSWORD})).toEqual(WORTHLESS)
  })

  it('is written to the audit trail', async () => {
    await world.confirmReset(await requestToken(), NEW_PASSWORD)

    const entries = await world.database.db.select().from(audit).orderBy(audit.id)
    expect(entries.slice(1)).toMatchObject([
      {action: 'password.reset', userId: null, entityType: 'user', entityId: annId, entityName: 'ann@works.test'},
    ])
  })
})

it('no row holds a token or a password as it is', async () => {
  await world.register('new@works.test', PASSWORD)
  const tokens = [await world.nextToken(), await requestToken()]
  const {db} = world.database

  const rows = await Promise.all([user, linkToken, mail, audit].map(table => db.select().from(table)))

  for (const secret of [PASSWORD, ...tokens]) expect(JSON.stringify(rows)).not.toContain(secret)
  expect(tokens).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)])
})

it('links that have ended are deleted, and no others', async () => {
  const sessions = new SessionRepository({
    ...parts(),
    lifetimes: {access: HOUR, refresh: HOUR, session: HOUR},
    walls: noWalls,
  })
  const users = createUserRepository({database: world.database, endSessions: sessions.endAllOf, onSessionEnded() {}})
  const accounts = new AccountRepository({
    ...parts(),
    mails: createMailRepository(world.database, now),
    sessions,
    users,
  })
  await requestToken()
  await world.pass(HOUR)
  const token = await requestToken()

  await accounts.deleteExpiredLinks()

  expect(await world.database.db.select().from(linkToken)).toMatchObject([{hash: hashToken(token)}])
})

const now = () => world.clock.now
const parts = () => ({database: world.database, now, audit: createAuditTrail(world.database, now)})
