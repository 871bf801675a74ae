import {asc} from 'drizzle-orm'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {ROTATION_GRACE} from '../../../server/auth/repository'
import {audit} from '../../../server/database/schema/audit'
import {createTestApp, PASSWORD, seedOrganisation, seedUser, signIn, type TestApp} from '../../support/app'

let test: TestApp
let userId: string
let organisationId: string

beforeEach(async () => {
  test = await createTestApp()
  organisationId = await seedOrganisation(test.database)
  const seeded = await seedUser(test.database, {
    email: 'plant@works.test',
    authority: 'ORGANISATION_ADMIN',
    organisationId,
  })
  userId = seeded.id
})
afterEach(() => test.close())

const post = (path: string, cookies: Record<string, string>, remoteAddress = '10.0.0.7') =>
  test.app.inject({method: 'POST', url: `/api/v0/auth/${path}`, cookies, remoteAddress})
const login = (email: string, password: string, cookies = {}) =>
  test.app.inject({method: 'POST', url: '/api/v0/auth/login', body: {email, password}, cookies})

async function trail() {
  const entries = await test.database.db.select().from(audit).orderBy(asc(audit.id))
  return entries.map(({id, ...entry}) => entry)
}

const entry = (action: string, address = '127.0.0.1') => ({
  at: test.clock.now,
  userId,
  email: 'plant@works.test',
  address,
  action,
  entityType: 'user',
  entityId: userId,
  entityName: 'plant@works.test',
  organisationId,
  detail: null,
})

describe('the audit trail', () => {
  it('tells who signed in and out, and from where', async () => {
    const cookies = await signIn(test.app, 'plant@works.test')
    await post('logout', cookies)

    expect(await trail()).toEqual([entry('session.opened'), entry('session.ended', '10.0.0.7')])
  })

  it('reports the session that a new one has replaced', async () => {
    const cookies = await signIn(test.app, 'plant@works.test')
    await login('plant@works.test', PASSWORD, cookies)

    expect(await trail()).toEqual([entry('session.opened'), entry('session.ended'), entry('session.opened')])
  })

  it('records no end that was none', async () => {
    const cookies = await signIn(test.app, 'plant@works.test')
    await post('logout', cookies)
    await post('logout', cookies)
    await post('logout', {})

    expect(await trail()).toHaveLength(2)
  })

  it('tells of a refused login whose account it was', async () => {
    await login('Plant@works.test', 'not-the-password')

    expect(await trail()).toEqual([{...entry('session.refused'), detail: {reason: 'password'}}])
  })

  it('keeps nothing of what was typed where there is no such account: it may be a password', async () => {
    await login('my-secret-password', 'plant@works.test')

    expect(await trail()).toEqual([
      {
        ...entry('session.refused'),
        userId: null,
        email: null,
        entityType: null,
        entityId: null,
        entityName: null,
        organisationId: null,
        detail: {reason: 'unknown'},
      },
    ])
  })

  it.each([
    ['deleted', {userDeleted: true}],
    ['unverified', {isVerified: false}],
  ])('tells that the account is %s', async (reason, values) => {
    await seedUser(test.database, {email: 'other@works.test', ...values})
    await login('other@works.test', PASSWORD)

    expect(await trail()).toMatchObject([{action: 'session.refused', email: 'other@works.test', detail: {reason}}])
  })

  it('tells of a refresh token that was used twice', async () => {
    const cookies = await signIn(test.app, 'plant@works.test')
    await post('refresh-token', cookies)
    test.clock.now += ROTATION_GRACE + 1
    await post('refresh-token', cookies)

    expect((await trail()).slice(1)).toEqual([entry('session.reused', '10.0.0.7')])
  })
})
