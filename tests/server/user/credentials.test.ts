import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {type Cookies, PASSWORD, seedOrganisation, seedUser, signIn} from '../../support/app'
import {type AccountWorld, createAccountWorld} from '../account/world'

const NEW_PASSWORD = 'quite another horse 7'
const NEEDED = {message: 'Your present password is needed to change your own email or password.'}
const WRONG = {message: 'This is not your present password.'}

let world: AccountWorld
let ann: string
let bob: string
let cookies: Cookies

beforeEach(async () => {
  world = await createAccountWorld()
  const organisationId = await seedOrganisation(world.database)
  const admin = {authority: 'ORGANISATION_ADMIN', organisationId} as const
  ann = (await seedUser(world.database, {email: 'ann@works.test', ...admin})).id
  bob = (await seedUser(world.database, {email: 'bob@works.test', ...admin})).id
  cookies = await signIn(world.app, 'ann@works.test')
})
afterEach(() => world.close())

const put = (id: string, body: object) => world.app.inject({method: 'PUT', url: `/api/v0/user/${id}`, cookies, body})

const letter = async () => {
  const {to, subject} = await world.letters.next()
  return `${to}: ${subject}`
}

describe('an admin who changes the own', () => {
  it.each([
    ['password', {password: NEW_PASSWORD}],
    ['email', {email: 'ada@works.test'}],
  ])('%s is asked for the present password', async (_what, change) => {
    const without = await put(ann, change)
    const wrong = await put(ann, {...change, currentPassword: 'wrong'})

    expect([without.statusCode, without.json()]).toEqual([403, NEEDED])
    expect([wrong.statusCode, wrong.json()]).toEqual([403, WRONG])
    expect((await world.login('ann@works.test', PASSWORD)).status).toBe(200)
    expect(world.letters.letters).toEqual([])
  })

  it('password is told by mail', async () => {
    expect((await put(ann, {password: NEW_PASSWORD, currentPassword: PASSWORD})).statusCode).toBe(200)

    expect(await letter()).toBe('ann@works.test: Your password for Pulsewall was changed')
    expect((await world.login('ann@works.test', NEW_PASSWORD)).status).toBe(200)
  })

  it('email gets it as soon as it is verified, and not before', async () => {
    const answer = await put(ann, {email: 'ada@works.test', currentPassword: PASSWORD})

    expect(answer.json()).toMatchObject({email: 'ann@works.test', isVerified: true})
    const letters = [await world.letters.next(), await world.letters.next()]
    const link = letters.find(({to}) => to === 'ada@works.test')?.link ?? ''
    expect((await world.verify(new URL(link).searchParams.get('token') ?? '')).status).toBe(200)
    expect((await world.login('ada@works.test', PASSWORD)).status).toBe(200)
  })

  it('email to the one that it is already is asked for nothing', async () => {
    expect((await put(ann, {email: 'Ann@works.test', authority: 'ORGANISATION_ADMIN'})).statusCode).toBe(200)
  })
})

describe('an admin who changes another user’s', () => {
  it('password needs no other, and a mail tells the person', async () => {
    expect((await put(bob, {password: NEW_PASSWORD})).statusCode).toBe(200)

    expect(await letter()).toBe('bob@works.test: An admin changed your account at Pulsewall')
  })

  it('email needs no password, and a mail tells both addresses', async () => {
    expect((await put(bob, {email: 'rob@works.test'})).json()).toMatchObject({email: 'rob@works.test'})

    expect([await letter(), await letter()].sort()).toEqual([
      'bob@works.test: An admin changed your account at Pulsewall',
      'rob@works.test: An admin changed your account at Pulsewall',
    ])
    expect((await world.login('rob@works.test', PASSWORD)).status).toBe(200)
  })

  it('authority mails nobody', async () => {
    await put(bob, {authority: 'CUSTOMER_USER'})
    await put(bob, {password: NEW_PASSWORD})

    await letter()
    expect(world.letters.letters).toHaveLength(1)
  })
})
