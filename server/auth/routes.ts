import type {FastifyRequest} from 'fastify'
import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {errorBody} from '../../contract/common'
import {currentUser, loginBody} from '../../contract/user'
import {ACCESS_COOKIE, REFRESH_COOKIE, type TokenCookies} from '../http/cookies'
import {unauthorised} from '../http/errors'
import {createRateLimiter, type RateLimits} from '../http/rateLimits'
import {toCurrentUser, type UserRepository} from '../user/repository'
import {createSignInAttempts} from './attempts'
import {hashPassword, isPassword, isWeaklyHashed} from './passwords'
import type {SessionRepository} from './repository'

export interface AuthOptions {
  users: UserRepository
  sessions: SessionRepository
  cookies: TokenCookies
  rateLimits: RateLimits
  onSessionEnded: (sessionId: string) => void
  additions: boolean
}

export const authRoutes: FastifyPluginAsyncZod<AuthOptions> = async (app, options) => {
  const {users, sessions, cookies, rateLimits, onSessionEnded, additions} = options
  const attempts = createSignInAttempts(rateLimits)
  const refreshesByAddress = createRateLimiter(rateLimits.refreshAddress)
  const refreshesBySession = createRateLimiter(rateLimits.refreshSession)
  const schema = {tags: ['auth']}
  const refusals = {401: errorBody, 429: errorBody}

  app.post(
    '/api/v0/auth/login',
    {schema: {...schema, body: loginBody, response: {200: currentUser, ...refusals}}},
    async (request, reply) => {
      const {email, password} = request.body
      await attempts.begin(email, request.ip)
      const found = await users.findByEmail(email)
      const isRight = await isPassword(found?.passwordHash, password)
      if (found === undefined || !isRight || found.userDeleted)
        throw unauthorised('Failed to login. Please check your credentials.')
      await attempts.succeeded(email, request.ip)
      if (isWeaklyHashed(found.passwordHash)) await users.replacePasswordHash(found, await hashPassword(password))
      await endSessionOf(request)
      cookies.set(reply, await sessions.open(found.id))
      return toCurrentUser((await users.find(found.id)) ?? found, additions)
    },
  )

  app.post('/api/v0/auth/logout', {schema: {...schema, response: {204: z.null()}}}, async (request, reply) => {
    await endSessionOf(request)
    cookies.clear(reply)
    return reply.code(204).send(null)
  })

  app.post(
    '/api/v0/auth/refresh-token',
    {schema: {...schema, response: {204: z.null(), ...refusals}}},
    async (request, reply) => {
      await refreshesByAddress.consume(request.ip)
      const rotation = await sessions.rotate(request.cookies[REFRESH_COOKIE] ?? '', refreshesBySession.consume)
      if (rotation.outcome === 'rotated') {
        cookies.set(reply, rotation.tokens)
        return reply.code(204).send(null)
      }
      if (rotation.outcome === 'reused') onSessionEnded(rotation.sessionId)
      cookies.clear(reply)
      throw unauthorised('The session has ended.')
    },
  )

  /** The refresh cookie's path keeps it from most calls; whichever cookie is there names the session. */
  async function endSessionOf({cookies}: FastifyRequest) {
    for (const token of [cookies[ACCESS_COOKIE], cookies[REFRESH_COOKIE]]) {
      if (token === undefined) continue
      const sessionId = await sessions.endByToken(token)
      if (sessionId !== undefined) onSessionEnded(sessionId)
    }
  }
}
