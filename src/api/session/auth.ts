import {isAxiosError} from 'axios'
import * as wallLink from '../../../contract/wire/entities/wallLink'
import {answerSecondFactor, loginRefusal, type SecondFactorBody} from '../../../contract/wire/people/secondFactor'
import {refreshTokens, signIn, signOut} from '../../../contract/wire/people/session'
import type {Credentials, SecondStep, SecondStepAnswer, WallToken} from '../../domain/user'
import {answerByPasskey} from '../account/passkeys'
import {anyAnswer as answer} from '../anyServer'
import {ApiError} from '../errors'
import type {Http, Options} from '../http'

/** Resolves with what is asked for besides the password; with null when the session is open. */
export async function login(
  http: Http,
  {email, password}: Credentials,
  options: Options = {},
): Promise<SecondStep | null> {
  try {
    await http.call({...signIn, answer}, {body: {email, password}, ...options})
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
export async function answerSecondStep(http: Http, step: SecondStepAnswer, options: Options = {}): Promise<void> {
  const {challenge} = step
  const body: SecondFactorBody =
    'code' in step ? {challenge, code: step.code} : {challenge, passkey: await answerByPasskey(step.passkey)}
  await http.call({...answerSecondFactor, answer}, {body, ...options})
}

/** Fails with status 410 when the link was revoked. */
export async function openWallLink(http: Http, {wallToken}: WallToken, options: Options = {}): Promise<void> {
  await http.call({...wallLink.openWallLink, answer}, {body: {token: wallToken}, ...options})
}

export async function logout(http: Http, options: Options = {}): Promise<void> {
  await http.call(signOut, options)
}

export async function refreshToken(http: Http, options: Options = {}): Promise<void> {
  await http.call(refreshTokens, options)
}
