import {Secret, TOTP} from 'otpauth'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {type Cookies, PASSWORD, seedUser, signIn} from '../../support/app'
import {type AccountWorld, createAccountWorld} from '../account/world'

const STEP = 30_000
const MINUTE = 60_000
const WRONG_CODE = {status: 401, body: {message: 'This code or passkey is not right, or was used already.'}}
const TOO_LATE = {status: 410, body: {message: 'The time for the code is over. Sign in again.'}}

let world: AccountWorld
let own: Cookies
let annId: string

beforeEach(async () => {
  world = await createAccountWorld()
  await world.pass(STEP - (world.clock.now % STEP))
  annId = (await seedUser(world.database, {email: 'ann@works.test', authority: 'CUSTOMER_USER'})).id
  own = await signIn(world.app, 'ann@works.test')
})
afterEach(() => world.close())

async function call(method: 'GET' | 'POST', url: string, body?: object, cookies: Record<string, string> = {}) {
  const answer = await world.app.inject({method, url, cookies, remoteAddress: '10.0.0.1', ...(body && {body})})
  return {status: answer.statusCode, body: answer.body === '' ? undefined : answer.json()}
}

const change = (what: string, body: object = {currentPassword: PASSWORD}, cookies: Record<string, string> = own) =>
  call('POST', `/api/v0/users/second-factor/${what}`, body, cookies)
const state = async () => (await call('GET', '/api/v0/users/second-factor', undefined, own)).body
const codeOf = (secret: string, at = world.clock.now) =>
  new TOTP({secret: Secret.fromBase32(secret)}).generate({timestamp: at})
const login = (password = PASSWORD) => call('POST', '/api/v0/auth/login', {email: 'ann@works.test', password})
const challenged = async (password = PASSWORD) => (await login(password)).body.secondFactor.challenge
const answer = (challenge: string, code: string) => call('POST', '/api/v0/auth/second-factor', {challenge, code})

/** The code of the present step is used up by it. */
async function setUp(): Promise<{secret: string; recoveryCodes: string[]}> {
  const {secret} = (await change('totp')).body
  const {recoveryCodes} = (await change('totp/confirmation', {code: codeOf(secret)})).body
  return {secret, recoveryCodes}
}

describe('setting up a second factor', () => {
  it('offers a secret for the present password, and holds from the first right code on', async () => {
    expect((await change('totp', {currentPassword: 'wrong'})).status).toBe(403)
    const {secret, uri} = (await change('totp')).body
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect((await login()).status).toBe(200)

    expect((await change('totp/confirmation', {code: codeOf(secret, 0)})).status).toBe(403)
    const confirmed = await change('totp/confirmation', {code: codeOf(secret)})

    expect(confirmed.status).toBe(200)
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
    expect(await state()).toEqual({isOn: true, totp: true, passkeys: [], recoveryCodesLeft: 10})
  })

  it('ends the other sessions, and is told by mail', async () => {
    const elsewhere = await signIn(world.app, 'ann@works.test')

    await setUp()

    expect((await call('GET', '/api/v0/user', undefined, elsewhere)).status).toBe(401)
    expect((await world.letters.next()).subject).toBe('Your account at Pulsewall has a second factor now')
  })

  it('is refused while there is one', async () => {
    await setUp()

    expect((await change('totp')).status).toBe(409)
  })

  it('can be confirmed for a quarter of an hour', async () => {
    const {secret} = (await change('totp')).body
    await world.pass(15 * MINUTE)
    const later = await signIn(world.app, 'ann@works.test')

    expect((await change('totp/confirmation', {code: codeOf(secret)}, later)).status).toBe(409)
  })
})

