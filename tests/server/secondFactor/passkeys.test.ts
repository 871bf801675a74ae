import {Secret, TOTP} from 'otpauth'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {type Cookies, PASSWORD, seedUser, signIn} from '../../support/app'
import {createAuthenticator} from '../../support/authenticator'
import {type AccountWorld, createAccountWorld} from '../account/world'

const MINUTE = 60_000
const HERE = {origin: 'http://localhost'}
const REFUSED = {status: 401, body: {message: 'This code or passkey is not right, or was used already.'}}

let world: AccountWorld
let own: Cookies

beforeEach(async () => {
  world = await createAccountWorld()
  await seedUser(world.database, {email: 'ann@works.test', authority: 'CUSTOMER_USER'})
  own = await signIn(world.app, 'ann@works.test')
})
afterEach(() => world.close())

interface Asking {
  cookies?: Record<string, string>
  host?: string
}

async function call(method: 'GET' | 'POST', url: string, body?: object, {cookies = own, host}: Asking = {}) {
  const {headers, remoteAddress} = {headers: {...(host && {host})}, remoteAddress: '10.0.0.1'}
  const answer = await world.app.inject({method, url, cookies, headers, remoteAddress, ...(body && {body})})
  return {status: answer.statusCode, body: answer.body === '' ? undefined : answer.json()}
}

const change = (what: string, body: object = {currentPassword: PASSWORD}, asking?: Asking) =>
  call('POST', `/api/v0/users/second-factor/${what}`, body, asking)
const state = async () => (await call('GET', '/api/v0/users/second-factor')).body
const offer = async () => (await change('passkey')).body.options
const confirm = (passkey: object, name = 'Key ring') => change('passkey/confirmation', {name, passkey})
const login = (asking?: Asking) =>
  call('POST', '/api/v0/auth/login', {email: 'ann@works.test', password: PASSWORD}, {cookies: {}, ...asking})
const challenged = async (asking?: Asking) => (await login(asking)).body.secondFactor
const answer = (challenge: string, passkey: object) =>
  call('POST', '/api/v0/auth/second-factor', {challenge, passkey}, {cookies: {}})

async function setUp(name?: string) {
  const key = createAuthenticator()
  const confirmed = await confirm(key.make(await offer(), HERE), name)
  expect(confirmed.status).toBe(200)
  return {key, recoveryCodes: confirmed.body.recoveryCodes as string[]}
}

describe('adding a passkey', () => {
  it('asks for the present password, and is told by mail and ends the other sessions', async () => {
    const elsewhere = await signIn(world.app, 'ann@works.test')
    expect((await change('passkey', {currentPassword: 'wrong'})).status).toBe(403)

    const {key, recoveryCodes} = await setUp()

    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await state()).toEqual({
      isOn: true,
      totp: false,
      recoveryCodesLeft: 10,
      passkeys: [{id: key.id, name: 'Key ring', created_at: world.clock.now, last_used_at: null}],
    })
    expect((await call('GET', '/api/v0/user', undefined, {cookies: elsewhere})).status).toBe(401)
    expect((await world.letters.next()).subject).toBe('Your account at Pulsewall has a second factor now')
  })

  it('names those that there are, and gives no further codes', async () => {
    const {key} = await setUp('One')

    const options = await offer()
    expect(options.excludeCredentials).toMatchObject([{id: key.id}])
    await world.pass(1)
    expect((await confirm(createAuthenticator().make(options, HERE), 'Two')).body).toEqual({recoveryCodes: []})
    expect((await state()).passkeys.map(({name}: {name: string}) => name)).toEqual(['One', 'Two'])
  })

  it.each([
    ['another page', {origin: 'http://evil.test'}],
    ['another name', {...HERE, rpId: 'evil.test'}],
  ])('is refused for %s, which spends the offer', async (_, page) => {
    const options = await offer()
    expect((await confirm(createAuthenticator().make(options, page))).status).toBe(403)
    expect((await confirm(createAuthenticator().make(options, HERE))).status).toBe(409)
    expect((await state()).isOn).toBe(false)
  })

  it('is refused for another challenge, for garbage, and twice', async () => {
    const key = createAuthenticator()
    expect((await confirm(key.make({...(await offer()), challenge: 'bm9uZQ'}, HERE))).status).toBe(403)
    await offer()
    const garbage = {id: 'YQ', rawId: 'YQ', type: 'public-key', response: {clientDataJSON: 'bnVsbA'}}
    const made = {...garbage, response: {...garbage.response, attestationObject: '_w'}}
    expect((await confirm(made)).status).toBe(403)

    const right = key.make(await offer(), HERE)
    expect((await confirm(right)).status).toBe(200)
    expect((await confirm(right)).status).toBe(409)
  })

  it('is refused after a quarter of an hour', async () => {
    const options = await offer()
    await world.pass(15 * MINUTE)
    own = await signIn(world.app, 'ann@works.test')

    expect((await confirm(createAuthenticator().make(options, HERE))).status).toBe(409)
  })

  it('is refused under an IP address, for which browsers make none', async () => {
    for (const host of ['127.0.0.1:4600', '[::1]:4600'])
      expect(await change('passkey', undefined, {host})).toEqual({
        status: 409,
        body: {message: 'Passkeys need a server with a name, and not an IP address.'},
      })
  })

  it('ends at twenty', async () => {
    for (let made = 0; made < 20; made++) await setUp()

    expect((await change('passkey')).status).toBe(409)
  })
})

