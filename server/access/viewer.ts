import type {FastifyRequest, onRequestAsyncHookHandler} from 'fastify'
import type {Authority} from '../../contract/wire/user'
import {ACCESS_COOKIE} from '../http/cookies'
import {unauthorised} from '../http/errors'
import {createRateLimiter} from '../http/rateLimits'
import type {NamedKind} from './access'

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

/** What the path of a call names. */
export interface Named {
  kind: NamedKind
  id: string
}

export interface Asking {
  viewer: Viewer
  /** Whether the viewer reaches what the call names, where it names something. */
  isWithinReach: boolean | undefined
}

/** The same, and in the same query whether the viewer reaches what the call names. */
export type FindAsking = (accessToken: string, named: Named | undefined) => Promise<Asking | undefined>

declare module 'fastify' {
  interface FastifyRequest extends Asking {}
}

export function requireSession(
  findAsking: FindAsking,
  namedBy: (request: FastifyRequest) => Named | undefined,
): onRequestAsyncHookHandler {
  return async request => {
    const accessToken = request.cookies[ACCESS_COOKIE]
    const asking = accessToken === undefined ? undefined : await findAsking(accessToken, namedBy(request))
    if (asking === undefined) throw unauthorised()
    request.viewer = asking.viewer
    request.isWithinReach = asking.isWithinReach
  }
}

/** This hook stands behind `requireSession`, which finds the user. */
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

/** Somebody who is signed in and changes something. */
export interface Caller extends Viewer {
  /** The caller's network address, as of an `Actor`. */
  address: string
}

export const callerOf = ({viewer, ip}: FastifyRequest): Caller => ({...viewer, address: ip})

export const stranger = ({ip}: FastifyRequest): Actor => ({userId: null, email: null, address: ip})
