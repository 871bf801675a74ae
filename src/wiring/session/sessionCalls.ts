import {ApiError} from '../../api/errors'
import type {Http} from '../../api/http'
import {answerSecondStep, login, logout, openWallLink, refreshToken} from '../../api/session/auth'
import type {CurrentUser, SecondStep} from '../../domain/user'
import type {SignIn} from '../../machines/session'
import type {AccessTokenMark, KeyValueStorage} from '../accessTokenMark'
import {readCurrentUser} from './currentUser'
import type {Exclusively} from './tabs'

export interface SessionCalls {
  loadCurrentUser(signal: AbortSignal): Promise<CurrentUser>
  signIn(signIn: SignIn, signal: AbortSignal): Promise<CurrentUser | SecondStep>
  signOut(signal: AbortSignal): Promise<void>
  refreshAccessToken(rejected: string, signal: AbortSignal): Promise<void>
}

export interface SessionCallsOptions {
  http: Http
  mark: AccessTokenMark
  storage: KeyValueStorage
  exclusively: Exclusively
  /** The page came without a session, so who is signed in need not be asked before a user signs in. */
  isNobody?: boolean
}

export function createSessionCalls(options: SessionCallsOptions): SessionCalls {
  const {http, mark, storage, exclusively} = options
  let isNobody = options.isNobody === true
  return {
    async loadCurrentUser(signal) {
      if (isNobody) {
        isNobody = false
        throw new ApiError({kind: 'refused', status: 401, serverMessage: null}, 'the page came without a session')
      }
      if (storage.getItem(SIGN_OUT_OWED) !== null) await signOut(signal)
      const user = await readCurrentUser(http, signal)
      if (mark.read() === '') mark.advance()
      return user
    },
    async signIn(signIn, signal) {
      const asked = await opened(signIn, signal)
      if (asked !== null) return asked
      storage.removeItem(SIGN_OUT_OWED)
      mark.advance()
      return await readCurrentUser(http, signal)
    },
    signOut,
    refreshAccessToken,
  }

  async function opened(signIn: SignIn, signal: AbortSignal): Promise<SecondStep | null> {
    if ('email' in signIn) return login(http, signIn, {signal})
    await ('challenge' in signIn ? answerSecondStep(http, signIn, {signal}) : openWallLink(http, signIn, {signal}))
    return null
  }

  /** Scripts can't delete the cookies, so a sign-out that the server has not seen is repeated at the next start. */
  async function signOut(signal: AbortSignal): Promise<void> {
    storage.setItem(SIGN_OUT_OWED, 'yes')
    await untilSignedOut(signal)
    storage.removeItem(SIGN_OUT_OWED)
  }

  async function untilSignedOut(signal: AbortSignal): Promise<void> {
    const rejected = mark.read()
    try {
      await logout(http, {signal})
    } catch (error) {
      if (!isUnauthorised(error)) throw error
      await renewedThenSignedOut(rejected, signal)
    }
  }

  /** The server can't say whose session to end by an expired access token, so that is renewed first. */
  async function renewedThenSignedOut(rejected: string, signal: AbortSignal): Promise<void> {
    try {
      await refreshAccessToken(rejected, signal)
      await logout(http, {signal})
    } catch (error) {
      if (!isUnauthorised(error)) throw error
    }
  }

  /** Another tab may have renewed the token while this one waited for the lock. */
  async function refreshAccessToken(rejected: string, signal: AbortSignal): Promise<void> {
    await exclusively(async () => {
      if (mark.read() !== rejected) return
      await refreshToken(http, {signal})
      mark.advance()
    }, signal)
  }
}

const SIGN_OUT_OWED = 'pulsewall.signOutOwed'

const isUnauthorised = (error: unknown): boolean => error instanceof ApiError && error.status === 401
