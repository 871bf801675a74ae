import {signIn} from '../../contract/wire/people/session'
import {createHttp, type Http, type HttpOptions} from '../../src/api/http'
import {createServerClock} from '../../src/api/serverClock'
import {PASSWORD, type TestApp} from '../support/app'
import {createBrowser} from './browser'

/** Calls the server, which listens from now on, as the user with the email. */
export async function signedInHttp({app}: TestApp, email: string, options: Partial<HttpOptions> = {}): Promise<Http> {
  const http = createHttp({
    apiBase: await app.listen({port: 0, host: '127.0.0.1'}),
    renewal: {generation: () => ({token: '', failedRenewals: 0}), renew: (_, rejection) => Promise.reject(rejection)},
    clock: createServerClock(),
    onOutcome: () => {},
    transport: createBrowser().transport,
    ...options,
  })
  await http.call(signIn, {body: {email, password: PASSWORD}})
  return http
}
