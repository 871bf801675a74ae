import type {IncomingMessage} from 'node:http'
import fastifyCookie from '@fastify/cookie'
import {type Access, mayCall} from '../access/access'
import type {FindViewer, Viewer} from '../access/viewer'
import {ACCESS_COOKIE} from '../http/browser/cookies'
import {isSameHost} from '../http/browser/origin'
import {HttpError} from '../http/failures/errors'
import {type IsKnownHost, misdirected} from '../http/host'
import {callerOf, type IsProxy, networkOf} from '../http/network'
import {createRateLimiter} from '../http/rateLimits'
import {count, createCrowds} from './crowds'

/** Handshakes that are evaluated, in the form of rate limits. */
const SESSION_HANDSHAKES = '60:1,300:60'
const NETWORK_HANDSHAKES = '1000:1,6000:60'
/** Those among them that came without a session that lives. */
const REFUSED_HANDSHAKES = '100:1,2000:60'
/** How many handshakes of one network may wait for the database at the same time. */
const WAITING_HANDSHAKES = 1000

export interface HandshakeOptions {
  findViewer: FindViewer
  /** The row of the access table that says who may open a socket and which devices it may watch. */
  access: Access
  /** The origins, besides the server's own, from which browsers may connect. */
  allowedOrigins: readonly string[]
  isProxy: IsProxy
  isKnownHost: IsKnownHost
}

/** Someone who may open a connection. */
export interface Admitted {
  viewer: Viewer
  /** Counts the connection until what is returned is called; undefined when there are too many by now. */
  enter(): (() => void) | undefined
}

export interface Gate {
  /** Evaluates the request that would open a connection. Resolves to why it is refused. */
  judge(request: IncomingMessage): Promise<HttpError | undefined>
  /** Who sent the request that opened the connection; undefined when it was refused. */
  admitted(request: IncomingMessage): Admitted | undefined
}

/** The client knows these words: after 'unauthorized' it refreshes its session before it tries again. */
const unauthorized = () => new HttpError(401, 'unauthorized')
const forbidden = () => new HttpError(403, 'forbidden')
const unavailable = () => new HttpError(503, 'unavailable')
/** The client says so, and tries again. */
const crowded = () => new HttpError(429, 'crowded')

/**
 * Evaluates a handshake while it is a single HTTP request, so that the server reads nothing else that a stranger
 * sends.
 */
export function createGate(options: HandshakeOptions): Gate {
  const {findViewer, access, allowedOrigins, isProxy, isKnownHost} = options
  const admitted = new WeakMap<IncomingMessage, Admitted>()
  const waiting = new Map<string, number>()
  const crowds = createCrowds()
  const byNetwork = createRateLimiter(NETWORK_HANDSHAKES)
  const refused = createRateLimiter(REFUSED_HANDSHAKES)
  const bySession = createRateLimiter(SESSION_HANDSHAKES)

  async function findCaller(request: IncomingMessage, network: string): Promise<Viewer> {
    const accessToken = fastifyCookie.parse(request.headers.cookie ?? '')[ACCESS_COOKIE]
    const viewer = accessToken === undefined ? undefined : await findViewer(accessToken)
    if (viewer !== undefined) return viewer
    await refused.consume(network)
    throw unauthorized()
  }

  async function admit(request: IncomingMessage, network: string) {
    if (!isKnownHost(request.headers.host)) throw misdirected()
    if (!isAllowedOrigin(request, allowedOrigins)) throw forbidden()
    await byNetwork.consume(network)
    await refused.refuseUsedUp(network)
    const viewer = await findCaller(request, network)
    if (!mayCall(access, viewer)) throw forbidden()
    await bySession.consume(viewer.sessionId)
    if (crowds.isFull(viewer, network)) throw crowded()
    const enter = () => (crowds.isFull(viewer, network) ? undefined : crowds.enter(viewer, network))
    admitted.set(request, {viewer, enter})
  }

  return {
    async judge(request) {
      const network = networkOf(callerOf(request, isProxy))
      if ((waiting.get(network) ?? 0) >= WAITING_HANDSHAKES) return unavailable()
      count(waiting, network, 1)
      try {
        await admit(request, network)
        return undefined
      } catch (error) {
        if (!(error instanceof HttpError)) return unavailable()
        return error.statusCode === 429 ? crowded() : error
      } finally {
        count(waiting, network, -1)
      }
    },
    admitted: request => admitted.get(request),
  }
}

/**
 * Browsers always send an Origin with a handshake, so a caller without one is no browser and can't be misled by a page.
 */
function isAllowedOrigin({headers}: IncomingMessage, allowedOrigins: readonly string[]): boolean {
  const {origin, host} = headers
  return origin === undefined || allowedOrigins.includes(origin) || isSameHost(origin, host)
}
