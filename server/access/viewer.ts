import type {FastifyRequest, onRequestAsyncHookHandler} from 'fastify'
import type {Authority} from '../../contract/wire/user'
import {ACCESS_COOKIE} from '../http/cookies'
import {unauthorised} from '../http/errors'
import {createRateLimiter} from '../http/rateLimits'

/** Who asks: a user in a session that is neither ended nor expired. */
export interface Viewer {
  sessionId: string
  userId: string
  email: string
  authority: Authority
  organisationId: string | null
  customerId: string | null
}

/** Answers by an access token as it stands in the cookie; undefined when it is worth nothing. */
export type FindViewer = (accessToken: string) => Promise<Viewer | undefined>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where `ACCESS` asks for a session only. */
    viewer: Viewer
  }
}

export function requireSession(findViewer: FindViewer): onRequestAsyncHookHandler {
  return async request => {
    const accessToken = request.cookies[ACCESS_COOKIE]
    const viewer = accessToken === undefined ? undefined : await findViewer(accessToken)
    if (viewer === undefined) throw unauthorised()
    request.viewer = viewer
  }
}

/** To be hooked in behind `requireSession`. */
export function limitUsers(limits: string): onRequestAsyncHookHandler {
  const limiter = createRateLimiter(limits)
  return ({viewer}) => limiter.consume(viewer.userId)
}

/** Whom the audit trail names: nobody where nobody is signed in. */
export interface Actor {
  userId: string | null
  email: string | null
  /** The caller's network address. */
  address: string
}

export const actorOf = ({viewer, ip}: FastifyRequest): Actor => ({
  userId: viewer.userId,
  email: viewer.email,
  address: ip,
})

export const stranger = ({ip}: FastifyRequest): Actor => ({userId: null, email: null, address: ip})
