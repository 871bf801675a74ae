import type {CookieSerializeOptions} from '@fastify/cookie'
import type {FastifyReply} from 'fastify'
import type {Milliseconds} from '../../../contract/wire/common'

export const ACCESS_COOKIE = 'accessToken'
export const REFRESH_COOKIE = 'refreshToken'

/** The specification fixes the names and paths, so the prefix `__Host-`, which needs the path `/`, is not possible. */
const PATHS = {[ACCESS_COOKIE]: '/', [REFRESH_COOKIE]: '/api/v0/auth/refresh-token'} as const

export interface TokenLifetimes {
  access: Milliseconds
  refresh: Milliseconds
  /** A session of a person ends then, however often it was renewed. */
  session: Milliseconds
}

export interface TokenCookies {
  set(reply: FastifyReply, tokens: {access: string; refresh: string}): void
  clear(reply: FastifyReply): void
}

/**
 * When `secure` is undefined, the cookies are secure if the request came by https. Both cookies live as long as the
 * refresh token, because log out finds the session by the access token even when that has expired.
 */
export function createTokenCookies(lifetimes: TokenLifetimes, secure: boolean | undefined): TokenCookies {
  const options = (reply: FastifyReply, name: keyof typeof PATHS): CookieSerializeOptions => ({
    path: PATHS[name],
    httpOnly: true,
    sameSite: 'lax',
    secure: secure ?? reply.request.protocol === 'https',
  })
  const maxAge = Math.floor(lifetimes.refresh / 1000)

  return {
    set(reply, {access, refresh}) {
      reply.setCookie(ACCESS_COOKIE, access, {...options(reply, ACCESS_COOKIE), maxAge})
      reply.setCookie(REFRESH_COOKIE, refresh, {...options(reply, REFRESH_COOKIE), maxAge})
    },
    clear(reply) {
      reply.clearCookie(ACCESS_COOKIE, options(reply, ACCESS_COOKIE))
      reply.clearCookie(REFRESH_COOKIE, options(reply, REFRESH_COOKIE))
    },
  }
}
