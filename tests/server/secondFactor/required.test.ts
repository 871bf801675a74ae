import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {ACCESS} from '../../../server/access/access'
import {type Cookies, cookieHeader, PASSWORD, seedUser, signIn} from '../../support/app'
import {createAuthenticator} from '../../support/authenticator'
import {type AccountWorld, createAccountWorld} from '../account/world'

const HERE = {origin: 'http://localhost'}
const NEEDED = {message: 'Your account needs a second factor first.'}

let world: AccountWorld
let root: Cookies

beforeEach(async () => {
  world = await createAccountWorld({secondFactorRequired: ['SYS_ADMIN']})
  await seedUser(world.database, {email: 'root@works.test', authority: 'SYS_ADMIN'})
  root = await signIn(world.app, 'root@works.test')
})
afterEach(() => world.close())

async function call(method: 'GET' | 'POST', url: string, body?: object, cookies: Cookies = root) {
  const answer = await world.app.inject({method, url, cookies, ...(body && {body})})
  return {status: answer.statusCode, body: answer.body === '' ? undefined : answer.json()}
}

const change = (what: string, body: object = {currentPassword: PASSWORD}) =>
  call('POST', `/api/v0/users/second-factor/${what}`, body)

async function addPasskey() {
  const key = createAuthenticator()
  const {options} = (await change('passkey')).body
  expect((await change('passkey/confirmation', {name: 'Key', passkey: key.make(options, HERE)})).status).toBe(200)
  return key
}

describe('where a second factor is required', () => {
  it('nothing else can be called before', async () => {
    expect((await call('GET', '/api/v0/user')).body).toMatchObject({needs_second_factor: true})

    expect(await call('GET', '/api/v0/organisation')).toEqual({status: 403, body: NEEDED})
    expect((await call('GET', '/api/v0/users/second-factor')).status).toBe(200)
  })

  it('no live connection is opened before', async () => {
    await world.app.listen({port: 0, host: '127.0.0.1'})
    const headers = {cookie: cookieHeader(root)}
    const answer = await fetch(`${world.app.listeningOrigin}/socket.io/?EIO=4&transport=polling`, {headers})

    expect(answer.status).toBe(403)
  })

  it('one that was set up opens all at once, and one that is removed closes it', async () => {
    const key = await addPasskey()

    expect((await call('GET', '/api/v0/organisation')).status).toBe(200)
    expect((await call('GET', '/api/v0/user')).body).not.toHaveProperty('needs_second_factor')

    await change('passkey/removal', {currentPassword: PASSWORD, id: key.id})
    expect((await call('GET', '/api/v0/organisation')).status).toBe(403)
  })

  it('whoever signs in with one has all', async () => {
    const key = await addPasskey()
    const login = {email: 'root@works.test', password: PASSWORD}
    const {challenge, passkey} = (await call('POST', '/api/v0/auth/login', login)).body.secondFactor
    const signedIn = await call('POST', '/api/v0/auth/second-factor', {challenge, passkey: key.answer(passkey, HERE)})

    expect(signedIn).toMatchObject({status: 200, body: {email: 'root@works.test'}})
    expect(signedIn.body).not.toHaveProperty('needs_second_factor')
  })

  it('other authorities need none', async () => {
    await seedUser(world.database, {email: 'ann@works.test', authority: 'CUSTOMER_USER'})
    const ann = await signIn(world.app, 'ann@works.test')

    expect((await call('GET', '/api/v0/device', undefined, ann)).status).toBe(200)
  })
})

it('lets those who need a second factor call these alone', () => {
  expect(Object.keys(ACCESS).filter(row => ACCESS[row]?.isEarly)).toEqual([
    'GET /api/v0/opening',
    'GET /api/v0/user',
    'GET /api/v0/users/preferences',
    'GET /api/v0/users/second-factor',
    'POST /api/v0/users/second-factor/totp',
    'POST /api/v0/users/second-factor/totp/confirmation',
    'POST /api/v0/users/second-factor/totp/removal',
    'POST /api/v0/users/second-factor/passkey',
    'POST /api/v0/users/second-factor/passkey/confirmation',
    'POST /api/v0/users/second-factor/passkey/removal',
    'POST /api/v0/users/second-factor/recovery-codes',
    'POST /api/v0/users/second-factor/removal',
  ])
})
