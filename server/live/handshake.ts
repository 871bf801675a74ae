import type {IncomingMessage} from 'node:http'
import fastifyCookie from '@fastify/cookie'
import {type Access, mayCall} from '../access/access'
import type {FindViewer, Viewer} from '../access/viewer'
import {ACCESS_COOKIE} from '../http/cookies'
import {callerOf, networkOf} from '../http/network'
import {isSameHost} from '../http/origin'

export interface HandshakeOptions {
  findViewer: FindViewer
  /** The row of the access table that says who may open a socket and which devices it may watch. */
  access: Access
  /** The origins, besides the server's own, from which browsers may connect. */
  allowedOrigins: readonly string[]
}

export interface Gate {
  /**
   * An option of Engine.IO, called before a connection is made. `refusal` becomes the message of an answer with 403.
   */
  allowRequest(request: IncomingMessage, answer: (refusal: string | undefined, isAllowed: boolean) => void): void
  /** The viewer whose request opened the connection; undefined when the request was not allowed. */
  viewerOf(request: IncomingMessage): Viewer | undefined
}

/** The client knows these words: after 'unauthorized' it refreshes its session before it tries again. */
type Refusal = 'unauthorized' | 'forbidden' | 'unavailable'

/** How many handshakes from one network may wait for the database at the same time. */
const MOST_WAITING = 1000

/**
 * Judges a handshake while it is a single HTTP request, so that the server reads nothing else that a stranger sends.
 */
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

/**
 * Browsers always send an Origin with a handshake, so a caller without one is no browser and can't be misled by a page.
 */
function isAllowedOrigin({headers}: IncomingMessage, allowedOrigins: readonly string[]): boolean {
  const {origin, host} = headers
  return origin === undefined || allowedOrigins.includes(origin) || isSameHost(origin, host)
}