describe('signing in with a second factor', () => {
  it('opens no session by the password alone', async () => {
    await setUp()

    const answered = await world.app.inject({
      method: 'POST',
      url: '/api/v0/auth/login',
      body: {email: 'ann@works.test', password: PASSWORD},
    })

    expect(answered.statusCode).toBe(401)
    expect(answered.cookies).toEqual([])
    expect(answered.json()).toEqual({
      message: 'Your password is right. Sign in with your second factor, too.',
      secondFactor: {challenge: expect.stringMatching(/^[\w-]{43}$/), kinds: ['totp', 'recoveryCode']},
    })
    expect((await login('wrong')).body).toEqual({message: 'Failed to login. Please check your credentials.'})
  })

  it('takes each code once, also with another challenge', async () => {
    const {secret} = await setUp()
    expect(await answer(await challenged(), codeOf(secret))).toEqual(WRONG_CODE)

    await world.pass(STEP)
    expect((await answer(await challenged(), codeOf(secret))).body).toMatchObject({email: 'ann@works.test'})
    expect(await answer(await challenged(), codeOf(secret))).toEqual(WRONG_CODE)
  })

  it('takes the code of the step before and after, and no other', async () => {
    const {secret} = await setUp()
    await world.pass(4 * STEP)
    const answers = []
    for (const steps of [-2, 2, -1, 1])
      answers.push((await answer(await challenged(), codeOf(secret, world.clock.now + steps * STEP))).status)

    expect(answers).toEqual([401, 401, 200, 200])
  })

  it('takes each recovery code once, however it is typed', async () => {
    const {recoveryCodes} = await setUp()
    const typed = recoveryCodes[0]?.replaceAll('-', ' ').toUpperCase() ?? ''

    expect((await answer(await challenged(), typed)).status).toBe(200)
    expect(await answer(await challenged(), typed)).toEqual(WRONG_CODE)
    expect(await call('GET', '/api/v0/users/second-factor', undefined, own)).toMatchObject({
      body: {recoveryCodesLeft: 9},
    })
  })

  it('has recovery codes of 120 random bits, which no work finds by their hashes', async () => {
    const {recoveryCodes} = await setUp()

    expect(recoveryCodes).toEqual(
      Array.from({length: 10}, () => expect.stringMatching(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)),
    )
  })

  it('takes one code when two bring the same at once', async () => {
    const {recoveryCodes} = await setUp()
    const [first, second] = [await challenged(), await challenged()]

    const answers = await Promise.all([first, second].map(challenge => answer(challenge, recoveryCodes[0] ?? '')))

    expect(answers.map(({status}) => status).sort()).toEqual([200, 401])
  })

  it('takes a challenge once, and for five minutes', async () => {
    const {recoveryCodes} = await setUp()
    const [one, two, three] = recoveryCodes
    const used = await challenged()
    await answer(used, one ?? '')
    expect(await answer(used, two ?? '')).toEqual(TOO_LATE)

    const old = await challenged()
    await world.pass(5 * MINUTE)
    expect(await answer(old, three ?? '')).toEqual(TOO_LATE)
  })

  it('slows down those who try codes, whatever challenge they bring', async () => {
    const {recoveryCodes} = await setUp()
    for (let round = 0; round < 6; round++) expect(await answer(await challenged(), '000000')).toEqual(WRONG_CODE)

    expect((await answer(await challenged(), recoveryCodes[0] ?? '')).status).toBe(429)
  })

  it('is worth nothing when the password has changed meanwhile, and outlives a reset', async () => {
    const {recoveryCodes} = await setUp()
    await world.letters.next()
    const before = await challenged()
    await world.requestReset('ann@works.test')
    await world.confirmReset(await world.nextToken(), 'quite another horse 7')

    expect((await answer(before, recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await answer(await challenged('quite another horse 7'), recoveryCodes[1] ?? '')).status).toBe(200)
  })
})

describe('changing a second factor', () => {
  it('renews the recovery codes for the present password', async () => {
    const {recoveryCodes} = await setUp()
    expect((await change('recovery-codes', {currentPassword: 'wrong'})).status).toBe(403)

    const renewed = (await change('recovery-codes')).body.recoveryCodes

    expect(await answer(await challenged(), recoveryCodes[0] ?? '')).toEqual(WRONG_CODE)
    expect((await answer(await challenged(), renewed[0])).status).toBe(200)
  })

  it('removes it for the present password, and is told by mail', async () => {
    await setUp()
    await world.letters.next()
    expect((await change('removal', {currentPassword: 'wrong'})).status).toBe(403)

    expect((await change('removal')).status).toBe(204)

    expect((await login()).status).toBe(200)
    expect((await world.letters.next()).subject).toBe('Your account at Pulsewall has no second factor any more')
  })

  it('is done by an admin for somebody who has lost it, and ends the sessions', async () => {
    await setUp()
    await seedUser(world.database, {email: 'root@works.test', authority: 'SYS_ADMIN'})
    const root = await signIn(world.app, 'root@works.test')
    const url = `/api/v0/user/${annId}/second-factor`
    expect((await call('GET', url, undefined, root)).body).toMatchObject({isOn: true, recoveryCodesLeft: 10})

    expect((await call('POST', `${url}/removal`, undefined, root)).status).toBe(204)

    expect((await call('GET', '/api/v0/user', undefined, own)).status).toBe(401)
    expect((await login()).status).toBe(200)
    expect((await call('POST', `${url}/removal`, undefined, root)).status).toBe(409)
  })
})
