import {eq} from 'drizzle-orm'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {audit} from '../../../server/database/schema/audit'
import {type Cookies, PASSWORD, seedUser, signIn} from '../../support/app'
import {type AccountWorld, createAccountWorld, WORTHLESS} from './world'

const NEW_PASSWORD = 'quite another horse 7'
const SIGNED_IN = {status: 200, message: undefined}
const WRONG = {status: 403, message: 'This is not your present password.'}
const CHANGED = {status: 204, message: undefined}

let world: AccountWorld
let own: Cookies

beforeEach(async () => {
  world = await createAccountWorld()
  await seedUser(world.database, {email: 'ann@works.test', authority: 'CUSTOMER_USER'})
  own = await signIn(world.app, 'ann@works.test')
})
afterEach(() => world.close())

async function change(currentPassword: string, password: string, cookies: Record<string, string> = own) {
  const answer = await world.app.inject({
    method: 'PUT',
    url: '/api/v0/users/password',
    cookies,
    body: {currentPassword, password},
  })
  return {status: answer.statusCode, message: answer.body === '' ? undefined : answer.json().message}
}

const withSession = async (cookies: Record<string, string>) =>
  (await world.app.inject({url: '/api/v0/user', cookies})).statusCode

describe('changing the own password', () => {
  it('takes the present password, and signs in with the new one from then on', async () => {
    expect(await change(PASSWORD, NEW_PASSWORD)).toEqual(CHANGED)

    expect((await world.login('ann@works.test', PASSWORD)).status).toBe(401)
    expect(await world.login('ann@works.test', NEW_PASSWORD)).toEqual(SIGNED_IN)
  })

  it('ends the other sessions, and keeps the own', async () => {
    const elsewhere = await signIn(world.app, 'ann@works.test')

    await change(PASSWORD, NEW_PASSWORD)

    expect(await Promise.all([own, elsewhere].map(withSession))).toEqual([200, 401])
  })

  it('is told by mail, without a word of the password', async () => {
    await change(PASSWORD, NEW_PASSWORD)

    const {to, subject, text} = await world.letters.next()
    expect([to, subject]).toEqual(['ann@works.test', 'Your password for Pulsewall was changed'])
    expect(text).not.toContain(NEW_PASSWORD)
  })

  it('makes links that were mailed before worthless', async () => {
    await world.requestReset('ann@works.test')
    const token = await world.nextToken()

    await change(PASSWORD, NEW_PASSWORD)

    expect(await world.confirmReset(token, 'yet another one')).toEqual(WORTHLESS)
  })

  it('is written to the audit trail', async () => {
    await change(PASSWORD, NEW_PASSWORD)

    expect(await world.database.db.select().from(audit).where(eq(audit.action, 'password.changed'))).toMatchObject([
      {email: 'ann@works.test', entityName: 'ann@works.test', detail: null},
    ])
  })

  it.each([
    ['a wrong present password', 'wrong', NEW_PASSWORD, WRONG],
    [
      'a common new password',
      PASSWORD,
      'password123',
      {status: 400, message: 'This password is among the most common ones. Choose another.'},
    ],
  ])('with %s changes nothing', async (_what, present, password, refusal) => {
    const elsewhere = await signIn(world.app, 'ann@works.test')

    expect(await change(present, password)).toEqual(refusal)

    expect(await withSession(elsewhere)).toBe(200)
    expect(await world.login('ann@works.test', PASSWORD)).toEqual(SIGNED_IN)
    expect(world.letters.letters).toEqual([])
  })

  it('works once when two ask at the same time with the same present password', async () => {
    const answers = await Promise.all([change(PASSWORD, NEW_PASSWORD), change(PASSWORD, 'yet another one')])

    expect(answers.sort((one, other) => one.status - other.status)).toEqual([CHANGED, WRONG])
  })

  it('makes those wait who try passwords, and nobody else', async () => {
    await seedUser(world.database, {email: 'bob@works.test'})
    const bob = await signIn(world.app, 'bob@works.test')
    for (let round = 0; round < 6; round++) expect(await change('wrong', NEW_PASSWORD)).toEqual(WRONG)

    expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(429)
    expect(await change(PASSWORD, NEW_PASSWORD, bob)).toEqual(CHANGED)
  })
})
