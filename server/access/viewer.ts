import type {FastifyRequest, onRequestAsyncHookHandler} from 'fastify'
import type {DeviceChoice} from '../../contract/rules/lists/walls'
import type {ApiKeyScope} from '../../contract/wire/people/apiKey'
import {ACCESS_COOKIE} from '../http/browser/cookies'
import {unauthorised} from '../http/failures/errors'
import {createRateLimiter} from '../http/rateLimits'
import type {NamedKind, Role} from './access'

/**
 * The signed-in caller, with a session that has neither ended nor expired. For a screen with a wall link, `userId` is
 * the id of the link and `email` is empty. For a program with an API key, `sessionId` and `userId` are the id of the
 * key, never that of a user, and `email` says which key it is.
 */
export interface Viewer {
  sessionId: string
  userId: string
  email: string
  authority: Role
  organisationId: string | null
  customerId: string | null
  /** Whether a setting asks users of this authority for a second factor, and the session has none. */
  needsSecondFactor?: boolean
  /** The devices on the wall of a wall link; null when the organisation has no such wall. Users have none. */
  shown?: DeviceChoice | null
  /** The permissions of an API key. Others have none. */
  scope?: ApiKeyScope
}

/** Finds the viewer by the access token of the cookie. Undefined when the token is invalid or expired. */
export type FindViewer = (accessToken: string) => Promise<Viewer | undefined>

/** The entity in the path of a call. */
export interface Named {
  kind: NamedKind
  id: string
}

export interface Asking {
  viewer: Viewer
  /** Whether the viewer reaches the entity in the path. It has no meaning when the path has none. */
  isWithinReach: boolean | undefined
}

/** Finds the viewer, and checks the reach in the same query. */
export type FindAsking = (accessToken: string, named: Named | undefined) => Promise<Asking | undefined>

/** Finds a program by its API key. Throws 429 while the network at the address has to wait because of wrong keys. */
export type FindByKey = (key: string, named: Named | undefined, address: string) => Promise<Asking | undefined>

/** The ways to authenticate callers: by the cookie of a session or, where there are API keys, by one of them. */
export interface Finders {
  findAsking: FindAsking
  findByKey: FindByKey | undefined
}

declare module 'fastify' {
  interface FastifyRequest extends Asking {}
}

export function requireSession(
  finders: Finders,
  namedBy: (request: FastifyRequest) => Named | undefined,
): (request: FastifyRequest) => Promise<void> {
  return async request => {
    const asking = await askingOf(request, finders, namedBy(request))
    if (asking === undefined) throw unauthorised()
    request.viewer = asking.viewer
    request.isWithinReach = asking.isWithinReach
  }
}

/** A given key counts alone, so that a session doesn't cover up a wrong one. */
async function askingOf(request: FastifyRequest, {findAsking, findByKey}: Finders, named: Named | undefined) {
  const key = bearerOf(request)
  if (findByKey !== undefined && key !== undefined) return findByKey(key, named, request.ip)
  const accessToken = request.cookies[ACCESS_COOKIE]
  return accessToken === undefined ? undefined : findAsking(accessToken, named)
}

const bearerOf = ({headers}: FastifyRequest): string | undefined =>
  /^Bearer(?<token>$|\s.*)/is.exec(headers.authorization ?? '')?.groups?.token?.trim()

/** Must run after `requireSession`, which sets the viewer. */
export function limitUsers(limits: string): onRequestAsyncHookHandler {
  const limiter = createRateLimiter(limits)
  return ({viewer}) => limiter.consume(viewer.userId)
}

/** The person that the audit trail names. The user is null when nobody is signed in. */
export interface Actor {
  userId: string | null
  email: string | null
  address: string
}

/** A signed-in user who changes something. */
export interface Caller extends Viewer {
  address: string
}

export const callerOf = ({viewer, ip}: FastifyRequest): Caller => ({...viewer, address: ip})

export const stranger = ({ip}: FastifyRequest): Actor => ({userId: null, email: null, address: ip})
