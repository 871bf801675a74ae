import type {IncomingMessage} from 'node:http'
import fastifyCookie from '@fastify/cookie'
import {type Access, mayCall} from '../access/access'
import type {FindViewer, Viewer} from '../access/viewer'
import {ACCESS_COOKIE} from '../http/cookies'
import {callerOf, networkOf} from '../http/network'
import {isSameHost} from '../http/origin'

export interface HandshakeOptions {
  findViewer: FindViewer
  /** Who may open a socket, and what its subscriptions must reach. */
  access: Access
  /** Origins of clients besides the server's own. */
  allowedOrigins: readonly string[]
}

export interface Gate {
  /** As Engine.IO asks before it makes a connection of a request. The refusal is the message of the answer 403. */
  allowRequest(request: IncomingMessage, answer: (refusal: string | undefined, isAllowed: boolean) => void): void
  /** Whose connection a request has begun. */
  viewerOf(request: IncomingMessage): Viewer | undefined
}

/** After 'unauthorized' the client refreshes its session before it tries again. */
type Refusal = 'unauthorized' | 'forbidden' | 'unavailable'

/** How many handshakes of one network may wait for the answer whose session they are. */
const MOST_WAITING = 1000

/** Judges a handshake while it is one HTTP request, so that nothing else that a stranger sends is ever read. */
export function createGate({findViewer, access, allowedOrigins}: HandshakeOptions): Gate {
  const viewers = new WeakMap<IncomingMessage, Viewer>()
  const waiting = new Map<string, number>()

  async function judge(request: IncomingMessage): Promise<Refusal | undefined> {
    if (!isAllowedOrigin(request, allowedOrigins)) return 'forbidden'
    const accessToken = fastifyCookie.parse(request.headers.cookie ?? '')[ACCESS_COOKIE]
    const viewer = accessToken === undefined ? undefined : await findViewer(accessToken)
    if (viewer === undefined) return 'unauthorized'
    if (!mayCall(access, viewer)) return 'forbidden'
    viewers.set(request, viewer)
    return undefined
  }

  async function judgeInTurn(request: IncomingMessage): Promise<Refusal | undefined> {
    const network = networkOf(callerOf(request))
    const others = waiting.get(network) ?? 0
    if (others >= MOST_WAITING) return 'unavailable'
    waiting.set(network, others + 1)
    try {
      return await judge(request)
    } catch {
      return 'unavailable'
    } finally {
      const left = (waiting.get(network) ?? 1) - 1
      if (left > 0) waiting.set(network, left)
      else waiting.delete(network)
    }
  }

  return {
    allowRequest: (request, answer) =>
      void judgeInTurn(request).then(refusal => answer(refusal, refusal === undefined)),
    viewerOf: request => viewers.get(request),
  }
}

/** A browser always sends its Origin here; callers without one are no browsers. */
function isAllowedOrigin({headers}: IncomingMessage, allowedOrigins: readonly string[]): boolean {
  const {origin, host} = headers
  return origin === undefined || allowedOrigins.includes(origin) || isSameHost(origin, host)
}
