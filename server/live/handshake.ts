import type {IncomingMessage} from 'node:http'
import fastifyCookie from '@fastify/cookie'
import type {FindViewer} from '../access/viewer'
import {ACCESS_COOKIE} from '../http/cookies'
import {isSameHost} from '../http/origin'
import type {LiveSocket} from './socket'

export interface HandshakeOptions {
  findViewer: FindViewer
  /** Besides the own one. */
  allowedOrigins: readonly string[]
}

/** A browser always sends its Origin here; callers without one are no browsers. */
export function isAllowedOrigin({headers}: IncomingMessage, allowedOrigins: readonly string[]): boolean {
  const {origin, host} = headers
  return origin === undefined || allowedOrigins.includes(origin) || isSameHost(origin, host)
}

/** The client reads the message of `connect_error`: after 'unauthorized' it refreshes before it tries again. */
export function requireSession({findViewer}: HandshakeOptions) {
  return async (socket: LiveSocket, next: (refusal?: Error) => void) => {
    try {
      const accessToken = fastifyCookie.parse(socket.handshake.headers.cookie ?? '')[ACCESS_COOKIE]
      const viewer = accessToken === undefined ? undefined : await findViewer(accessToken)
      if (viewer === undefined) return next(new Error('unauthorized'))
      socket.data.viewer = viewer
      next()
    } catch {
      next(new Error('unavailable'))
    }
  }
}
