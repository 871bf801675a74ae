import {createServer} from 'node:http'
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {
  makeFirstAdmin,
  register,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
} from '../../../src/api/account/account'
import {createHttp, type Http} from '../../../src/api/http'
import {createServerClock} from '../../../src/api/serverClock'
import {login} from '../../../src/api/session/auth'
import {createTestApp, type TestApp} from '../../support/app'
import {collectLetters} from '../../support/letters'
import {portOf} from '../../support/portOf'
import {createBrowser} from '../browser'

const ANN = {email: 'ann+api@works.test', password: 'a fine password', confirmation: 'a fine password'}
const NEW = {password: 'a finer password', confirmation: 'a finer password'}
const WORTHLESS = {kind: 'refused', status: 400, serverMessage: 'This link is not valid any more.'}

/** A browser without a session, and its requests to renew one. */
function createStranger(apiBase: string) {
  const renewals: string[] = []
  const http = createHttp({
    apiBase,
    renewal: {
      generation: () => ({token: 'none', failedRenewals: 0}),
      renew: async rejected => void renewals.push(rejected.token),
    },
    clock: createServerClock(),
    onOutcome: () => {},
    transport: createBrowser().transport,
  })
  return {http, renewals}
}

const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? ''

describe('the account calls and the real server', () => {
  const box = collectLetters()
  let server: TestApp
  let http: Http

  beforeAll(async () => {
    server = await createTestApp({mailTransport: box.transport})
    http = createStranger(await server.app.listen({port: 0, host: '127.0.0.1'})).http
  })
  afterAll(() => server.close())

  it('agree from the registration to a new password', async () => {
    await register(http, ANN)
    const verification = tokenIn((await box.next()).link)
    await verifyEmail(http, verification)
    await login(http, ANN)
    await requestPasswordReset(http, ANN)
    const reset = tokenIn((await box.next()).link)
    await resetPassword(http, {token: reset, ...NEW})
    await login(http, {email: ANN.email, password: NEW.password})
    await expect(login(http, ANN)).rejects.toMatchObject({status: 401})
    await expect(verifyEmail(http, verification)).rejects.toMatchObject(WORTHLESS)
    await expect(resetPassword(http, {token: reset, ...NEW})).rejects.toMatchObject(WORTHLESS)
  })

  it('agree on what is refused', async () => {
    await expect(register(http, {...ANN, confirmation: 'another'})).rejects.toMatchObject({
      status: 400,
      serverMessage: expect.stringContaining('Passwords do not match'),
    })
    await expect(makeFirstAdmin(http, {...ANN, token: 'wrong'})).rejects.toMatchObject(WORTHLESS)
  })
})

it.each([
  ['the registration', (http: Http) => register(http, ANN)],
  ['the request for a new password', (http: Http) => requestPasswordReset(http, ANN)],
  ['the new password', (http: Http) => resetPassword(http, {token: 't', ...NEW})],
  ['the verification', (http: Http) => verifyEmail(http, 't')],
  ['the first admin', (http: Http) => makeFirstAdmin(http, {...ANN, token: 't'})],
])('a 401 to %s renews no session', async (_, call) => {
  const asked: (string | undefined)[] = []
  const foreign = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(401, {'content-type': 'application/json'}).end('{"message":"No."}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void foreign.close())
  await new Promise(resolve => foreign.once('listening', resolve))
  const {http, renewals} = createStranger(`http://127.0.0.1:${portOf(foreign)}`)
  await expect(call(http)).rejects.toMatchObject({status: 401, serverMessage: 'No.'})
  expect([asked.length, renewals]).toEqual([1, []])
})
