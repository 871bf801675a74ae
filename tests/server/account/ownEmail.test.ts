import {and, eq} from 'drizzle-orm'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {audit} from '../../../server/database/schema/audit'
import {user} from '../../../server/database/schema/user'
import {type Cookies, PASSWORD, seedOrganisation, seedUser, signIn} from '../../support/app'
import {type AccountWorld, createAccountWorld, WORTHLESS} from './world'

const VERIFIED = {status: 200, message: 'Account successfully verified. Redirecting to login...'}
const DONE = {status: 204, message: undefined}
const SIGNED_IN = {status: 200, message: undefined}

let world: AccountWorld
let works: string
let own: Cookies

beforeEach(async () => {
  world = await createAccountWorld()
  works = await seedOrganisation(world.database)
  await seedUser(world.database, {email: 'ann@works.test', authority: 'CUSTOMER_USER', organisationId: works})
  own = await signIn(world.app, 'ann@works.test')
})
afterEach(() => world.close())

async function ask(email: string, currentPassword = PASSWORD) {
  const answer = await world.app.inject({
    method: 'PUT',
    url: '/api/v0/users/email',
    cookies: own,
    body: {currentPassword, email},
  })
  return {status: answer.statusCode, message: answer.body === '' ? undefined : answer.json().message}
}

/** Returns the recipients and the subjects of the sent emails. */
const emailsOf = async (count: number) => {
  const sent = await Promise.all(Array.from({length: count}, () => world.letters.next()))
  return sent.map(({to, subject}) => `${to}: ${subject}`).sort()
}

async function tokenFor(email: string) {
  await ask(email)
  await emailsOf(2)
  const link = world.letters.letters.find(({to}) => to === email)?.link ?? ''
  return new URL(link).searchParams.get('token') ?? ''
}

describe('asking for another email', () => {
  it('changes nothing by itself, and sends a mail to both addresses', async () => {
    expect(await ask('new@works.test')).toEqual(DONE)

    expect(await emailsOf(2)).toEqual([
      'ann@works.test: Your account at Pulsewall is to get another email',
      'new@works.test: Verify your new email for Pulsewall',
    ])
    expect(await world.login('ann@works.test', PASSWORD)).toEqual(SIGNED_IN)
    expect((await world.login('new@works.test', PASSWORD)).status).toBe(401)
  })

  it('is refused with a wrong password, and mails nobody', async () => {
    expect(await ask('new@works.test', 'wrong')).toEqual({status: 403, message: 'This is not your present password.'})

    expect(world.letters.letters).toEqual([])
  })

  it('is answered alike when a colleague has the email, who is told by another mail', async () => {
    await seedUser(world.database, {email: 'bob@works.test', organisationId: works})

    expect(await ask('bob@works.test')).toEqual(DONE)

    expect(await emailsOf(2)).toEqual([
      'ann@works.test: Your account at Pulsewall is to get another email',
      'bob@works.test: Your email is in use at Pulsewall already',
    ])
  })
})

describe('the link to the new email', () => {
  it('puts it in force, keeps the session and the password, and tells the former address', async () => {
    const token = await tokenFor('new@works.test')

    expect(await world.verify(token)).toEqual(VERIFIED)

    expect(await world.login('new@works.test', PASSWORD)).toEqual(SIGNED_IN)
    expect((await world.login('ann@works.test', PASSWORD)).status).toBe(401)
    const current = await world.app.inject({url: '/api/v0/user', cookies: own})
    expect(current.json()).toMatchObject({email: 'new@works.test'})
    expect(await emailsOf(1)).toEqual(['ann@works.test: Your account at Pulsewall has another email now'])
    expect(await world.verify(token)).toEqual(WORTHLESS)
  })

  it('is written to the audit trail, with the emails before and after', async () => {
    await world.verify(await tokenFor('new@works.test'))

    const changes = {email: {before: 'ann@works.test', after: 'new@works.test'}}
    expect(await world.database.db.select().from(audit).where(eq(audit.action, 'email.changed'))).toMatchObject([
      {entityName: 'new@works.test', organisationId: works, detail: {changes}},
    ])
  })

  it('is worthless when a colleague has got the email in the meantime', async () => {
    const token = await tokenFor('new@works.test')
    await seedUser(world.database, {email: 'new@works.test', organisationId: works})

    expect(await world.verify(token)).toEqual(WORTHLESS)
    expect(await world.login('ann@works.test', PASSWORD)).toEqual(SIGNED_IN)
  })

  it('is worthless when the password was reset in the meantime', async () => {
    const token = await tokenFor('new@works.test')
    await world.requestReset('ann@works.test')
    await world.confirmReset(await world.nextToken(), 'quite another horse 7')

    expect(await world.verify(token)).toEqual(WORTHLESS)
  })

  it('works for an email that someone of another organisation has', async () => {
    const noc = await seedOrganisation(world.database, 'Northgate NOC')
    const other = await seedUser(world.database, {email: 'new@works.test', organisationId: noc})

    expect(await world.verify(await tokenFor('new@works.test'))).toEqual(VERIFIED)

    const isOther = and(eq(user.id, other.id), eq(user.email, 'new@works.test'))
    expect(await world.database.db.$count(user, isOther)).toBe(1)
  })
})