describe('signing in with a passkey', () => {
  it('opens a session, and tells when it was used', async () => {
    const {key} = await setUp()
    const asked = await challenged()
    expect(asked.kinds).toEqual(['passkey', 'recoveryCode'])
    expect(asked.passkey).toMatchObject({rpId: 'localhost', allowCredentials: [{id: key.id, transports: ['usb']}]})

    const signedIn = await answer(asked.challenge, key.answer(asked.passkey, HERE))

    expect(signedIn.body).toMatchObject({email: 'ann@works.test'})
    expect((await state()).passkeys).toMatchObject([{last_used_at: world.clock.now}])
  })

  it.each([
    ['another page', {origin: 'http://evil.test'}],
    ['another name', {...HERE, rpId: 'evil.test'}],
  ])('is refused for %s', async (_, page) => {
    const {key} = await setUp()
    const asked = await challenged()

    expect(await answer(asked.challenge, key.answer(asked.passkey, page))).toEqual(REFUSED)
  })

  it('takes no answer to another challenge, of a stranger, or of a copy that has counted less', async () => {
    const {key} = await setUp()
    const [first, second] = [await challenged(), await challenged()]
    const early = key.answer(second.passkey, HERE)
    expect(await answer(second.challenge, key.answer(first.passkey, HERE))).toEqual(REFUSED)
    expect(await answer(first.challenge, createAuthenticator().answer(first.passkey, HERE))).toEqual(REFUSED)
    expect((await answer(first.challenge, key.answer(first.passkey, HERE))).status).toBe(200)

    expect(await answer(second.challenge, early)).toEqual(REFUSED)
  })

  it('takes an answer once', async () => {
    const {key} = await setUp()
    const asked = await challenged()
    const right = key.answer(asked.passkey, HERE)

    const answers = await Promise.all([answer(asked.challenge, right), answer(asked.challenge, right)])

    expect(answers.map(({status}) => status).sort()).toEqual([200, 401])
  })

  it('takes no passkey of another user', async () => {
    await setUp()
    await seedUser(world.database, {email: 'eve@works.test', authority: 'CUSTOMER_USER'})
    own = await signIn(world.app, 'eve@works.test')
    const {key: foreign} = await setUp()
    const asked = await challenged()

    expect(await answer(asked.challenge, foreign.answer(asked.passkey, HERE))).toEqual(REFUSED)
  })

  it('is offered under the name for which it was made alone', async () => {
    await setUp()

    expect((await challenged({host: 'wall.works.test'})).kinds).toEqual(['recoveryCode'])
  })
})

describe('removing kinds of a second factor', () => {
  async function addApp() {
    const {secret} = (await change('totp')).body
    const code = new TOTP({secret: Secret.fromBase32(secret)}).generate({timestamp: world.clock.now})
    return (await change('totp/confirmation', {code})).body
  }

  it('leaves the others, and takes the recovery codes with the last', async () => {
    const {key, recoveryCodes} = await setUp()
    expect(await addApp()).toEqual({recoveryCodes: []})
    expect((await change('passkey/removal', {currentPassword: 'wrong', id: key.id})).status).toBe(403)

    expect((await change('passkey/removal', {currentPassword: PASSWORD, id: key.id})).status).toBe(204)
    expect(await state()).toEqual({isOn: true, totp: true, passkeys: [], recoveryCodesLeft: recoveryCodes.length})
    expect((await change('passkey/removal', {currentPassword: PASSWORD, id: key.id})).status).toBe(404)
    expect((await change('totp/removal')).status).toBe(204)

    expect(await state()).toEqual({isOn: false, totp: false, passkeys: [], recoveryCodesLeft: 0})
    expect((await change('totp/removal')).status).toBe(409)
    expect((await login()).status).toBe(200)
  })

  it('removes all at once', async () => {
    await setUp()
    await addApp()

    expect((await change('removal')).status).toBe(204)

    expect((await state()).isOn).toBe(false)
  })
})
