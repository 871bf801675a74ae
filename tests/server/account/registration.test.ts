import {eq} from 'drizzle-orm'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {linkToken} from '../../../server/database/schema/account'
import {audit} from '../../../server/database/schema/audit'
import {user} from '../../../server/database/schema/user'
import {PASSWORD, seedUser} from '../../support/app'
import {type AccountWorld, createAccountWorld, WORTHLESS} from './world'

const HOUR = 60 * 60 * 1000
const REGISTERED = {status: 200, message: 'Successful registration, please verify your email to login.'}
const VERIFIED = {status: 200, message: 'Account successfully verified. Redirecting to login...'}
const REFUSED = {status: 401, message: 'Failed to login. Please check your credentials.'}
const SIGNED_IN = {status: 200, message: undefined}

let world: AccountWorld

beforeEach(async () => {
  world = await createAccountWorld()
})
afterEach(() => world.close())

async function stored(email: string) {
  const [found] = await world.database.db.select().from(user).where(eq(user.email, email))
  return found
}

describe('registering', () => {
  it('makes a customer’s user without organisation, who signs in as soon as the email is verified', async () => {
    expect(await world.register('ann@works.test', PASSWORD)).toEqual(REGISTERED)
    expect(await stored('ann@works.test')).toMatchObject({
      authority: 'CUSTOMER_USER',
      organisationId: null,
      customerId: null,
      isVerified: false,
    })
    expect(await world.login('ann@works.test', PASSWORD)).toEqual({
      status: 401,
      message: 'Please verify your email to login.',
    })

    expect(await world.verify(await world.nextToken())).toEqual(VERIFIED)

    expect(await world.login('ann@works.test', PASSWORD)).toEqual(SIGNED_IN)
  })

  it('opens no session, and neither does verifying', async () => {
    const body = {email: 'ann@works.test', password: PASSWORD, password2: PASSWORD}
    const registered = await world.app.inject({method: 'POST', url: '/api/v0/user/register/', body})
    const verified = await world.app.inject({url: `/api/users/verify-email/?token=${await world.nextToken()}`})

    expect([...registered.cookies, ...verified.cookies]).toEqual([])
  })

  it.each([
    ['known', 'known@works.test'],
    ['deleted', 'gone@works.test'],
    ['registered, and not verified', 'new@works.test'],
  ])(
    'answers an email that is %s as it answers an unknown one, and changes nothing of its user',
    async (_what, email) => {
      await seedUser(world.database, {email: 'known@works.test'})
      await seedUser(world.database, {email: 'gone@works.test', userDeleted: true})
      await seedUser(world.database, {email: 'new@works.test', isVerified: false})
      const before = await stored(email)

      expect(await world.register(email, 'another password')).toEqual(REGISTERED)

      expect(await stored(email)).toEqual(before)
      expect(await world.login(email, 'another password')).toEqual(REFUSED)
    },
  )

  it('of somebody else’s email does not choose the password that the owner verifies', async () => {
    await world.register('ann@works.test', 'chosen by a stranger')
    await world.nextToken()
    await world.register('ann@works.test', 'chosen by Ann herself')

    expect(await world.verify(await world.nextToken())).toEqual(VERIFIED)

    expect(await world.login('ann@works.test', 'chosen by a stranger')).toEqual(REFUSED)
    expect(await world.login('ann@works.test', 'chosen by Ann herself')).toEqual(SIGNED_IN)
  })

  it('keeps emails in lower case and composed, with plus and umlauts', async () => {
    await world.register(' JU\u0308RGEN+Wall@Works.test ', PASSWORD)
    await world.verify(await world.nextToken())

    expect(await world.login('jürgen+wall@works.test', PASSWORD)).toEqual(SIGNED_IN)
  })

  it.each([
    ['passwords that differ', {password2: 'something else'}, 'Passwords do not match'],
    [
      'a common password',
      {password: 'iloveyou', password2: 'iloveyou'},
      'This password is among the most common ones. Choose another.',
    ],
    ['a password of one character', {password: 'x', password2: 'x'}, 'password: must have at least 8 characters'],
    [
      'a password of 10,000 characters',
      {password: 'k'.repeat(10_000), password2: 'k'.repeat(256)},
      expect.stringContaining('password: must have at most 256 characters'),
    ],
    ['no email', {email: 'ann'}, 'email: must be an email address'],
    ['a control character in the email', {email: 'a\u0007nn@works.test'}, expect.stringContaining('email: ')],
    ['an authority', {authority: 'SYS_ADMIN'}, 'There is no field authority'],
    ['an organisation', {organisation_id: '0196a000-0000-7000-8000-000000000000'}, 'There is no field organisation_id'],
    ['a verified email', {isVerified: true}, 'There is no field isVerified'],
  ])('with %s is refused in words, and changes nothing', async (_what, change, message) => {
    const body = {email: 'ann@works.test', password: PASSWORD, password2: PASSWORD, ...change}

    expect(await world.ask('/api/v0/user/register/', body)).toEqual({status: 400, message})
    expect(await world.database.db.select().from(user)).toEqual([])
    expect(await world.database.db.select().from(audit)).toEqual([])
  })

  it('is written to the audit trail, whether it made a user or not', async () => {
    await world.register('ann@works.test', PASSWORD)
    await world.register('ann@works.test', PASSWORD)
    await world.verify(await world.nextToken())
    const ann = await stored('ann@works.test')

    const entries = await world.database.db.select().from(audit).orderBy(audit.id)
    const entry = {
      id: expect.any(String),
      at: world.clock.now,
      userId: null,
      email: null,
      address: '10.0.0.1',
      entityType: 'user',
      entityId: ann?.id,
      entityName: 'ann@works.test',
      organisationId: null,
      detail: null,
    }
    expect(entries).toEqual([
      {...entry, action: 'user.registered', detail: {isNew: true}},
      {...entry, action: 'user.registered', entityId: null, detail: {isNew: false}},
      {...entry, action: 'user.verified'},
    ])
  })
})

