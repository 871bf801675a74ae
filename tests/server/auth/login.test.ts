import {hash} from '@node-rs/argon2'
import {eq} from 'drizzle-orm'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {user} from '../../../server/database/schema/user'
import {cookiesOf, createTestApp, PASSWORD, seedOrganisation, seedUser, signIn, type TestApp} from '../../support/app'

let test: TestApp
let userId: string
let organisationId: string

beforeAll(async () => {
  test = await createTestApp()
  organisationId = await seedOrganisation(test.database)
  const seeded = await seedUser(test.database, {
    email: 'plant@works.test',
    name: 'Pat',
    authority: 'ORGANISATION_ADMIN',
    organisationId,
  })
  userId = seeded.id
  await seedUser(test.database, {email: 'gone@works.test', userDeleted: true})
  await seedUser(test.database, {email: 'new@works.test', isVerified: false})
})
afterAll(() => test.close())

const login = (body: object, headers: Record<string, string> = {}) =>
  test.app.inject({method: 'POST', url: '/api/v0/auth/login', body, headers})

describe('signing in', () => {
  it('answers the current user, whatever the case of the mail', async () => {
    const response = await login({email: 'Plant@Works.TEST', password: PASSWORD})

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      _id: userId,
      email: 'plant@works.test',
      name: 'Pat',
      authority: 'ORGANISATION_ADMIN',
      organisation_id: organisationId,
      customer_id: null,
      userDeleted: false,
      lastLogin: test.clock.now,
      createdAt: expect.any(Number),
      temperature_unit: 'celsius',
      organisation_title: 'Harbour Works',
    })
  })

  it('sets both cookies with their paths, out of reach of scripts and other sites', async () => {
    const response = await login({email: 'plant@works.test', password: PASSWORD})

    const shared = {value: expect.stringMatching(/^[\w-]{43}$/), httpOnly: true, sameSite: 'Lax', maxAge: 30 * 86_400}
    expect(response.cookies).toEqual([
      {name: 'accessToken', path: '/', ...shared},
      {name: 'refreshToken', path: '/api/v0/auth/refresh-token', ...shared},
    ])
  })

  it('sets Secure cookies behind a proxy that ends TLS', async () => {
    const response = await login({email: 'plant@works.test', password: PASSWORD}, {'x-forwarded-proto': 'https'})

    expect(response.cookies.map(cookie => cookie.secure)).toEqual([true, true])
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  it.each([
    ['a wrong password', {email: 'plant@works.test', password: 'wrong'}],
    ['an unknown mail', {email: 'nobody@works.test', password: PASSWORD}],
    ['a deleted user', {email: 'gone@works.test', password: PASSWORD}],
    ['a wrong password of an email that is not verified', {email: 'new@works.test', password: 'wrong'}],
  ])('gives the same answer to %s', async (_what, body) => {
    const response = await login(body)

    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({message: 'Failed to login. Please check your credentials.'})
    expect(response.cookies).toEqual([])
  })

  it('tells the one who has the right password to verify the email first', async () => {
    const response = await login({email: 'new@works.test', password: PASSWORD})

    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({message: 'Please verify your email to login.'})
    expect(response.cookies).toEqual([])
  })

  it('takes the mail as it may be typed', async () => {
    await seedUser(test.database, {email: 'jürgen+wall@works.test'})

    expect((await login({email: ' JU\u0308RGEN+wall@works.test ', password: PASSWORD})).statusCode).toBe(200)
  })

  it.each([
    [{}, 'email: '],
    [{email: 'plant@works.test'}, 'password: '],
    [{email: 7, password: PASSWORD}, 'email: '],
    [{email: 'plant@works.test', password: ['x']}, 'password: '],
    [{email: 'plant@works.test', password: ''}, 'password: '],
    [{email: `${'x'.repeat(300)}@works.test`, password: PASSWORD}, 'email: '],
    [{email: 'plant@works.test', password: 'x'.repeat(300)}, 'password: '],
  ])('refuses %j and names the field', async (body, field) => {
    const response = await login(body)

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: expect.stringContaining(field)})
  })

  it('refuses a mail that the database can not hold', async () => {
    const response = await login({email: 'a\0b@works.test', password: PASSWORD})

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: expect.any(String)})
  })

  it('strengthens a hash that was made with less work', async () => {
    const weak = await hash(PASSWORD, {memoryCost: 8, timeCost: 1})
    const {id} = await seedUser(test.database, {email: 'veteran@works.test', passwordHash: weak})
    const storedHash = async () => (await test.database.db.select().from(user).where(eq(user.id, id)))[0]?.passwordHash

    await login({email: 'veteran@works.test', password: 'wrong'})
    expect(await storedHash()).toBe(weak)
    await signIn(test.app, 'veteran@works.test')
    const strong = await storedHash()
    expect(strong).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    await signIn(test.app, 'veteran@works.test')
    expect(await storedHash()).toBe(strong)
  })

  it('ends the session that the browser had before', async () => {
    const before = await signIn(test.app, 'plant@works.test')

    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v0/auth/login',
      body: {email: 'plant@works.test', password: PASSWORD},
      cookies: before,
    })

    expect(await statusWith(before.accessToken)).toBe(401)
    expect(await statusWith(cookiesOf(response).accessToken)).toBe(200)
  })
})

describe('the access token', () => {
  it.each([
    ['nothing', ''],
    ['a random token', 'x'.repeat(43)],
    ['an unsigned JWT', jwt({alg: 'none'})],
    ['a JWT signed with the public key as a secret', jwt({alg: 'HS256'}, 'c2lnbmF0dXJl')],
    ['a JWT with its own key', jwt({alg: 'RS256', jwk: {kty: 'RSA', n: 'AQAB', e: 'AQAB'}}, 'c2lnbmF0dXJl')],
    ['a JWT with a key from elsewhere', jwt({alg: 'RS256', jku: 'https://evil.test/keys'}, 'c2lnbmF0dXJl')],
    ['binary', '\u0001\u0000'],
    ['a very long text', 'x'.repeat(4000)],
  ])('is not taken when it is %s', async (_what, accessToken) => {
    const response = await test.app.inject({url: '/api/v0/user', headers: {cookie: `accessToken=${accessToken}`}})

    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({message: 'Not signed in.'})
  })

  it('is not taken in the place of a refresh token, nor the other way round', async () => {
    const {accessToken, refreshToken} = await signIn(test.app, 'plant@works.test')

    expect(await statusWith(refreshToken)).toBe(401)
    const refreshed = await test.app.inject({
      method: 'POST',
      url: '/api/v0/auth/refresh-token',
      cookies: {refreshToken: accessToken},
    })
    expect(refreshed.statusCode).toBe(401)
  })

  it('is worth nothing once the user is deleted', async () => {
    const seeded = await seedUser(test.database, {email: 'leaver@works.test'})
    const {accessToken} = await signIn(test.app, 'leaver@works.test')

    await test.database.db.update(user).set({userDeleted: true}).where(eq(user.id, seeded.id))

    expect(await statusWith(accessToken)).toBe(401)
  })
})

async function statusWith(accessToken: string) {
  const response = await test.app.inject({url: '/api/v0/user', cookies: {accessToken}})
  return response.statusCode
}

function jwt(header: object, signature = '') {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({typ: 'JWT', ...header})}.${encode({sub: 'admin', authority: 'SYS_ADMIN', exp: 9e9})}.${signature}`
}
