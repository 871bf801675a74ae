import {isIP} from 'node:net'
import type {onRequestAsyncHookHandler} from 'fastify'
import {HttpError} from './failures/errors'

/** Whether a request's `Host` is a name of the server. */
export type IsKnownHost = (host: string | undefined) => boolean

/**
 * A page whose name an attacker lets point to this server is of the same origin as the server for its browser (DNS
 * rebinding), and only `Host` shows it. An IP address can't be made to point elsewhere, nor can the names of this
 * machine.
 */
export function knownBy(names: readonly string[]): IsKnownHost {
  const known = new Set(names.map(name => name.toLowerCase()))
  return host => {
    // Browsers always send it.
    if (host === undefined) return true
    const [, bracketed, plain = ''] = HOST.exec(host) ?? []
    if (bracketed !== undefined) return isIP(bracketed) !== 0
    const name = plain.toLowerCase().replace(/\.$/, '')
    return isIP(name) !== 0 || LOCAL.test(name) || known.has(name)
  }
}

const HOST = /^(?:\[([^\]]*)\]|([^:]+))(?::\d*)?$/
const LOCAL = /^([^.]+\.)*localhost$/

export function refuseUnknownHosts(isKnown: IsKnownHost): onRequestAsyncHookHandler {
  return async ({headers}) => {
    if (!isKnown(headers.host)) throw misdirected()
  }
}

const MISDIRECTED = 421
export const misdirected = () =>
  new HttpError(MISDIRECTED, 'This server is not known by that name. PUBLIC_URL or ALLOWED_HOSTS would make it known.')
