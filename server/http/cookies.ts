import type {CookieSerializeOptions} from '@fastify/cookie'
import type {FastifyReply} from 'fastify'
import type {Milliseconds} from '../../contract/common'

export const ACCESS_COOKIE = 'accessToken'
export const REFRESH_COOKIE = 'refreshToken'

/** The specification fixes the names and paths, which rules out the `__Host-` prefix. */
const PATHS = {[ACCESS_COOKIE]: '/', [REFRESH_COOKIE]: '/api/v0/auth/refresh-token'} as const

export interface TokenLifetimes {
  access: Milliseconds
  refresh: Milliseconds
}

export interface TokenCookies {
  set(reply: FastifyReply, tokens: {access: string; refresh: string}): void
  clear(reply: FastifyReply): void
}

/** `secure` undefined: as the request came, by https or not. */
export function createTokenCookies(lifetimes: TokenLifetimes, secure: boolean | undefined): TokenCookies {
  const options = (reply: FastifyReply, name: keyof typeof PATHS): CookieSerializeOptions => ({
    path: PATHS[name],
    httpOnly: true,
    sameSite: 'lax',
    secure: secure ?? reply.request.protocol === 'https',
  })
  const maxAge = (lifetime: Milliseconds) => Math.floor(lifetime / 1000)

  return {
    set(reply, tokens) {
      reply.setCookie(ACCESS_COOKIE, tokens.access, {
        ...options(reply, ACCESS_COOKIE),
        maxAge: maxAge(lifetimes.access),
      })
      reply.setCookie(REFRESH_COOKIE, tokens.refresh, {
        ...options(reply, REFRESH_COOKIE),
        maxAge: maxAge(lifetimes.refresh),
      })
    },
    clear(reply) {
      reply.clearCookie(ACCESS_COOKIE, options(reply, ACCESS_COOKIE))
      reply.clearCookie(REFRESH_COOKIE, options(reply, REFRESH_COOKIE))
    },
  }
}
