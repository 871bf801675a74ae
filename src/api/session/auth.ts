import {isAxiosError} from 'axios'
import {loginRefusal, type SecondFactorBody} from '../../../contract/wire/people/secondFactor'
import type {Credentials, SecondStep, SecondStepAnswer, WallToken} from '../../domain/session/user'
import {answerByPasskey} from '../account/passkeys'
import {anyAnswer} from '../anyServer'
import {ApiError} from '../errors'
import type {Http, Options} from '../http'

/** Resolves with what is asked for besides the password; with null when the session is open. */
export async function login(
  http: Http,
  {email, password}: Credentials,
  options: Options = {},
): Promise<SecondStep | null> {
  try {
    await http.post('/api/v0/auth/login', anyAnswer, {body: {email, password}, ...options})
    return null
  } catch (error) {
    const asked = askedBy(error)
    if (asked === undefined) throw error
    return asked
  }
}

function askedBy(error: unknown): SecondStep | undefined {
  if (!(error instanceof ApiError) || !isAxiosError(error.cause)) return undefined
  return loginRefusal.safeParse(error.cause.response?.data).data?.secondFactor
}

/** Fails with status 410 when the challenge is over, and when the browser answers with no passkey. */
export async function answerSecondStep(http: Http, answer: SecondStepAnswer, options: Options = {}): Promise<void> {
  const {challenge} = answer
  const body: SecondFactorBody =
    'code' in answer ? {challenge, code: answer.code} : {challenge, passkey: await answerByPasskey(answer.passkey)}
  await http.post('/api/v0/auth/second-factor', anyAnswer, {body, ...options})
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
