import type {Credentials, WallToken} from '../../domain/session/user'
import {anyAnswer} from '../anyServer'
import type {CallOptions, Http} from '../http'

type Options = Pick<CallOptions, 'signal'>

export async function login(http: Http, {email, password}: Credentials, options: Options = {}): Promise<void> {
  await http.post('/api/v0/auth/login', anyAnswer, {body: {email, password}, ...options})
}

/** Fails with status 410 when the link was revoked. */
export async function openWallLink(http: Http, {wallToken}: WallToken, options: Options = {}): Promise<void> {
  await http.post('/api/v0/auth/wall-link', anyAnswer, {body: {token: wallToken}, ...options})
}

export async function logout(http: Http, options: Options = {}): Promise<void> {
  await http.post('/api/v0/auth/logout', anyAnswer, options)
}

export async function refreshToken(http: Http, options: Options = {}): Promise<void> {
  await http.post('/api/v0/auth/refresh-token', anyAnswer, options)
}
