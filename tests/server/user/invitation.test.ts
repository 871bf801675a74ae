import {eq} from 'drizzle-orm'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {user} from '../../../server/database/schema/user'
import {type Cookies, seedOrganisation, seedUser, signIn} from '../../support/app'
import {type AccountWorld, createAccountWorld, WORTHLESS} from '../account/world'

const EMAIL = 'bob@works.test'
const OWN = 'quite another horse 7'
const DAY = 24 * 60 * 60 * 1000

let world: AccountWorld
let cookies: Cookies

beforeEach(async () => {
  world = await createAccountWorld()
  const works = await seedOrganisation(world.database, 'Harbour Works')
  await seedUser(world.database, {email: 'ann@works.test', authority: 'ORGANISATION_ADMIN', organisationId: works})
  cookies = await signIn(world.app, 'ann@works.test')
})
afterEach(() => world.close())

const post = (url: string, body?: object) => world.app.inject({method: 'POST', url, cookies, ...(body && {body})})
const invite = async () => (await post('/api/v0/user/register', {email: EMAIL, invite: true})).json()
const again = (id: string) => post(`/api/v0/user/${id}/invitation`)

describe('a user who is invited', () => {
  it('is named so, and gets a mail that names the organisation', async () => {
    expect(await invite()).toMatchObject({email: EMAIL, isInvited: true, isVerified: false})

    const {to, subject} = await world.letters.next()
    expect([to, subject]).toEqual([EMAIL, 'You are invited to Harbour Works at Pulsewall'])
  })

  it('sets a password by the link, and signs in', async () => {
    const {_id: id} = await invite()

    await world.confirmReset(await world.nextToken(), OWN)

    expect((await world.login(EMAIL, OWN)).status).toBe(200)
    const found = await world.app.inject({url: `/api/v0/user/${id}`, cookies})
    expect(found.json()).toEqual(expect.not.objectContaining({isInvited: true}))
  })

  it.each(['', ' ', 'null', OWN])('signs in with no password before, not even with %j', async password => {
    await invite()

    expect((await world.login(EMAIL, password)).status).toBe(password === '' ? 400 : 401)
  })

  it('has seven days for it', async () => {
    await invite()
    const token = await world.nextToken()
    await world.pass(7 * DAY)

    expect(await world.confirmReset(token, OWN)).toEqual(WORTHLESS)
  })

  it('gets another mail on request, after which either link works', async () => {
    const {_id: id} = await invite()
    const first = await world.nextToken()

    expect((await again(id)).statusCode).toBe(204)
    const second = await world.nextToken()

    expect((await world.confirmReset(second, OWN)).status).toBe(200)
    expect(await world.confirmReset(first, 'yet another one')).toEqual(WORTHLESS)
  })

  it('can also be given a password by the admin', async () => {
    const {_id: id} = await invite()
    await world.app.inject({method: 'PUT', url: `/api/v0/user/${id}`, cookies, body: {password: OWN}})

    expect((await world.login(EMAIL, OWN)).status).toBe(200)
  })
})

it('nobody is invited again who has set a password', async () => {
  const [ann] = await world.database.db.select().from(user).where(eq(user.email, 'ann@works.test'))

  const answer = await again(ann?.id ?? '')

  expect([answer.statusCode, answer.json()]).toEqual([409, {message: 'This user has set a password already.'}])
})

it.each([
  ['both a password and an invitation', {password: OWN, invite: true}],
  ['neither', {}],
])('a new user with %s is refused', async (_what, body) => {
  const answer = await post('/api/v0/user/register', {email: EMAIL, ...body})

  expect([answer.statusCode, answer.json()]).toEqual([400, {message: 'either a password or an invitation is needed'}])
})
