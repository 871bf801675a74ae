import * as z from 'zod/mini'
import type {Credentials} from '../../domain/session/user'
import type {CallOptions, Http} from '../http'

type Options = Pick<CallOptions, 'signal'>

export async function login(http: Http, {email, password}: Credentials, options: Options = {}): Promise<void> {
  await http.post('/api/v0/auth/login', anything, {body: {email, password}, ...options})
}

export async function logout(http: Http, options: Options = {}): Promise<void> {
  await http.post('/api/v0/auth/logout', anything, options)
}

export async function refreshToken(http: Http, options: Options = {}): Promise<void> {
  await http.post('/api/v0/auth/refresh-token', anything, options)
}

/** These calls have succeeded when their status says so; their bodies are not read. Tokens travel in cookies. */
const anything = z.unknown()