describe('a verification link', () => {
  beforeEach(async () => {
    await world.register('ann@works.test', PASSWORD)
  })

  it('works once, even when it is followed twice at the same time', async () => {
    const token = await world.nextToken()

    const answers = await Promise.all([world.verify(token), world.verify(token)])

    expect(answers.sort((one, other) => one.status - other.status)).toEqual([VERIFIED, WORTHLESS])
    expect(await world.verify(token)).toEqual(WORTHLESS)
  })

  it('makes the others of its user worthless', async () => {
    const first = await world.nextToken()
    await world.register('ann@works.test', 'a second password')
    const second = await world.nextToken()

    await world.verify(first)

    expect(await world.verify(second)).toEqual(WORTHLESS)
    expect(await world.login('ann@works.test', PASSWORD)).toEqual(SIGNED_IN)
  })

  it('ends after a day', async () => {
    const token = await world.nextToken()
    await world.pass(24 * HOUR)

    expect(await world.verify(token)).toEqual(WORTHLESS)
  })

  it('of a deleted user is worthless', async () => {
    const token = await world.nextToken()
    await world.database.db.update(user).set({userDeleted: true})

    expect(await world.verify(token)).toEqual(WORTHLESS)
  })

  it('does not set the password of a user who is verified already', async () => {
    const token = await world.nextToken()
    await world.database.db.update(user).set({isVerified: true})

    expect(await world.verify(token)).toEqual(WORTHLESS)
  })

  it('resets no password', async () => {
    expect(await world.confirmReset(await world.nextToken(), 'another password')).toEqual(WORTHLESS)
  })

  it.each([
    ['empty', ''],
    ['short', 'x'],
    ['wrong', 'x'.repeat(43)],
    ['long', 'x'.repeat(5000)],
    ['the hash that the database keeps', 'hash'],
    ['of control characters', '\0\u0007'],
    ['of half an emoji', '%ud83e'],
  ])('with a token that is %s is told as any other', async (what, given) => {
    await world.nextToken()
    const [kept] = await world.database.db.select().from(linkToken)
    const token = what.startsWith('the hash') ? (kept?.hash ?? '') : given

    expect(await world.verify(token)).toEqual(WORTHLESS)
  })

  it('without a token is told as any other', async () => {
    expect(await world.ask('/api/users/verify-email/')).toEqual(WORTHLESS)
  })

  it('is not used up by looking what is behind it', async () => {
    const token = await world.nextToken()
    await world.app.inject({method: 'HEAD', url: `/api/users/verify-email/?token=${token}`})

    expect(await world.verify(token)).toEqual(VERIFIED)
  })
})
